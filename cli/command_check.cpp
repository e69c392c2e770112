#include <cstdio>
#include <memory>

#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/planning.h"
#include "compile/compile.h"
#include "report/check.h"

namespace pschema {
namespace {

struct CheckCommand {
  std::vector<std::string> files;
  CatalogSource catalog;
  std::string at;       // empty: the snapshot's moment
  std::string pending;  // a folder whose pending files count as done
  std::int64_t max_create = kDefaultMaxCreate;
  Format format = Format::text;
};

int run(const CheckCommand& command) {
  Inputs inputs(command.format, "check");
  const Schema schema = inputs.schema(command.files);
  const Catalog catalog = inputs.catalog(command.catalog, schema);
  const Folder folder = command.pending.empty() ? Folder() : trusted_folder(command.pending);
  auto planned = plan_with_pending(schema, catalog, folder, moment_of(command.at, catalog), command.max_create,
                                   inputs.diagnostics());
  if (!planned) inputs.stop();
  inputs.report();
  const std::size_t pending_files = planned->pending_files;
  const Plan plan = with_findings(std::move(*planned));
  inputs.report_findings(plan, schema);
  if (command.format == Format::json) {
    std::fputs(check_json(plan, pending_files, inputs.told(), inputs.sources()).c_str(), stdout);
  } else if (command.format != Format::sarif) {
    std::fputs(check_text(plan, pending_files).c_str(), stdout);
  }
  return exit_code_of(plan, pending_files, true);
}

}  // namespace

Usage check_usage() {
  const auto c = std::make_shared<CheckCommand>();
  return {"check",
          "say for each table whether its schema fits the database, and whether anything is pending",
          {schema_files(c->files)},
          joined(catalog_source(c->catalog), {moment(c->at),
                                              {"--pending",
                                               "FOLDER",
                                               "folder of migrations whose pending files count as done",
                                               &c->pending,
                                               false,
                                               {},
                                               Completes::folder},
                                              creation_limit(c->max_create),
                                              format(c->format, {"text", "json", "github", "sarif"})}),
          "pschema check events.pschema --catalog catalog.toml",
          [c] { return run(*c); },
          "Leaves with 0 where all fit and nothing is pending, with 2 where operations or files are pending, with 3 "
          "where a warning needs a person, and with 4 where a table does not fit."};
}

}  // namespace pschema
