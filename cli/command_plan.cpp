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
  Question question;
  Format format = Format::text;
  bool check = false;
  bool sql = false;
  FileSettings settings;
};

int run(const PlanCommand& command) {
  Inputs inputs(command.format, "plan");
  const auto [plan, pending_files] = judge(command.question, inputs);
  StepText sql;
  if (command.sql)
    sql = [&](const TablePlan& table, std::size_t operation) { return step_of(table, operation, command.settings); };
  if (command.format == Format::json) {
    std::fputs(plan_json(plan, inputs.told(), inputs.sources(), sql).c_str(), stdout);
  } else if (command.format != Format::sarif) {
    std::fputs(plan_text(plan, sql).c_str(), stdout);
  }
  say_pending(pending_files, command.question.pending);
  return exit_code_of(plan, pending_files, command.check);
}

}  // namespace

Usage plan_usage() {
  const auto c = std::make_shared<PlanCommand>();
  return {"plan",
          "say what is to be done, and what was seen and left alone",
          {schema_files(c->question.files)},
          joined(question_options(c->question),
                 {{"--sql", "", "show below each operation what its file would hold for it", &c->sql},
                  {"--check", "", "leave with 2 if anything is to be done", &c->check},
                  format(c->format, {"text", "json", "github", "sarif"})}),
          "pschema plan events.pschema --catalog catalog.toml --at 2026-08-28T10:00:00Z",
          [c] { return run(*c); }};
}

}  // namespace pschema
