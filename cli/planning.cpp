#include "cli/planning.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/inputs.h"
#include "migration/sum.h"

namespace pschema {

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

std::vector<Option> question_options(Question& into) {
  return joined(catalog_source(into.catalog),
                {moment(into.at), pending_folder(into.pending), creation_limit(into.max_create)});
}

Judged judge(const Question& question, Inputs& inputs) {
  const Schema schema = inputs.schema(question.files);
  Catalog catalog = inputs.catalog(question.catalog, schema);
  const Instant at = moment_of(question.at, catalog);
  const Folder folder = question.pending.empty() ? Folder() : trusted_folder(question.pending);
  auto planned = plan_with_pending(schema, std::move(catalog), folder, at, question.max_create, inputs.diagnostics());
  if (!planned) inputs.stop();
  inputs.report();
  Judged judged{std::move(planned->plan), planned->pending_files};
  inputs.report_findings(judged.plan, schema);
  return judged;
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

}  // namespace pschema
