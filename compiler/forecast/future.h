// How far the partitions of a table reach into the future.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "model/catalog.h"
#include "model/schema.h"

namespace pschema {

/// An upper bound that is open: MAXVALUE.
inline constexpr std::int64_t kNoEnd = std::numeric_limits<std::int64_t>::max();

/// Microseconds from `t` on for which every branch of the first time level on each way down has partitions without a
/// gap: after them an insert fails, or its row goes to a DEFAULT partition. Where the moment itself has none: minus
/// the time since the last one ended, 0 where there was none. A detach that is under way takes no rows, and so its
/// partition does not count. nullopt for a table without such a level. `fitted` has been through `fit`.
std::optional<std::int64_t> future_left(const TableSchema& fitted, const Table& table, Instant t);

}  // namespace pschema
