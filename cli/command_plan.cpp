#include <cstdio>
#include <memory>

#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/planning.h"
#include "compile/compile.h"
#include "report/plan_text.h"

namespace pschema {
namespace {

struct PlanCommand {
  std::vector<std::string> files;
  CatalogSource catalog;
  std::string at;       // empty: the snapshot's moment
  std::string pending;  // a folder whose pending files count as done
  std::int64_t max_create = kDefaultMaxCreate;
  Format format = Format::text;
  bool check = false;
  bool sql = false;
  FileSettings settings;
};

int run(const PlanCommand& command) {
  Inputs inputs(command.format, "plan");
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
  StepText sql;
  if (command.sql)
    sql = [&](const TablePlan& table, std::size_t operation) { return step_of(table, operation, command.settings); };
  if (command.format == Format::json) {
    std::fputs(plan_json(plan, inputs.told(), inputs.sources(), sql).c_str(), stdout);
  } else if (command.format != Format::sarif) {
    std::fputs(plan_text(plan, sql).c_str(), stdout);
  }
  say_pending(pending_files, command.pending);
  return exit_code_of(plan, pending_files, command.check);
}

}  // namespace

Usage plan_usage() {
  const auto c = std::make_shared<PlanCommand>();
  return {"plan",
          "say what is to be done, and what was seen and left alone",
          {schema_files(c->files)},
          joined(catalog_source(c->catalog),
                 {moment(c->at),
                  {"--pending",
                   "FOLDER",
                   "folder of migrations whose pending files count as done",
                   &c->pending,
                   false,
                   {},
                   Completes::folder},
                  creation_limit(c->max_create),
                  {"--sql", "", "show below each operation what its file would hold for it", &c->sql},
                  {"--check", "", "leave with 2 if anything is to be done", &c->check},
                  format(c->format, {"text", "json", "github", "sarif"})}),
          "pschema plan events.pschema --catalog catalog.toml --at 2026-08-28T10:00:00Z",
          [c] { return run(*c); }};
}

}  // namespace pschema
