// Clauses as a text in the one style of the language (docs/commands.md, fmt).
#pragma once

#include <string>

#include "syntax/clauses.h"

namespace pschema {

std::string lay_out(const Clauses& clauses);

}  // namespace pschema
