// The levels of a table that move by time. Internal to forecast/.
#pragma once

#include <optional>
#include <vector>

#include "model/catalog.h"
#include "model/schema.h"
#include "plan/cursor.h"

namespace pschema {

struct TimeLevel {
  const Level* level;  // fitted
  RangeAxis keys;
  const TimeAxis& axis() const { return std::get<TimeAxis>(keys.axis); }
};
/// All of them, wherever in the tree.
std::vector<TimeLevel> time_levels(const TableSchema& fitted, const Table& table);

/// Is a relation with that key divided by the level, which is one of ranges?
bool divides(const Level& level, const std::optional<PartitionKey>& key);

/// Every level of a tree.
std::vector<const Level*> all_levels(const Level& root);

/// Where a partition of a level lies; an open side is the end of the int64. nullopt where that cannot be read.
std::optional<Window> extent_of(const Bound& bound, const RangeAxis& keys);

/// A moment behind `t` before which nothing changes: windows begin, expire, come into reach of `create ahead`, graces
/// end. There may be nothing to do even then. nullopt where time changes nothing any more.
std::optional<Instant> next_change(const std::vector<TimeLevel>& levels, const Table& table, const Catalog& catalog,
                                   Instant t);

/// The first moment from `t` on for which a branch has no partition, and which.
struct Uncovered {
  QualifiedName parent;
  Instant from;
};
std::optional<Uncovered> first_uncovered(const std::vector<TimeLevel>& levels, const Table& table, Instant t);

}  // namespace pschema
