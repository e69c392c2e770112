// Where the parser is, and how it is moved: what the error strategy asks ANTLR's parser.
#pragma once

#include <cstddef>

#include "PschemaParser.h"
#include "antlr4-runtime.h"
#include "atn/RuleTransition.h"
#include "syntax/mistakes.h"
#include "syntax/token_places.h"

namespace pschema {

/// Rules that read the clauses of a block, the file as a whole included.
bool is_block(std::size_t rule);
/// Rules after which a block must come: a mistake in them need not hide what is in the block.
bool is_head(std::size_t rule);
/// Rules that end in `;` or in a head and a block.
bool is_clause(std::size_t rule);
/// Clauses whose end is a choice between `;` and a block.
bool ends_in_choice(std::size_t rule);

/// The rule that the parser is in.
std::size_t rule_of(antlr4::Parser* parser);
/// The rule that gave up; for names the one that wanted a name.
std::size_t telling_rule(antlr4::Parser* parser);
/// The kind of block that a clause stands in.
std::size_t block_around(antlr4::Parser* parser);

/// The type of the token at hand, and the i-th token from there: 1 is that at hand, -1 the one before it.
std::size_t la(antlr4::Parser* parser);
antlr4::Token* lt(antlr4::Parser* parser, ssize_t i);

/// Does a line begin with `table`? Then the table does, whatever stands before it.
bool at_next_table(antlr4::Parser* parser);
/// To the `{`, `;` or `}` that ends a head; not over it.
void skip_head(antlr4::Parser* parser);
/// Over the next `;` or the next block; not over a `}` of a block outside.
void skip_clause(antlr4::Parser* parser);
/// Does a `{` come before the next `;` or `}`?
bool block_follows(antlr4::Parser* parser);
/// What is wrong with the token at hand.
Mistake mistake_at(antlr4::Parser* parser, const TokenPlaces& places, antlr4::misc::IntervalSet expected);

/// Calls a rule of the parser as if another one did, from which ANTLR works out what may follow.
template <class Call>
void call_as_from(antlr4::Parser* parser, std::size_t caller, std::size_t called, Call call) {
  const std::size_t before = parser->getState();
  for (const antlr4::atn::ATNState* state : parser->getATN().states) {
    if (state == nullptr || state->ruleIndex != caller || state->transitions.empty()) continue;
    const auto* rule = dynamic_cast<const antlr4::atn::RuleTransition*>(&*state->transitions[0]);
    if (rule != nullptr && rule->target->ruleIndex == called) parser->setState(state->stateNumber);
  }
  call(static_cast<pschema_grammar::PschemaParser*>(parser));
  parser->setState(before);
}

}  // namespace pschema
