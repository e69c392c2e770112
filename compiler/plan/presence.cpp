#include "plan/presence.h"

#include <fmt/format.h>

#include <set>

#include "base/quote.h"
#include "plan/leaf.h"

namespace pschema {

void schemas_of_partitions(const TableSchema& table, const Catalog& catalog, Diagnostics& diagnostics) {
  const auto want = [&](const Identifier& schema, std::string_view which) {
    if (catalog.schemas.count(schema) > 0) return;
    diagnostics.error(
        Code::schema_missing, table.span,
        fmt::format("the {} partitions of `{}` shall be in schema `{}`, which the database does not have", which,
                    quote(table.name), quote(schema)),
        "create it first; a snapshot that was taken before this file named the schema does not know it either");
  };
  if (table.in_schema) want(*table.in_schema, "new");
  for (const Identifier& schema : schemas_moved_into(table.root)) want(schema, "detached");
}

void missing(const TableSchema& schema, const Catalog& catalog, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (const auto& [name, table] : catalog.tables) names.push_back(quote(name));
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string_view near = nearest(quote(schema.name), views);
  diagnostics.error(Code::table_missing, schema.name_span,
                    fmt::format("there is no table `{}` in the database", quote(schema.name)),
                    near.empty() ? std::string("create it first; a snapshot older than the table does not know it")
                                 : fmt::format("did you mean `{}`?", near));
}

namespace {

/// For a schema of few tables: a search in each list instead of a look at each partition.
std::map<QualifiedName, Inside> few_inside_others(const Schema& schema, const Catalog& catalog) {
  std::map<QualifiedName, Inside> inside;
  for (const TableSchema& described : schema.tables) {
    for (const auto& [outer, table] : catalog.tables) {
      if (outer == described.name) continue;
      if (const auto* list = list_with(table.children, described.name))
        inside.emplace(described.name, Inside{outer, list->first});
    }
  }
  return inside;
}

}  // namespace

std::map<QualifiedName, Inside> tables_inside_others(const Schema& schema, const Catalog& catalog) {
  constexpr std::size_t kFew = 8;
  if (schema.tables.size() <= kFew) return few_inside_others(schema, catalog);
  std::set<QualifiedName> described;
  for (const TableSchema& table : schema.tables) described.insert(table.name);
  std::map<QualifiedName, Inside> inside;
  for (const auto& [outer, table] : catalog.tables) {
    for (const auto& [parent, children] : table.children) {
      for (const Relation& child : children) {
        if (child.name != outer && described.count(child.name) > 0) inside.emplace(child.name, Inside{outer, parent});
      }
    }
  }
  return inside;
}

bool inside_another(const TableSchema& schema, const std::map<QualifiedName, Inside>& inside,
                    Diagnostics& diagnostics) {
  const auto found = inside.find(schema.name);
  if (found == inside.end()) return false;
  diagnostics.error(
      Code::partition_described, schema.name_span,
      fmt::format("`{}` is a partition of `{}`, which is a tree of its own", quote(schema.name),
                  quote(found->second.parent)),
      fmt::format("describe what is below it in `table {}`, as the level below", quote(found->second.outer)));
  return true;
}

}  // namespace pschema
