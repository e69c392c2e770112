#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "cli/commands.h"
#include "cli/common_options.h"
#include "cli/exit_codes.h"
#include "cli/files.h"
#include "migration/sum.h"

namespace pschema {
namespace {

struct Sum {
  std::string folder;
  bool accept = false;
};

int run(const Sum& command) {
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

}  // namespace

Usage sum_usage() {
  const auto c = std::make_shared<Sum>();
  return {"sum",
          "write pschema.sum anew after files were added, merged or deleted",
          {migrations_folder(c->folder)},
          {{"--accept", "", "an edited or missing file is meant", &c->accept}},
          "pschema sum migrations/",
          [c] { return run(*c); }};
}

}  // namespace pschema
