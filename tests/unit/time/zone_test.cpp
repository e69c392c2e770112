#include "time/zone.h"

#include <algorithm>
#include <cstdlib>

#include "support.h"

namespace pschema {
namespace {

TEST(Zone, UtcIsTheDefault) {
  const Zone utc;
  EXPECT_TRUE(utc.is_utc());
  EXPECT_EQ(utc.to_local(instant("2026-01-01")), local("2026-01-01"));
  EXPECT_EQ(utc.to_instant(local("2026-01-01")), instant("2026-01-01"));
  EXPECT_FALSE(utc.skips(local("2026-03-29 02:30")));
  EXPECT_FALSE(utc.change_after({0}).has_value());
}

TEST(Zone, AReadingThatComesTwiceIsTheLater) {
  const Zone berlin = zone("Europe/Berlin");
  EXPECT_EQ(berlin.to_instant(local("2026-10-25 02:30")), instant("2026-10-25T01:30Z"));
  EXPECT_EQ(berlin.first_instant(local("2026-10-25 02:30")), instant("2026-10-25T00:30Z"));
  EXPECT_EQ(berlin.to_instant(local("2026-10-25 02:30:00.25")), instant("2026-10-25T01:30:00.25Z"));
  EXPECT_FALSE(berlin.skips(local("2026-10-25 02:30")));
}

TEST(Zone, AReadingThatDoesNotExistIsTheChangeOfTheClock) {
  const Zone berlin = zone("Europe/Berlin");
  EXPECT_TRUE(berlin.skips(local("2026-03-29 02:30")));
  EXPECT_TRUE(berlin.skips(local("2026-03-29 02:00")));
  EXPECT_FALSE(berlin.skips(local("2026-03-29 03:00")));
  EXPECT_EQ(berlin.to_instant(local("2026-03-29 02:30")), instant("2026-03-29T01:00Z"));
  EXPECT_EQ(berlin.first_instant(local("2026-03-29 02:30")), instant("2026-03-29T01:00Z"));
  // PostgreSQL counts it by the offset before the gap: 03:30 summer time.
  EXPECT_EQ(berlin.to_instant_as_server(local("2026-03-29 02:30")), instant("2026-03-29T01:30Z"));
}

TEST(Zone, MidnightsThatDoNotExist) {
  EXPECT_EQ(zone("America/Sao_Paulo").to_instant(local("2018-11-04")), instant("2018-11-04T03:00Z"));
  EXPECT_TRUE(zone("America/Sao_Paulo").skips(local("2018-11-04")));
  EXPECT_EQ(zone("Africa/Cairo").to_instant(local("2024-04-26")), instant("2024-04-25T22:00Z"));
  EXPECT_TRUE(zone("Africa/Cairo").skips(local("2024-04-26 00:59")));
}

TEST(Zone, ADayThatDoesNotExist) {
  const Zone apia = zone("Pacific/Apia");
  EXPECT_EQ(apia.to_instant(local("2011-12-30")), instant("2011-12-30T10:00Z"));
  EXPECT_EQ(apia.to_instant(local("2011-12-30 23:59")), instant("2011-12-30T10:00Z"));
  EXPECT_EQ(apia.to_instant(local("2011-12-31")), instant("2011-12-30T10:00Z"));
}

TEST(Zone, OffsetsWithSeconds) {
  const Zone amsterdam = zone("Europe/Amsterdam");
  const Zone bangkok = zone("Asia/Bangkok");
  EXPECT_EQ(bangkok.offset_seconds(instant("1870-01-01")), 6 * 3600 + 42 * 60 + 4);
  EXPECT_EQ(bangkok.to_instant(local("1870-01-01")), instant("1869-12-31T17:17:56Z"));
  EXPECT_EQ(amsterdam.to_local(amsterdam.to_instant(local("1900-06-01"))), local("1900-06-01"));
}

TEST(Zone, SummerTimeIn2040) {
  EXPECT_EQ(zone("Europe/Berlin").offset_seconds(instant("2040-07-01")), 7200);
  EXPECT_EQ(zone("Europe/Berlin").offset_seconds(instant("2040-01-01")), 3600);
  EXPECT_EQ(zone("America/New_York").offset_seconds(instant("2040-07-01")), -4 * 3600);
  EXPECT_EQ(zone("Europe/Berlin").to_instant(local("3040-07-01")), instant("3040-06-30T22:00Z"));
}

TEST(Zone, Changes) {
  const Zone berlin = zone("Europe/Berlin");
  const auto spring = berlin.change_after(instant("2026-01-01"));
  ASSERT_TRUE(spring.has_value());
  EXPECT_EQ(spring->at, instant("2026-03-29T01:00Z"));
  EXPECT_EQ(spring->from, local("2026-03-29 02:00"));
  EXPECT_EQ(spring->to, local("2026-03-29 03:00"));
  EXPECT_EQ(berlin.change_before(spring->at)->at, spring->at);
  EXPECT_EQ(berlin.change_before({spring->at.us - 1})->at, instant("2025-10-26T01:00Z"));
  EXPECT_EQ(berlin.change_after(spring->at)->at, instant("2026-10-25T01:00Z"));
}

TEST(Zone, NoOverflowAtTheEnds) {
  const Zone apia = zone("Pacific/Apia");
  for (const std::int64_t us :
       {std::numeric_limits<std::int64_t>::min(), kMinMicros, kMaxMicros, std::numeric_limits<std::int64_t>::max()}) {
    const std::int64_t inside = std::clamp(us, kMinMicros, kMaxMicros);
    EXPECT_LE(std::abs(apia.to_local({us}).us - inside), 15 * kMicrosPerHour);
    EXPECT_GE(apia.to_instant({us}).us, kMinMicros);
    EXPECT_LE(apia.to_instant({us}).us, kMaxMicros);
    EXPECT_GE(apia.first_instant({us}).us, kMinMicros);
    (void)apia.change_before({us});
    (void)apia.change_after({us});
  }
}

TEST(ZoneDatabase, FindsByExactName) {
  ZoneDatabase zones;
  zones.add(zone("Asia/Bangkok"));
  EXPECT_NE(zones.find("UTC"), nullptr);
  EXPECT_NE(zones.find("Asia/Bangkok"), nullptr);
  EXPECT_EQ(zones.find("asia/bangkok"), nullptr);
}

TEST(ZoneNames, WhatMayBeLookedUp) {
  for (const char* name : {"UTC", "Asia/Bangkok", "America/Argentina/Buenos_Aires", "Etc/GMT+5",
                           "America/Port-au-Prince", "US/Pacific"}) {
    EXPECT_TRUE(plausible_zone_name(name)) << name;
  }
  for (const char* name : {"", "utc", "GMT", "EST", "localtime", "/Asia/Bangkok", "Asia/", "Asia//Bangkok",
                           "../etc/passwd", "Asia/../UTC", "Fixed/UTC+05:30:00", "+07", "posix/Asia/Bangkok",
                           "right/Asia/Bangkok", "Asia/Bang kok", "file:/Asia/x"}) {
    EXPECT_FALSE(plausible_zone_name(name)) << name;
  }
}

}  // namespace
}  // namespace pschema
