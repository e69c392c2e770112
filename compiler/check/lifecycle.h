// What a level's lifecycle means on its axis.
#pragma once

#include <optional>
#include <variant>

#include "base/diagnostic.h"
#include "check/rows.h"
#include "model/schema.h"

namespace pschema {

struct OnTime {
  const TimeAxis& axis;
  bool steps_known = true;  // false: not all segments are in the axis
  bool zone_known = true;   // false: UTC stands for another zone
};
struct OnIntegers {
  const IntegerAxis& axis;
  bool steps_known = true;
};
struct OnSlidingList {};
using LifecycleAxis = std::variant<OnTime, OnIntegers, OnSlidingList>;

struct LevelPlace {
  LifecycleAxis axis;
  Span head;                            // the level's
  std::optional<Span> default_at = {};  // beside a DEFAULT partition nothing is detached concurrently
};

/// Resolves instants and durations, and refuses what the axis does not have. PS2011, PS2012, PS2015 to PS2020,
/// PS2028, PS2029, PS2031, PS2032. What was refused is left out.
Lifecycle check_lifecycle(const LifecycleRows& rows, const LevelPlace& level, Diagnostics& diagnostics);

}  // namespace pschema
