#include "recognise/ahead.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/coverage.h"

namespace pschema {
namespace {

/// More windows than this are not counted.
constexpr std::int64_t kMostWindows = 10'000;

/// The window in which a branch stands now.
std::optional<Window> current_window(const RecogniseInput& in, const Relation& branch, const LevelShape& shape,
                                     const Axis& axis) {
  if (const auto* time = std::get_if<TimeAxis>(&axis))
    return window_at(axis, position_of(*time, in.catalog.taken_at));
  const auto root = in.catalog.cursors.find({in.table.root.name, shape.key.front()});
  if (root == in.catalog.cursors.end()) return std::nullopt;
  std::optional<std::int64_t> highest = root->second.sequence;
  const auto own = in.catalog.cursors.find({branch.name, shape.key.front()});
  if (own != in.catalog.cursors.end()) highest = std::max({highest, own->second.highest, own->second.sequence});
  return window_at(axis, highest.value_or(std::get<IntegerAxis>(axis).segments.front().anchor));
}

struct Reach {
  Coverage covered;
  std::optional<std::int64_t> least, most;  // ends of what is bounded
};

Reach reach_of(const Table& table, const Relation& branch, const Axis& axis, const KeyFormat& format) {
  Reach reach;
  for (const Relation& child : children_of(table, branch.name)) {
    const RangePlace place = place_of(child.bound, axis, format);
    using Kind = RangePlace::Kind;
    if (child.detach_pending || place.kind == Kind::is_default || place.kind == Kind::unreadable) continue;
    reach.covered.add(place.extent);
    if (place.kind == Kind::unbounded) continue;
    reach.least = std::min(reach.least.value_or(place.extent.lo), place.extent.lo);
    reach.most = std::max(reach.most.value_or(place.extent.hi), place.extent.hi);
  }
  return reach;
}

std::optional<std::int64_t> ahead_in(const Reach& reach, const Axis& axis, const std::optional<Window>& current) {
  if (!current || !reach.covered.covers(*current)) return std::nullopt;
  std::int64_t after = 0;
  for (auto w = next(axis, *current); w && after < kMostWindows; w = next(axis, *w), ++after) {
    if (!reach.most || w->hi > *reach.most || !reach.covered.covers(*w)) break;
  }
  return after;
}

std::int64_t windows_between(const Axis& axis, std::int64_t from, const Window& current) {
  std::int64_t count = 0;
  for (auto w = window_at(axis, from); w && w->lo < current.lo && count < kMostWindows; w = next(axis, *w)) ++count;
  return count;
}

}  // namespace

std::optional<std::int64_t> windows_ahead(const RecogniseInput& in, const std::vector<const Relation*>& branches,
                                          const LevelShape& shape, const Axis& axis, const KeyFormat& format) {
  std::optional<std::int64_t> least;
  for (const Relation* branch : branches) {
    const auto current = current_window(in, *branch, shape, axis);
    const auto ahead = ahead_in(reach_of(in.table, *branch, axis, format), axis, current);
    if (!ahead) return std::nullopt;
    least = std::min(least.value_or(*ahead), *ahead);
  }
  return least;
}

void add_history(const RecogniseInput& in, const std::vector<const Relation*>& branches, LevelShape& shape,
                 const Axis& axis, const KeyFormat& format) {
  std::int64_t most = 0;
  std::optional<std::int64_t> oldest;
  for (const Relation* branch : branches) {
    const auto current = current_window(in, *branch, shape, axis);
    const Reach reach = reach_of(in.table, *branch, axis, format);
    if (!current || !reach.least) continue;
    const std::int64_t before = windows_between(axis, *reach.least, *current);
    if (before > most) oldest = reach.least;
    most = std::max(most, before);
  }
  if (!oldest) return;
  shape.notes.push_back(
      fmt::format("the oldest partition begins at {}: to keep no more than that, say `keep current and {} before;`, "
                  "and how expired ones go: `drop 7 days after detach;`",
                  position_text(axis, *oldest), most));
}

}  // namespace pschema
