// `leaves { … }`
#pragma once

#include "base/diagnostic.h"
#include "model/schema.h"
#include "syntax/ast.h"

namespace pschema {

/// The items of a block over those of the blocks around it: an inner item replaces the outer one of its kind, storage
/// parameters one by one. PS2001 for an item that stands twice in the block.
Leaves check_leaves(const ast::Leaves& block, const Leaves& around, Diagnostics& diagnostics);

}  // namespace pschema
