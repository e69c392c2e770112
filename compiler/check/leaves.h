// `leaves { … }`
#pragma once

#include "base/diagnostic.h"
#include "model/schema.h"
#include "syntax/ast.h"

namespace pschema {

/// The items of a block over those of the blocks around it: an inner item replaces the outer one of its kind, storage
/// parameters one by one, and `foreign server` all that only a local table has. PS2001 for an item that stands twice
/// in the block, PS2020 for one that a foreign table does not have.
Leaves check_leaves(const ast::Leaves& block, const Leaves& around, Diagnostics& diagnostics);

}  // namespace pschema
