#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "base/quote.h"
#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/planning.h"
#include "compile/adopt.h"
#include "report/adoption.h"

namespace pschema {
namespace {

struct AdoptCommand {
  std::string relation;
  std::vector<std::string> files;
  CatalogSource catalog;
  std::string parent;
  std::string bound;
  std::string at;
  std::string output;
  Format format = Format::text;
};

/// As in schema files: without a schema it is in `public`.
QualifiedName name_of(const std::string& text) {
  if (const auto name = parse_qualified_name(text)) return *name;
  if (const auto name = parse_identifier(text)) return {Identifier{"public"}, *name};
  throw Exit{kExitUsage, fmt::format("pschema: `{}` is not the name of a table; write it as SQL does: schema.table\n",
                                     printable(text))};
}

AdoptRequest request_of(const AdoptCommand& command) {
  AdoptRequest request{name_of(command.relation)};
  if (!command.parent.empty()) request.parent = name_of(command.parent);
  if (!command.bound.empty()) request.bound = command.bound;
  return request;
}

[[noreturn]] void refuse(const QualifiedName& relation, const AdoptRefusal& refusal) {
  std::string text = fmt::format("pschema: {} {}; nothing was written\n", printable(quote(relation)), refusal.why);
  if (!refusal.hint.empty()) text += fmt::format("  hint: {}\n", refusal.hint);
  throw Exit{kExitSchema, text};
}

void write(const std::string& path, Folder folder, const std::vector<MigrationFile>& files) {
  folder.files.insert(folder.files.end(), files.begin(), files.end());
  std::sort(folder.files.begin(), folder.files.end(),
            [](const MigrationFile& a, const MigrationFile& b) { return a.name < b.name; });
  write_folder(path, files, folder);
}

int run(const AdoptCommand& command) {
  const AdoptRequest request = request_of(command);
  Inputs inputs(command.format, "adopt");
  const Schema schema = inputs.schema(command.files);
  const Catalog catalog = inputs.catalog(command.catalog, schema);
  const Folder folder = trusted_folder(command.output);
  const auto answer = compile_adoption(schema, catalog, folder, moment_of(command.at, catalog), CompileLimits{},
                                       request, inputs.diagnostics());
  inputs.report();
  if (const auto* refusal = std::get_if<AdoptRefusal>(&answer)) refuse(request.relation, *refusal);
  const auto& adopted = std::get<Adopted>(answer);
  write(command.output, folder, adopted.files);
  std::fputs(adoption_text(adopted.adoption).c_str(), stderr);
  say_pending(adopted.pending_files, command.output);
  if (command.format == Format::json) {
    std::fputs(adoption_json(adopted.adoption, adopted.files, inputs.told(), inputs.sources()).c_str(), stdout);
  } else {
    for (const MigrationFile& file : adopted.files) std::printf("%s.sql\n", file.name.c_str());
  }
  return kExitDone;
}

}  // namespace

Usage adopt_usage() {
  const auto c = std::make_shared<AdoptCommand>();
  return {"adopt",
          "write a migration file that takes over a table from outside the tree",
          {{"RELATION", "", "the table, as SQL writes its name", &c->relation, true}, schema_files(c->files)},
          joined(catalog_source(c->catalog),
                 {{"--parent", "TABLE", "where it belongs, if it bears no marker or that table is gone", &c->parent},
                  {"--bound", "BOUND", "its bounds as ATTACH takes them, if it bears no marker", &c->bound},
                  moment(c->at),
                  output_folder(c->output),
                  format(c->format)}),
          "pschema adopt issue_events_old events.pschema --catalog catalog.toml --parent issue_events "
          "--bound \"FOR VALUES FROM ('019fe8f8-1400-7000-8000-000000000000') TO "
          "('01a00d04-9800-7000-8000-000000000000')\" -o migrations/",
          [c] { return run(*c); },
          "For a detached table that no plan touches: one that `drop never` keeps, that was moved to another schema, "
          "renamed or changed, whose parent is gone, or that another tool detached. If the schema wants or keeps its "
          "window, the file attaches it, and PostgreSQL looks at every row. Else the file marks it as detached from "
          "now on, so that the grace and the drop of the schema apply. The file looks at the table's columns, owner "
          "and rows when it runs, and skips what does not fit. `pschema apply` runs it with --allow-destructive."};
}

}  // namespace pschema
