// What `pschema apply` did, as JSON (docs/schemas/apply.json).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "runtime/apply.h"

namespace pschema {

/// What became of the files, and what stood against the run: members of a document.
nlohmann::json run_value(const ApplyReport& report);

std::string apply_json(const ApplyReport& report, const std::string& folder);

}  // namespace pschema
