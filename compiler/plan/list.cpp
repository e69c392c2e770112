#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/quote.h"
#include "model/list_value.h"
#include "plan/because.h"
#include "plan/fit.h"
#include "plan/planner.h"

namespace pschema {
namespace {

using Values = std::set<std::optional<std::string>>;

Values values_of(const ListGroup& group, KeyType type) {
  Values values;
  for (const ListValue& v : group.values) values.insert(comparable_value(type, v.text));
  return values;
}

Values values_of(const ListBound& bound, KeyType type) {
  Values values;
  for (const auto& v : bound.values) values.insert(comparable_value(type, v));
  return values;
}

bool share_one(const Values& a, const Values& b) {
  return std::any_of(a.begin(), a.end(), [&](const auto& v) { return b.count(v) > 0; });
}

/// A partition none of whose values any group has, where that may be a matter of spelling.
const Relation* misspelt(const std::vector<Relation>& children, const std::vector<ListGroup>& groups,
                         const Column& column) {
  if (!has_other_spellings(column.type)) return nullptr;
  const KeyType type = key_type_of(column.type);
  for (const Relation& child : children) {
    const auto* bound = std::get_if<ListBound>(&child.bound);
    if (!bound) continue;
    const bool described = std::any_of(groups.begin(), groups.end(), [&](const ListGroup& group) {
      return share_one(values_of(group, type), values_of(*bound, type));
    });
    if (!described) return &child;
  }
  return nullptr;
}

}  // namespace

void Planner::list(const Level& level, const Branch& branch) {
  const auto& groups = std::get<ListGroups>(level.by).groups;
  const QualifiedName& parent = branch.relation.name;
  const KeyType type = column_key_type(table_, level.key.front().value);
  const Relation* doubtful = misspelt(children(parent), groups, *find_column(table_, level.key.front().value));
  std::set<QualifiedName> known;
  for (const ListGroup& group : groups) {
    const Values wanted = values_of(group, type);
    const QualifiedName name = qualified(group_name(level.named, member_of(parent), group), parent);
    bool found = false;
    for (const Relation& child : children(parent)) {
      const auto* bound = std::get_if<ListBound>(&child.bound);
      if (!bound) continue;
      const Values there = values_of(*bound, type);
      if (there == wanted) {
        found = true;
        known.insert(child.name);
        descend(group.below, group.leaves, child);
      } else if (share_one(there, wanted)) {
        found = true;
        known.insert(child.name);
        out_.findings.push_back(
            child.name == name
                ? warning(FindingKind::list_values_differ, child.name,
                          fmt::format("has other values than group {} in the schema; it is left as it is",
                                      quote(group.name)))
                : warning(FindingKind::list_values_conflict, child.name,
                          fmt::format("has a value of group {}, which is not created", quote(group.name))));
      }
    }
    if (found) continue;
    if (doubtful) {
      out_.findings.push_back(warning(FindingKind::list_values_conflict, doubtful->name,
                                      fmt::format("may have a value of group {}, which is not created: write the "
                                                  "values as the server prints them, as in {}",
                                                  quote(group.name), printable(doubtful->bound_text))));
      continue;
    }
    ListBound bound;
    for (const ListValue& v : group.values) bound.values.push_back(v.text);
    NewPartition partition =
        new_partition(name, bound, *branch.relation.key, group.below, group.leaves, "group " + group.name.text);
    const std::int64_t rows = rows_in_default(branch, partition.bound);
    if ((rows > 0 && !may_move(level, branch, partition, rows)) || !reserve_all(partition, parent)) continue;
    if (rows > 0) {
      move(branch, Create{parent, parent, std::move(partition), other_locks_of_attach(branch)},
           Reason::list_group_missing, because_of_group(group), rows);
    } else {
      create(branch, std::move(partition), Reason::list_group_missing, because_of_group(group));
    }
  }
  default_findings(branch);
  for (const Relation& child : children(parent)) {
    if (!std::holds_alternative<ListBound>(child.bound) || known.count(child.name) > 0) continue;
    out_.findings.push_back(
        info(FindingKind::list_group_unknown, child.name, "belongs to no group of the schema; it is left"));
  }
  default_partition(level, branch);
}

void Planner::default_partition(const Level& level, const Branch& branch) {
  if (!level.default_partition) return;
  const QualifiedName& parent = branch.relation.name;
  for (const Relation& child : children(parent)) {
    if (std::holds_alternative<DefaultBound>(child.bound))
      return descend(level.default_partition->below, level.default_partition->leaves, child);
  }
  NewPartition partition = new_partition(qualified(default_name(*level.default_partition, member_of(parent)), parent),
                                         DefaultBound{}, *branch.relation.key, level.default_partition->below,
                                         level.default_partition->leaves, "default partition");
  if (reserve_all(partition, parent))
    create(branch, std::move(partition), Reason::default_missing, because_of_default(*level.default_partition));
}

}  // namespace pschema
