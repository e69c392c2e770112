#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/overloaded.h"
#include "base/quote.h"
#include "model/condition.h"
#include "plan/because.h"
#include "plan/fit.h"
#include "plan/foreign_leaf.h"
#include "plan/range_level.h"

namespace pschema {
namespace {

constexpr std::int64_t kBelowAll = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kAboveAll = std::numeric_limits<std::int64_t>::max();

/// One end of a bound. `beyond`: the key lies between that position and the next one.
struct End {
  std::int64_t position;
  bool beyond = false;
};

std::optional<End> end_of_text(const std::string& text, const KeyFormat& format) {
  if (format.type != KeyType::text) {
    if (text == "infinity" || text == "Infinity") return End{kAboveAll};  // numeric writes it large
    if (text == "-infinity" || text == "-Infinity") return End{kBelowAll};
  }
  if (const auto exact = decode(format, text)) return End{*exact};
  const auto floor = decode_key(format, text);
  return floor ? std::optional(End{*floor, true}) : std::nullopt;
}

/// nullopt where it cannot be read.
std::optional<End> end_position(const RangeDatum& datum, const KeyFormat& format) {
  return std::visit(Overloaded{
                        [](const MinValue&) { return std::optional(End{kBelowAll}); },
                        [](const MaxValue&) { return std::optional(End{kAboveAll}); },
                        [&](const std::string& text) { return end_of_text(text, format); },
                    },
                    datum);
}

/// A composite bound is a window only where everything behind the leading column is MINVALUE.
bool rest_is_minimal(const std::vector<RangeDatum>& data) {
  return std::all_of(data.begin() + 1, data.end(),
                     [](const RangeDatum& d) { return std::holds_alternative<MinValue>(d); });
}

/// The first position that lies above a bound as a whole. Keys of the very moment of ('2024-02-01', 5), or of a
/// snowflake with low bits, lie at both sides of it: a window that begins at that moment is covered in part.
std::int64_t start_of(const End& end, const std::vector<RangeDatum>& data) {
  const bool open = end.position == kBelowAll || end.position == kAboveAll;
  return end.position + (!open && (end.beyond || !rest_is_minimal(data)) ? 1 : 0);
}

bool overlap(const Window& a, const Window& b) { return a.lo < b.hi && b.lo < a.hi; }

}  // namespace

namespace {

/// A member of a sliding list: one value, as a window one wide.
RangePlace place_of_values(const ListBound& list, const KeyFormat& format) {
  using Kind = RangePlace::Kind;
  std::optional<Window> extent;
  for (const auto& text : list.values) {
    const auto value = text ? decode(format, *text) : std::nullopt;
    if (!value || *value == kAboveAll) return {Kind::unreadable, {}};
    if (!extent) extent = Window{*value, *value + 1};
    extent = Window{std::min(extent->lo, *value), std::max(extent->hi, *value + 1)};
  }
  if (!extent) return {Kind::unreadable, {}};
  return {list.values.size() == 1 ? Kind::ours : Kind::off_grid, *extent};
}

}  // namespace

RangePlace place_of(const Bound& bound, const Axis& axis, const KeyFormat& format) {
  using Kind = RangePlace::Kind;
  if (const auto* list = std::get_if<ListBound>(&bound)) return place_of_values(*list, format);
  if (std::holds_alternative<DefaultBound>(bound)) return {Kind::is_default, {}};
  const auto* range = std::get_if<RangeBound>(&bound);
  if (!range || range->from.empty() || range->to.empty()) return {Kind::unreadable, {}};
  const auto lo = end_position(range->from.front(), format);
  const auto hi = end_position(range->to.front(), format);
  if (!lo || !hi) return {Kind::unreadable, {}};
  // No moment lies at infinity or beyond it.
  if (lo->position == kAboveAll || hi->position == kBelowAll) return {Kind::unbounded, {lo->position, lo->position}};
  const bool plain = rest_is_minimal(range->from) && rest_is_minimal(range->to);
  const Window extent{start_of(*lo, range->from), start_of(*hi, range->to)};
  if (extent.lo >= extent.hi) return {Kind::unreadable, {}};
  if (extent.lo == kBelowAll || extent.hi == kAboveAll) return {Kind::unbounded, extent};
  const auto window = window_at(axis, extent.lo);
  const bool inside = plain && window && extent.hi <= window->hi;
  return {inside ? Kind::ours : Kind::off_grid, extent};
}

void Planner::range(const Level& level, const Branch& branch) {
  const RangeAxis keys = range_axis(level, table_).value();
  const Cursor cursor = cursor_of(catalog_, table_, level, branch.relation.name, now_);
  RangeLevel r{level,
               branch,
               keys.axis,
               keys.format,
               keys,
               cursor,
               window_at(keys.axis, cursor.position).value(),
               wanted_windows(level.lifecycle, keys.axis, cursor),
               {},
               false,
               false,
               {},
               {},
               {},
               {}};
  r.has_default = level.default_partition.has_value();  // there now, or made by this plan
  look_at_children(r);
  if (std::holds_alternative<SlidingList>(level.by)) {
    // What is created now is the newest, and so the current one.
    create_next(r);
    if (r.next) r.current = *r.next;
    r.cursor.position = r.current.lo;
  }
  for (const PlacedChild* child : r.pending) pending_detach(r, *child);
  orphans(r);
  if (level.default_partition && level.default_partition->drain == DefaultPartition::Drain::all) {
    for (const Window& w : filled_and_kept(r)) r.wanted.emplace(w, Want{Reason::default_rows});
  }
  wanted(r);
  if (std::holds_alternative<IntegerRange>(level.by)) create_next(r);
  default_findings(branch);
  default_partition(level, branch);  // last: rows that came into it meanwhile would stop the windows
  retire(r);
  gaps(r);
  uncovered(r);
}

/// Sorts the children into ours and others, and goes down into those that stay. Interrupted detaches are met here.
void Planner::look_at_children(RangeLevel& r) {
  for (const Relation& child : children(r.branch.relation.name)) {
    const RangePlace place = place_of(child.bound, r.axis, r.format);
    r.children.push_back({&child, place});
    if (place.kind == RangePlace::Kind::is_default) {
      r.has_default = true;
      continue;
    }
    if (place.kind == RangePlace::Kind::unreadable) {
      out_.findings.push_back(warning(
          FindingKind::unreadable_bound, child.name,
          fmt::format("has a bound that pschema cannot read as a {} ({}); it is left alone",
                      std::holds_alternative<TimeAxis>(r.axis) ? "time" : "number", printable(child.bound_text))));
      continue;
    }
    r.covered.add(place.extent);
    const auto* range = std::get_if<RangeBound>(&child.bound);
    if (range && place.extent.lo < place.extent.hi) {  // not of one for infinity alone
      for (const auto& [datum, at] :
           {std::pair{&range->from.front(), place.extent.lo}, std::pair{&range->to.front(), place.extent.hi}}) {
        if (const auto* text = std::get_if<std::string>(datum)) r.literals.emplace(at, *text);
      }
    }
    if (place.kind == RangePlace::Kind::unbounded) {
      out_.findings.push_back(
          info(FindingKind::unbounded_partition, child.name, "is open at one side; it never expires by itself"));
    } else if (place.kind == RangePlace::Kind::off_grid) {
      out_.findings.push_back(
          info(FindingKind::unmanaged_partition, child.name,
               fmt::format("covers {}, which is no window of this level and lies inside none; it is "
                           "never changed or retired",
                           window_text(r.axis, place.extent))));
    }
  }
  for (const PlacedChild& child : r.children) {
    if (child.relation->detach_pending && child.place.kind != RangePlace::Kind::unreadable)
      r.pending.push_back(&child);
  }
}

void Planner::wanted(RangeLevel& r) {
  for (const auto& [w, want] : r.wanted) attach_or_create(r, w, want);
}

/// The window after the newest, once the newest has come to the point; the first where there is none. What this plan
/// creates has not been measured.
void Planner::create_next(RangeLevel& r) {
  for (std::size_t i = 0; i < r.level.lifecycle.create.size(); ++i) {
    const auto* create = std::get_if<CreateNext>(&r.level.lifecycle.create[i].is);
    if (!create) continue;
    const Want want{Reason::create_next, i};
    const PlacedChild* newest = nullptr;
    for (const PlacedChild& child : r.children) {
      if (child.place.kind != RangePlace::Kind::ours || child.relation->detach_pending) continue;
      if (!newest || newest->place.extent.hi < child.place.extent.hi) newest = &child;
    }
    const bool list = std::holds_alternative<SlidingList>(r.level.by);
    const auto writable = [&](const std::optional<Window>& w) {
      return w && r.keys.key(w->lo) && (list || r.keys.key(w->hi));
    };
    if (!newest) {
      if (writable(r.current)) attach_or_create(r, r.current, want);
      continue;
    }
    if (holds(create->when, &measured_of(catalog_, newest->relation->name)) != std::optional(true)) continue;
    const auto after = window_at(r.axis, newest->place.extent.hi);
    if (!writable(after)) continue;
    attach_or_create(r, *after, want);
    if (r.held.count(*after) == 0) r.next = after;
  }
}

void Planner::attach_or_create(RangeLevel& r, const Window& w, const Want& want) {
  if (r.held.count(w) > 0 || r.covered.covers(w)) return;
  if (r.covered.leaves_free(w)) return create_window(r, w, want);
  std::string overlapping;
  int count = 0;
  for (const PlacedChild& child : r.children) {
    const bool bounded =
        child.place.kind != RangePlace::Kind::is_default && child.place.kind != RangePlace::Kind::unreadable;
    if (!bounded || !overlap(child.place.extent, w)) continue;
    if (!overlapping.empty()) overlapping += ", ";
    overlapping += quote(child.relation->name);
    ++count;
  }
  r.held.insert(w);
  out_.findings.push_back(
      warning(FindingKind::range_overlap, r.branch.relation.name,
              fmt::format("wants the window {} ({}), but {} cover{} a part of it; it is not created",
                          window_text(r.axis, w), reason_name(want.reason), overlapping, count == 1 ? "s" : "")));
}

Bound Planner::window_bound(const RangeLevel& r, const Window& w) const {
  const auto end = [&](std::int64_t position) {
    const auto foreign = r.literals.find(position);
    std::vector<RangeDatum> data{foreign == r.literals.end() ? r.keys.key(position).value() : foreign->second};
    data.insert(data.end(), r.level.key.size() - 1, MinValue{});
    return data;
  };
  if (std::holds_alternative<SlidingList>(r.level.by)) return ListBound{{r.keys.key(w.lo).value()}};
  return RangeBound{end(w.lo), end(w.hi)};
}

void Planner::create_window(RangeLevel& r, const Window& w, const Want& want) {
  const QualifiedName& parent = r.branch.relation.name;
  const QualifiedName name = qualified(window_name(r.level.named, member_of(parent), r.axis, w), parent);
  NewPartition partition = new_partition(name, window_bound(r, w), *r.branch.relation.key, r.level.below,
                                         r.level.leaves, window_text(r.axis, w));
  partition.away = r.level.lifecycle.detach.into_schema;
  const std::int64_t rows = rows_in_default(r.branch, partition.bound);
  if ((rows > 0 && !may_move(r.level, r.branch, partition, rows)) || !reserve_all(partition, parent)) {
    r.held.insert(w);
    return;
  }
  r.covered.add(w);
  if (rows > 0) {
    return move(r.branch, Create{parent, parent, std::move(partition), other_locks_of_attach(r.branch)}, want.reason,
                because_wanted(r.level, want), rows);
  }
  // Where an interrupted detach still has a part of the range, it must be finished first.
  auto& list = r.freed.leaves_free(w) && !below_attached_again_ ? creations_ : late_creations_;
  list.push_back({Create{parent, parent, std::move(partition), other_locks_of_attach(r.branch)}, want.reason,
                  because_wanted(r.level, want)});
}

Detach Planner::detach_of(const RangeLevel& r, const Relation& child, const Window& extent) const {
  const DetachClause& clause = r.level.lifecycle.detach;
  const DropClause& drop = r.level.lifecycle.drop;
  Detach d;
  d.parent = r.branch.relation.name;
  d.partition = child.name;
  d.foreign = child.kind == RelationKind::foreign_table;
  d.bound_text = child.bound_text;
  d.form = clause.mode == DetachMode::blocking || r.has_default ? DetachForm::blocking : DetachForm::concurrently;
  const Measured& measured = measured_of(catalog_, child.name);
  const auto expires = expires_at(r.level.lifecycle, r.axis, extent, &measured);
  d.unless = passed_over(r.level.lifecycle, r.axis, extent, r.cursor, &measured);
  if (const auto* integers = std::get_if<IntegerAxis>(&r.axis); integers && expires) {
    d.cursor = CursorTest{r.branch.relation.name,
                          table_.root.name,
                          r.level.key.front().value,
                          integers->segments.front().anchor,
                          *expires,
                          std::holds_alternative<SlidingList>(r.level.by)};
  } else if (expires) {
    d.expired_at = Instant{*expires};
  }
  d.foreign_keys = !table_.incoming.empty() || !table_.outgoing.empty();
  d.extent = window_text(r.axis, extent);
  // With a condition the drop waits for the next plan, which looks at the detached table.
  d.drops = std::holds_alternative<DropImmediately>(drop.is) && !drop.when;
  if (const auto* after = std::get_if<DropAfterDetach>(&drop.is)) d.grace = after->grace;
  d.other_locks = other_locks_of_detach(r.branch, d.form);
  d.references = table_.incoming;
  d.identity_below = child.key && has_identity(table_);
  return d;
}

/// Expired children leave, the others are looked into. Where the current window is missing, all stay: a wrong clock
/// or a stopped lifecycle must not eat the past.
/// A partition of another grid that has expired, in a window that is wanted and still kept. Were it retired, the next
/// plan would make the whole window anew, without its rows.
bool Planner::in_the_way(const RangeLevel& r, const PlacedChild& child) {
  const Window& extent = child.place.extent;
  const auto window = std::find_if(r.wanted.begin(), r.wanted.end(), [&](const auto& entry) {
    return entry.first != extent && overlap(entry.first, extent) && r.held.count(entry.first) > 0;
  });
  if (window == r.wanted.end()) return false;
  out_.findings.push_back(
      warning(FindingKind::retirement_held, child.relation->name,
              fmt::format("has expired, but lies in the window {}, which is wanted; it stays as long as that is",
                          window_text(r.axis, window->first))));
  return true;
}

void Planner::retire(RangeLevel& r) {
  const bool current_there = r.covered.covers(r.current);
  const DetachClause& clause = r.level.lifecycle.detach;
  std::vector<Detach> expired_now;
  const PlacedChild* oldest = nullptr;
  std::vector<const Relation*> expired_children;
  for (const PlacedChild& child : r.children) {
    if (child.relation->detach_pending || child.place.kind == RangePlace::Kind::is_default) continue;
    const bool ours = child.place.kind == RangePlace::Kind::ours;
    if (!child.relation->owner.empty()) {
      foreign_owner(*child.relation);
      continue;
    }
    if (!ours || r.kept(child.place.extent, &measured_of(catalog_, child.relation->name))) {
      if (ours) descend(r.level.below, r.level.leaves, *child.relation);
      continue;
    }
    if (child.relation->kind == RelationKind::foreign_table && !makes_foreign(r.level.below, r.level.leaves)) {
      descend(r.level.below, r.level.leaves, *child.relation);
      continue;
    }
    if (clause.mode != DetachMode::never && in_the_way(r, child)) {
      descend(r.level.below, r.level.leaves, *child.relation);
      continue;
    }
    if (clause.mode != DetachMode::never && still_referenced(*child.relation)) {
      descend(r.level.below, r.level.leaves, *child.relation);
      continue;
    }
    expired_now.push_back(detach_of(r, *child.relation, child.place.extent));
    if (!oldest || child.place.extent.lo < oldest->place.extent.lo) oldest = &child;
    expired_children.push_back(child.relation);
  }
  if (expired_now.empty()) return;
  const QualifiedName& parent = r.branch.relation.name;
  const bool one = expired_now.size() == 1;
  const std::string count = fmt::format("has {} expired partition{} {}", expired_now.size(),
                                        one ? "," : "s, the oldest", quote(oldest->relation->name));
  if (clause.mode == DetachMode::never) {
    out_.findings.push_back(info(FindingKind::detach_never, parent,
                                 fmt::format("{}; `detach never` leaves {} attached", count, one ? "it" : "them")));
  } else if (clause.at_most && static_cast<std::int64_t>(expired_now.size()) > *clause.at_most) {
    out_.findings.push_back(warning(
        FindingKind::detach_limit, parent,
        fmt::format(
            "{}, more than `detach at most {}` allows at once; none is detached. If they shall go, raise that "
            "number to {}, or lower `keep` in steps, a run for each",
            count, *clause.at_most, expired_now.size())));
  } else if (!current_there) {
    out_.findings.push_back(warning(FindingKind::retirement_held, parent,
                                    count + "; the current window is missing, so nothing is retired"));
  } else if (clause.mode == DetachMode::concurrently && r.has_default) {
    out_.findings.push_back(
        warning(FindingKind::retirement_held, parent,
                count + "; a DEFAULT partition forbids `detach concurrently`, so nothing is retired"));
  } else if (r.foreign_pending && !r.has_default) {
    out_.findings.push_back(warning(FindingKind::retirement_held, parent,
                                    count + "; another detach is pending on this parent, so nothing is retired"));
  } else {
    for (std::size_t i = 0; i < expired_now.size(); ++i) {
      if (!move_with(r, expired_now[i], nullptr)) {
        descend(r.level.below, r.level.leaves, *expired_children[i]);
        continue;
      }
      const Relation& child = *expired_children[i];
      const Window extent = place_of(child.bound, r.axis, r.format).extent;
      stale_marker(child);
      detaches_.push_back({std::move(expired_now[i]), Reason::retention_expired,
                           because_expired(r.level, r.axis, extent, r.cursor, measured_of(catalog_, child.name),
                                           child.kind == RelationKind::foreign_table)});
    }
    return;
  }
  // What stays is lived in: rows may still come into it.
  for (const Relation* child : expired_children) descend(r.level.below, r.level.leaves, *child);
}

/// Holes between the oldest partition of ours and now that nothing fills and retention would keep.
void Planner::gaps(const RangeLevel& r) {
  std::int64_t oldest = r.current.lo;
  for (const PlacedChild& child : r.children) {
    if (child.place.kind == RangePlace::Kind::ours) oldest = std::min(oldest, child.place.extent.lo);
  }
  Coverage filled = r.covered;
  for (const Window& w : r.held) filled.add(w);
  for (const Window& part : filled.free_parts(oldest, r.current.lo)) {
    if (!r.kept(part)) continue;
    Window kept = part;
    const auto first = first_kept(r.level.lifecycle, r.axis, r.cursor, window_at(r.axis, part.lo), part.hi);
    if (first && first->lo > kept.lo && first->lo < kept.hi) kept.lo = first->lo;
    std::size_t looked_at = 0;  // under a legal hold the first window is not found by halving
    while (!r.kept({kept.lo, std::min(window_at(r.axis, kept.lo)->hi, kept.hi)}) && ++looked_at < kMaxWindows) {
      kept.lo = window_at(r.axis, kept.lo)->hi;
    }
    out_.findings.push_back(
        info(FindingKind::gap, r.branch.relation.name,
             fmt::format("has no partition for {}, which `keep` would keep and no `create` clause asks for",
                         window_text(r.axis, kept))));
  }
}

/// From now on, which inserts fail although the schema has a window for them?
void Planner::uncovered(const RangeLevel& r) {
  const QualifiedName& parent = r.branch.relation.name;
  if (const auto end = create_ends(r.level.lifecycle, r.axis, r.cursor)) {
    out_.findings.push_back(
        warning(FindingKind::create_ends, parent,
                fmt::format("gets no further windows after {}: nothing but `create until` reaches ahead",
                            position_text(r.axis, *end))));
  }
  if (r.has_default || r.level.default_partition) return;
  std::set<Window> asked = r.held;
  asked.insert(r.current);
  for (const Window& w : asked) {
    for (const Window& part : r.covered.free_parts(std::max(w.lo, r.cursor.position), w.hi)) {
      out_.findings.push_back(
          warning(FindingKind::uncovered, parent,
                  fmt::format("has no partition for {}: inserts there fail", window_text(r.axis, part))));
    }
  }
}

}  // namespace pschema
