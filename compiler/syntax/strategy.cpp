#include "syntax/strategy.h"

#include <fmt/format.h>

#include "PschemaParser.h"
#include "atn/RuleTransition.h"
#include "syntax/mistakes.h"
#include "syntax/repair.h"

namespace pschema {
namespace {

using P = pschema_grammar::PschemaParser;
using antlr4::Parser;
using antlr4::ParserRuleContext;
using antlr4::Token;

constexpr std::size_t kEof = Token::EOF;

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

/// Calls a rule of the parser as if another one did, from which ANTLR works out what may follow.
template <class Call>
void call_as_from(Parser* parser, std::size_t caller, std::size_t called, Call call) {
  const std::size_t before = parser->getState();
  for (const antlr4::atn::ATNState* state : parser->getATN().states) {
    if (state == nullptr || state->ruleIndex != caller || state->transitions.empty()) continue;
    const auto* rule = dynamic_cast<const antlr4::atn::RuleTransition*>(&*state->transitions[0]);
    if (rule != nullptr && rule->target->ruleIndex == called) parser->setState(state->stateNumber);
  }
  call(static_cast<P*>(parser));
  parser->setState(before);
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

}  // namespace

antlr4::misc::IntervalSet ErrorStrategy::expected_here(Parser* parser) const {
  if (looked_at_ == parser->getTokenStream()->index()) {
    return parser->getATN().getExpectedTokens(looked_state_, looked_context_);
  }
  return parser->getExpectedTokens();
}

bool ErrorStrategy::caused_by_junk(Parser* parser) const {
  const Token* before = lt(parser, -1);
  const std::size_t at = lt(parser, 1)->getTokenIndex();
  return reported_.junk.count(at) > 0 || reported_.mended.count(at) > 0 ||
         (before != nullptr && reported_.junk.count(before->getTokenIndex()) > 0);
}

void ErrorStrategy::report_here(Parser* parser) {
  if (inErrorRecoveryMode(parser)) return;
  beginErrorCondition(parser);
  const Token* before = lt(parser, -1);
  if (caused_by_junk(parser) || (before != nullptr && before->getTokenIndex() == guessed_)) return;
  diagnostics_.add(describe_in_clause(mistake_at(parser, places_, expected_here(parser))));
}

void ErrorStrategy::reportError(Parser* parser, const antlr4::RecognitionException&) { report_here(parser); }

void ErrorStrategy::recover(Parser* parser, std::exception_ptr e) {
  const std::size_t rule = rule_of(parser);
  if (is_head(rule)) {
    skip_head(parser);
    return;  // still silent: the token at hand may not fit either
  }
  if (!is_clause(rule)) std::rethrow_exception(e);
  const bool missing = left_out_before_ == parser->getTokenStream()->index();
  if (missing && left_out_type_ == P::LBRACE && ends_in_choice(rule)) {
    call_as_from(parser, rule, P::RuleLevelBlock, [](P* p) { p->levelBlock(); });
    return;
  }
  if (!missing) skip_clause(parser);
  end_silence(parser);
}

/// The next mistake is another one, except where the text breaks off: then what is missing behind it is the same.
void ErrorStrategy::end_silence(Parser* parser) {
  if (la(parser) != kEof) endErrorCondition(parser);
}

// --- Missing punctuation
// ----------------------------------------------------------------------------------------------

bool ErrorStrategy::left_out(Parser* parser, std::size_t wanted) {
  const Token* at = lt(parser, 1);
  const std::size_t type = at->getType();
  const std::size_t rule = rule_of(parser);
  if (wanted == P::RBRACE) return type == kEof || type == P::TABLE;
  if (wanted == P::LBRACE) {
    if (is_block(rule)) return starts_clause(rule, type);
    // A level of a table that goes on with what only levels have.
    return block_around(parser) == P::RuleTableBlock && starts_clause(P::RuleLevelBlock, type) &&
           !starts_clause(P::RuleTableBlock, type);
  }
  if (type == kEof || type == P::RBRACE || type == P::TABLE) return true;
  const std::size_t block = block_around(parser);
  if (starts_clause(block, type)) return true;
  const Token* before = lt(parser, -1);
  if (before == nullptr || at->getLine() == before->getLine()) return false;
  if (is_clause_elsewhere(type)) return true;
  // An unknown word that begins a line: the next clause, or more of this one?
  if (ends_in_choice(rule) && block_follows(parser)) return false;
  return type == P::WORD && meant_keyword(places_.text(places_.of(at)), expected_here(parser)) == 0;
}

void ErrorStrategy::report_left_out(Parser* parser, std::size_t wanted) {
  left_out_before_ = parser->getTokenStream()->index();
  left_out_type_ = wanted;
  if (inErrorRecoveryMode(parser)) return;
  beginErrorCondition(parser);
  const Token* before = lt(parser, -1);
  if (before == nullptr || caused_by_junk(parser)) return;
  Diagnostic d;
  d.code = wanted == P::SEMI ? Code::missing_semicolon : Code::unexpected_token;
  d.span = places_.behind(before);
  const char* text = wanted == P::SEMI ? ";" : wanted == P::LBRACE ? "{" : "}";
  d.message = fmt::format("missing `{}`", text);
  d.label = fmt::format("`{}` belongs here", text);
  if (wanted == P::RBRACE && parser->getContext()->getStart() != nullptr) {
    d.label = "`}` belongs here or before";
    d.others.push_back({places_.of(parser->getContext()->getStart()), "this block is still open"});
  }
  diagnostics_.add(std::move(d));
}

Token* ErrorStrategy::made_up(std::size_t type) {
  made_up_.push_back(std::make_unique<antlr4::CommonToken>(type, std::string()));
  return made_up_.back().get();
}

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

Token* ErrorStrategy::recoverInline(Parser* parser) {
  look(parser);
  const auto* state = parser->getATN().states[parser->getState()];
  const antlr4::misc::IntervalSet label = state->transitions[0]->label();
  for (const std::size_t wanted : {std::size_t{P::SEMI}, std::size_t{P::LBRACE}, std::size_t{P::RBRACE}}) {
    if (!label.contains(wanted)) continue;
    if (left_out(parser, wanted)) {
      report_left_out(parser, wanted);
      if (wanted == P::SEMI) end_silence(parser);
      if (wanted == P::RBRACE) ++braces_made_up_;
      return made_up(wanted);
    }
    if (wanted == P::SEMI && mend_end(parser)) return parser->consume();
    if (wanted != P::LBRACE) break;
    // Something is wrong at the end of a head. Its block can still be read.
    if (mend(parser) && la(parser) == P::LBRACE) return parser->consume();
    report_here(parser);
    skip_head(parser);
    if (la(parser) == P::LBRACE) return parser->consume();
  }
  for (const std::size_t wanted : {std::size_t{P::LPAREN}, std::size_t{P::RPAREN}}) {
    if (label.contains(wanted) && parenthesis_left_out(parser, wanted)) return made_up(wanted);
  }
  if (mend(parser) && label.contains(la(parser))) return parser->consume();
  throw antlr4::InputMismatchException(parser);
}

// --- Before each choice
// -----------------------------------------------------------------------------------------------

void ErrorStrategy::look(Parser* parser) {
  const std::size_t index = parser->getTokenStream()->index();
  if (index == looked_at_) return;
  looked_at_ = index;
  looked_state_ = parser->getState();
  looked_context_ = parser->getContext();
}

void ErrorStrategy::sync(Parser* parser) {
  look(parser);
  const std::size_t rule = rule_of(parser);
  if (is_block(rule)) {
    sync_block(parser);
    return;
  }
  while (mend(parser)) look(parser);
  if (rule == P::RuleGroupHead) take_values_without_comma(parser);
  if (ends_in_choice(rule)) sync_end_of_head(parser);
}

/// At the end of a head that goes on with `;` or a block.
void ErrorStrategy::sync_end_of_head(Parser* parser) {
  if (rule_of(parser) == P::RuleLevel) take_late_parts(parser);
  if (la(parser) == P::SEMI || la(parser) == P::LBRACE) return;
  for (const std::size_t wanted : {std::size_t{P::LBRACE}, std::size_t{P::SEMI}}) {
    if (left_out(parser, wanted)) {
      report_left_out(parser, wanted);
      return;  // the parser finds no way on, and `recover` goes on as if it were there
    }
  }
  if (mend_end(parser)) return;
  report_here(parser);
  skip_head(parser);
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

namespace {

/// A clause of a block stands here, and not a command of SQL.
bool is_left_over(Parser* parser) {
  if (!is_clause_elsewhere(la(parser))) return false;
  if (la(parser) != P::CREATE && la(parser) != P::DROP) return true;
  const std::size_t next = lt(parser, 2)->getType();
  return next != P::TABLE && next != P::TABLESPACE && next != P::SCHEMA && next != P::POLICY && next != P::WORD;
}

}  // namespace

/// Between the clauses of a block: goes over what begins none.
void ErrorStrategy::sync_block(Parser* parser) {
  const std::size_t rule = rule_of(parser);
  const bool file = rule == P::RuleFile;
  for (;;) {
    const std::size_t type = la(parser);
    if (type == kEof || starts_clause(rule, type)) {
      left_over_ = false;
      return;
    }
    if (!file && (type == P::RBRACE || type == P::TABLE)) return;
    if (take_clauses_behind_level(parser)) continue;
    const bool paired = file && type == P::RBRACE && braces_made_up_ > 0;
    if (paired) --braces_made_up_;
    const bool silent = inErrorRecoveryMode(parser) || caused_by_junk(parser) || left_over_ || paired;
    if (!silent && type == P::WORD && mend_clause_start(parser, rule)) return;
    if (!silent) {
      const bool in_level = rule == P::RuleTableBlock && ended_early_ != nullptr;
      diagnostics_.add(describe_in_block(mistake_at(parser, places_, parser->getExpectedTokens()),
                                         in_level ? std::size_t{P::RuleLevelBlock} : rule));
    }
    beginErrorCondition(parser);
    // What is left over at the top level of a block that was closed too early is one mistake.
    left_over_ = left_over_ || (file && !paired && (type == P::RBRACE || is_left_over(parser)));
    if (type == P::SEMI || type == P::RBRACE) {
      parser->consume();
    } else {
      skip_clause(parser);
    }
    endErrorCondition(parser);
  }
}

}  // namespace pschema
