// How the error strategy reads on within a clause: what it repairs, and what it reads although it stands elsewhere.
#include <fmt/format.h>

#include "PschemaParser.h"
#include "syntax/mistakes.h"
#include "syntax/parser_state.h"
#include "syntax/repair.h"
#include "syntax/strategy.h"

namespace pschema {
namespace {

using P = pschema_grammar::PschemaParser;
using antlr4::Parser;
using antlr4::ParserRuleContext;
using antlr4::Token;

constexpr std::size_t kEof = Token::EOF;

bool starts_head_part(std::size_t type) {
  return type == P::EVERY || type == P::STARTING || type == P::THEN || type == P::AS || type == P::AT ||
         type == P::MODULUS;
}

/// The first part of this kind below one of two nodes.
template <class Part>
ParserRuleContext* either(ParserRuleContext* head, ParserRuleContext* level) {
  for (ParserRuleContext* node : {head, level}) {
    const auto parts = node->getRuleContexts<Part>();
    if (!parts.empty()) return parts.front();
  }
  return nullptr;
}

/// The part of a level's head that begins so and is there already, but for `then every`, of which there may be
/// several.
ParserRuleContext* head_part(P::LevelContext* level, std::size_t type) {
  P::LevelHeadContext* head = level->levelHead();
  if (head == nullptr) return nullptr;
  switch (type) {
    case P::EVERY:
      return either<P::EveryContext>(head, level);
    case P::STARTING:
      return head->every() == nullptr ? nullptr : head->every()->starting();
    case P::AS:
      return either<P::EncodingContext>(head, level);
    case P::AT:
      return either<P::LevelZoneContext>(head, level);
    case P::MODULUS:
      return either<P::ModulusContext>(head, level);
    default:
      return nullptr;
  }
}

}  // namespace

// --- Repairs
// ------------------------------------------------------------------------------------------------------------

void ErrorStrategy::read_as(Parser* parser, std::size_t type) {
  if (auto* token = dynamic_cast<antlr4::CommonToken*>(lt(parser, 1))) token->setType(type);
}

/// Reports the token at hand and lets the parser read it as what was meant; false where that is not known.
bool ErrorStrategy::mend(Parser* parser) {
  const std::size_t type = la(parser);
  if (inErrorRecoveryMode(parser) || !can_be_mended(type)) return false;
  // Quick where the text is right.
  const auto& atn = parser->getATN();
  if (atn.nextTokens(atn.states[parser->getState()]).contains(type)) return false;
  const std::size_t index = lt(parser, 1)->getTokenIndex();
  antlr4::misc::IntervalSet expected = expected_here(parser);
  if (expected.contains(type) || reported_.junk.count(index) > 0) return false;
  const Mistake mistake = mistake_at(parser, places_, std::move(expected));
  if (groups_digits(mistake)) return mend_number(parser, mistake);
  const auto repair = repair_of(mistake);
  if (!repair && !is_stray(mistake)) return false;
  if (!caused_by_junk(parser)) diagnostics_.add(describe_in_clause(mistake));
  beginErrorCondition(parser);
  if (repair) {
    read_as(parser, repair->type);
    if (repair->is_guess) guessed_ = index;
    if (!repair->has_value) reported_.junk.insert(index);
  } else {
    parser->consume();
  }
  endErrorCondition(parser);
  return true;
}

/// `10,000`: the number before the comma has no value that could be used.
bool ErrorStrategy::mend_number(Parser* parser, const Mistake& first) {
  Span span = places_.of(first.before);
  reported_.junk.insert(first.before->getTokenIndex());
  beginErrorCondition(parser);
  std::string digits(places_.text(span));
  while (groups_digits(mistake_at(parser, places_, {}))) {
    parser->consume();
    const Span group = places_.of(lt(parser, 1));
    span.end = group.end;
    digits += "_" + std::string(places_.text(group));
    parser->consume();
  }
  endErrorCondition(parser);
  diagnostics_.error(Code::bad_number, span, fmt::format("`{}` is not a number", places_.text(span)),
                     fmt::format("digits are grouped by `_`: write `{}`", digits));
  return true;
}

/// The same for a comma or the like that ends a clause.
bool ErrorStrategy::mend_end(Parser* parser) {
  if (inErrorRecoveryMode(parser) || la(parser) == kEof) return false;
  const Mistake mistake = mistake_at(parser, places_, expected_here(parser));
  if (!ends_clause(mistake, block_around(parser))) return false;
  Diagnostic d = describe_in_clause(mistake);
  d.hint = "a clause ends in `;`";
  diagnostics_.add(std::move(d));
  read_as(parser, P::SEMI);
  return true;
}

/// A parenthesis is missing where what follows it is at hand.
bool ErrorStrategy::parenthesis_left_out(Parser* parser, std::size_t wanted) {
  if (inErrorRecoveryMode(parser)) return false;
  const std::size_t type = la(parser);
  const auto* state = parser->getATN().states[parser->getState()];
  const antlr4::misc::IntervalSet behind =
      parser->getATN().nextTokens(state->transitions[0]->target, parser->getContext());
  // A keyword can be a name, but not here.
  const bool follows = wanted == P::LPAREN ? type == P::WORD || type == P::QUOTED || type == P::STRING
                                           : type == P::SEMI || type == P::LBRACE || behind.contains(type);
  if (!follows || (wanted == P::LPAREN && lt(parser, 2)->getType() == P::LPAREN)) return false;
  const Token* before = lt(parser, -1);
  const bool other_half = wanted == P::RPAREN && parenthesis_opened_;
  parenthesis_opened_ = wanted == P::LPAREN;
  if (other_half || before == nullptr || caused_by_junk(parser)) return true;
  Diagnostic d;
  d.code = Code::unexpected_token;
  d.message = fmt::format("missing `{}`", wanted == P::LPAREN ? "(" : ")");
  d.label = fmt::format("`{}` belongs here", wanted == P::LPAREN ? "(" : ")");
  d.span = places_.behind(before);
  diagnostics_.add(std::move(d));
  return true;
}

/// `('de' 'fr')`
void ErrorStrategy::take_values_without_comma(Parser* parser) {
  const auto is_value = [](std::size_t type) {
    return type == P::STRING || type == P::INTEGER || type == P::DECIMAL;
  };
  while (!inErrorRecoveryMode(parser) && is_value(la(parser)) && lt(parser, -1) != nullptr &&
         is_value(lt(parser, -1)->getType()) && !caused_by_junk(parser)) {
    Diagnostic d;
    d.code = Code::unexpected_token;
    d.message = "missing `,`";
    d.label = "`,` belongs here";
    d.span = places_.behind(lt(parser, -1));
    diagnostics_.add(std::move(d));
    call_as_from(parser, P::RuleGroupHead, P::RuleValue, [](P* p) { p->value(); });
    look(parser);
  }
}

/// Parts of a level's head that stand behind one that comes later: read all the same, as children of the level.
void ErrorStrategy::take_late_parts(Parser* parser) {
  for (bool first = true; report_late_part(parser, first); first = false) {
    switch (la(parser)) {
      case P::EVERY:
        call_as_from(parser, P::RuleLevelHead, P::RuleEvery, [](P* p) { p->every(); });
        break;
      case P::STARTING:
        call_as_from(parser, P::RuleEvery, P::RuleStarting, [](P* p) { p->starting(); });
        break;
      case P::THEN:
        call_as_from(parser, P::RuleLevelHead, P::RuleThenEvery, [](P* p) { p->thenEvery(); });
        break;
      case P::AS:
        call_as_from(parser, P::RuleLevelHead, P::RuleEncoding, [](P* p) { p->encoding(); });
        break;
      case P::AT:
        call_as_from(parser, P::RuleLevelHead, P::RuleLevelZone, [](P* p) { p->levelZone(); });
        break;
      default:
        call_as_from(parser, P::RuleLevelHead, P::RuleModulus, [](P* p) { p->modulus(); });
        break;
    }
    look(parser);
  }
}

/// False where the token at hand begins no part of a head.
bool ErrorStrategy::report_late_part(Parser* parser, bool first) {
  if (inErrorRecoveryMode(parser) || !starts_head_part(la(parser))) return false;
  auto* level = dynamic_cast<P::LevelContext*>(parser->getContext());
  if (level != nullptr && level->levelHead() != nullptr && level->levelHead()->HASH() != nullptr) return true;
  ParserRuleContext* same = level == nullptr ? nullptr : head_part(level, la(parser));
  if (first || same != nullptr) {
    diagnostics_.add(describe_late_part(mistake_at(parser, places_, {}), same == nullptr ? Span{} : places_.of(same),
                                        same != nullptr));
  }
  return true;
}

namespace {

/// `partition by … ; create …`: the level that was ended too early, where clauses of it stand in its table's block.
P::LevelContext* level_ended_before(P::TableBlockContext* block) {
  P::LevelContext* level = nullptr;
  for (antlr4::tree::ParseTree* child : block->children) {
    auto* clause = dynamic_cast<P::TableClauseContext*>(child);
    if (clause != nullptr) level = clause->level();
  }
  if (level == nullptr || level->SEMI() == nullptr) return nullptr;
  return level->SEMI()->getSymbol()->getTokenIndex() == INVALID_INDEX ? nullptr : level;
}

}  // namespace

bool ErrorStrategy::starts_level_clause(Parser* parser) {
  if (starts_clause(P::RuleLevelBlock, la(parser))) return true;
  return la(parser) == P::WORD && meant_clause_start(P::RuleLevelBlock, places_.text(places_.of(lt(parser, 1)))) != 0;
}

/// Reports a misspelt word and reads it as the one that begins a clause of the block; false where none is meant.
bool ErrorStrategy::mend_clause_start(Parser* parser, std::size_t block_rule) {
  const Token* at = lt(parser, 1);
  const std::size_t meant = meant_clause_start(block_rule, places_.text(places_.of(at)));
  if (meant == 0) return false;
  diagnostics_.add(describe_in_block(mistake_at(parser, places_, {}), block_rule));
  guessed_ = at->getTokenIndex();
  read_as(parser, meant);
  return true;
}

/// They are read as the level's, and are one mistake.
bool ErrorStrategy::take_clauses_behind_level(Parser* parser) {
  auto* block = dynamic_cast<P::TableBlockContext*>(parser->getContext());
  if (block == nullptr || !starts_level_clause(parser)) return false;
  P::LevelContext* level = level_ended_before(block);
  if (level == nullptr) return false;
  if (level != ended_early_ && !inErrorRecoveryMode(parser)) {
    Diagnostic d;
    d.code = Code::unexpected_token;
    d.span = places_.of(level->SEMI()->getSymbol());
    d.message = "`;` ends the level before its clauses";
    d.others.push_back({places_.of(lt(parser, 1)), "this belongs to the level"});
    d.hint = "the clauses of a level stand between `{` and `}`";
    diagnostics_.add(std::move(d));
  }
  ended_early_ = level;
  endErrorCondition(parser);
  while (starts_level_clause(parser)) {
    if (la(parser) == P::WORD) mend_clause_start(parser, P::RuleLevelBlock);
    looked_at_ = static_cast<std::size_t>(-1);
    call_as_from(parser, P::RuleLevelBlock, P::RuleLevelClause, [](P* p) { p->levelClause(); });
  }
  return true;
}

}  // namespace pschema
