// Parts of a plan as JSON values, for the documents of several commands.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/source.h"
#include "plan/operation.h"
#include "report/plan_text.h"

namespace pschema {

/// All of a plan, as docs/schemas/plan.json defines it.
nlohmann::json plan_value(const Plan& plan, const SourceSet& sources, const StepText& sql = nullptr);
nlohmann::json finding_value(const Finding& finding);
/// Why a table was refused.
nlohmann::json refused_error_value(const Diagnostic& error);

}  // namespace pschema
