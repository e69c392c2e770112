#include "time/instant.h"

#include <gtest/gtest.h>

#include "time/server_text.h"

namespace pschema {
namespace {

std::optional<std::int64_t> utc_of(std::string_view text) {
  const auto p = parse_instant(text);
  return p ? std::optional(p->local.us - p->offset_us.value_or(0)) : std::nullopt;
}

TEST(Instant, ReadsWhatTheLanguageSays) {
  EXPECT_EQ(utc_of("1970-01-01"), 0);
  EXPECT_EQ(utc_of("2026-01-01 12:00"), 1767268800000000);
  EXPECT_EQ(utc_of("2026-01-01T12:00:00.657+02:00"), 1767261600657000);
  EXPECT_EQ(utc_of("2026-01-01 12:00:00Z"), 1767268800000000);
  EXPECT_EQ(utc_of("2026-01-01 12:00-08"), 1767268800000000 + 8 * kMicrosPerHour);
  EXPECT_EQ(utc_of("1900-01-01 00:00:00+00:19:32"), utc_of("1900-01-01").value() - (19 * 60 + 32) * kMicrosPerSecond);
  EXPECT_EQ(utc_of("1969-12-31T23:59:59.999999Z"), -1);
  EXPECT_FALSE(parse_instant("2026-01-01 12:00")->offset_us.has_value());
  EXPECT_EQ(parse_instant("2026-01-01T12:00Z")->offset_us, 0);
}

TEST(Instant, RefusesTheRest) {
  for (const char* text : {"",
                           "2026",
                           "2026-1-1",
                           "2026-02-29",
                           "2026-02-30",
                           "2026-13-01",
                           "2026-00-01",
                           "2026-01-00",
                           "0000-01-01",
                           "10000-01-01",
                           "2026-01-01 25:00",
                           "2026-01-01 24:00",
                           "2026-01-01 12:60",
                           "2026-01-01 12:00:60",
                           "2026-01-01 12",
                           "2026-01-01 ",
                           "2026-01-01T",
                           "2026-01-01 12:00:00.",
                           "2026-01-01 12:00:00.1234567",
                           "2026-01-01Z",
                           "2026-01-01+02:00",
                           "2026-01-01 12:00 +02:00",
                           "2026-01-01 12:00+16:00",
                           "2026-01-01 12:00+2",
                           "2026-01-01 12:00z",
                           " 2026-01-01",
                           "2026-01-01 12:00+02:00 ",
                           "-2026-01-01",
                           "2026-01-01  12:00",
                           "now",
                           "infinity"}) {
    EXPECT_EQ(parse_instant(text), std::nullopt) << text;
  }
}

TEST(Instant, Formats) {
  const Instant t{1767268800000000};
  EXPECT_EQ(format_utc(t), "2026-01-01T12:00:00Z");
  EXPECT_EQ(format_utc({t.us + 500000}), "2026-01-01T12:00:00.500000Z");
  EXPECT_EQ(format_plan_moment(t), "2026-01-01T12:00:00+00:00");
  EXPECT_EQ(format_short({t.us}), "2026-01-01 12:00");
  EXPECT_EQ(format_short({t.us + 1}), "2026-01-01 12:00:00.000001");
  EXPECT_EQ(format_short({t.us + 1500000}), "2026-01-01 12:00:01.5");
  EXPECT_EQ(format_short({t.us - 12 * kMicrosPerHour}), "2026-01-01");
  EXPECT_EQ(format_utc({kMinMicros}).substr(0, 6), "-4685-");
}

TEST(Instant, FieldsGoBothWays) {
  for (const std::int64_t us :
       {std::int64_t{0}, std::int64_t{-1}, kMinMicros, kMaxMicros, std::int64_t{951782400000000}}) {
    EXPECT_EQ(local_time(fields_of({us})), LocalTime{us});
  }
  EXPECT_EQ(local_time({2026, 2, 30}), std::nullopt);
  EXPECT_EQ(local_time({2024, 2, 29}), LocalTime{1709164800000000});
  EXPECT_EQ(local_time({300000, 1, 1}), std::nullopt);
  EXPECT_EQ(local_time({std::numeric_limits<std::int64_t>::max(), 1, 1}), std::nullopt);
  EXPECT_EQ(local_time({std::numeric_limits<std::int64_t>::min(), 1, 1}), std::nullopt);
  // No overflow, whatever the value.
  EXPECT_LT(fields_of({std::numeric_limits<std::int64_t>::min()}).year, -290000);
}

TEST(ServerText, PrintsAndReadsLikePostgres) {
  EXPECT_EQ(server_timestamp({1767268800000000}, "+00"), "2026-01-01 12:00:00+00");
  EXPECT_EQ(server_timestamp({1767268800120000}), "2026-01-01 12:00:00.12");
  EXPECT_EQ(server_date(*local_time({0, 3, 15})), "0001-03-15 BC");
  EXPECT_EQ(server_timestamp(*local_time({-43, 3, 15, 1}), "+00"), "0044-03-15 01:00:00+00 BC");
  EXPECT_EQ(server_date(*local_time({12026, 3, 15})), "12026-03-15");
  EXPECT_EQ(parse_server_date("0044-03-15 BC"), local_time({-43, 3, 15}));
  EXPECT_EQ(parse_server_timestamp("0044-03-15 01:00:00+00 BC")->local, *local_time({-43, 3, 15, 1}));
  EXPECT_EQ(parse_server_timestamp("12026-03-15 00:00:00.5")->local, *local_time({12026, 3, 15, 0, 0, 0, 500000}));
  EXPECT_EQ(parse_server_timestamp("2026-01-01 00:00:00+05:30")->offset_us, (5 * 60 + 30) * kMicrosPerMinute);
  for (const char* text : {"infinity", "-infinity", "2026-01-01", "2026-01-01T00:00:00", "2026-01-01 00:00:00 AD",
                           "5874897-12-31 00:00:00", "2026-01-01 00:00:00+00 BC "}) {
    EXPECT_FALSE(parse_server_timestamp(text)) << text;
  }
  EXPECT_EQ(parse_server_date("01.03.2024"), std::nullopt);
  EXPECT_EQ(parse_server_date("0000-01-01"), std::nullopt);
}

}  // namespace
}  // namespace pschema
