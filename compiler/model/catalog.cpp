#include "model/catalog.h"

#include <algorithm>

namespace pschema {
namespace {

using Children = std::map<QualifiedName, std::vector<Relation>>;

bool holds(const Children& children, const QualifiedName& name) {
  return std::any_of(children.begin(), children.end(), [&](const auto& entry) {
    const std::vector<Relation>& siblings = entry.second;
    return std::any_of(siblings.begin(), siblings.end(), [&](const Relation& r) { return r.name == name; });
  });
}

}  // namespace

std::string_view relation_kind_text(RelationKind kind) {
  switch (kind) {
    case RelationKind::table:
      return "table";
    case RelationKind::partitioned_table:
      return "partitioned table";
    case RelationKind::foreign_table:
      return "foreign table";
    case RelationKind::view:
      return "view";
    case RelationKind::materialized_view:
      return "materialized view";
    case RelationKind::sequence:
      return "sequence";
    case RelationKind::index:
      return "index";
    case RelationKind::composite_type:
      return "composite type";
    case RelationKind::type:
      return "type";
  }
  return {};
}

std::int64_t row_count(const DefaultRows& rows) {
  std::int64_t count = rows.nulls + rows.infinite;
  for (const RowsAt& at : rows.places) count += at.rows;
  return count;
}

const std::vector<Relation>& children_of(const Table& table, const QualifiedName& parent) {
  static const std::vector<Relation> kNone;
  const auto it = table.children.find(parent);
  return it == table.children.end() ? kNone : it->second;
}

bool name_in_use(const Catalog& catalog, const QualifiedName& name) {
  if (catalog.tables.contains(name) || catalog.orphans.contains(name) || catalog.taken.contains(name)) return true;
  const auto in_tree = [&](const auto& entry) { return holds(entry.second.children, name); };
  return std::any_of(catalog.tables.begin(), catalog.tables.end(), in_tree) ||
         std::any_of(catalog.orphans.begin(), catalog.orphans.end(), in_tree);
}

}  // namespace pschema
