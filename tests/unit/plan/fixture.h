// Schemas from text and catalogs from a few lines, for tests of the planner.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "base/quote.h"
#include "check/check.h"
#include "model/catalog.h"
#include "model/schema.h"
#include "plan/fit.h"
#include "plan/plan.h"
#include "syntax/parse.h"
#include "zonefiles/zonefiles.h"

namespace pschema::test {

inline Instant at(std::string_view text) {
  const auto parsed = parse_instant(text);
  return Instant{parsed.value().local.us - parsed->offset_us.value_or(0)};
}

inline QualifiedName name(std::string_view text) { return parse_qualified_name(text).value(); }

/// A schema that must be right.
inline Schema schema_of(const std::string& text) {
  SourceSet sources;
  Diagnostics diagnostics;
  const std::vector<ast::File> files{parse(sources, sources.add("test.pschema", text), diagnostics)};
  ZoneDatabase zones;
  for (const std::string& zone : zone_names(files)) zones.add(load_zone(zone).value());
  Schema schema = check(files, zones, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << render_text(diagnostics.sorted(), sources);
  return schema;
}

/// A catalog under construction: one table, then its partitions.
class CatalogBuilder {
 public:
  CatalogBuilder(std::string_view table, PartitionKey key, std::vector<Column> columns) : root_(name(table)) {
    Table t;
    t.root.name = root_;
    t.root.kind = RelationKind::partitioned_table;
    t.root.key = std::move(key);
    t.root.owner = "app";
    t.columns = std::move(columns);
    catalog_.tables[root_] = std::move(t);
  }

  CatalogBuilder& unique(std::string_view key_name, std::vector<Identifier> columns) {
    catalog_.tables[root_].unique_keys.push_back({{std::string(key_name)}, true, std::move(columns)});
    return *this;
  }
  CatalogBuilder& partition(std::string_view parent, std::string_view child, std::string_view bound_text,
                            std::optional<PartitionKey> key = {}) {
    Relation r;
    r.name = name(child);
    r.kind = key ? RelationKind::partitioned_table : RelationKind::table;
    r.bound = parse_bound(bound_text);
    r.bound_text = std::string(bound_text);
    r.key = std::move(key);
    catalog_.tables[root_].children[name(parent)].push_back(r);
    if (std::holds_alternative<DefaultBound>(r.bound)) table().default_rows[r.name] = {};
    return *this;
  }
  /// So many rows of a DEFAULT partition.
  CatalogBuilder& rows(std::string_view partition, std::string_view place, std::int64_t count) {
    table().default_rows[name(partition)].places.push_back({parse_bound(place), count});
    return *this;
  }
  CatalogBuilder& orphan(std::string_view child, std::string_view parent, std::string_view bound_text,
                         Instant detached) {
    Orphan o;
    o.relation.name = name(child);
    o.relation.marker = Marker{MarkerState::detached, detached, name(child), name(parent), std::string(bound_text)};
    o.columns = catalog_.tables[root_].columns;
    catalog_.orphans[name(child)] = o;
    catalog_.has_ledger = true;
    return *this;
  }
  Catalog& catalog() { return catalog_; }
  Table& table() { return catalog_.tables.at(root_); }

 private:
  QualifiedName root_;
  Catalog catalog_;
};

inline PartitionKey key(Strategy strategy, std::vector<std::string> columns) {
  PartitionKey k{strategy, {}};
  for (std::string& c : columns) k.parts.push_back({{std::move(c)}, ""});
  return k;
}

inline Column column(std::string column_name, std::string type) {
  return {{std::move(column_name)}, std::move(type), true, "", ' ', ' '};
}

/// The one table's plan; the schema must fit.
inline TablePlan plan_of(const Schema& schema, const Catalog& catalog, std::string_view moment) {
  Diagnostics diagnostics;
  const Schema fitted = fit(schema, catalog, at(moment), 1000, diagnostics).schema;
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.sorted().front().message;
  return plan(fitted, catalog, at(moment)).tables.at(0);
}

/// `CREATE public.x (create_ahead)`, one a line of the plan.
inline std::vector<std::string> lines(const TablePlan& table) {
  std::vector<std::string> out;
  for (const Operation& o : table.operations) {
    out.push_back(std::string(verb_of(o)) + " " + quote(target_of(o)) + " (" + std::string(reason_name(o.reason)) +
                  ")");
  }
  return out;
}

/// `legacy_leaf public.x`.
inline std::vector<std::string> findings(const TablePlan& table) {
  std::vector<std::string> out;
  for (const Finding& f : table.findings) out.push_back(std::string(finding_name(f.kind)) + " " + f.subject);
  return out;
}

using Lines = std::vector<std::string>;

}  // namespace pschema::test
