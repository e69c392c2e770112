// The man page, made from the commands.
#pragma once

#include <string>
#include <vector>

#include "cli/usage.h"

namespace pschema {

/// pschema(1), in the man macros of groff_man(7).
std::string manual(const std::vector<Usage>& commands);

}  // namespace pschema
