// A relation that a user names.
#pragma once

#include <string>
#include <vector>

#include "base/name.h"

namespace pschema {

/// The one of `names` that is meant. Throws Exit with 64 where it is none (with the nearest) or several.
QualifiedName one_name(const std::string& text, const std::vector<QualifiedName>& names, const std::string& what);

}  // namespace pschema
