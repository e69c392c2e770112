#include "syntax/clauses.h"

#include <algorithm>
#include <utility>

#include "PschemaLexer.h"
#include "PschemaParser.h"
#include "syntax/token_places.h"
#include "syntax/words.h"

namespace pschema {
namespace {

using P = pschema_grammar::PschemaParser;

bool is_comment(const antlr4::Token* token) { return token->getChannel() == antlr4::Token::HIDDEN_CHANNEL; }

/// LF line ends, and no space at the end of a line comment.
std::string comment_text(std::string_view source) {
  std::string text;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\r' && i + 1 < source.size() && source[i + 1] == '\n') continue;
    text += source[i];
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.pop_back();
  return text;
}

struct Lexed {
  explicit Lexed(std::string_view source)
      : text(source), places(0, text, 0), input(std::string(source)), lexer(&input), stream(&lexer) {
    lexer.removeErrorListeners();
    stream.fill();
  }
  std::string_view text;
  TokenPlaces places;
  antlr4::ANTLRInputStream input;
  pschema_grammar::PschemaLexer lexer;
  antlr4::CommonTokenStream stream;
};

class Reader {
 public:
  explicit Reader(Lexed& lexed) : lexed_(lexed), tokens_(lexed.stream.getTokens()) {}

  Clauses file(P::FileContext* node) {
    Clauses all;
    for (P::StatementContext* statement : node->statement()) {
      Clause clause;
      clause.kind = ClauseKind::statement;
      collect(statement, clause);
      all.clauses.push_back(std::move(clause));
    }
    all.comments_at_end = comments_before(node->EOF()->getSymbol());
    return all;
  }

 private:
  std::size_t end_before(std::size_t index) const {
    return index == 0 ? 0 : lexed_.places.of(tokens_[index - 1]).end;
  }
  std::size_t line_feeds_before(std::size_t index) const {
    const std::size_t from = end_before(index), to = lexed_.places.of(tokens_[index]).begin;
    const std::string_view between = lexed_.text.substr(from, to - from);
    return static_cast<std::size_t>(std::count(between.begin(), between.end(), '\n'));
  }
  /// The start of the text begins a line, and an empty line before it is none.
  bool begins_line(std::size_t index) const { return index == 0 || line_feeds_before(index) > 0; }
  bool blank_before(std::size_t index) const { return index > 0 && line_feeds_before(index) > 1; }

  std::vector<Comment> comments_before(const antlr4::Token* token) const {
    std::size_t first = token->getTokenIndex();
    while (first > 0 && is_comment(tokens_[first - 1])) --first;
    std::vector<Comment> comments;
    for (std::size_t i = first; i < token->getTokenIndex(); ++i) {
      const std::string text = comment_text(lexed_.places.text(lexed_.places.of(tokens_[i])));
      const bool last_of_line = tokens_[i + 1]->getType() == antlr4::Token::EOF || line_feeds_before(i + 1) > 0;
      if (i > first && !begins_line(i)) {
        comments.back().text += " " + text;
        comments.back().ends_line = last_of_line;
        continue;
      }
      comments.push_back({text, begins_line(i), last_of_line, blank_before(i), tokens_[i]->getCharPositionInLine()});
    }
    return comments;
  }

  Word word(const antlr4::Token* token, bool is_name) const {
    Word w;
    const std::size_t type = token->getType();
    w.text =
        is_keyword(type) && !is_name ? keyword_text(type) : std::string(lexed_.places.text(lexed_.places.of(token)));
    w.comments = comments_before(token);
    w.blank_before = blank_before(token->getTokenIndex());
    return w;
  }

  /// Where lines of this part of a clause may be broken: before it, or before the word that stands between its
  /// members.
  static Break break_before(std::size_t rule) {
    switch (rule) {
      case P::RuleThenEvery:
        return Break::should;
      case P::RuleEncoding:
      case P::RuleLevelZone:
      case P::RuleModulus:
        return Break::may;
      default:
        return Break::never;
    }
  }
  static bool breaks(std::size_t rule, std::size_t type) {
    switch (rule) {
      case P::RuleKeepBody:
        return type == P::WHILE;
      case P::RuleDropBody:
        return type == P::WHEN;
      case P::RuleCondition:
        return type == P::OR;
      case P::RuleAndCondition:
        return type == P::AND;
      case P::RuleDetachBody:
        return type == P::INTO;
      case P::RuleDefaultHead:
        return type == P::DRAIN;
      case P::RuleForeignServer:
        return type == P::OPTIONS;
      default:
        return false;
    }
  }
  static bool is_list(std::size_t rule) {
    return rule == P::RuleGroupHead || rule == P::RuleStorage || rule == P::RuleForeignServer;
  }
  static ClauseKind kind_of(antlr4::ParserRuleContext* clause) {
    for (antlr4::tree::ParseTree* child : clause->children) {
      auto* rule = dynamic_cast<antlr4::ParserRuleContext*>(child);
      switch (rule == nullptr ? 0 : rule->getRuleIndex()) {
        case P::RuleCreate:
        case P::RuleKeep:
        case P::RuleDetach:
        case P::RuleDrop:
          return ClauseKind::lifecycle;
        case P::RuleGroup:
        case P::RuleDefaultPartition:
          return ClauseKind::member;
        default:
          break;
      }
    }
    return ClauseKind::other;
  }

