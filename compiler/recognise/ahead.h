// How far partitions reach: ahead of now, and back.
#pragma once

#include <optional>
#include <vector>

#include "plan/planner.h"
#include "recognise/level.h"

namespace pschema {

/// How many windows after the current one every branch has; nullopt where one lacks the current window itself, or
/// where the cursor of an integer axis was not measured.
std::optional<std::int64_t> windows_ahead(const RecogniseInput& in, const std::vector<const Relation*>& branches,
                                          const LevelShape& shape, const Axis& axis, const KeyFormat& format);

/// A note on how far back partitions go, as a retention that would let none expire today.
void add_history(const RecogniseInput& in, const std::vector<const Relation*>& branches, LevelShape& shape,
                 const Axis& axis, const KeyFormat& format);

}  // namespace pschema
