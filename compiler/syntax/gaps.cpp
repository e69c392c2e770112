#include "syntax/gaps.h"

#include <algorithm>

namespace pschema {
namespace {

using P = Grammar;

}  // namespace

/// The tokens directly below a node that the parser went over, made-up ones aside.
std::vector<const antlr4::Token*> skipped_in(antlr4::ParserRuleContext* node) {
  std::vector<const antlr4::Token*> tokens;
  for (antlr4::tree::ParseTree* child : node->children) {
    auto* error = dynamic_cast<antlr4::tree::ErrorNode*>(child);
    if (error != nullptr && error->getSymbol()->getTokenIndex() != INVALID_INDEX)
      tokens.push_back(error->getSymbol());
  }
  return tokens;
}

/// Are there more than signs among them?
bool went_over_words(antlr4::ParserRuleContext* node) {
  const auto tokens = skipped_in(node);
  return std::any_of(tokens.begin(), tokens.end(), [](const antlr4::Token* t) { return t->getType() == P::WORD; });
}

/// What a clause that began with such a token could have said.
ast::Gaps gaps_behind(std::size_t first) {
  switch (first) {
    case P::CREATE:
      return {true, false, false};
    case P::KEEP:
      return {false, true, false};
    case P::POLICY:
      return {true, true, false};
    case P::NAMED:
    case P::DEFAULT:
    case P::GROUP:
    case P::IN:
      return {false, false, true};
    case P::DETACH:
    case P::DROP:
    case P::LEAVES:
    case P::TABLESPACE:
    case P::WITH:
    case P::GRANTS:
    case P::ROW:
    case P::REPLICA:
    case P::UNLOGGED:
    case P::FOREIGN:
    case P::CONVERT:
    case P::HISTORY:
    case P::TIME:
    case P::PSCHEMA:
    case P::SEMI:
    case P::RBRACE:
      return {};
    default:
      return ast::kAnyGap;
  }
}

std::vector<SkippedClause> skipped_clauses(antlr4::ParserRuleContext* block) {
  std::vector<SkippedClause> clauses;
  int depth = 0;
  bool begins = true;
  for (const antlr4::Token* token : skipped_in(block)) {
    const std::size_t type = token->getType();
    if (begins) clauses.push_back({token});
    if (type == P::LBRACE) {
      ++depth;
      clauses.back().has_block = true;
    }
    if (type == P::RBRACE && depth > 0) --depth;
    begins = depth == 0 && (type == P::SEMI || type == P::RBRACE);
  }
  return clauses;
}

/// What is missing in a block because the parser went over it.
ast::Gaps gaps_in(antlr4::ParserRuleContext* block) {
  ast::Gaps gaps;
  for (const SkippedClause& clause : skipped_clauses(block)) gaps |= gaps_behind(clause.first->getType());
  return gaps;
}

/// Does the block end where the text does, or the next table begins? Then more of it may stand anywhere.
bool unclosed(antlr4::tree::TerminalNode* brace) {
  return brace == nullptr || brace->getSymbol()->getTokenIndex() == INVALID_INDEX;
}

}  // namespace pschema
