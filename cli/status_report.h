// `pschema status` in words and as JSON (docs/schemas/status.json).
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "runtime/status.h"

namespace pschema {

/// `folder` is the path that the commands in it name.
std::string status_text(const FolderStatus& status, const std::string& folder);
std::string status_json(const FolderStatus& status, const std::string& folder);

/// What to do, as commands for a shell; what is no command stands behind `#`.
std::vector<std::string> status_advice(const FolderStatus& status, const std::string& folder);

/// Differences to pschema.sum and edited files, as the member `diagnostics` of a document.
std::vector<Diagnostic> as_diagnostics(const std::vector<SumProblem>& problems);

/// A word of a shell command.
std::string shell_word(const std::string& text);

}  // namespace pschema
