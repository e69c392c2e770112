#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/inputs.h"
#include "compile/compile.h"
#include "migration/sum.h"
#include "model/catalog_file.h"
#include "report/plan_text.h"

namespace pschema {
namespace {

/// A folder whose files are not what pschema.sum says is not built upon.
Folder trusted_folder(const std::string& path) {
  Folder folder = read_folder(path, true);
  if (folder.files.empty() && !folder.sum_text) return folder;
  std::string text;
  for (const SumProblem& problem : check_sum(folder))
    text += fmt::format("error[{}]: {}\n", code_text(problem.code), problem.message);
  if (!text.empty())
    throw Exit{kExitEdited, text +
                                "nothing was written. Restore what was edited (git checkout -- FILE); after files "
                                "were added, merged or deleted on "
                                "purpose, run `pschema sum`\n"};
  return folder;
}

int exit_code_of(const Plan& plan, std::size_t pending_files, bool check) {
  if (!plan.refused.empty()) return kExitSchema;
  if (needs_a_person(plan)) return kExitPerson;
  return check && (operation_count(plan) > 0 || pending_files > 0) ? kExitPending : kExitDone;
}

void say_pending(std::size_t files, const std::string& folder) {
  if (files == 0) return;
  std::fprintf(stderr, "%zu file%s of %s %s not applied yet and count%s as done here\n", files, files == 1 ? "" : "s",
               folder.c_str(), files == 1 ? "was" : "were", files == 1 ? "s" : "");
}

}  // namespace

int run(const SnapshotCommand& command) {
  Inputs inputs;
  const Schema schema = inputs.schema(command.files);
  const std::string text = write_catalog(snapshot_of(command.dsn, schema));
  if (command.output.empty()) {
    std::fputs(text.c_str(), stdout);
  } else {
    write_file(command.output, text);
  }
  return kExitDone;
}

int run(const PlanCommand& command) {
  Inputs inputs;
  const Schema schema = inputs.schema(command.files);
  const Catalog catalog = inputs.catalog(command.catalog, schema);
  const Folder folder = command.pending.empty() ? Folder() : trusted_folder(command.pending);
  auto planned = plan_with_pending(schema, catalog, folder, moment_of(command.at, catalog), command.max_create,
                                   inputs.diagnostics());
  inputs.report();
  if (!planned) return kExitSchema;
  const std::size_t pending_files = planned->pending_files;
  const Plan plan = with_findings(std::move(*planned));
  const std::string text = command.json ? plan_json(plan) : plan_text(plan);
  std::fputs(text.c_str(), stdout);
  say_pending(pending_files, command.pending);
  return exit_code_of(plan, pending_files, command.check);
}

int run(const CompileCommand& command) {
  Inputs inputs;
  const Schema schema = inputs.schema(command.files);
  const Catalog catalog = inputs.catalog(command.catalog, schema);
  Folder folder = trusted_folder(command.output);
  const CompileLimits limits{command.max_create, {command.lock_timeout, command.statement_timeout}};
  const auto compiled =
      compile(schema, catalog, folder, moment_of(command.at, catalog), limits, inputs.diagnostics());
  inputs.report();
  if (!compiled) return kExitSchema;
  std::fputs(plan_text(compiled->plan).c_str(), stderr);
  say_pending(compiled->pending_files, command.output);
  if (!compiled->files.empty()) {
    folder.files.insert(folder.files.end(), compiled->files.begin(), compiled->files.end());
    std::sort(folder.files.begin(), folder.files.end(),
              [](const MigrationFile& a, const MigrationFile& b) { return a.name < b.name; });
    write_folder(command.output, compiled->files, folder);
  }
  for (const MigrationFile& file : compiled->files) std::printf("%s.sql\n", file.name.c_str());
  return exit_code_of(compiled->plan, 0, false);
}

int run(const SumCommand& command) {
  const Folder folder = read_folder(command.folder, false);
  std::string refused, told;
  for (const SumProblem& problem : folder.sum_text ? check_sum(folder) : std::vector<SumProblem>()) {
    const bool added = problem.code == Code::file_unlisted;
    if (!added && !command.accept)
      refused += fmt::format("error[{}]: {}\n", code_text(problem.code), problem.message);
    told += fmt::format("{} {}\n", added ? "added" : "accepted", added ? problem.file : problem.message);
  }
  if (!refused.empty()) {
    throw Exit{kExitEdited, refused +
                                "pschema.sum is as it was. If that is meant, say --accept; a file that a database "
                                "has run should be restored "
                                "instead (git checkout -- FILE)\n"};
  }
  write_folder(command.folder, {}, folder);
  std::fputs(told.c_str(), stderr);
  std::fprintf(stderr, "%zu files in pschema.sum\n", folder.files.size());
  return kExitDone;
}

int run(const Answered& answered) {
  std::fputs(answered.text.c_str(), answered.exit_code == 0 ? stdout : stderr);
  return answered.exit_code;
}

}  // namespace pschema
