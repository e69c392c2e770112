#include "plan/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/overloaded.h"
#include "base/quote.h"
#include "model/list_value.h"
#include "plan/coverage.h"
#include "plan/cursor.h"
#include "plan/fit.h"
#include "plan/foreign_leaf.h"
#include "plan/lifecycle.h"
#include "plan/plan.h"
#include "plan/planner.h"
#include "plan/simulate.h"

namespace pschema {
namespace {

using Problem = std::optional<std::string>;

class Satisfying {
 public:
  Satisfying(const TableSchema& schema, const Catalog& catalog, const TablePlan& plan, Instant now)
      : schema_(schema), catalog_(catalog), table_(catalog.tables.at(schema.name)), now_(now) {
    for (const Finding& finding : plan.findings) {
      missing_excused_ |= excuse_of(finding.kind) == Excuse::missing;
      staying_excused_ |= excuse_of(finding.kind) == Excuse::staying;
    }
  }

  Problem run() const { return level(schema_.root, table_.root); }

 private:
  Problem level(const Level& l, const Relation& branch) const {
    if (!branch.key || *branch.key != key_of(l)) return std::nullopt;  // legacy shapes stay
    const std::vector<Relation>& children = children_of(table_, branch.name);
    Problem problem = std::visit(Overloaded{
                                     [&](const TimeRange&) { return range(l, branch, children); },
                                     [&](const IntegerRange&) { return range(l, branch, children); },
                                     [&](const ListGroups& g) { return list(l, g, branch, children); },
                                     [&](const SlidingList&) { return range(l, branch, children); },
                                     [&](const HashBuckets&) { return hash(branch, children); },
                                 },
                                 l.by);
    if (problem) return problem;
    for (const Relation& child : children) {
      const Level* below = below_of(l, child);
      if (below == nullptr || left_alone(l, child)) continue;
      if (auto deeper = level(*below, child)) return deeper;
    }
    return std::nullopt;
  }

  /// A partition off the grid, or of another owner, is not looked into.
  bool left_alone(const Level& l, const Relation& child) const {
    if (!child.owner.empty() || child.detach_pending) return true;
    const auto keys = range_axis(l, table_);
    if (!keys || std::holds_alternative<DefaultBound>(child.bound)) return false;
    return place_of(child.bound, keys->axis, keys->format).kind != RangePlace::Kind::ours;
  }

  static const Level* first(const std::vector<Level>& levels) { return levels.empty() ? nullptr : &levels.front(); }

  const Level* below_of(const Level& l, const Relation& child) const {
    if (std::holds_alternative<DefaultBound>(child.bound)) {
      return l.default_partition ? first(l.default_partition->below) : nullptr;
    }
    const auto* groups = std::get_if<ListGroups>(&l.by);
    const auto* bound = std::get_if<ListBound>(&child.bound);
    if (!groups || !bound) return first(l.below);
    // A partition with other values than the group is left alone, with what is below it.
    const KeyType type = column_key_type(table_, l.key.front().value);
    std::set<std::optional<std::string>> there;
    for (const auto& value : bound->values) there.insert(comparable_value(type, value));
    for (const ListGroup& group : groups->groups) {
      std::set<std::optional<std::string>> wanted;
      for (const ListValue& value : group.values) wanted.insert(comparable_value(type, value.text));
      if (there == wanted) return first(group.below);
    }
    return nullptr;
  }

  Problem range(const Level& l, const Relation& branch, const std::vector<Relation>& children) const {
    const RangeAxis keys = range_axis(l, table_).value();
    const Cursor cursor = cursor_of(catalog_, table_, l, branch.name, now_);
    Coverage covered;
    for (const Relation& child : children) {
      const RangePlace place = place_of(child.bound, keys.axis, keys.format);
      if (place.kind == RangePlace::Kind::is_default || place.kind == RangePlace::Kind::unreadable) continue;
      covered.add(place.extent);
      const bool gone = place.kind == RangePlace::Kind::ours &&
                        expired(l.lifecycle, keys.axis, place.extent, cursor, &measured_of(catalog_, child.name));
      const bool ours = child.kind != RelationKind::foreign_table || makes_foreign(l.below, l.leaves);
      if (gone && ours && !staying_excused_ && !child.detach_pending && child.owner.empty()) {
        return fmt::format("{} has expired and is still attached", quote(child.name));
      }
    }
    for (const auto& [w, want] : wanted_windows(l.lifecycle, keys.axis, cursor)) {
      if (!missing_excused_ && !covered.covers(w)) {
        return fmt::format("{} still lacks the window {}", quote(branch.name), window_text(keys.axis, w));
      }
    }
    return std::nullopt;
  }

  Problem hash(const Relation& branch, const std::vector<Relation>& children) const {
    std::int64_t largest = 1;
    for (const Relation& child : children) {
      if (const auto* b = std::get_if<HashBound>(&child.bound)) largest = std::max(largest, b->modulus);
    }
    std::int64_t share = 0;
    for (const Relation& child : children) {
      if (const auto* b = std::get_if<HashBound>(&child.bound)) share += largest / b->modulus;
    }
    if (share == largest || missing_excused_) return std::nullopt;
    return fmt::format("the buckets of {} do not cover every key", quote(branch.name));
  }

