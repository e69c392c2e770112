// What `pschema maintain` says: to a person on standard error, to machines as JSON (docs/schemas/maintain.json).
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "cli/maintain.h"

namespace pschema {

/// At the end of a run: what stopped it, what was done, what is left and what it needs.
void say_maintained(const Maintained& maintained, bool allow_destructive);

std::string maintain_json(const Maintained& maintained, int exit, const std::vector<Diagnostic>& diagnostics,
                          const SourceSet& sources);

}  // namespace pschema
