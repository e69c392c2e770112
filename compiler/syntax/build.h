// Parse tree to AST.
#pragma once

#include "syntax/build_values.h"

namespace pschema {

/// Clauses that the parser gave up on, and those with a wrong value in them, are left out; each has been reported
/// then.
ast::File build_file(const Reading& in, Grammar::FileContext* node);

// The parts, each in a file of its own.
/// What could be read of a head; where that is not all of it, it is damaged.
void build_head(const Reading& in, Grammar::LevelContext* node, ast::Level& level);
std::optional<ast::Leaves> build_leaves(const Reading& in, Grammar::LeavesContext* node);
std::optional<ast::Condition> build_condition(const Reading& in, Grammar::ConditionContext* node);
std::optional<ast::CreateClause> build_create(const Reading& in, Grammar::CreateContext* node);
std::optional<ast::KeepClause> build_keep(const Reading& in, Grammar::KeepContext* node);
std::optional<ast::DetachClause> build_detach(const Reading& in, Grammar::DetachContext* node);
std::optional<ast::DropClause> build_drop(const Reading& in, Grammar::DropContext* node);

/// True where the parser gave up within this node.
inline bool broken(antlr4::ParserRuleContext* node) { return node == nullptr || node->exception != nullptr; }
/// From the beginning of a clause to its last token before the `;`.
Span clause_span(const Reading& in, antlr4::ParserRuleContext* clause);

}  // namespace pschema