  Problem list(const Level& l, const ListGroups& groups, const Relation& branch,
               const std::vector<Relation>& children) const {
    const KeyType type = column_key_type(table_, l.key.front().value);
    std::set<std::optional<std::string>> there;
    for (const Relation& child : children) {
      const auto* b = std::get_if<ListBound>(&child.bound);
      if (!b) continue;
      for (const auto& value : b->values) there.insert(comparable_value(type, value));
    }
    for (const ListGroup& group : groups.groups) {
      for (const ListValue& value : group.values) {
        if (there.count(comparable_value(type, value.text)) == 0 && !missing_excused_) {
          return fmt::format("{} still lacks group {}", quote(branch.name), quote(group.name));
        }
      }
    }
    return std::nullopt;
  }

  const TableSchema& schema_;
  const Catalog& catalog_;
  const Table& table_;
  Instant now_;
  bool missing_excused_ = false;
  bool staying_excused_ = false;
};

std::set<QualifiedName> names_of(const Catalog& catalog) {
  std::set<QualifiedName> names;
  const auto add = [&](const std::map<QualifiedName, std::vector<Relation>>& children) {
    for (const auto& [parent, list] : children) {
      for (const Relation& child : list) names.insert(child.name);
    }
  };
  for (const auto& [name, table] : catalog.tables) {
    names.insert(name);
    add(table.children);
  }
  for (const auto& [name, orphan] : catalog.orphans) {
    if (orphan.relation.marker->state == MarkerState::building) continue;  // never seen by anybody, and built on
    names.insert(name);
    add(orphan.children);
  }
  return names;
}

/// What a plan may take away: the targets of its drops, with what hangs below them.
std::set<QualifiedName> dropped_names(const Plan& plan) {
  std::set<QualifiedName> names;
  for (const TablePlan& table : plan.tables) {
    for (const Operation& operation : table.operations) {
      if (loses_data(operation)) names.insert(target_of(operation));
    }
  }
  return names;
}

/// What tables are called after a plan that moves them to another schema.
std::map<QualifiedName, QualifiedName> names_after(const Plan& plan) {
  std::map<QualifiedName, QualifiedName> names;
  for (const TablePlan& table : plan.tables) {
    for (const Operation& operation : table.operations) {
      const auto* detach = std::get_if<Detach>(&operation.is);
      if (!detach || !detach->into_schema) continue;
      for (const QualifiedName& name : detach->moved) names[name] = {*detach->into_schema, name.name};
    }
  }
  return names;
}

Problem lost_more_than_planned(const Catalog& before, const Catalog& after, const Plan& plan) {
  const std::set<QualifiedName> still = names_of(after);
  std::set<QualifiedName> allowed = dropped_names(plan);
  const auto below = [&](const std::map<QualifiedName, std::vector<Relation>>& children) {
    for (bool grown = true; grown;) {
      grown = false;
      for (const auto& [parent, list] : children) {
        if (allowed.count(parent) == 0) continue;
        for (const Relation& child : list) grown |= allowed.insert(child.name).second;
      }
    }
  };
  for (const auto& [name, table] : before.tables) below(table.children);
  for (const auto& [name, orphan] : before.orphans) below(orphan.children);
  const std::map<QualifiedName, QualifiedName> moved = names_after(plan);
  for (const QualifiedName& name : names_of(before)) {
    const auto at = moved.find(name);
    if (still.count(at == moved.end() ? name : at->second) == 0 && allowed.count(name) == 0)
      return fmt::format("{} would be lost", quote(name));
  }
  return std::nullopt;
}

}  // namespace

Problem unsatisfied(const Schema& fitted, const Catalog& catalog, const Plan& findings_of, Instant now) {
  for (std::size_t i = 0; i < fitted.tables.size(); ++i) {
    const TableSchema& table = fitted.tables[i];
    if (auto problem = Satisfying(table, catalog, findings_of.tables.at(i), now).run()) return problem;
  }
  return std::nullopt;
}

Problem disprove(const Schema& fitted, const Catalog& catalog, const Plan& plan) {
  if (operation_count(plan) == 0) return unsatisfied(fitted, catalog, plan, plan.at);
  try {
    const Catalog after = simulate(catalog, plan);
    const Plan again = pschema::plan(fitted, after, plan.at);
    for (const TablePlan& table : again.tables) {
      if (table.operations.empty()) continue;
      const Operation& first = table.operations.front();
      return fmt::format("planning again would {} {} ({})", verb_of(first), quote(target_of(first)),
                         reason_name(first.reason));
    }
    if (auto problem = unsatisfied(fitted, after, again, plan.at)) return problem;
    return lost_more_than_planned(catalog, after, plan);
  } catch (const Refused& refused) {
    return fmt::format("PostgreSQL would refuse a statement: {}", refused.what());
  }
}

}  // namespace pschema
