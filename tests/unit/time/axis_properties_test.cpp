// Windows tile, whatever the zone, the step and the place. RapidCheck prints the seed of a failure
// (RC_PARAMS="seed=…").
#include "generators.h"

namespace pschema {
namespace {

TEST(AxisProperties, TimeWindowsTile) {
  EXPECT_TRUE(rc::check("windows of a time axis tile", [] {
    const TimeAxis axis = any_time_axis();
    const std::int64_t at = *any_micros();
    const auto w = window_at(axis, at);
    if (!w) {
      // Only near the ends is there none: a step has at most 14 years here.
      RC_ASSERT(at < kMinMicros + 15 * 366 * kMicrosPerDay || at > kMaxMicros - 15 * 366 * kMicrosPerDay);
      return;
    }
    RC_ASSERT(w->lo <= at && at < w->hi);
    RC_ASSERT(on_boundary(axis, w->lo));
    RC_ASSERT(window_at(axis, w->hi - 1) == w);
    if (const auto after = next(axis, *w)) {
      RC_ASSERT(after->lo == w->hi);
      RC_ASSERT(previous(axis, *after) == w);
    }
    if (const auto before = previous(axis, *w)) {
      RC_ASSERT(before->hi == w->lo);
      RC_ASSERT(next(axis, *before) == w);
    }
  }));
}

TEST(AxisProperties, AdvanceIsManySteps) {
  EXPECT_TRUE(rc::check("advance by n equals n times next", [] {
    const TimeAxis axis = any_time_axis();
    const auto w =
        window_at(axis, *rc::gen::inRange<std::int64_t>(instant("1830-01-01").us, instant("2100-01-01").us));
    RC_PRE(w.has_value());
    const auto n = *rc::gen::inRange<std::int64_t>(0, 400);
    Window forward = *w;
    Window back = *w;
    for (std::int64_t i = 0; i < n; ++i) {
      forward = next(axis, forward).value_or(forward);
      back = previous(axis, back).value_or(back);
    }
    RC_ASSERT(advance(axis, *w, n) == forward);
    RC_ASSERT(advance(axis, *w, -n) == back);
    RC_ASSERT(advance(axis, forward, -n) == *w);
  }));
}

TEST(AxisProperties, SkippedDaysAreCounted) {
  struct Years {
    const char* zone;
    const char* from;
    const char* to;
  };
  for (const Years& y :
       {Years{"Asia/Manila", "1844-01-01", "1846-01-01"}, Years{"Pacific/Kwajalein", "1993-01-01", "1995-01-01"},
        Years{"Pacific/Kiritimati", "1994-01-01", "1996-01-01"}, Years{"Pacific/Apia", "2011-01-01", "2013-01-01"},
        Years{"Pacific/Fakaofo", "2011-01-01", "2013-01-01"}, Years{"Europe/Berlin", "2011-01-01", "2013-01-01"}}) {
    const TimeAxis axis = grid({1, TimeUnit::day}, zone(y.zone));
    const Window start = *window_at(axis, instant(y.from).us);
    Window w = start;
    std::int64_t n = 0;
    for (; w.lo < instant(y.to).us; w = *next(axis, w)) ++n;
    EXPECT_EQ(advance(axis, start, n), w) << y.zone;
    EXPECT_EQ(advance(axis, w, -n), start) << y.zone;
  }
}

TEST(AxisProperties, IntegerWindowsTile) {
  EXPECT_TRUE(rc::check("windows of an integer axis tile", [] {
    const auto step = *rc::gen::oneOf(rc::gen::inRange<std::int64_t>(1, 1000),
                                      rc::gen::inRange<std::int64_t>(1, std::numeric_limits<std::int64_t>::max()));
    const auto anchor = *rc::gen::arbitrary<std::int64_t>();
    const IntegerAxis axis{{{step, anchor, {}}}};
    const auto at = *rc::gen::arbitrary<std::int64_t>();
    const auto w = window_at(axis, at);
    if (!w) return;
    RC_ASSERT(w->lo <= at && at < w->hi);
    if (const auto after = next(axis, *w)) {
      RC_ASSERT(after->lo == w->hi);
      RC_ASSERT(previous(axis, *after) == w);
    }
    const auto n = *rc::gen::arbitrary<std::int64_t>();
    const Window moved = advance(axis, *w, n);
    RC_ASSERT(window_at(axis, moved.lo) == moved);
  }));
}

TEST(AxisProperties, BoundsReadBack) {
  EXPECT_TRUE(rc::check("what encode wrote, decode reads", [] {
    const TimeAxis axis = any_time_axis();
    const auto w = window_at(axis, *any_micros());
    RC_PRE(w.has_value());
    const bool wall = axis.clock == KeyClock::wall;
    const KeyFormat format =
        *(wall ? rc::gen::element(KeyFormat{Encoding::plain, KeyType::timestamp, {}, 22},
                                  KeyFormat{Encoding::plain, KeyType::date, {}, 22},
                                  KeyFormat{Encoding::yyyymmdd, KeyType::integer, {}, 22},
                                  KeyFormat{Encoding::yyyymmddhh, KeyType::text, {}, 22},
                                  KeyFormat{Encoding::yyyymm, KeyType::numeric, {}, 22})
               : rc::gen::element(KeyFormat{Encoding::plain, KeyType::timestamptz, {}, 22},
                                  KeyFormat{Encoding::uuidv7, KeyType::uuid, {}, 22},
                                  KeyFormat{Encoding::ulid, KeyType::uuid, {}, 22},
                                  KeyFormat{Encoding::ulid, KeyType::text, {}, 22},
                                  KeyFormat{Encoding::epoch_seconds, KeyType::integer, {}, 22},
                                  KeyFormat{Encoding::epoch_seconds, KeyType::numeric, {}, 22},
                                  KeyFormat{Encoding::epoch_milliseconds, KeyType::bigint, {}, 22},
                                  KeyFormat{Encoding::epoch_nanoseconds, KeyType::bigint, {}, 22},
                                  KeyFormat{Encoding::snowflake, KeyType::bigint, Instant{1288834974657000}, 22}));
    RC_ASSERT(clock_of(format) == axis.clock);
    for (const std::int64_t position : {w->lo, w->hi}) {
      const auto text = encode(format, position);
      if (!text) continue;
      RC_ASSERT(decode(format, *text) == position);
      RC_ASSERT(decode_key(format, *text) == position);
    }
    // Every grid of a day or more can be written as a timestamp or timestamptz.
    RC_ASSERT(encode({Encoding::plain, wall ? KeyType::timestamp : KeyType::timestamptz, {}, 22}, w->lo).has_value());
  }));
}

TEST(AxisProperties, KeysKeepTheOrderOfPositions) {
  EXPECT_TRUE(rc::check("a later position has a greater key", [] {
    const auto a = *rc::gen::inRange<std::int64_t>(0, 10'000'000'000) * 1000;
    const auto b = *rc::gen::inRange<std::int64_t>(a / 1000 + 1, 10'000'000'001) * 1000;
    for (const KeyFormat& format :
         {KeyFormat{Encoding::uuidv7, KeyType::uuid, {}, 22}, KeyFormat{Encoding::ulid, KeyType::text, {}, 22}}) {
      RC_ASSERT(encode(format, a).value() < encode(format, b).value());
    }
  }));
}

}  // namespace
}  // namespace pschema
