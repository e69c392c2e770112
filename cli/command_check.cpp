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
  Question question;
  Format format = Format::text;
};

int run(const CheckCommand& command) {
  Inputs inputs(command.format, "check");
  const auto [plan, pending_files] = judge(command.question, inputs);
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
          {schema_files(c->question.files)},
          joined(question_options(c->question), {format(c->format, {"text", "json", "github", "sarif"})}),
          "pschema check events.pschema --catalog catalog.toml",
          [c] { return run(*c); },
          "Leaves with 0 where all fit and nothing is pending, with 2 where operations or files are pending, with 3 "
          "where a warning needs a person, and with 4 where a table does not fit."};
}

}  // namespace pschema
