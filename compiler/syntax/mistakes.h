// The wording of syntax errors: from the token at fault and what could have stood there to a diagnostic.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "antlr4-runtime.h"
#include "base/diagnostic.h"
#include "syntax/token_places.h"

namespace pschema {

/// What a place in the text is, as far as the wording goes.
struct Mistake {
  const TokenPlaces& places;
  const antlr4::Token* at;             // the token at fault
  const antlr4::Token* before;         // the one before it, or null
  const antlr4::Token* after;          // the one behind it
  std::size_t rule;                    // the grammar rule that gave up, names looked through
  antlr4::misc::IntervalSet expected;  // token types
};

/// The kinds of block, by the rule that reads them: RuleFile, RuleTableBlock, RuleLevelBlock, RuleLeavesBlock.
const std::vector<std::size_t>& clause_starts(std::size_t block_rule);
bool starts_clause(std::size_t block_rule, std::size_t type);
/// Begins it a clause of some block below the top level?
bool is_clause_elsewhere(std::size_t type);
/// The keyword that begins a clause of this kind of block and is meant by a misspelt word, or empty.
std::string nearest_clause_start(std::size_t block_rule, std::string_view word);

/// A mistake inside a clause.
Diagnostic describe_in_clause(const Mistake& mistake);
/// A part of a level's head that does not stand in its place, or, where `twice`, is at `first` already.
Diagnostic describe_late_part(const Mistake& mistake, Span first, bool twice);
/// Something in a block that begins no clause of it.
Diagnostic describe_in_block(const Mistake& mistake, std::size_t block_rule);

/// The keyword among the expected ones that is meant by a misspelt word, or empty.
std::string nearest_keyword(std::string_view word, const antlr4::misc::IntervalSet& expected);
/// The same as a token type, or of a word of another tool that means it; 0 where there is none.
std::size_t meant_keyword(std::string_view word, const antlr4::misc::IntervalSet& expected);
/// The keyword that begins a clause of this kind of block and is meant by a word, or 0.
std::size_t meant_clause_start(std::size_t block_rule, std::string_view word);

}  // namespace pschema
