#include <algorithm>

#include "base/overloaded.h"
#include "forecast/forecast.h"
#include "forecast/time_levels.h"
#include "model/condition.h"
#include "plan/fit.h"

namespace pschema {
namespace {

std::string type_text(KeyType type) {
  switch (type) {
    case KeyType::timestamptz:
      return "timestamp with time zone";
    case KeyType::timestamp:
      return "timestamp without time zone";
    case KeyType::date:
      return "date";
    case KeyType::uuid:
      return "uuid";
    case KeyType::smallint:
      return "smallint";
    case KeyType::integer:
      return "integer";
    case KeyType::bigint:
      return "bigint";
    case KeyType::numeric:
      return "numeric";
    case KeyType::boolean:
      return "boolean";
    case KeyType::text:
    case KeyType::other:
      return "text";
  }
  return "text";
}

/// Of the leading column of a level's key. Any list value is a text.
std::string leading_type(const Level& level) {
  return std::visit(Overloaded{
                        [](const TimeRange& range) { return type_text(usual_type(range.encoding)); },
                        [](const IntegerRange&) { return type_text(KeyType::bigint); },
                        [](const ListGroups&) { return type_text(KeyType::text); },
                        [](const SlidingList&) { return type_text(KeyType::bigint); },
                        [](const HashBuckets&) { return type_text(KeyType::bigint); },
                    },
                    level.by);
}

void add_columns(const Level& level, Table& table) {
  for (std::size_t i = 0; i < level.key.size(); ++i) {
    if (find_column(table, level.key[i].value)) continue;
    Column column;
    column.name = level.key[i].value;
    column.type = i == 0 ? leading_type(level) : type_text(KeyType::bigint);
    column.not_null = true;
    table.columns.push_back(std::move(column));
  }
}

bool asks_referenced(const Lifecycle& lifecycle) {
  const auto asks = [](const std::optional<Condition>& c) { return c && asks_referenced(*c); };
  return asks(lifecycle.drop.when) || std::any_of(lifecycle.keep.begin(), lifecycle.keep.end(),
                                                  [&](const KeepClause& k) { return asks(k.only_while); });
}

Table made_up(const TableSchema& schema, Catalog& catalog) {
  Table table;
  table.root.name = schema.name;
  table.root.kind = RelationKind::partitioned_table;
  table.root.key = key_of(schema.root);
  table.replica_identity = 'd';
  table.row_security = RowSecurity{};
  table.grants = std::vector<TableGrant>{};
  table.foreign_shape = ForeignShape{};
  for (const Level* level : all_levels(schema.root)) {
    add_columns(*level, table);
    const bool counts =
        std::holds_alternative<IntegerRange>(level->by) || std::holds_alternative<SlidingList>(level->by);
    if (counts) catalog.cursors[{schema.name, level->key.front().value}] = {};
    if (asks_referenced(level->lifecycle) && table.incoming.empty())
      table.incoming.push_back({{"somebody"}, {{"public"}, {"somebody"}}, schema.name, 'a', {}, {}});
  }
  return table;
}

}  // namespace

Catalog made_up_catalog(const Schema& schema, Instant taken_at) {
  Catalog catalog;
  catalog.taken_at = taken_at;
  catalog.has_ledger = true;
  for (const TableSchema& table : schema.tables) {
    catalog.tables[table.name] = made_up(table, catalog);
    if (table.in_schema) catalog.schemas.insert(*table.in_schema);
    catalog.schemas.merge(schemas_moved_into(table.root));
    catalog.servers.merge(foreign_servers(table.root));
  }
  return catalog;
}

}  // namespace pschema
