// Grids of windows over an axis. A position on an axis is one int64: microseconds of an instant, microseconds of a
// wall clock, or the key itself on an integer axis.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "time/instant.h"
#include "time/step.h"
#include "time/zone.h"

namespace pschema {

/// A half-open interval of an axis: lo <= position < hi, lo < hi.
struct Window {
  std::int64_t lo = 0;
  std::int64_t hi = 0;
  friend auto operator<=>(const Window&, const Window&) = default;
};

/// Windows of one width. Window number i begins at anchor + i steps; for the second and later segments the first one
/// begins at `from`, which lies on a boundary of the segment before, and ends at the next boundary of this one.
struct TimeSegment {
  TimeSpan step;
  LocalTime anchor;  // Monday 1970-01-05 for weeks, 1970-01-01 for the rest, unless `starting` says otherwise
  std::optional<LocalTime> from;  // empty for the first segment
};

struct IntegerSegment {
  std::int64_t step = 1;
  std::int64_t anchor = 0;
  std::optional<std::int64_t> from;
};

/// What the position of a time axis counts: real time, or the wall clock of the zone (timestamp, date, yyyymmdd
/// keys).
enum class KeyClock { absolute, wall };

struct TimeAxis {
  Zone zone;
  KeyClock clock = KeyClock::absolute;
  std::vector<TimeSegment> segments;  // at least one; `from` ascending
};

struct IntegerAxis {
  std::vector<IntegerSegment> segments;
};

using Axis = std::variant<TimeAxis, IntegerAxis>;

/// The default anchor of a step.
LocalTime default_anchor(TimeUnit unit);

/// The window that holds a position. Windows without length (a local day that does not exist, on the absolute clock)
/// are never returned. nullopt outside PostgreSQL's range (time) or where a bound would not fit an int64 (integer).
std::optional<Window> window_at(const Axis& axis, std::int64_t position);
/// The neighbours; nullopt at the ends of the range.
std::optional<Window> next(const Axis& axis, const Window& w);
std::optional<Window> previous(const Axis& axis, const Window& w);
/// `n` windows later (n may be negative), saturating at the ends of the range.
Window advance(const Axis& axis, Window w, std::int64_t n);
/// True where `position` is the start of a window.
bool on_boundary(const Axis& axis, std::int64_t position);
/// The step that is in force at a position of a time axis.
TimeSpan step_at(const TimeAxis& axis, std::int64_t position);

Instant instant_of(const TimeAxis& axis, std::int64_t position);
std::int64_t position_of(const TimeAxis& axis, Instant t);
/// The wall clock at a position, in the axis' zone.
LocalTime local_of(const TimeAxis& axis, std::int64_t position);

/// The whole calendar unit of the axis' zone that holds a position, moved by n units: `create current year and 1
/// after`. Weeks begin on Monday. Only for units of a day or more on time axes.
Window calendar_unit(const TimeAxis& axis, std::int64_t position, TimeUnit unit, std::int64_t moved = 0);

}  // namespace pschema
