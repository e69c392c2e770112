// Do two texts say the same? Places do not count.
#pragma once

#include "syntax/ast.h"

namespace pschema {

bool same_meaning(const ast::File& a, const ast::File& b);

}  // namespace pschema
