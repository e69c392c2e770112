// `every STEP [starting …] {then every STEP [starting …] from …}`.
#pragma once

#include <optional>

#include "base/diagnostic.h"
#include "check/head.h"
#include "model/schema.h"
#include "syntax/ast.h"

namespace pschema {

/// The axis of a grid as far as it is right.
struct TimeGrid {
  TimeAxis axis;
  bool whole = true;  // all steps are in the axis, as they shall be
  bool zone_known = true;
};
/// A grid of time steps in the level's or the file's zone. PS2006 to PS2009, PS2013.
TimeGrid check_time_grid(const ast::Level& level, const FileZone& zone, KeyClock clock, Diagnostics& diagnostics);

struct IntegerGrid {
  IntegerAxis axis;
  bool whole = true;
};
/// A grid of whole numbers. PS2007, PS2008, PS2013.
IntegerGrid check_integer_grid(const ast::Level& level, Diagnostics& diagnostics);

bool shorter_than_a_day(const TimeSpan& step);

}  // namespace pschema
