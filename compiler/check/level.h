// A level with its block, and all below it.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "base/diagnostic.h"
#include "check/head.h"
#include "model/schema.h"
#include "syntax/ast.h"

namespace pschema {

/// What holds for every level of a file.
struct Surroundings {
  const FileZone& zone;
  const std::map<Identifier, const ast::Policy*>& policies;
  bool all_policies;  // false: others may have been written
  Diagnostics& diagnostics;
  /// Becomes false where a member's name, or whether it is there, cannot be told from what was read.
  bool& whole;
};

/// What a level gets from those above it.
struct Above {
  std::map<Identifier, Span> keys;  // columns that are keys already
  Leaves leaves;
  bool root = true;
};

/// Reports all that is wrong in the level and below it; nullopt where not even the kind of its head is known.
std::optional<Level> check_level(const ast::Level& level, const Above& above, const Surroundings& in);

/// What may stand in a policy: lifecycle clauses, each row once.
void check_policy(const ast::Policy& policy, Diagnostics& diagnostics);

}  // namespace pschema
