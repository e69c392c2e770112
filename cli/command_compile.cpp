#include <algorithm>
#include <cstdio>
#include <future>
#include <memory>

#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/planning.h"
#include "compile/compile.h"
#include "report/plan_text.h"

namespace pschema {
namespace {

struct CompileCommand {
  std::vector<std::string> files;
  CatalogSource catalog;
  std::string at;
  std::string output;
  FileSettings settings;
  std::int64_t max_create = kDefaultMaxCreate;
  Format format = Format::text;
};

int run(const CompileCommand& command) {
  check_settings(command.settings);
  Inputs inputs(command.format, "compile");
  const Schema schema = inputs.schema(command.files);
  std::future<Folder> beside = std::async(std::launch::async, trusted_folder, command.output);
  Catalog catalog = inputs.catalog(command.catalog, schema);
  const Instant at = moment_of(command.at, catalog);
  Folder folder = beside.get();
  const CompileLimits limits{command.max_create, command.settings};
  auto outcome = compile(schema, std::move(catalog), folder, at, limits, inputs.diagnostics());
  if (!outcome) inputs.stop();
  // Never taken apart: the process ends behind this, and the system gives back a large catalog at once.
  static const auto* const compiled = new Compiled(std::move(*outcome));
  inputs.report();
  std::fputs(plan_text(compiled->plan).c_str(), stderr);
  say_pending(compiled->pending_files, command.output);
  if (!compiled->files.empty()) {
    folder.files.insert(folder.files.end(), compiled->files.begin(), compiled->files.end());
    std::sort(folder.files.begin(), folder.files.end(),
              [](const MigrationFile& a, const MigrationFile& b) { return a.name < b.name; });
    write_folder(command.output, compiled->files, folder);
  }
  inputs.report_findings(compiled->plan, schema);
  if (command.format == Format::json) {
    std::fputs(compiled_json(compiled->plan, compiled->files, inputs.told(), inputs.sources()).c_str(), stdout);
  } else if (command.format != Format::sarif) {
    for (const MigrationFile& file : compiled->files) std::printf("%s.sql\n", file.name.c_str());
  }
  return exit_code_of(compiled->plan, 0, false);
}

}  // namespace

Usage compile_usage() {
  const auto c = std::make_shared<CompileCommand>();
  return {"compile",
          "write the migration files that make the database what the schema says",
          {schema_files(c->files)},
          joined(catalog_source(c->catalog),
                 {moment(c->at), output_folder(c->output), lock_timeout(c->settings), statement_timeout(c->settings),
                  creation_limit(c->max_create), format(c->format, {"text", "json", "github", "sarif"})}),
          "pschema compile events.pschema --catalog catalog.toml -o migrations/",
          [c] { return run(*c); }};
}

}  // namespace pschema
