// What `pschema apply` did, as JSON (docs/schemas/apply.json).
#pragma once

#include <string>

#include "runtime/apply.h"

namespace pschema {

std::string apply_json(const ApplyReport& report, const std::string& folder);

}  // namespace pschema
