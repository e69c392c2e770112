// What commands that plan have in common.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/inputs.h"
#include "cli/usage.h"
#include "compile/compile.h"
#include "migration/folder.h"
#include "plan/operation.h"

namespace pschema {

/// The migration files of a folder, which may be missing. Throws Exit where they are not what pschema.sum says: such
/// a folder is not built upon.
Folder trusted_folder(const std::string& path);

/// What a command that judges, and writes no files, is asked.
struct Question {
  std::vector<std::string> files;
  CatalogSource catalog;
  std::string at;       // empty: the snapshot's moment
  std::string pending;  // a folder whose pending files count as done
  std::int64_t max_create = kDefaultMaxCreate;
};
/// --catalog, --dsn, --at, --pending and --max-create.
std::vector<Option> question_options(Question& into);

struct Judged {
  Plan plan;
  std::size_t pending_files;
};
/// Plans, and reports what was found on the way. Throws Exit where nothing can be planned.
Judged judge(const Question& question, Inputs& inputs);

/// 4, 3, 2 or 0, as docs/commands.md has them; with `check`, operations and files that wait give 2.
int exit_code_of(const Plan& plan, std::size_t pending_files, bool check);

/// Says on standard error that files count as done.
void say_pending(std::size_t files, const std::string& folder);

}  // namespace pschema
