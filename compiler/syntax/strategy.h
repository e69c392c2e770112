// What the parser says and does at a mistake.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "antlr4-runtime.h"
#include "base/diagnostic.h"
#include "syntax/mistakes.h"
#include "syntax/token_places.h"

namespace pschema {

/// Tokens that have been reported before the parser comes, by their index.
struct ReportedTokens {
  std::set<std::size_t> junk;    // nothing more is said about what they cause
  std::set<std::size_t> mended;  // they are what was meant now
};

/// One diagnostic for each mistake, and then silence until the parser is at a place where it can go on: behind the
/// next `;` or the matching `}`, or, in the head of a block, before its `{`. A clause is repaired only where there is
/// little doubt about what was meant: a missing `;`, brace or parenthesis counts as written, a misspelt word as the
/// nearest one, and a stray sign as left out, once that has been reported. Where the next token shows that the guess
/// was wrong, nothing more is said.
class ErrorStrategy : public antlr4::DefaultErrorStrategy {
 public:
  ErrorStrategy(const TokenPlaces& places, ReportedTokens& reported, Diagnostics& diagnostics)
      : places_(places), reported_(reported), diagnostics_(diagnostics) {}

  void reportError(antlr4::Parser* parser, const antlr4::RecognitionException& e) override;
  void recover(antlr4::Parser* parser, std::exception_ptr e) override;
  antlr4::Token* recoverInline(antlr4::Parser* parser) override;
  void sync(antlr4::Parser* parser) override;

 private:
  void report_here(antlr4::Parser* parser);
  void look(antlr4::Parser* parser);
  bool mend(antlr4::Parser* parser);
  bool mend_number(antlr4::Parser* parser, const Mistake& mistake);
  bool mend_end(antlr4::Parser* parser);
  void read_as(antlr4::Parser* parser, std::size_t type);
  bool parenthesis_left_out(antlr4::Parser* parser, std::size_t wanted);
  void take_late_parts(antlr4::Parser* parser);
  void take_values_without_comma(antlr4::Parser* parser);
  bool mend_clause_start(antlr4::Parser* parser, std::size_t block_rule);
  bool starts_level_clause(antlr4::Parser* parser);
  bool take_clauses_behind_level(antlr4::Parser* parser);
  bool report_late_part(antlr4::Parser* parser, bool first);
  void sync_block(antlr4::Parser* parser);
  void sync_end_of_head(antlr4::Parser* parser);
  bool left_out(antlr4::Parser* parser, std::size_t wanted);
  void report_left_out(antlr4::Parser* parser, std::size_t wanted);
  antlr4::Token* made_up(std::size_t type);
  void end_silence(antlr4::Parser* parser);
  antlr4::misc::IntervalSet expected_here(antlr4::Parser* parser) const;
  bool caused_by_junk(antlr4::Parser* parser) const;

  const TokenPlaces& places_;
  ReportedTokens& reported_;  // grows by tokens whose value is not to be used
  Diagnostics& diagnostics_;

  // Where the parser first looked at the token that it now stands before. What is expected there includes what
  // optional parts, skipped since, would have taken.
  std::size_t looked_at_ = static_cast<std::size_t>(-1);
  std::size_t looked_state_ = 0;
  antlr4::ParserRuleContext* looked_context_ = nullptr;

  std::size_t left_out_before_ = static_cast<std::size_t>(-1);  // index of a token before which …
  std::size_t left_out_type_ = 0;                               // … this was found missing
  std::size_t guessed_ = static_cast<std::size_t>(-1);  // index of the token that was last read as another word
  bool parenthesis_opened_ = false;                     // one was found missing, and so may be its other half
  bool left_over_ = false;                              // at the top level, the rest of a block
  int braces_made_up_ = 0;  // where a table begins within a block: their `}` may come behind it
  antlr4::ParserRuleContext* ended_early_ = nullptr;  // the level whose clauses stand behind its `;`
  std::vector<std::unique_ptr<antlr4::Token>> made_up_;
};

}  // namespace pschema
