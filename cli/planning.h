// What commands that plan have in common.
#pragma once

#include <string>

#include "migration/folder.h"
#include "plan/operation.h"

namespace pschema {

/// The migration files of a folder, which may be missing. Throws Exit where they are not what pschema.sum says: such
/// a folder is not built upon.
Folder trusted_folder(const std::string& path);

/// 4, 3, 2 or 0, as docs/commands.md has them; with `check`, operations and files that wait give 2.
int exit_code_of(const Plan& plan, std::size_t pending_files, bool check);

/// Says on standard error that files count as done.
void say_pending(std::size_t files, const std::string& folder);

}  // namespace pschema
