#include "forecast/time_levels.h"

#include <algorithm>
#include <limits>

#include "base/overloaded.h"
#include "plan/coverage.h"
#include "plan/lifecycle.h"

namespace pschema {

namespace {

constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();
/// Months have different lengths, so that a duration cannot be taken back exactly.
constexpr std::int64_t kMargin = 4 * kMicrosPerDay;

void collect(const Level& level, std::vector<const Level*>& out) {
  out.push_back(&level);
  for (const Level& below : level.below) collect(below, out);
  if (const auto* list = std::get_if<ListGroups>(&level.by)) {
    for (const ListGroup& group : list->groups) {
      for (const Level& below : group.below) collect(below, out);
    }
  }
  if (level.default_partition) {
    for (const Level& below : level.default_partition->below) collect(below, out);
  }
}

/// The root and all branches.
std::vector<const Relation*> partitioned(const Table& table) {
  std::vector<const Relation*> all{&table.root};
  for (const auto& [parent, children] : table.children) {
    for (const Relation& child : children) {
      if (child.key) all.push_back(&child);
    }
  }
  return all;
}

std::optional<std::int64_t> position_of_end(const std::vector<RangeDatum>& data, const KeyFormat& format) {
  return std::visit(Overloaded{
                        [](const MinValue&) { return std::optional(kLowest); },
                        [](const MaxValue&) { return std::optional(kHighest); },
                        [&](const std::string& text) { return decode(format, text); },
                    },
                    data.front());
}

/// The earliest of several moments behind `t`.
class Earliest {
 public:
  explicit Earliest(Instant t) : t_(t) {}
  /// What lies behind us, or at `t`, has had its effect.
  void may_be(Instant x) {
    if (x > t_ && (!found_ || x < *found_)) found_ = x;
  }
  /// Something comes about `kMargin` behind x at the latest.
  void about(Instant x) {
    if (x.us + 2 * kMargin > t_.us) may_be(Instant{std::max(x.us - kMargin, t_.us + 1)});
  }
  std::optional<Instant> found() const { return found_; }

 private:
  Instant t_;
  std::optional<Instant> found_;
};

void creations(const TimeLevel& l, Instant t, Earliest& next) {
  const TimeAxis& axis = l.axis();
  const std::int64_t position = position_of(axis, t);
  if (const auto w = window_at(l.keys.axis, position)) next.may_be(instant_of(axis, w->hi));
  for (const CreateClause& clause : l.level->lifecycle.create) {
    std::visit(Overloaded{
                   [&](const CreateCurrent& c) {
                     if (c.unit) next.may_be(instant_of(axis, calendar_unit(axis, position, *c.unit).hi));
                   },
                   [&](const CreateAhead& a) {
                     const auto reached = window_at(l.keys.axis, position_of(axis, add(t, a.ahead, axis.zone)));
                     if (reached) next.about(subtract(instant_of(axis, reached->hi), a.ahead, axis.zone));
                   },
                   [](const CreateFrom&) {},
                   [&](const CreateUntil& u) {
                     const Instant end = instant_of(axis, position_of(l.keys.axis, u.until));
                     const TimeSpan step = step_at(axis, position);
                     next.about(subtract(end, {2 * step.count, step.unit}, axis.zone));
                     next.may_be(end);
                   },
                   [](const CreateNext&) {},
               },
               clause.is);
  }
}

void expiries(const TimeLevel& l, const Table& table, const Catalog& catalog, Earliest& next) {
  for (const Relation* parent : partitioned(table)) {
    if (!divides(*l.level, parent->key)) continue;
    for (const Relation& child : children_of(table, parent->name)) {
      const auto extent = extent_of(child.bound, l.keys);
      if (!extent || extent->lo == kLowest || extent->hi == kHighest) continue;
      const auto at = expires_at(l.level->lifecycle, l.keys.axis, *extent, &measured_of(catalog, child.name));
      if (at) next.may_be(Instant{*at});
    }
  }
}

void graces(const TimeLevel& l, const Catalog& catalog, Earliest& next) {
  const auto* after = std::get_if<DropAfterDetach>(&l.level->lifecycle.drop.is);
  if (!after) return;
  for (const auto& [name, orphan] : catalog.orphans)
    next.may_be(add(orphan.relation.marker->at, after->grace, Zone()));
}

}  // namespace

bool divides(const Level& level, const std::optional<PartitionKey>& key) {
  return key && key->strategy == Strategy::range && !key->parts.empty() &&
         key->parts.front().column == level.key.front().value;
}

std::vector<const Level*> all_levels(const Level& root) {
  std::vector<const Level*> all;
  collect(root, all);
  return all;
}

std::vector<TimeLevel> time_levels(const TableSchema& fitted, const Table& table) {
  std::vector<TimeLevel> levels;
  for (const Level* level : all_levels(fitted.root)) {
    if (!std::holds_alternative<TimeRange>(level->by)) continue;
    if (auto keys = range_axis(*level, table)) levels.push_back({level, std::move(*keys)});
  }
  return levels;
}

std::optional<Window> extent_of(const Bound& bound, const RangeAxis& keys) {
  const auto* range = std::get_if<RangeBound>(&bound);
  if (!range || range->from.empty() || range->to.empty()) return std::nullopt;
  const auto lo = position_of_end(range->from, keys.format), hi = position_of_end(range->to, keys.format);
  if (!lo || !hi || *lo >= *hi) return std::nullopt;
  return Window{*lo, *hi};
}

std::optional<Instant> next_change(const std::vector<TimeLevel>& levels, const Table& table, const Catalog& catalog,
                                   Instant t) {
  Earliest next(t);
  for (const TimeLevel& l : levels) {
    creations(l, t, next);
    expiries(l, table, catalog, next);
    graces(l, catalog, next);
  }
  return next.found();
}

std::optional<Uncovered> first_uncovered(const std::vector<TimeLevel>& levels, const Table& table, Instant t) {
  std::optional<Uncovered> first;
  for (const Relation* parent : partitioned(table)) {
    const auto l = std::find_if(levels.begin(), levels.end(),
                                [&](const TimeLevel& x) { return divides(*x.level, parent->key); });
    if (l == levels.end()) continue;
    Coverage covered;
    bool has_default = false;
    for (const Relation& child : children_of(table, parent->name)) {
      has_default = has_default || std::holds_alternative<DefaultBound>(child.bound);
      if (const auto extent = extent_of(child.bound, l->keys); extent && !child.detach_pending) covered.add(*extent);
    }
    if (has_default) continue;
    const std::vector<Window> free = covered.free_parts(position_of(l->axis(), t), kMaxMicros);
    if (free.empty()) continue;
    const Instant from = std::max(t, instant_of(l->axis(), free.front().lo));
    if (!first || from < first->from) first = Uncovered{parent->name, from};
  }
  return first;
}

}  // namespace pschema
