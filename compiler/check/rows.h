// The lifecycle clauses of a block, sorted by table of language.md, and what they say against each other.
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "syntax/ast.h"

namespace pschema {

/// Clauses stay where they are written; the AST outlives this.
struct LifecycleRows {
  std::vector<const ast::CreateClause*> create;
  std::vector<const ast::KeepClause*> keep;
  std::vector<const ast::DetachClause*> detach;
  std::vector<const ast::DropClause*> drop;
  ast::Gaps gaps;  // clauses that could not be read

  bool empty() const { return create.empty() && keep.empty() && detach.empty() && drop.empty(); }
};

LifecycleRows rows_of(const ast::Block& block);

/// Each row of the tables once a block; `never` and `forever` without the other rows of their table. PS2001, PS2020.
void check_rows(const LifecycleRows& rows, Diagnostics& diagnostics);

/// A level's own clauses with those of a policy: creates and keeps add up, a row of `detach` or `drop` in the level
/// replaces the policy's, and `never` replaces all or is replaced. Warns of a keep that the other side outlasts
/// (PS2021). `use` is the place of `policy NAME`.
LifecycleRows merge_rows(const LifecycleRows& own, const LifecycleRows& policy, Span use, Diagnostics& diagnostics);

}  // namespace pschema
