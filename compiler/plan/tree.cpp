#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/overloaded.h"
#include "base/quote.h"
#include "plan/fit.h"
#include "plan/foreign_leaf.h"
#include "plan/lifecycle.h"
#include "plan/plan.h"
#include "plan/planner.h"
#include "plan/simulate.h"

namespace pschema {
namespace {

void add_names(const std::map<QualifiedName, std::vector<Relation>>& children, std::set<QualifiedName>& names) {
  for (const auto& [parent, list] : children) {
    for (const Relation& child : list) names.insert(child.name);
  }
}

}  // namespace

bool UsedNames::has(const QualifiedName& name) const {
  constexpr int kSearches = 16;
  if (asked_ < kSearches) {
    ++asked_;
    return search(name);
  }
  if (names_.empty()) collect();
  return names_.count(&name) > 0;
}

bool UsedNames::search(const QualifiedName& name) const {
  if (catalog_.tables.count(name) > 0 || catalog_.taken.count(name) > 0) return true;
  for (const auto& [root, table] : catalog_.tables) {
    if (list_with(table.children, name)) return true;
  }
  for (const auto& [root, orphan] : catalog_.orphans) {
    if (orphan.relation.marker->state == MarkerState::building) continue;
    if (root == name || list_with(orphan.children, name)) return true;
  }
  return false;
}

void UsedNames::collect() const {
  for (const auto& [name, table] : catalog_.tables) {
    names_.insert(&name);
    add(table.children);
  }
  for (const auto& [name, orphan] : catalog_.orphans) {
    if (orphan.relation.marker->state == MarkerState::building) continue;
    names_.insert(&name);
    add(orphan.children);
  }
  for (const auto& [name, kind] : catalog_.taken) names_.insert(&name);
}

void UsedNames::add(const std::map<QualifiedName, std::vector<Relation>>& children) const {
  for (const auto& [parent, list] : children) {
    for (const Relation& child : list) names_.insert(&child.name);
  }
}

Planner::Planner(const TableSchema& schema, const Catalog& catalog, const OrphansByParent& orphans,
                 const UsedNames& used, Instant now)
    : schema_(schema),
      catalog_(catalog),
      orphans_(orphans),
      table_(catalog.tables.at(schema.name)),
      now_(now),
      used_(used) {
  out_.table = schema.name;
}

TablePlan Planner::run() {
  column_findings(schema_.root);
  level(schema_.root, Branch{table_.root});
  move_is_seen();
  // Detaches and drops oldest first; everything else in the order of the tree.
  std::stable_sort(detaches_.begin(), detaches_.end(), [](const Operation& a, const Operation& b) {
    const auto& x = std::get<Detach>(a.is);
    const auto& y = std::get<Detach>(b.is);
    if (x.expired_at != y.expired_at) return x.expired_at < y.expired_at;
    return x.cursor && y.cursor && x.cursor->reached < y.cursor->reached;
  });
  // Creations do not wait for an interrupted detach, which may have to wait for others; only what needs its range
  // comes after it.
  for (auto* part : {&creations_, &finalizations_, &late_creations_, &moves_, &detaches_, &drops_}) {
    out_.operations.insert(out_.operations.end(), part->begin(), part->end());
  }
  // Of what is made now nothing was measured, though an earlier relation may have had the name.
  for (Operation& operation : out_.operations) {
    if (!std::holds_alternative<Create>(operation.is) && !std::holds_alternative<Move>(operation.is))
      operation.because.measured = measured_of(catalog_, target_of(operation));
  }
  return std::move(out_);
}

void Planner::level(const Level& l, const Branch& branch) {
  std::visit(Overloaded{
                 [&](const TimeRange&) { range(l, branch); },
                 [&](const IntegerRange&) { range(l, branch); },
                 [&](const ListGroups&) { list(l, branch); },
                 [&](const SlidingList&) { range(l, branch); },
                 [&](const HashBuckets&) { hash(l, branch); },
             },
             l.by);
}

/// A member that stays: is what hangs below it what the schema has there?
void Planner::descend(const std::vector<Level>& below, const Leaves& leaves, const Relation& member) {
  stale_marker(member);
  if (!member.owner.empty() && member.key) return foreign_owner(member);
  look_below(below, leaves, member);
}

/// Of a relation of the tree, or of an orphan that this plan attaches again.
const std::vector<Relation>& Planner::children(const QualifiedName& parent) const {
  const auto at = attached_again_.find(parent);
  return at == attached_again_.end() ? children_of(table_, parent) : *at->second;
}

void Planner::look_below(const std::vector<Level>& below, const Leaves& leaves, const Relation& member) {
  if (member.kind == RelationKind::foreign_table && makes_foreign(below, leaves)) return;
  if (member.kind == RelationKind::foreign_table) {
    out_.findings.push_back(info(FindingKind::foreign_partition, member.name,
                                 "is a foreign table among local partitions; it is left as it is"));
    return;
  }
  if (below.empty()) {
    if (member.key) {
      out_.findings.push_back(
          info(FindingKind::legacy_branch, member.name,
               fmt::format("is partitioned by {}, where the schema has a plain table; it stays as it is",
                           strategy_word(member.key->strategy))));
    }
    return;
  }
  const PartitionKey wanted = key_of(below.front());
  if (!member.key) {
    out_.findings.push_back(
        info(FindingKind::legacy_leaf, member.name,
             fmt::format("is a plain table, where the schema has one partitioned by {}; a plain table cannot take "
                         "partitions and its rows are valid, so it stays",
                         strategy_word(wanted.strategy))));
    return;
  }
  if (wanted.strategy != member.key->strategy) {
    out_.findings.push_back(
        warning(FindingKind::strategy_mismatch, member.name,
                fmt::format("is partitioned by {}, but by {} in the schema; nothing is planned below it",
                            strategy_word(member.key->strategy), strategy_word(wanted.strategy))));
    return;
  }
  if (wanted.parts != member.key->parts) {
    out_.findings.push_back(
        warning(FindingKind::column_mismatch, member.name,
                "is partitioned by other columns than in the schema; nothing is planned below it"));
    return;
  }
  level(below.front(), Branch{member});
}

void Planner::stale_marker(const Relation& member) {
  if (!member.marker || member.detach_pending) return;
  out_.findings.push_back(
      info(FindingKind::stale_marker, member.name,
           "is attached and bears a marker of pschema from an earlier detach; the create file of this "
           "plan clears it"));
  out_.stale_markers.push_back({member.name, member.kind == RelationKind::foreign_table});
}

/// The files run as the owner of the root, who can neither attach to nor detach what belongs to somebody else.
void Planner::foreign_owner(const Relation& member) {
  out_.findings.push_back(
      warning(FindingKind::owner_differs, member.name,
              fmt::format("belongs to {}, and the table to {}; nothing is planned for it until somebody runs "
                          "ALTER TABLE … OWNER TO",
                          quote(Identifier{member.owner}), quote(Identifier{table_.root.owner}))));
}

/// What is wrong with the key columns for rows that are yet to come.
void Planner::column_findings(const Level& l) {
  for (const auto& key : l.key) {
    const Column* column = find_column(table_, key.value);
    const bool ranges = std::holds_alternative<TimeRange>(l.by) || std::holds_alternative<IntegerRange>(l.by);
    const bool may_be_null = ranges && !column->not_null && !l.default_partition;
    if (may_be_null) {
      out_.findings.push_back(info(FindingKind::nullable_key, schema_.name,
                                   fmt::format("may have NULL in its partition column {}, and a row with NULL there "
                                               "fits no window",
                                               quote(column->name))));
    }
  }
  const auto* range = std::get_if<TimeRange>(&l.by);
  const Column* leading = find_column(table_, l.key.front().value);
  if (range && range->encoding == Encoding::uuidv7 &&
      leading->default_expression.find("gen_random_uuid()") != std::string::npos) {
    out_.findings.push_back(
        warning(FindingKind::default_not_uuidv7, schema_.name,
                fmt::format("has the default {} on {}: a version 4 id fits no window; on PostgreSQL 18 "
                            "use uuidv7(), before it a function that makes version 7 ids",
                            leading->default_expression, quote(leading->name))));
  }
  for (const Level& below : l.below) column_findings(below);
  if (const auto* groups = std::get_if<ListGroups>(&l.by)) {
    for (const ListGroup& group : groups->groups) {
      for (const Level& below : group.below) column_findings(below);
    }
  }
}

bool Planner::reserve(const QualifiedName& name, const QualifiedName& parent) {
  // check looks at the numbers that the file has; keys may have come further.
  if (const std::size_t bytes = name.name.text.size(); bytes > kMaxNameBytes) {
    out_.findings.push_back(
        warning(FindingKind::name_unusable, name,
                fmt::format("is wanted as a partition of {}, but the name has {} bytes, and PostgreSQL keeps {}; the "
                            "partition is not created",
                            quote(parent), bytes, kMaxNameBytes)));
    return false;
  }
  if (!used_.has(name)) return reserved_.insert(name).second;
  const auto taken = catalog_.taken.find(name);
  const std::string what = taken == catalog_.taken.end() ? "another partition or a detached one"
                                                         : fmt::format("a {}", relation_kind_text(taken->second));
  out_.findings.push_back(
      warning(FindingKind::name_unusable, name,
              fmt::format("is wanted as a partition of {}, but {} has this name; it is left alone, "
                          "and the partition is not created",
                          quote(parent), what)));
  return false;
}

namespace {
void collect_names(const NewPartition& partition, std::vector<QualifiedName>& names) {
  names.push_back(partition.name);
  for (const NewPartition& below : partition.below) collect_names(below, names);
}
}  // namespace

bool Planner::reserve_all(const NewPartition& partition, const QualifiedName& parent) {
  std::vector<QualifiedName> names;
  collect_names(partition, names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (reserve(names[i], parent)) continue;
    for (std::size_t taken = 0; taken < i; ++taken) reserved_.erase(names[taken]);
    return false;
  }
  return true;
}

void Planner::create(const Branch& branch, NewPartition partition, Reason reason, Because because) {
  auto& list = below_attached_again_ ? late_creations_ : creations_;
  list.push_back(
      {Create{branch.relation.name, branch.relation.name, std::move(partition), other_locks_of_attach(branch)},
       reason, std::move(because)});
}

namespace {

class LockList {
 public:
  void add(std::string_view lock, const QualifiedName& on) {
    const std::string item = fmt::format("{} on {}", lock, quote(on));
    if (!seen_.insert(item).second) return;
    if (!locks_.text.empty()) locks_.text += ", ";
    locks_.text += item;
    ++locks_.tables;
  }
  const OtherLocks& locks() const { return locks_; }

