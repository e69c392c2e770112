// How much of what a plan holds: the count line, and the same as JSON.
#pragma once

#include <cstddef>

#include "plan/operation.h"

namespace pschema {

struct Tally {
  std::size_t create = 0, attach = 0, detach = 0, drop = 0, move = 0;
  std::size_t notes = 0, warnings = 0;
};
/// A drop that follows its detach counts as both; so does a move, with what it makes or attaches.
Tally tally_of(const Plan& plan);
void add(Tally& tally, const std::vector<Finding>& findings);
void add(Tally& tally, const TablePlan& table);

}  // namespace pschema
