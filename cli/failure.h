// What a command ends with that throws.
#pragma once

#include <exception>

#include "cli/inputs.h"

namespace pschema {

/// The exit code and what is said.
Exit failure_of(const std::exception_ptr& thrown);

}  // namespace pschema
