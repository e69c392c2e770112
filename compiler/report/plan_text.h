// A plan for people, and the same words as JSON.
#pragma once

#include <string>

#include "plan/operation.h"

namespace pschema {

/// A count line, then a block for each table. Ends with a line feed.
std::string plan_text(const Plan& plan);

/// The same as JSON, sorted keys, two blanks of indent, ends with a line feed. `version` is that of this form.
std::string plan_json(const Plan& plan);

}  // namespace pschema
