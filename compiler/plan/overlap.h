// Would PostgreSQL call two bounds of one parent overlapping (partbounds.c, check_new_partition_bound)?
#pragma once

#include <vector>

#include "model/bound.h"

namespace pschema {

/// Values are compared by the type of their key column; values of a type that pschema cannot order count as
/// overlapping only where they are equal.
bool bounds_overlap(const Bound& a, const Bound& b, const std::vector<KeyType>& types);

}  // namespace pschema
