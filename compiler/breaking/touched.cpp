// Which partitions of a catalog a change touches: what the planner would do with the old schema and with the new one.
#include <algorithm>
#include <limits>
#include <set>

#include "base/quote.h"
#include "breaking/breaking.h"
#include "plan/fit.h"
#include "plan/plan.h"

namespace pschema {
namespace {

/// What a plan does to one table, by name.
struct Doings {
  std::set<std::string> retired, dropped, made, found;
};

Doings doings_of(const TablePlan& table) {
  Doings d;
  for (const Operation& operation : table.operations) {
    const std::string target = quote(target_of(operation));
    const auto* detach = std::get_if<Detach>(&operation.is);
    const bool drops = std::holds_alternative<Drop>(operation.is);
    if (detach) d.retired.insert(target);
    if (drops || (detach && detach->drops)) d.dropped.insert(target);
    if (!detach && !drops) d.made.insert(target);
  }
  for (const Finding& finding : table.findings)
    d.found.insert(std::string(finding_name(finding.kind)) + " " + finding.subject);
  return d;
}

std::map<QualifiedName, Doings> doings_of(const Schema& schema, const Catalog& catalog, Instant at) {
  Diagnostics ignored;
  const Fitted fitted = fit(schema, catalog, at, std::numeric_limits<int>::max(), ignored);
  std::map<QualifiedName, Doings> all;
  for (const TablePlan& table : plan(fitted.schema, catalog, at).tables) all[table.table] = doings_of(table);
  return all;
}

std::set<std::string> without(const std::set<std::string>& a, const std::set<std::string>& b) {
  std::set<std::string> left;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(left, left.end()));
  return left;
}

/// The relations that findings of these kinds are about.
std::set<std::string> subjects(const std::set<std::string>& found, std::initializer_list<FindingKind> kinds) {
  std::set<std::string> names;
  for (const FindingKind kind : kinds) {
    const std::string prefix = std::string(finding_name(kind)) + " ";
    for (const std::string& f : found) {
      if (f.rfind(prefix, 0) == 0) names.insert(f.substr(prefix.size()));
    }
  }
  return names;
}

/// Of what the new schema does and the old one does not, the part that follows from a change of this kind.
std::set<std::string> touched_by(BreakKind kind, const Doings& before, const Doings& after) {
  switch (kind) {
    case BreakKind::retention_shortened:
    case BreakKind::keep_removed:
    case BreakKind::hold_removed:
    case BreakKind::detach_resumed:
    case BreakKind::detach_limit_raised:
      return without(after.retired, before.retired);
    case BreakKind::drop_sooner:
      return without(after.dropped, before.dropped);
    case BreakKind::create_shortened:
    case BreakKind::default_removed:
      return without(before.made, after.made);
    case BreakKind::detach_blocking:
    case BreakKind::detach_schema_changed:
      return after.retired;
    case BreakKind::level_added:
      return subjects(without(after.found, before.found), {FindingKind::legacy_leaf});
    case BreakKind::level_removed:
      return subjects(without(after.found, before.found), {FindingKind::legacy_branch});
    case BreakKind::grid_moved:
    case BreakKind::zone_changed:
    case BreakKind::encoding_changed:
      return subjects(without(after.found, before.found),
                      {FindingKind::unmanaged_partition, FindingKind::unreadable_bound});
    case BreakKind::strategy_changed:
    case BreakKind::key_changed:
      return subjects(without(after.found, before.found),
                      {FindingKind::strategy_mismatch, FindingKind::column_mismatch});
    case BreakKind::modulus_changed:
      return subjects(without(after.found, before.found),
                      {FindingKind::modulus_preserved, FindingKind::modulus_repaired});
    case BreakKind::group_removed:
      return subjects(without(after.found, before.found), {FindingKind::list_group_unknown});
    case BreakKind::group_values_changed:
      return subjects(without(after.found, before.found),
                      {FindingKind::list_values_differ, FindingKind::list_values_conflict});
    case BreakKind::table_removed:
    case BreakKind::schema_changed:
    case BreakKind::names_changed:
    case BreakKind::leaves_unlogged:
      return {};
  }
  return {};
}

const TableSchema& table_named(const Schema& schema, const QualifiedName& name) {
  return *std::find_if(schema.tables.begin(), schema.tables.end(),
                       [&](const TableSchema& t) { return t.name == name; });
}

}  // namespace

std::vector<Broken> with_partitions(std::vector<Broken> changes, const Schema& before, const Schema& after,
                                    const Catalog& catalog, Instant at) {
  auto old_doings = doings_of(before, catalog, at);
  auto new_doings = doings_of(after, catalog, at);
  std::map<QualifiedName, std::set<std::string>> unsaid;
  for (const auto& [table, now] : new_doings) {
    if (old_doings.count(table) == 0) continue;
    for (const auto& lost :
         {without(now.retired, old_doings[table].retired), without(now.dropped, old_doings[table].dropped)})
      unsaid[table].insert(lost.begin(), lost.end());
  }
  for (Broken& change : changes) {
    const std::set<std::string> names = touched_by(change.kind, old_doings[change.table], new_doings[change.table]);
    change.partitions.assign(names.begin(), names.end());
    for (const std::string& name : names) unsaid[change.table].erase(name);
  }
  for (const auto& [table, names] : unsaid) {
    if (names.empty()) continue;
    changes.push_back({BreakKind::retention_shortened,
                       table,
                       "more expires than before",
                       table_named(after, table).name_span,
                       "",
                       {names.begin(), names.end()}});
  }
  return changes;
}

}  // namespace pschema
