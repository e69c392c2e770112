// What the parser went over, and what may be missing for it.
#pragma once

#include <vector>

#include "syntax/build_values.h"

namespace pschema {

/// A clause that the parser went over.
struct SkippedClause {
  const antlr4::Token* first;
  bool has_block = false;
};

/// The tokens directly below a node that the parser went over, made-up ones aside.
std::vector<const antlr4::Token*> skipped_in(antlr4::ParserRuleContext* node);
/// Are there more than signs among them?
bool went_over_words(antlr4::ParserRuleContext* node);
/// What a clause that began with such a token could have said.
ast::Gaps gaps_behind(std::size_t first);
std::vector<SkippedClause> skipped_clauses(antlr4::ParserRuleContext* block);
/// What is missing in a block because the parser went over it.
ast::Gaps gaps_in(antlr4::ParserRuleContext* block);
/// Does the block end where the text does, or the next table begins? Then more of it may stand anywhere.
bool unclosed(antlr4::tree::TerminalNode* brace);

}  // namespace pschema
