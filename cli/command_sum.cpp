#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "cli/status_report.h"
#include "migration/sum.h"
#include "report/diagnostics_json.h"

namespace pschema {
namespace {

struct Sum {
  std::string folder;
  bool accept = false;
  Format format = Format::text;
};

/// What the list did not have as it is now.
struct Differences {
  std::vector<SumProblem> taken;    // into the list
  std::vector<SumProblem> refused;  // edited and missing files, without --accept
};

Differences differences(const Folder& folder, bool accept) {
  Differences d;
  for (const SumProblem& problem : folder.sum_text ? check_sum(folder) : std::vector<SumProblem>()) {
    (problem.code == Code::file_unlisted || accept ? d.taken : d.refused).push_back(problem);
  }
  return d;
}

std::string sum_json(const Sum& command, const Folder& folder, const Differences& d) {
  nlohmann::json added = nlohmann::json::array(), accepted = nlohmann::json::array();
  for (const SumProblem& p : d.taken) (p.code == Code::file_unlisted ? added : accepted).push_back(p.file);
  return json_text({{"version", kJsonVersion},
                    {"command", "sum"},
                    {"folder", command.folder},
                    {"files", folder.files.size()},
                    {"added", added},
                    {"accepted", accepted},
                    {"written", d.refused.empty()},
                    {"exit", d.refused.empty() ? kExitDone : kExitEdited},
                    {"diagnostics", diagnostics_value(as_diagnostics(d.refused), SourceSet())}});
}

void tell(const Folder& folder, const Differences& d) {
  for (const SumProblem& problem : d.refused) {
    std::fputs(fmt::format("error[{}]: {}\n", code_text(problem.code), problem.message).c_str(), stderr);
  }
  if (!d.refused.empty()) {
    std::fputs(
        "pschema.sum is as it was. If that is meant, say --accept; a file that a database has run should be "
        "restored instead (git checkout -- FILE)\n",
        stderr);
    return;
  }
  for (const SumProblem& p : d.taken) {
    const bool added = p.code == Code::file_unlisted;
    std::fputs(fmt::format("{} {}\n", added ? "added" : "accepted", added ? p.file : p.message).c_str(), stderr);
  }
  std::fprintf(stderr, "%zu files in pschema.sum\n", folder.files.size());
}

int run(const Sum& command) {
  const Folder folder = read_folder(command.folder, false);
  const Differences d = differences(folder, command.accept);
  if (d.refused.empty()) write_folder(command.folder, {}, folder);
  tell(folder, d);
  if (command.format == Format::json) std::fputs(sum_json(command, folder, d).c_str(), stdout);
  return d.refused.empty() ? kExitDone : kExitEdited;
}

}  // namespace

Usage sum_usage() {
  const auto c = std::make_shared<Sum>();
  return {"sum",
          "write pschema.sum anew after files were added, merged or deleted",
          {migrations_folder(c->folder)},
          {{"--accept", "", "an edited or missing file is meant", &c->accept}, format(c->format)},
          "pschema sum migrations/",
          [c] { return run(*c); }};
}

}  // namespace pschema
