// `group …` of list levels.
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "model/schema.h"
#include "syntax/ast.h"

namespace pschema {

/// A group, and the block it was written with.
struct WrittenGroup {
  ListGroup group;  // without what is below
  const ast::Block* block;
};

/// All groups of a list level, damaged ones aside; `group each` as one for each value. PS2023 for a value of two
/// groups, PS2024 for a name of two. `whole` is set to false where that leaves members with one name.
std::vector<WrittenGroup> check_groups(const std::vector<const ast::Group*>& groups, bool& whole,
                                       Diagnostics& diagnostics);

}  // namespace pschema
