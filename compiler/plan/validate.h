// Translation validation: a plan is believed only when its own operations, applied to the model of the catalog, lead
// where the schema wants.
#pragma once

#include <optional>
#include <string>

#include "model/catalog.h"
#include "model/schema.h"
#include "plan/operation.h"

namespace pschema {

/// Applies the plan to the model, and then asks of the result: every wanted window, bucket and group is there and
/// nothing expired is attached, save for what a finding names; planning again plans nothing; nothing is gone but what
/// was dropped. The answer says what does not hold: a fault of pschema.
std::optional<std::string> disprove(const Schema& fitted, const Catalog& catalog, const Plan& plan);

/// Only the question whether a catalog satisfies the schema at a moment, given the findings that excuse what is
/// missing. Written apart from the planner, so that a fault in one does not hide in the other.
std::optional<std::string> unsatisfied(const Schema& fitted, const Catalog& catalog, const Plan& findings_of,
                                       Instant now);

}  // namespace pschema
