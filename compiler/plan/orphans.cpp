#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/quote.h"
#include "model/condition.h"
#include "plan/because.h"
#include "plan/fit.h"
#include "plan/foreign_leaf.h"
#include "plan/range_level.h"
#include "plan/simulate.h"

namespace pschema {
namespace {

/// How many tables the foreign keys of the tree lead to, and so those of what was detached from it.
int referenced_tables(const Table& table) {
  std::set<QualifiedName> names;
  for (const ForeignKey& key : table.outgoing) names.insert(key.to);
  return static_cast<int>(names.size());
}

}  // namespace

/// An interrupted concurrent detach. With our marker it is brought to its end, and then it is an orphan like any
/// other.
void Planner::pending_detach(RangeLevel& r, const PlacedChild& placed) {
  const Relation& child = *placed.relation;
  const Window& extent = placed.place.extent;
  if (!child.marker) {
    r.foreign_pending = true;
    out_.findings.push_back(
        warning(FindingKind::detach_pending, child.name,
                "is half detached, and not by pschema; its rows are hidden and inserts into its range fail "
                "until somebody runs ALTER TABLE … DETACH PARTITION … FINALIZE"));
    return;
  }
  out_.findings.push_back(
      info(FindingKind::detach_pending, child.name,
           "is half detached: an earlier run was interrupted; this plan brings it to its end first"));
  Detach finalize = detach_of(r, child, extent);
  finalize.form = DetachForm::finalize;
  finalize.expired_at.reset();
  finalize.cursor.reset();
  finalize.drops = false;
  finalize.references.clear();
  // What is no window of the grid and lies in none is never retired, however its detach began.
  const bool goes_on =
      placed.place.kind == RangePlace::Kind::ours && r.level.lifecycle.detach.mode != DetachMode::never;
  if (goes_on && !r.kept(extent, &measured_of(catalog_, child.name))) move_with(r, finalize, nullptr);
  finalizations_.push_back({finalize, Reason::detach_finalize, because_interrupted()});
  r.covered.remove(extent);
  r.freed.add(extent);
  if (!goes_on) return;
  Orphan orphan;
  orphan.relation = child;
  orphan.relation.marker->state = MarkerState::detached;
  orphan.relation.marker->at = now_;
  orphan.columns = table_.columns;
  if (r.kept(extent, &measured_of(catalog_, child.name))) {
    reattach(r, orphan, extent);
  } else if (std::holds_alternative<DropImmediately>(r.level.lifecycle.drop.is) && !r.level.lifecycle.drop.when) {
    drops_.push_back({Drop{child.name,
                           r.branch.relation.name,
                           child.bound_text,
                           {},
                           finalize.extent,
                           {},
                           finalize.foreign,
                           referenced_tables(table_)},
                      Reason::follows_detach, because_dropped(r.level, child)});
  }
}

void Planner::orphans(RangeLevel& r) {
  if (adopts(r)) adopt_here(r);
  const auto at = orphans_.find(r.branch.relation.name);
  if (at == orphans_.end()) return;
  for (const Orphan* orphan : at->second) one_orphan(r, *orphan);
}

void Planner::one_orphan(RangeLevel& r, const Orphan& orphan) {
  const Marker& marker = *orphan.relation.marker;
  const QualifiedName& name = orphan.relation.name;
  const Lifecycle& lifecycle = r.level.lifecycle;
  const bool foreign = orphan.relation.kind == RelationKind::foreign_table;
  if (marker.name != name) {
    out_.findings.push_back(
        warning(FindingKind::orphan_renamed, name,
                fmt::format("was detached as {} and bears another name now; it is kept until `pschema adopt` "
                            "takes it over",
                            quote(marker.name))));
    return;
  }
  const RangePlace place = place_of(parse_bound(marker.bound_text), r.axis, r.format);
  if (place.kind != RangePlace::Kind::ours || lifecycle.detach.mode == DetachMode::never) return;
  if (foreign && !makes_foreign(r.level.below, r.level.leaves) &&
      !r.kept(place.extent, &measured_of(catalog_, name))) {
    out_.findings.push_back(
        info(FindingKind::foreign_partition, name, "is a foreign table that was detached; it is left as it is"));
    return;
  }
  if (marker.state == MarkerState::detaching) {
    // Stopped between the detach and its time: only that is still missing.
    Detach finish{r.branch.relation.name,
                  name,
                  marker.bound_text,
                  DetachForm::finalize,
                  {},
                  false,
                  window_text(r.axis, place.extent),
                  false,
                  {},
                  {},
                  {}};
    finish.foreign = foreign;
    if (const auto* after = std::get_if<DropAfterDetach>(&lifecycle.drop.is)) finish.grace = after->grace;
    if (!r.kept(place.extent, &measured_of(catalog_, name))) move_with(r, finish, &orphan);
    finalizations_.push_back({finish, Reason::detach_finalize, because_interrupted()});
  } else if (marker.state != MarkerState::detached) {
    return;
  }
  const Measured& measured = measured_of(catalog_, name);
  if (r.kept(place.extent, &measured)) {
    const bool comes_back = !std::holds_alternative<DropNever>(lifecycle.drop.is) && !moved_away(r, name);
    if (marker.at != kDetachTimeUnknown) {
      if (comes_back) reattach(r, orphan, place.extent);
      return;
    }
    // A pending file retires it. Nothing is planned on top; compile names the file (pending_conflict).
    r.held.insert(place.extent);
    const bool is_wanted = std::any_of(r.wanted.begin(), r.wanted.end(), [&](const auto& entry) {
      return entry.first.lo < place.extent.hi && place.extent.lo < entry.first.hi;
    });
    if (is_wanted) {
      out_.findings.push_back(info(
          FindingKind::detach_pending, name,
          "is detached by a pending file, and its window is wanted: nothing is planned for it until that file is "
          "applied"));
    }
    return;
  }
  const auto* after = std::get_if<DropAfterDetach>(&lifecycle.drop.is);
  const std::string extent = window_text(r.axis, place.extent);
  const auto& when = lifecycle.drop.when;
  const auto deferred = [&] {
    if (!when || holds(*when, &measured) == std::optional(true)) return false;
    out_.findings.push_back(
        info(FindingKind::drop_deferred, name,
             fmt::format("is detached and may be dropped once this holds: {}", condition_text(*when))));
    return true;
  };
  // What was measured of a table that this very plan detaches was measured while it was attached: under a condition
  // the drop is the next plan's.
  const bool measured_detached = !when || marker.at < now_;
  // Of a detach that was stopped before it could write its time the table is younger than its comment by nature.
  const bool changed = orphan.changed_since_marked && marker.state == MarkerState::detached;
  if (changed && !std::holds_alternative<DropNever>(lifecycle.drop.is)) {
    out_.findings.push_back(warning(
        FindingKind::orphan_changed, name,
        fmt::format("was changed after pschema had detached it (attached by hand, granted upon, restored from a "
                    "dump?), so it is not dropped; to let it go, drop it by hand, or let `pschema adopt {}` mark it "
                    "anew",
                    quote(name))));
  } else if (std::holds_alternative<DropImmediately>(lifecycle.drop.is) && marker.at != kDetachTimeUnknown) {
    if (measured_detached && !deferred())
      drops_.push_back(
          {Drop{name, marker.parent, marker.bound_text, {}, extent, when, foreign, referenced_tables(table_)},
           Reason::follows_detach, because_dropped(r.level, orphan.relation)});
  } else if (after && marker.state == MarkerState::detached) {
    const auto over = grace_over(marker, after->grace);
    if (over && *over <= now_) {
      if (!deferred())
        drops_.push_back({Drop{name, marker.parent, marker.bound_text, after->grace, extent, when, foreign,
                               referenced_tables(table_)},
                          Reason::grace_elapsed, because_dropped(r.level, orphan.relation)});
    } else if (over) {
      out_.findings.push_back(info(FindingKind::grace_pending, name,
                                   fmt::format("was detached at {} and may be dropped {} after that, not before {}",
                                               format_utc(marker.at), format_span(after->grace), format_utc(*over))));
    }
  }
}

void Planner::reattach(RangeLevel& r, const Orphan& orphan, const Window& extent) {
  const QualifiedName& name = orphan.relation.name;
  const QualifiedName& parent = r.branch.relation.name;
  if (!r.covered.leaves_free(extent)) {
    out_.findings.push_back(
        warning(FindingKind::range_overlap, name,
                fmt::format("is kept again, but another partition covers a part of {}; it stays detached",
                            window_text(r.axis, extent))));
    r.held.insert(extent);
    return;
  }
  if (!shape_fits(orphan)) {
    r.held.insert(extent);
    return;
  }
  NewPartition partition =
      new_partition(name, parse_bound(orphan.relation.marker->bound_text), *r.branch.relation.key, r.level.below,
                    r.level.leaves, window_text(r.axis, extent));
  const std::int64_t rows = rows_in_default(r.branch, partition.bound);
  if (rows > 0 && !may_move(r.level, r.branch, partition, rows)) {
    r.held.insert(extent);
    return;
  }
  r.covered.add(extent);
  Because because = because_kept(r.level, r.axis, extent, r.cursor, measured_of(catalog_, name));
  Attach attach{parent, parent, std::move(partition), other_locks_of_attach(r.branch),
                orphan.relation.kind == RelationKind::foreign_table};
  if (rows > 0) {
    move(r.branch, std::move(attach), Reason::reattach, std::move(because), rows);
  } else {
    late_creations_.push_back({std::move(attach), Reason::reattach, std::move(because)});
  }
  for (const auto& [name_below, list] : orphan.children) attached_again_[name_below] = &list;
  const bool before = std::exchange(below_attached_again_, true);
  look_below(r.level.below, r.level.leaves, orphan.relation);
  below_attached_again_ = before;
}

/// ATTACH wants the same columns; a generated column on one side only would even be let in by PostgreSQL 15 (reports
/// C32).
bool Planner::shape_fits(const Orphan& orphan) {
  const auto complain = [&](const std::string& why) {
    out_.findings.push_back(
        warning(FindingKind::orphan_shape, orphan.relation.name,
                fmt::format("is kept again, but {}; it stays detached until a person mends that", why)));
    return false;
  };
  if (!orphan.children.empty() && has_identity(table_) && catalog_.server_version >= 170000) {
    return complain(
        "PostgreSQL 17 and later would not give what is below it the table's identity column as it comes back, so "
        "that "
        "it could never be detached again; detach its parts, attach it, and attach them again, by hand");
  }
  const std::string& owner = orphan.relation.owner;
  if (!owner.empty() && owner != table_.root.owner) return complain("it belongs to " + quote(Identifier{owner}));
  const bool local_only = !table_.unique_keys.empty() || !table_.outgoing.empty();
  if (local_only && has_foreign(orphan.relation, orphan.children))
    return complain("it is a foreign table, which the table's unique index or foreign key forbids");
  if (orphan.columns.size() != table_.columns.size()) return complain("it has other columns than the parent");
  for (const Column& column : table_.columns) {
    const auto at = std::find_if(orphan.columns.begin(), orphan.columns.end(),
                                 [&](const Column& c) { return c.name == column.name; });
    if (at == orphan.columns.end()) return complain("it lacks the column " + quote(column.name));
    if (at->type != column.type) return complain(fmt::format("its column {} is {}", quote(column.name), at->type));
    if (column.not_null && !at->not_null)
      return complain(fmt::format("its column {} may be NULL", quote(column.name)));
    if (at->generated != column.generated) {
      return complain(fmt::format("its column {} is generated on one side only", quote(column.name)));
    }
    // PostgreSQL lets a column in that is generated otherwise, from 16 on.
    if (column.generated != ' ' && at->default_expression != column.default_expression) {
      return complain(
          fmt::format("the expression of its generated column {} is {}", quote(column.name), at->default_expression));
    }
  }
  return true;
}

}  // namespace pschema
