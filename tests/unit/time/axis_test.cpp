#include "time/axis.h"

#include "support.h"

namespace pschema {
namespace {

using Texts = std::vector<std::string>;

TEST(Axis, DaysOf23And25Hours) {
  const TimeAxis axis = grid({1, TimeUnit::day}, zone("Europe/Berlin"));
  const auto hours = [&](std::string_view at) {
    const Window w = *window_at(axis, instant(at).us);
    return (w.hi - w.lo) / kMicrosPerHour;
  };
  EXPECT_EQ(hours("2026-03-29T12:00Z"), 23);
  EXPECT_EQ(hours("2026-10-25T12:00Z"), 25);
  EXPECT_EQ(hours("2040-03-25T12:00Z"), 23);
  EXPECT_EQ(hours("2040-10-28T12:00Z"), 25);
  EXPECT_EQ(hours("2040-07-01T12:00Z"), 24);
}

TEST(Axis, AMidnightThatDoesNotExist) {
  EXPECT_EQ(windows(grid({1, TimeUnit::day}, zone("America/Sao_Paulo")), "2018-11-03T12:00Z", 2),
            (Texts{"2018-11-03T03:00:00Z 2018-11-04T03:00:00Z", "2018-11-04T03:00:00Z 2018-11-05T02:00:00Z"}));
  EXPECT_EQ(windows(grid({1, TimeUnit::day}, zone("Africa/Cairo")), "2024-04-25T12:00Z", 2),
            (Texts{"2024-04-24T22:00:00Z 2024-04-25T22:00:00Z", "2024-04-25T22:00:00Z 2024-04-26T21:00:00Z"}));
}

TEST(Axis, AMidnightThatComesTwiceIsTheLater) {
  // Havana put the clock back from 01:00 to 00:00.
  EXPECT_EQ(windows(grid({1, TimeUnit::day}, zone("America/Havana")), "2019-11-02T12:00Z", 2),
            (Texts{"2019-11-02T04:00:00Z 2019-11-03T05:00:00Z", "2019-11-03T05:00:00Z 2019-11-04T05:00:00Z"}));
}

TEST(Axis, ADayThatDoesNotExistIsNoWindow) {
  const TimeAxis apia = grid({1, TimeUnit::day}, zone("Pacific/Apia"));
  EXPECT_EQ(windows(apia, "2011-12-29T12:00Z", 3),
            (Texts{"2011-12-29T10:00:00Z 2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z 2011-12-31T10:00:00Z",
                   "2011-12-31T10:00:00Z 2012-01-01T10:00:00Z"}));
  const Window before = *window_at(apia, instant("2011-12-29T12:00Z").us);
  EXPECT_EQ(local_of(apia, before.lo), local("2011-12-29"));
  EXPECT_EQ(local_of(apia, next(apia, before)->lo), local("2011-12-31"));
  EXPECT_EQ(advance(apia, before, 1), *next(apia, before));
  EXPECT_EQ(advance(apia, *next(apia, before), -1), before);
  // On the wall clock it is a day like any other.
  const TimeAxis wall = grid({1, TimeUnit::day}, zone("Pacific/Apia"), KeyClock::wall);
  EXPECT_TRUE(on_boundary(wall, local("2011-12-30").us));
  EXPECT_EQ(window_at(wall, local("2011-12-30").us)->hi, local("2011-12-31").us);
}

TEST(Axis, OffsetsWithSeconds) {
  EXPECT_EQ(windows(grid({1, TimeUnit::day}, zone("Asia/Bangkok")), "1870-01-01", 1),
            (Texts{"1869-12-31T17:17:56Z 1870-01-01T17:17:56Z"}));
}

TEST(Axis, StepsOfEveryUnit) {
  EXPECT_EQ(windows(grid({15, TimeUnit::minute}), "2026-08-28T10:20Z", 1),
            (Texts{"2026-08-28T10:15:00Z 2026-08-28T10:30:00Z"}));
  EXPECT_EQ(windows(grid({6, TimeUnit::hour}), "2026-08-28T11:59Z", 1),
            (Texts{"2026-08-28T06:00:00Z 2026-08-28T12:00:00Z"}));
  EXPECT_EQ(windows(grid({1, TimeUnit::week}), "2026-08-28", 1),
            (Texts{"2026-08-24T00:00:00Z 2026-08-31T00:00:00Z"}));
  EXPECT_EQ(windows(grid({1, TimeUnit::week}, "2026-01-04"), "2026-08-28", 1),
            (Texts{"2026-08-23T00:00:00Z 2026-08-30T00:00:00Z"}));
  EXPECT_EQ(windows(grid({1, TimeUnit::quarter}), "2026-08-28", 1),
            (Texts{"2026-07-01T00:00:00Z 2026-10-01T00:00:00Z"}));
  EXPECT_EQ(windows(grid({1, TimeUnit::year}, "2026-04-06"), "2026-03-28", 1),
            (Texts{"2025-04-06T00:00:00Z 2026-04-06T00:00:00Z"}));
  EXPECT_EQ(windows(grid({1, TimeUnit::month}, "2026-01-28"), "2026-03-10", 1),
            (Texts{"2026-02-28T00:00:00Z 2026-03-28T00:00:00Z"}));
  EXPECT_EQ(windows(grid({6, TimeUnit::month}), "1969-03-10", 1),
            (Texts{"1969-01-01T00:00:00Z 1969-07-01T00:00:00Z"}));
  EXPECT_EQ(windows(grid({4, TimeUnit::year}, "2020-01-01"), "2019-12-31", 1),
            (Texts{"2016-01-01T00:00:00Z 2020-01-01T00:00:00Z"}));
}

TEST(Axis, AnotherGridFromADateOn) {
  TimeAxis axis = grid({1, TimeUnit::month});
  axis.segments.push_back({{1, TimeUnit::week}, default_anchor(TimeUnit::week), local("2026-07-01")});
  // 1 July 2026 is a Wednesday: the first new window ends at the next Monday.
  EXPECT_EQ(windows(axis, "2026-06-30", 3),
            (Texts{"2026-06-01T00:00:00Z 2026-07-01T00:00:00Z", "2026-07-01T00:00:00Z 2026-07-06T00:00:00Z",
                   "2026-07-06T00:00:00Z 2026-07-13T00:00:00Z"}));
  const Window july = *window_at(axis, instant("2026-07-06").us);
  EXPECT_EQ(text_of(advance(axis, july, -2)), "2026-06-01T00:00:00Z 2026-07-01T00:00:00Z");
  EXPECT_EQ(text_of(advance(axis, july, -3)), "2026-05-01T00:00:00Z 2026-06-01T00:00:00Z");
  EXPECT_EQ(advance(axis, *window_at(axis, instant("2026-05-02").us), 3), july);
  EXPECT_EQ(step_at(axis, instant("2026-06-30").us).unit, TimeUnit::month);
  EXPECT_EQ(step_at(axis, instant("2026-07-01").us).unit, TimeUnit::week);
  EXPECT_TRUE(on_boundary(axis, instant("2026-07-01").us));
  EXPECT_FALSE(on_boundary(axis, instant("2026-08-01").us));
}

TEST(Axis, Integers) {
  const IntegerAxis axis{{{10'000, 5, {}}}};
  EXPECT_EQ(window_at(axis, 5), (Window{5, 10'005}));
  EXPECT_EQ(window_at(axis, 4), (Window{-9'995, 5}));
  EXPECT_EQ(advance(axis, {5, 10'005}, -3), (Window{-29'995, -19'995}));
  EXPECT_EQ(advance(axis, {5, 10'005}, 1'000'000'000), (Window{10'000'000'000'005, 10'000'000'010'005}));
  const IntegerAxis changed{{{10, 0, {}}, {100, 0, 250}}};
  EXPECT_EQ(window_at(changed, 249), (Window{240, 250}));
  EXPECT_EQ(window_at(changed, 250), (Window{250, 300}));
  EXPECT_EQ(window_at(changed, 300), (Window{300, 400}));
  EXPECT_EQ(advance(changed, {230, 240}, 3), (Window{300, 400}));
}

TEST(Axis, IntegerEnds) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  const IntegerAxis axis{{{1000, 0, {}}}};
  EXPECT_EQ(window_at(axis, most), std::nullopt);
  EXPECT_EQ(window_at(axis, least), std::nullopt);
  const Window last = advance(axis, {0, 1000}, most);
  EXPECT_EQ(last.hi % 1000, 0);
  EXPECT_GT(last.hi, most - 1000);
  EXPECT_EQ(next(axis, last), std::nullopt);
  const Window first = advance(axis, {0, 1000}, least);
  EXPECT_LT(first.lo, least + 1000);
  EXPECT_EQ(previous(axis, first), std::nullopt);
  const IntegerAxis ones{{{1, least, {}}}};
  EXPECT_EQ(window_at(ones, least), (Window{least, least + 1}));
  EXPECT_EQ(previous(ones, {least, least + 1}), std::nullopt);
  EXPECT_EQ(advance(ones, {least, least + 1}, most), (Window{-1, 0}));
  const IntegerAxis huge{{{most, 0, {}}}};
  EXPECT_EQ(window_at(huge, 1), (Window{0, most}));
  EXPECT_EQ(advance(huge, {0, most}, 5), (Window{0, most}));
}

TEST(Axis, TimeEnds) {
  for (const Zone& z : {Zone(), zone("Pacific/Apia"), zone("America/New_York")}) {
    for (const KeyClock clock : {KeyClock::absolute, KeyClock::wall}) {
      for (const TimeUnit unit : {TimeUnit::hour, TimeUnit::day, TimeUnit::week, TimeUnit::month, TimeUnit::year}) {
        const TimeAxis axis = grid({1, unit}, z, clock);
        const Window now = *window_at(axis, instant("2026-01-01").us);
        const Window last = advance(axis, now, std::numeric_limits<std::int64_t>::max());
        const Window first = advance(axis, now, std::numeric_limits<std::int64_t>::min());
        EXPECT_EQ(next(axis, last), std::nullopt);
        EXPECT_EQ(previous(axis, first), std::nullopt);
        EXPECT_GT(last.lo, kMaxMicros - 3 * 366 * kMicrosPerDay);
        EXPECT_LT(first.hi, kMinMicros + 3 * 366 * kMicrosPerDay);
        EXPECT_EQ(window_at(axis, std::numeric_limits<std::int64_t>::max()), std::nullopt);
        EXPECT_EQ(window_at(axis, std::numeric_limits<std::int64_t>::min()), std::nullopt);
      }
    }
  }
}

TEST(Axis, PositionsAndInstants) {
  const TimeAxis wall = grid({1, TimeUnit::day}, zone("Asia/Bangkok"), KeyClock::wall);
  EXPECT_EQ(position_of(wall, instant("2025-12-31T17:00Z")), local("2026-01-01").us);
  EXPECT_EQ(instant_of(wall, local("2026-01-01").us), instant("2025-12-31T17:00Z"));
  EXPECT_EQ(local_of(wall, local("2026-01-01").us), local("2026-01-01"));
  const TimeAxis real = grid({1, TimeUnit::day}, zone("Asia/Bangkok"));
  EXPECT_EQ(position_of(real, instant("2025-12-31T17:00Z")), instant("2025-12-31T17:00Z").us);
  EXPECT_EQ(local_of(real, instant("2025-12-31T17:00Z").us), local("2026-01-01"));
}

TEST(CalendarUnit, WholeUnitsOfTheZone) {
  const TimeAxis axis = grid({1, TimeUnit::hour}, zone("Asia/Bangkok"));
  const std::int64_t at = instant("2026-12-31T18:00Z").us;  // 1 January in Bangkok
  EXPECT_EQ(text_of(calendar_unit(axis, at, TimeUnit::year)), "2026-12-31T17:00:00Z 2027-12-31T17:00:00Z");
  EXPECT_EQ(text_of(calendar_unit(axis, at, TimeUnit::year, -1)), "2025-12-31T17:00:00Z 2026-12-31T17:00:00Z");
  EXPECT_EQ(text_of(calendar_unit(axis, at, TimeUnit::quarter, 1)), "2027-03-31T17:00:00Z 2027-06-30T17:00:00Z");
  EXPECT_EQ(text_of(calendar_unit(axis, at, TimeUnit::week)), "2026-12-27T17:00:00Z 2027-01-03T17:00:00Z");
  EXPECT_EQ(text_of(calendar_unit(axis, at, TimeUnit::day, 2)), "2027-01-02T17:00:00Z 2027-01-03T17:00:00Z");
}

TEST(CalendarUnit, SaturatesAtTheEnds) {
  const TimeAxis axis = grid({1, TimeUnit::day}, zone("Asia/Bangkok"));
  for (const std::int64_t at : {kMinMicros, kMaxMicros, std::int64_t{0}}) {
    for (const std::int64_t moved :
         {std::numeric_limits<std::int64_t>::min(), std::int64_t{0}, std::numeric_limits<std::int64_t>::max()}) {
      const Window w = calendar_unit(axis, at, TimeUnit::year, moved);
      EXPECT_LT(w.lo, w.hi);
      EXPECT_GE(w.lo, kMinMicros);
      EXPECT_LE(w.hi, kMaxMicros);
    }
  }
}

}  // namespace
}  // namespace pschema
