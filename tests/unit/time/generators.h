// Random grids, for properties.
#pragma once

#include <rapidcheck.h>

#include "support.h"

namespace pschema {

inline rc::Gen<Zone> any_zone() {
  return rc::gen::map(
      rc::gen::element<std::string>("UTC", "Europe/Berlin", "America/New_York", "Asia/Bangkok", "America/Sao_Paulo",
                                    "Africa/Cairo", "Pacific/Apia", "America/Havana", "Australia/Lord_Howe",
                                    "Asia/Kathmandu", "Asia/Manila", "America/Juneau", "Europe/Amsterdam",
                                    "Africa/Casablanca", "Antarctica/Troll", "Europe/Dublin"),
      [](const std::string& name) { return zone(name); });
}

/// Mostly years that people use, now and then any instant that there is.
inline rc::Gen<std::int64_t> any_micros() {
  const std::int64_t from = instant("1830-01-01").us;
  const std::int64_t to = instant("2500-01-01").us;
  return rc::gen::weightedOneOf<std::int64_t>(
      {{9, rc::gen::inRange<std::int64_t>(from, to)}, {1, rc::gen::inRange<std::int64_t>(kMinMicros, kMaxMicros)}});
}

/// Steps of a day or more, which may have a zone.
inline rc::Gen<TimeSpan> any_long_step() {
  return rc::gen::apply(
      [](std::int64_t n, TimeUnit unit) {
        return TimeSpan{n, unit};
      },
      rc::gen::inRange<std::int64_t>(1, 14),
      rc::gen::element(TimeUnit::day, TimeUnit::week, TimeUnit::month, TimeUnit::quarter, TimeUnit::year));
}

inline rc::Gen<TimeSpan> any_short_step() {
  return rc::gen::element(TimeSpan{1, TimeUnit::minute}, TimeSpan{15, TimeUnit::minute}, TimeSpan{1, TimeUnit::hour},
                          TimeSpan{6, TimeUnit::hour});
}

inline rc::Gen<LocalTime> any_anchor() {
  return rc::gen::apply(
      [](std::int64_t year, int month, int day) {
        return local_time({year, month, day}).value();
      },
      rc::gen::inRange<std::int64_t>(1900, 2100), rc::gen::inRange(1, 13), rc::gen::inRange(1, 29));
}

inline TimeAxis any_time_axis() {
  if (*rc::gen::inRange(0, 4) == 0) {
    const TimeSpan step = *any_short_step();
    return {Zone(), KeyClock::absolute, {{step, default_anchor(step.unit), {}}}};
  }
  const KeyClock clock = *rc::gen::element(KeyClock::absolute, KeyClock::wall);
  const Zone z = *any_zone();
  // A single day comes often: it alone can be a window without length.
  const TimeSpan step =
      *rc::gen::weightedOneOf<TimeSpan>({{1, rc::gen::just(TimeSpan{1, TimeUnit::day})}, {2, any_long_step()}});
  TimeAxis axis{z, clock, {{step, *any_anchor(), {}}}};
  if (*rc::gen::inRange(0, 3) == 0) {
    const std::int64_t at = *rc::gen::inRange<std::int64_t>(instant("1980-01-01").us, instant("2050-01-01").us);
    const auto w = window_at(axis, at);
    if (w && axis.zone.to_instant(local_of(axis, w->lo)).us == instant_of(axis, w->lo).us) {
      axis.segments.push_back({*any_long_step(), *any_anchor(), local_of(axis, w->lo)});
    }
  }
  return axis;
}

}  // namespace pschema
