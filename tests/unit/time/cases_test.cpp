// Faults that users of partition tools met, made small. Each test names the kind of fault that must stay impossible.
#include <set>

#include "support.h"

namespace pschema {
namespace {

std::string bounds(const KeyFormat& format, const Window& w) {
  return encode(format, w.lo).value_or("?") + " " + encode(format, w.hi).value_or("?");
}

std::vector<std::string> bounds(const KeyFormat& format, const TimeAxis& axis, std::string_view first, int count) {
  std::vector<std::string> out;
  auto w = window_at(axis, position_of(axis, instant(first)));
  for (int i = 0; i < count && w; ++i, w = next(axis, *w)) out.push_back(bounds(format, *w));
  return out;
}

using Texts = std::vector<std::string>;

// Days of the declared zone, around a day of 23 hours: never "previous upper bound + 24 hours".
TEST(Cases, C01DaysFollowTheDeclaredZone) {
  const KeyFormat format{Encoding::plain, KeyType::timestamptz, {}, 22};
  EXPECT_EQ(bounds(format, grid({1, TimeUnit::day}, zone("Europe/Berlin")), "2025-03-30T10:00Z", 3),
            (Texts{"2025-03-29 23:00:00+00 2025-03-30 22:00:00+00", "2025-03-30 22:00:00+00 2025-03-31 22:00:00+00",
                   "2025-03-31 22:00:00+00 2025-04-01 22:00:00+00"}));
}

// Hours of a local day of 25 hours on an epoch key: no hole, no window twice.
TEST(Cases, C03HoursOverTheAutumnChange) {
  const KeyFormat format{Encoding::epoch_seconds, KeyType::integer, {}, 22};
  const TimeAxis axis = grid({1, TimeUnit::hour});
  const Window day =
      calendar_unit(grid({1, TimeUnit::day}, zone("Europe/Berlin")), instant("2026-10-25T12:00Z").us, TimeUnit::day);
  Texts starts;
  std::set<std::string> names;
  std::string end;
  for (auto w = window_at(axis, day.lo); w && w->lo < day.hi; w = next(axis, *w)) {
    starts.push_back(encode(format, w->lo).value());
    end = encode(format, w->hi).value();
    names.insert(format_short(local_of(axis, w->lo)));
  }
  ASSERT_EQ(starts.size(), 25U);
  EXPECT_EQ(names.size(), 25U);
  EXPECT_EQ(starts.front(), "1792879200");
  EXPECT_EQ(starts[2], "1792886400");
  EXPECT_EQ(starts[3], "1792890000");
  EXPECT_EQ(end, "1792969200");
}

// Steps of several units hang on their anchor, not on the day of the run.
TEST(Cases, C05StepsOfSeveralUnitsHaveAFixedAnchor) {
  const KeyFormat format{Encoding::plain, KeyType::date, {}, 22};
  const TimeAxis days = grid({5, TimeUnit::day}, "2025-06-01", Zone(), KeyClock::wall);
  EXPECT_EQ(bounds(format, days, "2025-06-03", 2), (Texts{"2025-06-01 2025-06-06", "2025-06-06 2025-06-11"}));
  EXPECT_EQ(bounds(format, days, "2025-06-04", 2), bounds(format, days, "2025-06-03", 2));
  EXPECT_EQ(bounds(format, days, "2025-06-06", 2), (Texts{"2025-06-06 2025-06-11", "2025-06-11 2025-06-16"}));
  EXPECT_EQ(bounds(format, days, "2025-05-31", 1), (Texts{"2025-05-27 2025-06-01"}));
  const TimeAxis weeks = grid({9, TimeUnit::week}, "2025-06-02", Zone(), KeyClock::wall);
  EXPECT_EQ(bounds(format, weeks, "2025-06-20", 2), (Texts{"2025-06-02 2025-08-04", "2025-08-04 2025-10-06"}));
  EXPECT_EQ(bounds(format, weeks, "2025-08-03", 1), bounds(format, weeks, "2025-06-02", 1));
}

// A window goes when its whole range is out, and stays out.
TEST(Cases, C07RetentionEdge) {
  const Zone utc;
  const auto expired = [&](std::string_view end, TimeSpan kept, std::string_view now) {
    return reached_after(instant(end), kept, utc) <= instant(now);
  };
  const TimeSpan month30{30, TimeUnit::day};
  EXPECT_TRUE(expired("2026-02-28", month30, "2026-03-30T23:59:59Z"));
  EXPECT_FALSE(expired("2026-03-01", month30, "2026-03-30T23:59:59Z"));
  EXPECT_TRUE(expired("2026-03-01", month30, "2026-03-31"));
  EXPECT_FALSE(expired("2026-03-02", month30, "2026-03-31"));
  EXPECT_FALSE(expired("2026-03-01", {45, TimeUnit::day}, "2026-03-31"));
  EXPECT_TRUE(expired("2026-02-01", {45, TimeUnit::day}, "2026-03-31"));
  const TimeSpan month{1, TimeUnit::month};
  EXPECT_FALSE(expired("2026-02-28T23:00Z", month, "2026-03-28T22:59:59Z"));
  EXPECT_TRUE(expired("2026-02-28T23:00Z", month, "2026-03-28T23:00Z"));
  EXPECT_TRUE(expired("2026-02-28T23:00Z", month, "2026-03-29"));  // minus 1 month is 28 February 00:00 again
  EXPECT_FALSE(expired("2026-01-31", month, "2026-02-28T23:59:59Z"));
  EXPECT_TRUE(expired("2026-01-31", month, "2026-03-01"));
}

// UUIDv7 months tile: one function for both ends, and no key between them.
TEST(Cases, C10UuidWindowsTile) {
  const KeyFormat format{Encoding::uuidv7, KeyType::uuid, {}, 22};
  const TimeAxis axis = grid({1, TimeUnit::month});
  EXPECT_EQ(bounds(format, axis, "2025-01-10", 1),
            (Texts{"01941f29-7c00-7000-8000-000000000000 0194bece-a000-7000-8000-000000000000"}));
  const Window january = *window_at(axis, instant("2025-01-10").us);
  const auto inside = [&](std::string_view key) {
    const auto at = decode_key(format, key).value();
    return january.lo <= at && at < january.hi;
  };
  EXPECT_TRUE(inside("01941f29-7c00-7000-8000-000000000001"));
  EXPECT_TRUE(inside("0194bece-9fff-7fff-bfff-ffffffffffff"));
  EXPECT_FALSE(inside("0194bece-a000-7000-8000-000000000000"));
  // A bound in another tool's style is the same bound.
  EXPECT_EQ(decode(format, "0194bece-a000-0000-0000-000000000000"), january.hi);
}

// timestamp and date keys are the zone's wall clock, without an offset; every day of theirs is a day.
TEST(Cases, C15WallClockKeys) {
  const TimeAxis axis = grid({1, TimeUnit::day}, zone("Europe/Berlin"), KeyClock::wall);
  EXPECT_EQ(bounds({Encoding::plain, KeyType::timestamp, {}, 22}, axis, "2025-03-30T22:30Z", 1),
            (Texts{"2025-03-31 00:00:00 2025-04-01 00:00:00"}));
  EXPECT_EQ(bounds({Encoding::plain, KeyType::date, {}, 22}, axis, "2025-03-30T22:30Z", 1),
            (Texts{"2025-03-31 2025-04-01"}));
  const Window change = *window_at(axis, local("2025-03-30 12:00").us);
  EXPECT_EQ(change.hi - change.lo, kMicrosPerDay);
}

TEST(Cases, WeeksOfUuids) {
  EXPECT_EQ(bounds({Encoding::uuidv7, KeyType::uuid, {}, 22}, grid({1, TimeUnit::week}), "2026-08-28T10:00Z", 2),
            (Texts{"01a03111-1c00-7000-8000-000000000000 01a0551d-a000-7000-8000-000000000000",
                   "01a0551d-a000-7000-8000-000000000000 01a0792a-2400-7000-8000-000000000000"}));
  EXPECT_EQ(bounds({Encoding::uuidv7, KeyType::uuid, {}, 22}, grid({1, TimeUnit::week}), "2026-08-10", 2),
            (Texts{"019fe8f8-1400-7000-8000-000000000000 01a00d04-9800-7000-8000-000000000000",
                   "01a00d04-9800-7000-8000-000000000000 01a03111-1c00-7000-8000-000000000000"}));
}

TEST(Cases, MonthsOfUuids) {
  EXPECT_EQ(bounds({Encoding::uuidv7, KeyType::uuid, {}, 22}, grid({1, TimeUnit::month}), "2026-07-15", 3),
            (Texts{"019f1af9-b400-7000-8000-000000000000 019fba9e-d800-7000-8000-000000000000",
                   "019fba9e-d800-7000-8000-000000000000 01a05a43-fc00-7000-8000-000000000000",
                   "01a05a43-fc00-7000-8000-000000000000 01a0f4c2-c400-7000-8000-000000000000"}));
}

TEST(Cases, MonthsOfUuidsInBangkok) {
  const TimeAxis axis = grid({1, TimeUnit::month}, zone("Asia/Bangkok"));
  EXPECT_EQ(bounds({Encoding::uuidv7, KeyType::uuid, {}, 22}, axis, "2026-01-01", 5),
            (Texts{"019b755a-2280-7000-8000-000000000000 019c14ff-4680-7000-8000-000000000000",
                   "019c14ff-4680-7000-8000-000000000000 019ca531-5680-7000-8000-000000000000",
                   "019ca531-5680-7000-8000-000000000000 019d44d6-7a80-7000-8000-000000000000",
                   "019d44d6-7a80-7000-8000-000000000000 019ddf55-4280-7000-8000-000000000000",
                   "019ddf55-4280-7000-8000-000000000000 019e7efa-6680-7000-8000-000000000000"}));
  EXPECT_EQ(bounds({Encoding::plain, KeyType::timestamptz, {}, 22}, axis, "2026-01-01", 1),
            (Texts{"2025-12-31 17:00:00+00 2026-01-31 17:00:00+00"}));
}

}  // namespace
}  // namespace pschema
