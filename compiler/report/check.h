// Does the schema fit the database, and is anything pending: a plan as one line for each table.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/source.h"
#include "plan/operation.h"

namespace pschema {

/// A line for each table, refused ones included, by name; below it its errors and warnings. Ends with a line feed.
std::string check_text(const Plan& plan, std::size_t pending_files);

/// The same as JSON, notes included (docs/schemas/check.json).
std::string check_json(const Plan& plan, std::size_t pending_files, const std::vector<Diagnostic>& diagnostics,
                       const SourceSet& sources);

}  // namespace pschema
