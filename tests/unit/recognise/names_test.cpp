#include "recognise/names.h"

#include <gtest/gtest.h>

namespace pschema {
namespace {

TimeRange every(std::int64_t count, TimeUnit unit) {
  return {
      {Zone(), KeyClock::absolute, {{{count, unit}, default_anchor(unit), std::nullopt}}}, Encoding::plain, {}, 22};
}

/// Members named by turns for the windows from that day on.
std::vector<NamedMember> members(const TimeRange& range, std::string_view from,
                                 const std::vector<std::string>& names) {
  std::vector<NamedMember> result;
  Window w = window_at(range.axis, parse_instant(from)->local.us).value();
  for (const std::string& name : names) {
    result.push_back({{{"events"}, {"events"}}, {name}, w});
    w = next(range.axis, w).value();
  }
  return result;
}

std::string named(const TimeRange& range, std::string_view from, const std::vector<std::string>& names) {
  return recognise_names(range, range.axis, members(range, from, names), false).named;
}

TEST(Names, TheDefaultIsNotWritten) {
  EXPECT_EQ(named(every(1, TimeUnit::month), "2026-08-01", {"events__2026_08", "events__2026_09"}), "");
}

TEST(Names, OfOtherTools) {
  EXPECT_EQ(named(every(1, TimeUnit::month), "2026-08-01", {"events_p20260801", "events_p20260901"}),
            "{parent}_p{yyyy}{mm}{dd}");
  EXPECT_EQ(named(every(1, TimeUnit::month), "2026-08-01", {"events_p2026_08", "events_p2026_09"}),
            "{parent}_p{yyyy}_{mm}");
  EXPECT_EQ(named(every(1, TimeUnit::day), "2026-08-08", {"events-20260808", "events-20260809"}),
            "{parent}-{yyyy}{mm}{dd}");
  EXPECT_EQ(named(every(1, TimeUnit::quarter), "2026-10-01", {"events_2026q4", "events_2027q1"}),
            "{parent}_{yyyy}q{q}");
  // The ISO year is not that of the calendar.
  EXPECT_EQ(named(every(1, TimeUnit::week), "2026-12-28", {"events_2026w53", "events_2027w01"}),
            "{parent}_{iyyy}w{ww}");
  EXPECT_EQ(named(every(1, TimeUnit::month), "2026-08-01", {"y2026m08_of_them", "y2026m09_of_them"}),
            "y{yyyy}m{mm}_of_them");
}

TEST(Names, WhatMostOfThemAreCalled) {
  const TimeRange months = every(1, TimeUnit::month);
  const auto names = recognise_names(
      months, months.axis, members(months, "2026-08-01", {"archive", "events_2026_09", "events_2026_10"}), false);
  EXPECT_EQ(names.named, "{parent}_{yyyy}_{mm}");
  EXPECT_EQ(names.matching, 2u);
}

TEST(Names, AYearWithoutAMonthTellsNoMonths) {
  EXPECT_EQ(named(every(1, TimeUnit::month), "2026-08-01", {"events_2026", "events_more"}), "");
}

TEST(Names, BelowTheRootTheParentIsNeeded) {
  const TimeRange months = every(1, TimeUnit::month);
  const auto all = members(months, "2026-08-01", {"x_2026_08", "x_2026_09"});
  EXPECT_EQ(recognise_names(months, months.axis, all, true).named, "");
  EXPECT_EQ(recognise_names(months, months.axis, all, false).named, "x_{yyyy}_{mm}");
}

TEST(Names, BracesAreDoubled) {
  EXPECT_EQ(named(every(1, TimeUnit::year), "2026-01-01", {"events{2026}", "events{2027}"}), "{parent}{{{yyyy}}}");
}

TEST(Names, BucketsAndNumbers) {
  const Axis none = IntegerAxis{{{1, 0, std::nullopt}}};
  std::vector<NamedMember> buckets, twelve;
  for (int i = 0; i < 4; ++i) buckets.push_back({{{"t"}, {"t"}}, {"t_4_" + std::to_string(i)}, HashBound{4, i}});
  EXPECT_EQ(recognise_names(HashBuckets{4}, none, buckets, false).named, "{parent}_4_{remainder}");
  for (int i = 0; i < 12; ++i) twelve.push_back({{{"t"}, {"t"}}, {"t_p" + std::to_string(i)}, HashBound{12, i}});
  EXPECT_EQ(recognise_names(HashBuckets{12}, none, twelve, false).named, "{parent}_p{remainder}");
}

TEST(Names, OfDefaultPartitions) {
  const MemberOf of{{"root"}, {"root_eu"}};
  EXPECT_EQ(default_partition_name(of, {"root_eu__default"}), "");
  EXPECT_EQ(default_partition_name(of, {"root_eu_rest"}), "{parent}_rest");
  EXPECT_EQ(default_partition_name(of, {"root_all_the_rest"}), "{table}_all_the_rest");
  EXPECT_FALSE(default_partition_name(of, {"rest"}));
}

}  // namespace
}  // namespace pschema