 private:
  std::set<std::string> seen_;
  OtherLocks locks_;
};

}  // namespace

OtherLocks Planner::other_locks_of_attach(const Branch& branch) const {
  LockList locks;
  for (const Relation& child : children(branch.relation.name)) {
    if (!std::holds_alternative<DefaultBound>(child.bound)) continue;
    const auto rows = table_.default_rows.find(child.name);
    locks.add(rows == table_.default_rows.end() ? std::string("ACCESS EXCLUSIVE (and a scan)")
                                                : fmt::format("ACCESS EXCLUSIVE (and a scan of the {} that it had)",
                                                              counted_rows(row_count(rows->second))),
              child.name);
  }
  for (const ForeignKey& key : table_.outgoing) locks.add("SHARE ROW EXCLUSIVE", key.to);
  for (const ForeignKey& key : table_.incoming) locks.add("SHARE ROW EXCLUSIVE", key.from);
  return locks.locks();
}

OtherLocks Planner::other_locks_of_detach(const Branch& branch, DetachForm form) const {
  LockList locks;
  for (const Relation& child : children(branch.relation.name)) {
    if (form == DetachForm::blocking && std::holds_alternative<DefaultBound>(child.bound)) {
      locks.add("ACCESS EXCLUSIVE", child.name);
    }
  }
  for (const ForeignKey& key : table_.outgoing) locks.add("SHARE ROW EXCLUSIVE", key.to);
  for (const ForeignKey& key : table_.incoming) locks.add("ACCESS EXCLUSIVE", key.from);
  return locks.locks();
}

namespace {

/// Partitioned tables that orphans may have come from.
std::set<QualifiedName> relation_names(const Catalog& catalog) {
  std::set<QualifiedName> names;
  for (const auto& [root, table] : catalog.tables) {
    names.insert(root);
    add_names(table.children, names);
  }
  for (const auto& [name, orphan] : catalog.orphans) {
    names.insert(name);
    add_names(orphan.children, names);
  }
  return names;
}

std::vector<Finding> database_findings(const Catalog& catalog) {
  std::vector<Finding> findings;
  if (catalog.orphans.empty()) return findings;
  const std::set<QualifiedName> names = relation_names(catalog);
  for (const auto& [name, orphan] : catalog.orphans) {
    const Marker& marker = *orphan.relation.marker;
    if (names.count(marker.parent) > 0) continue;
    findings.push_back(
        warning(FindingKind::orphan_parent_missing, name,
                fmt::format("was detached from {}, which is not there any more; it is kept until `pschema adopt` "
                            "takes it over",
                            quote(marker.parent))));
  }
  // A pending file's detach has no marker in the database yet.
  const bool marked = std::any_of(catalog.orphans.begin(), catalog.orphans.end(), [](const auto& entry) {
    return entry.second.relation.marker->at != kDetachTimeUnknown;
  });
  if (!catalog.has_ledger && marked) {
    findings.push_back(
        {FindingKind::ledger_missing, FindingSeverity::warning, "pschema.migration",
         "does not exist, but tables with markers of pschema do: was the schema pschema dropped, or left out "
         "of a restore?"});
  }
  return findings;
}

/// The tables and orphans that lose rows by this plan.
std::set<QualifiedName> losing_rows(const Plan& plan) {
  std::set<QualifiedName> names;
  for (const TablePlan& table : plan.tables) {
    for (const Operation& operation : table.operations) {
      if (loses_data(operation)) names.insert({table.table, target_of(operation)});
    }
  }
  return names;
}

/// References were measured before anything of this plan has run. Where it drops rows of the table that references, a
/// reader should know that nobody has to act.
void say_that_references_may_go(Plan& plan, const Catalog& catalog) {
  const std::set<QualifiedName> losing = losing_rows(plan);
  for (TablePlan& table : plan.tables) {
    for (const auto& [partition, by] : catalog.tables.at(table.table).referenced_by) {
      if (!by || losing.count(*by) == 0) continue;
      for (Finding& finding : table.findings) {
        if (finding.kind == FindingKind::referenced && finding.subject == quote(partition))
          finding.sentence += "; this plan drops rows of that table, and the next one looks again";
      }
    }
  }
}

}  // namespace

Plan plan(const Schema& fitted, const Catalog& catalog, Instant now) {
  OrphansByParent orphans;
  for (const auto& [name, orphan] : catalog.orphans) orphans[orphan.relation.marker->parent].push_back(&orphan);
  const UsedNames used(catalog);
  Plan result{now, {}, database_findings(catalog)};
  for (const TableSchema& schema : fitted.tables)
    result.tables.push_back(Planner(schema, catalog, orphans, used, now).run());
  say_that_references_may_go(result, catalog);
  return result;
}

}  // namespace pschema
