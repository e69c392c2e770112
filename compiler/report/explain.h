// An explanation for people, and the same as JSON (docs/schemas/explain.json).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/source.h"
#include "explain/explain.h"

namespace pschema {

/// A head line, then a line for each fact, operation and finding. Clauses are quoted as they stand in the file.
std::string explain_text(const Explanation& explanation, const SourceSet& sources);
std::string explain_json(const Explanation& explanation, Instant at, const std::vector<Diagnostic>& diagnostics,
                         const SourceSet& sources);

/// Lines of facts, indented; names stand under each other.
std::string facts_text(const std::vector<Fact>& facts, const SourceSet& sources);
nlohmann::json facts_value(const std::vector<Fact>& facts, const SourceSet& sources);
/// The user's own text of a place, on one line, and `file:line`; empty where it has none.
std::string source_text(const SourceSet& sources, const Span& span);
std::string place_text(const SourceSet& sources, const Span& span);

}  // namespace pschema
