#include "model/facts.h"

#include <algorithm>

namespace pschema {
namespace {

using Visit = std::function<void(const Level& level, const Relation& branch)>;

bool divided_so(const Relation& branch, const Level& level) {
  if (!branch.key || branch.key->strategy != strategy_of(level) || branch.key->parts.size() != level.key.size())
    return false;
  return std::equal(
      level.key.begin(), level.key.end(), branch.key->parts.begin(),
      [](const Located<Identifier>& column, const KeyPart& part) { return column.value == part.column; });
}

bool has_value_of(const ListBound& bound, const ListGroup& group) {
  return std::any_of(group.values.begin(), group.values.end(), [&](const ListValue& v) {
    return std::find(bound.values.begin(), bound.values.end(), v.text) != bound.values.end();
  });
}

/// What the schema has below a member.
const std::vector<Level>* below_of(const Level& level, const Relation& child) {
  if (std::holds_alternative<DefaultBound>(child.bound)) {
    return level.default_partition ? &level.default_partition->below : nullptr;
  }
  const auto* groups = std::get_if<ListGroups>(&level.by);
  if (!groups) return &level.below;
  const auto* bound = std::get_if<ListBound>(&child.bound);
  if (!bound) return nullptr;
  const auto group = std::find_if(groups->groups.begin(), groups->groups.end(),
                                  [&](const ListGroup& g) { return has_value_of(*bound, g); });
  return group == groups->groups.end() ? nullptr : &group->below;
}

void walk(const Level& level, const Table& table, const Relation& branch, const Visit& visit) {
  if (!divided_so(branch, level)) return;
  visit(level, branch);
  for (const Relation& child : children_of(table, branch.name)) {
    const std::vector<Level>* below = below_of(level, child);
    if (below && !below->empty() && !child.detach_pending) walk(below->front(), table, child, visit);
  }
}

/// Key columns of integer levels, wherever in the tree.
void integer_columns(const std::vector<Level>& levels, std::set<Identifier>& columns) {
  for (const Level& level : levels) {
    if (std::holds_alternative<IntegerRange>(level.by)) columns.insert(level.key.front().value);
    integer_columns(level.below, columns);
    if (level.default_partition) integer_columns(level.default_partition->below, columns);
    if (const auto* list = std::get_if<ListGroups>(&level.by)) {
      for (const ListGroup& group : list->groups) integer_columns(group.below, columns);
    }
  }
}

/// Keys that can be measured as whole numbers; another type is refused before anything is planned.
bool has_numbers(const Table& table, const Identifier& name) {
  return std::any_of(table.columns.begin(), table.columns.end(),
                     [&](const Column& c) { return c.name == name && fits(Encoding::integer, key_type_of(c.type)); });
}

Questions of_members(const Lifecycle& lifecycle) {
  Questions questions;
  for (const KeepClause& clause : lifecycle.keep) {
    if (clause.only_while) add_questions(*clause.only_while, questions);
  }
  return questions;
}

Questions of_the_newest(const Lifecycle& lifecycle) {
  Questions questions = of_members(lifecycle);
  for (const CreateClause& clause : lifecycle.create) {
    if (const auto* next = std::get_if<CreateNext>(&clause.is)) add_questions(next->when, questions);
  }
  return questions;
}

Questions of_orphans(const Lifecycle& lifecycle) {
  Questions questions = of_members(lifecycle);
  if (lifecycle.drop.when) add_questions(*lifecycle.drop.when, questions);
  return questions;
}

/// Where a member lies among its siblings: the end of its range, the greatest of its values.
std::optional<std::int64_t> position_of(const Bound& bound) {
  const KeyFormat number{Encoding::integer, KeyType::numeric, {}, 22};
  if (const auto* range = std::get_if<RangeBound>(&bound)) {
    const auto* end = range->to.empty() ? nullptr : std::get_if<std::string>(&range->to.front());
    return end ? decode(number, *end) : std::nullopt;
  }
  std::optional<std::int64_t> greatest;
  if (const auto* list = std::get_if<ListBound>(&bound)) {
    for (const auto& value : list->values) {
      if (value) greatest = std::max(greatest, decode(number, *value));
    }
  }
  return greatest;
}

const Relation* newest_of(const std::vector<Relation>& siblings) {
  const Relation* newest = nullptr;
  for (const Relation& r : siblings) {
    const auto position = r.detach_pending ? std::nullopt : position_of(r.bound);
    if (position && (!newest || *position > *position_of(newest->bound))) newest = &r;
  }
  return newest;
}

void merge(Questions& into, const Questions& more) {
  into.bytes |= more.bytes;
  into.rows = std::max(into.rows, more.rows);
  into.referenced |= more.referenced;
  into.sql.insert(more.sql.begin(), more.sql.end());
}

}  // namespace

void each_branch(const TableSchema& schema, const Table& table, const Visit& visit) {
  walk(schema.root, table, table.root, visit);
}

std::vector<CursorWish> cursors_wanted(const Schema& schema, const Catalog& catalog) {
  std::vector<CursorWish> wishes;
  for (const TableSchema& described : schema.tables) {
    const auto at = catalog.tables.find(described.name);
    if (at == catalog.tables.end()) continue;
    const QualifiedName& root = at->second.root.name;
    std::set<Identifier> columns;
    integer_columns({described.root}, columns);
    each_branch(described, at->second, [&](const Level& level, const Relation& branch) {
      if (!std::holds_alternative<IntegerRange>(level.by)) return;
      const Identifier& column = level.key.front().value;
      if (branch.name == root) columns.erase(column);
      if (has_numbers(at->second, column)) wishes.push_back({root, branch.name, column, true});
    });
    for (const Identifier& column : columns) {
      if (has_numbers(at->second, column)) wishes.push_back({root, root, column, false});
    }
  }
  return wishes;
}

std::map<QualifiedName, Questions> questions_wanted(const Schema& schema, const Catalog& catalog) {
  std::map<QualifiedName, Questions> wanted;
  const auto ask = [&](const QualifiedName& name, const Questions& questions) {
    if (questions.any()) merge(wanted[name], questions);
  };
  for (const TableSchema& described : schema.tables) {
    const auto at = catalog.tables.find(described.name);
    if (at == catalog.tables.end()) continue;
    each_branch(described, at->second, [&](const Level& level, const Relation& branch) {
      const std::vector<Relation>& members = children_of(at->second, branch.name);
      for (const Relation& member : members) {
        if (!std::holds_alternative<DefaultBound>(member.bound)) ask(member.name, of_members(level.lifecycle));
      }
      if (const Relation* newest = newest_of(members)) ask(newest->name, of_the_newest(level.lifecycle));
      for (const auto& [name, orphan] : catalog.orphans) {
        if (orphan.relation.marker->parent == branch.name) ask(name, of_orphans(level.lifecycle));
      }
    });
  }
  return wanted;
}

}  // namespace pschema
