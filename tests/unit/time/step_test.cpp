#include "time/step.h"

#include "support.h"

namespace pschema {
namespace {

constexpr TimeSpan span(std::int64_t n, TimeUnit unit) { return {n, unit}; }

TEST(Span, Text) {
  EXPECT_EQ(format_span(span(7, TimeUnit::day)), "7 days");
  EXPECT_EQ(format_span(span(1, TimeUnit::month)), "1 month");
  EXPECT_EQ(format_span(span(2, TimeUnit::quarter)), "2 quarters");
}

TEST(Add, MonthsAreClampedAndDaysKeepTheTime) {
  EXPECT_EQ(add(local("2026-03-31 10:00"), span(1, TimeUnit::month), -1), local("2026-02-28 10:00"));
  EXPECT_EQ(add(local("2024-02-29"), span(1, TimeUnit::year)), local("2025-02-28"));
  EXPECT_EQ(add(local("2026-01-31"), span(1, TimeUnit::quarter)), local("2026-04-30"));
  EXPECT_EQ(add(local("2026-01-31 23:59"), span(1, TimeUnit::week), 2), local("2026-02-14 23:59"));
  EXPECT_EQ(add(local("2026-01-15"), span(5, TimeUnit::month), 3), local("2027-04-15"));
  EXPECT_EQ(add(local("2026-01-15"), span(13, TimeUnit::month), -1), local("2024-12-15"));
}

TEST(Add, SaturatesAtPostgresRange) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (const TimeUnit unit : {TimeUnit::minute, TimeUnit::hour, TimeUnit::day, TimeUnit::week, TimeUnit::month,
                              TimeUnit::quarter, TimeUnit::year}) {
    EXPECT_EQ(add(local("2026-01-31"), {most, unit}, most), LocalTime{kMaxMicros});
    EXPECT_EQ(add(local("2026-01-31"), {most, unit}, -most), LocalTime{kMinMicros});
    EXPECT_EQ(checked_add(local("2026-01-31"), {most, unit}), std::nullopt);
    EXPECT_EQ(add(instant("2026-01-31"), {most, unit}, zone("Europe/Berlin")).us, kMaxMicros);
    EXPECT_EQ(subtract(instant("2026-01-31"), {most, unit}, zone("Europe/Berlin")).us, kMinMicros);
    EXPECT_EQ(reached_after(instant("2026-01-31"), {most, unit}, zone("Europe/Berlin")).us, kMaxMicros);
  }
}

TEST(Subtract, InTheZonesCalendar) {
  const Zone berlin = zone("Europe/Berlin");
  // The day of 25 hours.
  EXPECT_EQ(subtract(instant("2026-10-26T11:00Z"), span(1, TimeUnit::day), berlin), instant("2026-10-25T11:00Z"));
  EXPECT_EQ(subtract(instant("2026-10-25T11:00Z"), span(1, TimeUnit::day), berlin), instant("2026-10-24T10:00Z"));
  EXPECT_EQ(subtract(instant("2026-10-25T11:00Z"), span(24, TimeUnit::hour), berlin), instant("2026-10-24T11:00Z"));
  // Into the gap, and into the hour that comes twice.
  EXPECT_EQ(subtract(instant("2026-03-30T00:30Z"), span(1, TimeUnit::day), berlin), instant("2026-03-29T01:30Z"));
  EXPECT_EQ(subtract(instant("2026-10-26T01:30Z"), span(1, TimeUnit::day), berlin), instant("2026-10-25T01:30Z"));
}

TEST(ReachedAfter, FixedLengths) {
  const Zone utc;
  EXPECT_EQ(reached_after(instant("2026-02-28"), span(30, TimeUnit::day), utc), instant("2026-03-30"));
  EXPECT_EQ(reached_after(instant("2026-03-28T23:00Z"), span(36, TimeUnit::hour), zone("Europe/Berlin")),
            instant("2026-03-30T11:00Z"));
  EXPECT_EQ(reached_after(instant("2026-03-28T23:00Z"), span(1, TimeUnit::day), zone("Europe/Berlin")),
            instant("2026-03-29T22:00Z"));
  EXPECT_EQ(reached_after(instant("2026-01-05"), span(2, TimeUnit::week), utc), instant("2026-01-19"));
}

TEST(ReachedAfter, MonthsNeverComeBackToLife) {
  const Zone utc;
  EXPECT_EQ(reached_after(instant("2026-02-28T23:00Z"), span(1, TimeUnit::month), utc), instant("2026-03-28T23:00Z"));
  EXPECT_EQ(reached_after(instant("2026-02-28"), span(1, TimeUnit::month), utc), instant("2026-03-28"));
  EXPECT_EQ(reached_after(instant("2026-01-31"), span(1, TimeUnit::month), utc), instant("2026-03-01"));
  EXPECT_EQ(reached_after(instant("2026-01-31T15:00Z"), span(1, TimeUnit::month), utc), instant("2026-03-01"));
  EXPECT_EQ(reached_after(instant("2026-01-30"), span(1, TimeUnit::month), utc), instant("2026-03-01"));
  EXPECT_EQ(reached_after(instant("2026-03-01"), span(1, TimeUnit::month), utc), instant("2026-04-01"));
  EXPECT_EQ(reached_after(instant("2024-02-29"), span(1, TimeUnit::year), utc), instant("2025-03-01"));
  EXPECT_EQ(reached_after(instant("2024-02-29"), span(4, TimeUnit::year), utc), instant("2028-02-29"));
  EXPECT_EQ(reached_after(instant("2025-11-30"), span(1, TimeUnit::quarter), utc), instant("2026-03-01"));
}

TEST(ReachedAfter, AroundChangesOfTheClock) {
  const Zone berlin = zone("Europe/Berlin");
  // Ends in the first pass of the hour that comes twice: PostgreSQL reads 02:00 a day later as the second pass, which
  // is after it.
  EXPECT_EQ(reached_after(instant("2026-10-25T00:30Z"), span(1, TimeUnit::day), berlin),
            instant("2026-10-26T01:00Z"));
  // Ends at the change: 02:00 a day later already gives it.
  EXPECT_EQ(reached_after(instant("2026-03-29T01:00Z"), span(1, TimeUnit::day), berlin),
            instant("2026-03-30T00:00Z"));
  // The day after does not have the hour.
  EXPECT_EQ(reached_after(instant("2026-03-28T01:30Z"), span(1, TimeUnit::day), berlin),
            instant("2026-03-29T01:00Z"));
}

}  // namespace
}  // namespace pschema
