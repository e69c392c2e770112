// What a change of a schema breaks, as text, as JSON (docs/schemas/breaking.json) and as GitHub's workflow commands.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "breaking/breaking.h"

namespace pschema {

std::string breaking_text(const std::vector<Broken>& changes, const SourceSet& sources);
std::string breaking_json(const std::vector<Broken>& changes, const std::vector<Diagnostic>& diagnostics,
                          const SourceSet& sources);
std::string breaking_github(const std::vector<Broken>& changes, const SourceSet& sources);

}  // namespace pschema
