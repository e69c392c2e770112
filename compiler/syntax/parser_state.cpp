#include "syntax/parser_state.h"

#include "PschemaParser.h"

namespace pschema {
namespace {

using P = pschema_grammar::PschemaParser;
using antlr4::Parser;
using antlr4::ParserRuleContext;
using antlr4::Token;

constexpr std::size_t kEof = Token::EOF;

}  // namespace

bool is_block(std::size_t rule) {
  return rule == P::RuleFile || rule == P::RuleTableBlock || rule == P::RuleLevelBlock || rule == P::RuleLeavesBlock;
}

/// Rules after which a block must come: a mistake in them need not hide what is in the block.
bool is_head(std::size_t rule) {
  return rule == P::RulePolicyHead || rule == P::RuleTableHead || rule == P::RuleLevelHead ||
         rule == P::RuleDefaultHead || rule == P::RuleGroupHead;
}

/// Rules that end in `;` or in a head and a block.
bool is_clause(std::size_t rule) {
  switch (rule) {
    case P::RuleVersion:
    case P::RuleTimeZone:
    case P::RulePolicy:
    case P::RuleTable:
    case P::RuleInSchema:
    case P::RuleConvert:
    case P::RuleHistory:
    case P::RuleLevel:
    case P::RuleUsePolicy:
    case P::RuleNamed:
    case P::RuleDefaultPartition:
    case P::RuleGroup:
    case P::RuleCreate:
    case P::RuleKeep:
    case P::RuleDetach:
    case P::RuleDrop:
    case P::RuleLeaves:
    case P::RuleTablespace:
    case P::RuleStorage:
    case P::RuleGrants:
    case P::RuleRowSecurity:
    case P::RuleReplicaIdentity:
    case P::RuleUnlogged:
    case P::RuleForeignServer:
    case P::RuleFile:
      return true;
    default:
      return false;
  }
}

/// Clauses whose end is a choice between `;` and a block.
bool ends_in_choice(std::size_t rule) {
  return rule == P::RuleLevel || rule == P::RuleDefaultPartition || rule == P::RuleGroup;
}

std::size_t rule_of(Parser* parser) { return parser->getContext()->getRuleIndex(); }

/// The rule that gave up; for names the one that wanted a name.
std::size_t telling_rule(Parser* parser) {
  const ParserRuleContext* context = parser->getContext();
  while (context->parent != nullptr) {
    const std::size_t rule = context->getRuleIndex();
    if (rule != P::RuleName && rule != P::RuleGroupName && rule != P::RuleKeyword && rule != P::RuleNumber)
      return rule;
    context = static_cast<const ParserRuleContext*>(context->parent);
  }
  return context->getRuleIndex();
}

/// The kind of block that a clause stands in.
std::size_t block_around(Parser* parser) {
  const ParserRuleContext* context = parser->getContext();
  while (context != nullptr) {
    if (is_block(context->getRuleIndex())) return context->getRuleIndex();
    // Also where it stands in a table's block by mistake.
    if (context->getRuleIndex() == P::RuleLevelClause) return P::RuleLevelBlock;
    context = static_cast<const ParserRuleContext*>(context->parent);
  }
  return P::RuleFile;
}

std::size_t la(Parser* parser) { return parser->getTokenStream()->LA(1); }
Token* lt(Parser* parser, ssize_t i) { return parser->getTokenStream()->LT(i); }

/// Does a line begin with `table`? Then the table does, whatever stands before it.
bool at_next_table(Parser* parser) {
  const Token* before = lt(parser, -1);
  return la(parser) == P::TABLE && before != nullptr && before->getLine() != lt(parser, 1)->getLine();
}

/// To the `{`, `;` or `}` that ends a head; not over it.
void skip_head(Parser* parser) {
  while (la(parser) != P::LBRACE && la(parser) != P::SEMI && la(parser) != P::RBRACE && la(parser) != kEof &&
         !at_next_table(parser)) {
    parser->consume();
  }
}

/// Over the next `;` or the next block; not over a `}` of a block outside.
void skip_clause(Parser* parser) {
  skip_head(parser);
  if (at_next_table(parser)) return;
  if (la(parser) == P::SEMI) {
    parser->consume();
    return;
  }
  int depth = 0;
  while (la(parser) != kEof) {
    if (la(parser) == P::LBRACE) ++depth;
    if (la(parser) == P::RBRACE && --depth < 0) return;
    parser->consume();
    if (depth == 0) return;
  }
}

/// Does a `{` come before the next `;` or `}`?
bool block_follows(Parser* parser) {
  for (ssize_t i = 1;; ++i) {
    const std::size_t type = lt(parser, i)->getType();
    if (type == P::LBRACE) return true;
    if (type == P::SEMI || type == P::RBRACE || type == P::TABLE || type == kEof) return false;
  }
}

Mistake mistake_at(Parser* parser, const TokenPlaces& places, antlr4::misc::IntervalSet expected) {
  return {places,
          lt(parser, 1),
          lt(parser, -1),
          la(parser) == kEof ? nullptr : lt(parser, 2),
          telling_rule(parser),
          std::move(expected)};
}

}  // namespace pschema
