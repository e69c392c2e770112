#include "syntax/strategy.h"

#include <fmt/format.h>

#include "PschemaParser.h"
#include "syntax/mistakes.h"
#include "syntax/parser_state.h"
#include "syntax/repair.h"

namespace pschema {
namespace {

using P = pschema_grammar::PschemaParser;
using antlr4::Parser;
using antlr4::ParserRuleContext;
using antlr4::Token;

constexpr std::size_t kEof = Token::EOF;

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
