// Parts of a plan as JSON values, for the documents of several commands.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "plan/operation.h"

namespace pschema {

nlohmann::json finding_value(const Finding& finding);
/// Why a table was refused.
nlohmann::json refused_error_value(const Diagnostic& error);

}  // namespace pschema
