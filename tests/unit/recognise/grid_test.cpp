#include "recognise/grid.h"

#include <gtest/gtest.h>

#include "zonefiles/zonefiles.h"

namespace pschema {
namespace {

/// Windows between such readings of a clock.
std::vector<Window> between(const std::vector<std::string>& readings, const Zone& zone = {}) {
  std::vector<Window> windows;
  for (std::size_t i = 0; i + 1 < readings.size(); ++i) {
    const LocalTime lo = parse_instant(readings[i])->local, hi = parse_instant(readings[i + 1])->local;
    windows.push_back({zone.to_instant(lo).us, zone.to_instant(hi).us});
  }
  return windows;
}

Zone zone(const char* name) { return load_zone(name).value(); }

TimeSpan step_of(const std::optional<RecognisedGrid>& grid) { return grid->axis.segments.front().step; }

TEST(Grid, NothingTellsNothing) { EXPECT_FALSE(recognise_grid({}, KeyClock::absolute, {})); }

TEST(Grid, MonthsGoBeforeDaysThatFit) {
  // February alone is four weeks as well as a month.
  const auto grid = recognise_grid(between({"2026-02-01", "2026-03-01"}), KeyClock::absolute, {});
  ASSERT_TRUE(grid);
  EXPECT_EQ(step_of(grid), (TimeSpan{1, TimeUnit::month}));
}

TEST(Grid, FourWeeksAreNoMonth) {
  const auto grid =
      recognise_grid(between({"2026-02-02", "2026-03-02", "2026-03-30", "2026-04-27"}), KeyClock::absolute, {});
  ASSERT_TRUE(grid);
  EXPECT_EQ(step_of(grid), (TimeSpan{4, TimeUnit::week}));
  EXPECT_EQ(grid->exact, 3u);
}

TEST(Grid, TheZoneInWhichDaysBeginAtMidnight) {
  const Zone berlin = zone("Europe/Berlin");
  const auto windows = between({"2026-03-28", "2026-03-29", "2026-03-30", "2026-03-31"}, berlin);
  const auto grid = recognise_grid(windows, KeyClock::absolute, {zone("America/New_York"), berlin});
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->axis.zone.name(), "Europe/Berlin");
  EXPECT_EQ(step_of(grid), (TimeSpan{1, TimeUnit::day}));
  EXPECT_EQ(grid->exact, 3u);
}

TEST(Grid, TheFirstOfZonesThatServeAlike) {
  const Zone paris = zone("Europe/Paris"), berlin = zone("Europe/Berlin");
  const auto windows = between({"2026-06-01", "2026-07-01", "2026-08-01"}, berlin);
  EXPECT_EQ(recognise_grid(windows, KeyClock::absolute, {paris, berlin})->axis.zone.name(), "Europe/Paris");
  EXPECT_EQ(recognise_grid(windows, KeyClock::absolute, {berlin, paris})->axis.zone.name(), "Europe/Berlin");
}

TEST(Grid, UtcBeforeAnyOtherZone) {
  const auto grid =
      recognise_grid(between({"2026-06-01", "2026-07-01"}), KeyClock::absolute, {zone("Europe/London")});
  EXPECT_TRUE(grid->axis.zone.is_utc());
}

TEST(Grid, ADayThatBeginsAtSixEverywhere) {
  const auto grid = recognise_grid(between({"2026-06-01 06:00", "2026-06-02 06:00", "2026-06-03 06:00"}),
                                   KeyClock::absolute, {zone("Europe/London")});
  ASSERT_TRUE(grid);
  EXPECT_TRUE(grid->axis.zone.is_utc());
  EXPECT_EQ(format_short(grid->axis.segments.front().anchor), "2026-06-01 06:00");
}

TEST(Grid, WhatIsOffTheGridOfMostIsOutvoted) {
  auto windows = between({"2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"});
  const auto odd = between({"2026-04-01", "2026-04-12"});
  windows.insert(windows.end(), odd.begin(), odd.end());
  const auto grid = recognise_grid(windows, KeyClock::absolute, {});
  ASSERT_TRUE(grid);
  EXPECT_EQ(step_of(grid), (TimeSpan{1, TimeUnit::month}));
  EXPECT_EQ(grid->exact, 3u);
}

TEST(Grid, LessThanHalfIsNoGrid) {
  EXPECT_FALSE(recognise_grid(between({"2026-01-01", "2026-01-09 07:31", "2026-02-03 01:02:03", "2026-05-01"}),
                              KeyClock::absolute, {}));
}

TEST(Grid, AChangeOfTheStep) {
  const auto windows = between({"2026-06-01", "2026-07-01", "2026-08-01", "2026-08-03", "2026-08-10", "2026-08-17"});
  const auto grid = recognise_grid(windows, KeyClock::absolute, {});
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->exact, windows.size());
  ASSERT_EQ(grid->axis.segments.size(), 2u);
  EXPECT_EQ(grid->axis.segments[0].step, (TimeSpan{1, TimeUnit::month}));
  EXPECT_EQ(grid->axis.segments[1].step, (TimeSpan{1, TimeUnit::week}));
  EXPECT_EQ(format_short(*grid->axis.segments[1].from), "2026-08-01");
}

TEST(Grid, OneExceptionIsNoChange) {
  const auto grid =
      recognise_grid(between({"2026-06-01", "2026-07-01", "2026-08-01", "2026-08-08"}), KeyClock::absolute, {});
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->axis.segments.size(), 1u);
  EXPECT_EQ(grid->exact, 2u);
}

TEST(Grid, StepsThatTheLanguageDoesNotHave) {
  EXPECT_FALSE(
      recognise_grid(between({"2026-01-01", "2026-06-01", "2026-11-01"}), KeyClock::absolute, {}));  // 5 months
  EXPECT_FALSE(recognise_grid(between({"2026-01-31", "2026-02-28", "2026-03-31"}), KeyClock::absolute, {}));
}

TEST(Grid, HoursAreUtcOnly) {
  const Zone kolkata = zone("Asia/Kolkata");  // half an hour off
  const auto windows = between({"2026-06-01 00:00", "2026-06-01 01:00", "2026-06-01 02:00"}, kolkata);
  EXPECT_FALSE(recognise_grid(windows, KeyClock::absolute, {kolkata}));
}

TEST(Grid, AWallClockTakesTheFirstZone) {
  const auto grid = recognise_grid(between({"2026-06-01", "2026-06-02"}), KeyClock::wall, {zone("Asia/Tokyo")});
  ASSERT_TRUE(grid);
  EXPECT_EQ(grid->axis.zone.name(), "Asia/Tokyo");
  EXPECT_FALSE(grid->zone_told);
}

}  // namespace
}  // namespace pschema
