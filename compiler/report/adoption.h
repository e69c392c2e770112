// An adoption for people and programs.
#pragma once

#include <string>
#include <vector>

#include "base/source.h"
#include "plan/adopt.h"

namespace pschema {

/// A line or two.
std::string adoption_text(const Adoption& adoption);

/// The document of `adopt`, with the names of the files that it added.
std::string adoption_json(const Adoption& adoption, const std::vector<MigrationFile>& files,
                          const std::vector<Diagnostic>& diagnostics, const SourceSet& sources);

}  // namespace pschema
