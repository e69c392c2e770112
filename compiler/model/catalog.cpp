#include "model/catalog.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quote.h"

namespace pschema {

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

const std::pair<const QualifiedName, std::vector<Relation>>* list_with(
    const std::map<QualifiedName, std::vector<Relation>>& children, const QualifiedName& name) {
  for (const auto& entry : children) {
    const auto at = std::lower_bound(entry.second.begin(), entry.second.end(), name,
                                     [](const Relation& r, const QualifiedName& n) { return r.name < n; });
    if (at != entry.second.end() && at->name == name) return &entry;
  }
  return nullptr;
}

const std::vector<Relation>& children_of(const Table& table, const QualifiedName& parent) {
  static const std::vector<Relation> kNone;
  const auto it = table.children.find(parent);
  return it == table.children.end() ? kNone : it->second;
}

bool has_identity(const Table& table) {
  return std::any_of(table.columns.begin(), table.columns.end(), [](const Column& c) { return c.identity != ' '; });
}

std::string referencing_rows(const ForeignKey& key, std::string_view rows) {
  std::string on;
  for (std::size_t i = 0; i < key.columns.size(); ++i) {
    on += fmt::format("{}p.{} = r.{}", i == 0 ? "" : " AND ", quote(key.to_columns.at(i)), quote(key.columns[i]));
  }
  return fmt::format("SELECT FROM {} AS r JOIN {} AS p ON {}", quote(key.from), rows, on);
}

}  // namespace pschema
