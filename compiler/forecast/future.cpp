#include "forecast/future.h"

#include <algorithm>
#include <vector>

#include "forecast/time_levels.h"
#include "plan/coverage.h"

namespace pschema {
namespace {

using Left = std::optional<std::int64_t>;

Left least(Left a, Left b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

std::int64_t micros_between(const TimeAxis& axis, Instant t, std::int64_t end) {
  return end >= kMaxMicros ? kNoEnd : instant_of(axis, end).us - t.us;
}

std::int64_t left_of(const TimeLevel& level, const std::vector<Relation>& children, Instant t) {
  Coverage covered;
  std::optional<std::int64_t> last_end;
  const std::int64_t now = position_of(level.axis(), t);
  for (const Relation& child : children) {
    const auto extent = extent_of(child.bound, level.keys);
    if (!extent || child.detach_pending) continue;
    covered.add(*extent);
    if (extent->hi <= now) last_end = std::max(last_end.value_or(extent->hi), extent->hi);
  }
  const std::vector<Window> free = covered.free_parts(now, kMaxMicros);
  if (free.empty()) return kNoEnd;
  if (free.front().lo > now) return micros_between(level.axis(), t, free.front().lo);
  return last_end ? micros_between(level.axis(), t, *last_end) : 0;
}

/// Below a time level the partitions of other moments need not reach into the future.
Left left_below(const std::vector<TimeLevel>& levels, const Table& table, const Relation& branch, Instant t) {
  const std::vector<Relation>& children = children_of(table, branch.name);
  const auto level =
      std::find_if(levels.begin(), levels.end(), [&](const TimeLevel& l) { return divides(*l.level, branch.key); });
  if (level != levels.end()) return left_of(*level, children, t);
  Left left;
  for (const Relation& child : children) {
    if (child.key) left = least(left, left_below(levels, table, child, t));
  }
  return left;
}

}  // namespace

std::optional<std::int64_t> future_left(const TableSchema& fitted, const Table& table, Instant t) {
  return left_below(time_levels(fitted, table), table, table.root, t);
}

}  // namespace pschema
