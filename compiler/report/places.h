// Where in the texts of a run things are that a machine shall show: places of diagnostics and of findings.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"
#include "plan/operation.h"

namespace pschema {

bool has_place(const SourceSet& sources, const Span& span);

/// The page about a code, from the root of the repository: `docs/diagnostics/PS1010.md`.
std::string help_page(Code code);

/// A finding has no place in a text; it is shown at the name of its table in the schema.
struct PlacedFinding {
  Finding finding;
  Span place;
};

/// Those of the tables in their order, then those of the plan as a whole, which are shown at the beginning of the
/// first schema file where they name none of its tables.
std::vector<PlacedFinding> placed_findings(const Plan& plan, const Schema& schema);

}  // namespace pschema
