// Calendar steps and durations.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "time/instant.h"
#include "time/zone.h"

namespace pschema {

enum class TimeUnit { minute, hour, day, week, month, quarter, year };

/// A number of one unit: the width of a window, or a duration. count >= 1 wherever it was checked.
struct TimeSpan {
  std::int64_t count = 1;
  TimeUnit unit = TimeUnit::day;
  friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

/// `7 days`, `1 month`.
std::string format_span(const TimeSpan& span);

/// The wall clock `span` later (n times), as PostgreSQL adds an interval to a timestamp: months, quarters and years
/// are calendar steps clamped to the last day of the month; days and weeks keep the time of day. Saturates at
/// PostgreSQL's range.
LocalTime add(LocalTime t, const TimeSpan& span, std::int64_t times = 1);
/// The same; nullopt outside that range.
std::optional<LocalTime> checked_add(LocalTime t, const TimeSpan& span, std::int64_t times = 1);

/// The first moment T at which T minus `span`, subtracted as PostgreSQL does in that zone, reaches `end`
/// (language.md, Lifecycle). Never comes back: 1 month after 31 January is 1 March (28 March minus 1 month is 28
/// February, which reaches it too late or not at all before). Minutes and hours are exact.
Instant reached_after(Instant end, const TimeSpan& span, const Zone& zone);

/// t minus span as PostgreSQL computes `timestamptz - interval` in that zone (a result that falls into a gap of the
/// clock counts by the offset before the gap, one that comes twice by the later). Not monotone: see reached_after.
/// Saturates.
Instant subtract(Instant t, const TimeSpan& span, const Zone& zone);
/// t plus span, in the zone's calendar.
Instant add(Instant t, const TimeSpan& span, const Zone& zone);

}  // namespace pschema
