// Where a row goes, for people, and the same as JSON (docs/schemas/route.json).
#pragma once

#include <string>
#include <vector>

#include "base/source.h"
#include "explain/route.h"

namespace pschema {

/// The partition alone on the first line, or `none`; then why.
std::string route_text(const Route& route, const SourceSet& sources);
std::string route_json(const Route& route, const QualifiedName& table, Instant at,
                       const std::vector<Diagnostic>& diagnostics, const SourceSet& sources);

}  // namespace pschema
