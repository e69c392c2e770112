#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "base/quote.h"
#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/one_name.h"
#include "cli/server_hash.h"
#include "compile/compile.h"
#include "explain/route.h"
#include "report/route.h"

namespace pschema {
namespace {

struct RouteCommand {
  std::string table;
  std::vector<std::string> words;       // values, and files behind them
  std::vector<std::string> configured;  // files, where there are none behind the values
  CatalogSource catalog;
  std::string at;  // empty: the snapshot's moment
  Format format = Format::text;
};

/// What ends in .pschema or is a folder is a schema; the rest are values. A value that looks like one of them is
/// written as column=value.
bool is_schema(const std::string& word) {
  std::error_code failed;
  return word.ends_with(".pschema") || std::filesystem::is_directory(word, failed);
}

const TableSchema& table_named(const Schema& fitted, const std::string& text) {
  std::vector<QualifiedName> names;
  for (const TableSchema& table : fitted.tables) names.push_back(table.name);
  const QualifiedName name = one_name(text, names, "table");
  return *std::find_if(fitted.tables.begin(), fitted.tables.end(),
                       [&](const TableSchema& table) { return table.name == name; });
}

int run(RouteCommand command) {
  const auto files = std::stable_partition(command.words.begin(), command.words.end(),
                                           [](const std::string& word) { return !is_schema(word); });
  const std::vector<std::string> values(command.words.begin(), files);
  std::vector<std::string> schemas(files, command.words.end());
  if (schemas.empty()) schemas = command.configured;
  if (schemas.empty())
    throw Exit{kExitUsage, "pschema: no schema file is given; it stands behind the values: events.pschema\n"};
  Inputs inputs(command.format, "route");
  const Schema schema = inputs.schema(schemas);
  const Catalog catalog = inputs.catalog(command.catalog, schema);
  const auto planned = plan_with_pending(schema, catalog, Folder(), moment_of(command.at, catalog), kDefaultMaxCreate,
                                         inputs.diagnostics());
  if (!planned) inputs.stop();
  inputs.report();
  const TableSchema& table = table_named(planned->fitted, command.table);
  const BucketTest server = command.catalog.file.empty() ? bucket_test(command.catalog.dsn) : BucketTest();
  const auto answer = route({planned->fitted, planned->catalog, planned->plan}, table,
                            row_key(values, planned->catalog.tables.at(table.name)), server);
  if (const auto* bad = std::get_if<BadKey>(&answer))
    throw Exit{kExitUsage, fmt::format("pschema: {}\n", printable(bad->what))};
  const auto& way = std::get<Route>(answer);
  const std::string text = command.format == Format::json
                               ? route_json(way, table.name, planned->plan.at, inputs.told(), inputs.sources())
                               : route_text(way, inputs.sources());
  std::fputs(text.c_str(), stdout);
  return way.end == Routed::partition || way.end == Routed::one_of ? kExitDone : kExitPerson;
}

}  // namespace

Usage route_usage() {
  const auto c = std::make_shared<RouteCommand>();
  return {
      "route",
      "say which partition a row goes to, or why none takes it",
      {{"TABLE", "", "a partitioned table", &c->table, true},
       {"KEY_AND_FILES",
        "",
        "the values of the partition key columns, then schema files or folders",
        &c->words,
        true,
        {},
        Completes::schemas}},
      joined(catalog_source(c->catalog), {moment(c->at), format(c->format)}),
      "pschema route issue_events id=01a03a5d-f100-7000-8000-000000000001 organization_id=7 events.pschema "
      "--catalog catalog.toml --at 2026-08-28T10:00:00Z",
      [c] { return run(*c); },
      "Values stand as column=value, or in the order in which the partition keys ask for them from the root down; "
      "null is NULL, and a negative number stands as column=-5. Leaves with 3 where no partition takes the row. "
      "Which hash partition it is is worked out "
      "for int2, int4, int8, text and uuid, and asked of the server where the catalog comes from one.",
      false,
      {schema_files(c->configured)}};
}

}  // namespace pschema