  void collect_block(antlr4::ParserRuleContext* block, Clause& clause) {
    clause.has_block = true;
    for (antlr4::tree::ParseTree* child : block->children) {
      if (auto* leaf = dynamic_cast<antlr4::tree::TerminalNode*>(child)) {
        Word brace = word(leaf->getSymbol(), false);
        if (leaf->getSymbol()->getType() == P::LBRACE) {
          clause.head.push_back(std::move(brace));
        } else {
          clause.close = std::move(brace);
        }
      } else if (auto* inner = dynamic_cast<antlr4::ParserRuleContext*>(child)) {
        Clause below;
        below.kind = kind_of(inner);
        collect(inner, below);
        clause.body.push_back(std::move(below));
      }
    }
  }

  void collect_word(antlr4::ParserRuleContext* in, const antlr4::Token* token, Clause& clause) {
    const std::size_t type = token->getType(), rule = in->getRuleIndex();
    const bool is_name = rule == P::RuleName || rule == P::RuleGroupName || rule == P::RuleKeyword;
    Word w = word(token, is_name);
    // A name may be called `and`.
    if (!is_name && breaks(rule, type)) w.before = Break::may;
    w.opens_list = type == P::LPAREN && is_list(rule);
    w.closes_list = type == P::RPAREN && is_list(rule);
    const bool behind_opening = last_ == P::LPAREN || last_ == P::DOT || last_ == P::MINUS;
    w.glued = behind_opening || type == P::SEMI || type == P::COMMA || type == P::RPAREN || type == P::DOT;
    if (last_ == P::COMMA && w.before == Break::never) w.before = Break::may;
    last_ = type;
    clause.head.push_back(std::move(w));
  }

  void collect(antlr4::ParserRuleContext* node, Clause& clause) {
    for (antlr4::tree::ParseTree* child : node->children) {
      if (auto* leaf = dynamic_cast<antlr4::tree::TerminalNode*>(child)) {
        collect_word(node, leaf->getSymbol(), clause);
        continue;
      }
      auto* rule = dynamic_cast<antlr4::ParserRuleContext*>(child);
      if (rule == nullptr) continue;
      const std::size_t index = rule->getRuleIndex();
      if (index == P::RuleTableBlock || index == P::RuleLevelBlock || index == P::RuleLeavesBlock) {
        collect_block(rule, clause);
        continue;
      }
      const std::size_t first = clause.head.size();
      collect(rule, clause);
      const Break before = break_before(index);
      if (before != Break::never && first < clause.head.size()) clause.head[first].before = before;
    }
  }

  Lexed& lexed_;
  std::vector<antlr4::Token*> tokens_;
  std::size_t last_ = antlr4::Token::INVALID_TYPE;
};

/// `;`, `,` and `{` end what stands before them, and so stand on its line: comments between go behind them.
class CommentsBehind {
 public:
  void file(Clauses& all) {
    for (Clause& clause : all.clauses) this->clause(clause);
    put_before(all.comments_at_end);
  }

 private:
  void clause(Clause& c) {
    for (Word& w : c.head) word(w);
    for (Clause& below : c.body) clause(below);
    if (c.has_block) word(c.close);
  }
  void word(Word& w) {
    put_before(w.comments);
    const bool ends = w.text == ";" || w.text == "," || w.text == "{";
    const bool any_ends_line =
        std::any_of(w.comments.begin(), w.comments.end(), [](const Comment& c) { return c.ends_line; });
    if (!ends || !any_ends_line) return;
    for (Comment& c : w.comments) c.ends_line = true;
    moved_ = std::exchange(w.comments, {});
  }
  void put_before(std::vector<Comment>& comments) {
    comments.insert(comments.begin(), moved_.begin(), moved_.end());
    moved_.clear();
    // What stands behind a word stands below a comment that came before it.
    const auto own = std::find_if(comments.begin(), comments.end(), [](const Comment& c) { return c.own_line; });
    for (auto c = own; c != comments.end(); ++c) c->own_line = true;
  }

  std::vector<Comment> moved_;
};

}  // namespace

Clauses read_clauses(std::string_view text) {
  Lexed lexed(text);
  P parser(&lexed.stream);
  parser.removeErrorListeners();
  Clauses all = Reader(lexed).file(parser.file());
  CommentsBehind().file(all);
  return all;
}

WordsAndComments words_and_comments(std::string_view text) {
  Lexed lexed(text);
  WordsAndComments all;
  for (const antlr4::Token* token : lexed.stream.getTokens()) {
    if (token->getType() == antlr4::Token::EOF) break;
    const std::string_view source = lexed.places.text(lexed.places.of(token));
    if (is_comment(token)) {
      all.comments.push_back(comment_text(source));
    } else {
      all.words.push_back(is_keyword(token->getType()) ? keyword_text(token->getType()) : std::string(source));
    }
  }
  return all;
}

}  // namespace pschema
