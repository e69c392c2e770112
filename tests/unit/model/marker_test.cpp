#include "model/marker.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

constexpr Instant kAt{1790910000000000};  // 2026-10-02T03:00:00Z

const Marker kDetached{MarkerState::detached,
                       kAt,
                       {{"public"}, {"ev__2026_w33"}},
                       {{"public"}, {"ev"}},
                       "FOR VALUES FROM ('1') TO ('2')"};

TEST(Marker, Text) {
  EXPECT_EQ(
      marker_text(kDetached),
      "pschema: detached at 2026-10-02T03:00:00Z, public.ev__2026_w33 of public.ev FOR VALUES FROM ('1') TO ('2')");
  EXPECT_EQ(marker_about(kDetached.name, kDetached.parent, "DEFAULT"), ", public.ev__2026_w33 of public.ev DEFAULT");
}

TEST(Marker, EveryStateReadsBack) {
  for (const MarkerState state :
       {MarkerState::detaching, MarkerState::detached, MarkerState::building, MarkerState::adopted}) {
    Marker marker = kDetached;
    marker.state = state;
    if (state != MarkerState::detached) marker.at = {};
    EXPECT_EQ(parse_marker(marker_text(marker)), marker);
    EXPECT_EQ(parse_marker(marker_text(marker) + "\nthe user's own comment\nof two lines"), marker);
  }
}

TEST(Marker, HostileNamesAndBoundsStayOnOneLine) {
  Marker marker = kDetached;
  marker.name = {{"a.b of c"}, {"x\n\"y\\, z of "}};
  marker.parent = {{" of "}, {"pschema: "}};
  marker.bound_text = "FOR VALUES IN ('a\nb', 'back\\slash', '\\x0A', 'it''s of a')";
  const std::string text = marker_text(marker);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_EQ(parse_marker(text), marker);
}

TEST(Marker, ADamagedOneIsNone) {
  const std::string good = marker_text(kDetached);
  ASSERT_TRUE(parse_marker(good).has_value());
  for (std::size_t cut = 0; cut < good.size(); ++cut)
    EXPECT_EQ(parse_marker(good.substr(0, cut)), std::nullopt) << good.substr(0, cut);
  for (const char* text : {"",
                           "a comment",
                           "pschema:",
                           "pschema: detached, a.b of c.d DEFAULT",
                           "pschema: detached at 2026-10-02, a.b of c.d DEFAULT",
                           "pschema: detached at 2026-10-02T03:00:00+00:00, a.b of c.d DEFAULT",
                           "pschema: detached at 2026-10-02T03:00:00.5Z, a.b of c.d DEFAULT",
                           "pschema: detached at 2026-10-02 03:00:00Z, a.b of c.d DEFAULT",
                           "pschema: detached at 2026-13-02T03:00:00Z, a.b of c.d DEFAULT",
                           "pschema: detaching at 2026-10-02T03:00:00Z, a.b of c.d DEFAULT",
                           "pschema: detaching, a.b of c.d DEFAULT ",
                           "pschema: detaching, b of c.d DEFAULT",
                           "pschema: detaching, A.b of c.d DEFAULT",
                           "pschema: detaching,  a.b of c.d DEFAULT",
                           " pschema: detaching, a.b of c.d DEFAULT",
                           "pschema: detaching, a.b of c.d FOR VALUES FROM (x) TO (y)",
                           "pschema: detaching, a.b of c.d FOR VALUES IN ('a\\q')",
                           "pschema: detaching, a.b of c.d DEFAULT\r\nmine",
                           "\npschema: detaching, a.b of c.d DEFAULT",
                           "pschema: Detaching, a.b of c.d DEFAULT",
                           "pschema: detaching, \"a\".b of c.d DEFAULT"}) {
    EXPECT_EQ(parse_marker(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace pschema
