#include "explain/locate.h"

#include <algorithm>
#include <set>

#include "model/list_value.h"
#include "plan/fit.h"

namespace pschema {

const Level* dividing(const std::vector<Level>& below, const Relation& relation) {
  if (below.empty() || !relation.key) return nullptr;
  const PartitionKey wanted = key_of(below.front());
  return wanted == *relation.key ? &below.front() : nullptr;
}

const ListGroup* group_of(const ListGroups& list, KeyType type, const ListBound& bound) {
  std::set<std::optional<std::string>> there;
  for (const auto& value : bound.values) there.insert(comparable_value(type, value));
  for (const ListGroup& group : list.groups) {
    std::set<std::optional<std::string>> wanted;
    for (const ListValue& value : group.values) wanted.insert(comparable_value(type, value.text));
    if (wanted == there) return &group;
  }
  return nullptr;
}

const std::vector<Level>* below_of(const Level& level, const Table& table, const Bound& member) {
  if (std::holds_alternative<DefaultBound>(member))
    return level.default_partition ? &level.default_partition->below : nullptr;
  const auto* list = std::get_if<ListGroups>(&level.by);
  if (!list) return &level.below;
  const auto* values = std::get_if<ListBound>(&member);
  if (!values) return nullptr;
  const ListGroup* group = group_of(*list, column_key_type(table, level.key.front().value), *values);
  return group ? &group->below : nullptr;
}

namespace {

bool find_way(const Level* level, const Table& table, const Relation& parent, const QualifiedName& name,
              std::vector<Step>& way) {
  for (const Relation& child : children_of(table, parent.name)) {
    way.push_back({level, &parent, &child});
    if (child.name == name) return true;
    const std::vector<Level>* below = level ? below_of(*level, table, child.bound) : nullptr;
    if (find_way(below ? dividing(*below, child) : nullptr, table, child, name, way)) return true;
    way.pop_back();
  }
  return false;
}

}  // namespace

std::vector<Step> way_to(const TableSchema& schema, const Table& table, const QualifiedName& name) {
  std::vector<Step> way;
  find_way(&schema.root, table, table.root, name, way);
  return way;
}

const Level* level_of(const TableSchema& schema, const Table& table, const QualifiedName& branch) {
  if (branch == table.root.name) return &schema.root;
  const std::vector<Step> way = way_to(schema, table, branch);
  if (way.empty() || !way.back().level) return nullptr;
  const std::vector<Level>* below = below_of(*way.back().level, table, way.back().member->bound);
  return below ? dividing(*below, *way.back().member) : nullptr;
}

}  // namespace pschema
