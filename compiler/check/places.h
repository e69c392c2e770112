// Instants, units and durations as the user wrote them, resolved.
#pragma once

#include <optional>
#include <variant>

#include "base/diagnostic.h"
#include "model/schema.h"
#include "syntax/ast.h"
#include "time/step.h"
#include "time/zone.h"

namespace pschema {

TimeUnit time_unit(ast::Unit unit);
/// Roughly, for comparing steps with durations: average months and years, in minutes.
double rough_minutes(const TimeSpan& span);
/// The shortest that the span can be: February, a common year.
double least_minutes(const TimeSpan& span);

/// An instant in a zone. PS2011 where it is not one, PS2012 where the zone's clock never shows it.
std::optional<Moment> resolve_moment(const std::string& text, Span span, const Zone& zone, Diagnostics& diagnostics);

/// A length of time of at least one unit and at most 10,000 years. PS2017.
std::optional<TimeSpan> resolve_duration(const ast::Duration& duration, Diagnostics& diagnostics);

/// The kinds of axis that a lifecycle can run on.
struct TimeLine {
  const TimeAxis& axis;
};
struct NumberLine {};
/// A place on the axis of a level. PS2011 for a number on a time axis and the other way round.
std::optional<AxisPlace> resolve_place(const ast::Place& place, const std::variant<TimeLine, NumberLine>& line,
                                       Diagnostics& diagnostics);
/// Comparable positions on the axis.
std::int64_t position_of(const AxisPlace& place, const std::variant<TimeLine, NumberLine>& line);

/// A whole number of windows, partitions and the like: from `least` to a million. PS1020.
std::optional<std::int64_t> resolve_count(const ast::Number& number, std::int64_t least, Diagnostics& diagnostics);

}  // namespace pschema
