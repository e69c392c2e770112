#include "syntax/parse.h"

#include <fmt/format.h>

#include <set>

#include "PschemaLexer.h"
#include "PschemaParser.h"
#include "base/quote.h"
#include "base/unicode.h"
#include "syntax/build.h"
#include "syntax/spelling.h"
#include "syntax/strategy.h"
#include "syntax/text_check.h"
#include "syntax/token_places.h"

namespace pschema {
namespace {

using P = pschema_grammar::PschemaParser;

constexpr int kMaxDepth = 100;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// The first invisible character of an unquoted word, if any.
std::optional<char32_t> invisible_in(std::string_view word) {
  for (std::size_t at = 0; at < word.size();) {
    const CodePoint c = first_code_point(word.substr(at));
    if (invisible_or_space(c.value)) return c.value;
    at += c.bytes;
  }
  return std::nullopt;
}

/// A quote that no word begins or ends with.
bool holds_typographic_quote(std::string_view word) {
  for (std::size_t at = 0; at < word.size();) {
    const CodePoint c = first_code_point(word.substr(at));
    if (typographic_quote(c.value)) return true;
    at += c.bytes;
  }
  return false;
}

bool report_invisible(const Span& span, std::string_view word, Diagnostics& diagnostics) {
  const auto c = invisible_in(word);
  if (!c) return false;
  diagnostics.error(
      Code::bad_name, span,
      fmt::format("the word holds U+{:04X}, which shows as nothing or as a space", static_cast<std::uint32_t>(*c)),
      "type it anew, or quote the name");
  return true;
}

bool report_word(const Span& span, std::string_view word, Diagnostics& diagnostics) {
  if (report_invisible(span, word, diagnostics)) return true;
  if (!holds_typographic_quote(word)) return false;
  diagnostics.error(Code::unexpected_character, span, fmt::format("`{}` holds a typographic quote", printable(word)),
                    "strings stand between `'` and `'`, quoted names between `\"` and `\"`");
  return true;
}

/// Reports a token that is wrong by itself.
bool report_junk(const TokenPlaces& places, const antlr4::Token* token, Diagnostics& diagnostics) {
  const Span span = places.of(token);
  const Span opening{span.file, span.begin, span.begin + 1};
  switch (token->getType()) {
    case P::UNTERMINATED_STRING:
      diagnostics.error(Code::unterminated_string, span, "the string has no end on its line",
                        "close it with `'`, and write a quote inside as `''`");
      return true;
    case P::UNTERMINATED_NAME:
      diagnostics.error(Code::unterminated_string, span, "the quoted name has no end on its line",
                        "close it with `\"`, and write a quote inside as `\"\"`");
      return true;
    case P::UNTERMINATED_COMMENT:
      diagnostics.error(Code::unterminated_comment, {span.file, span.begin, span.begin + 2}, "the comment has no end",
                        "comments nest: each `/*` needs its own `*/`");
      return true;
    case P::UNTERMINATED_DOLLAR:
      diagnostics.error(Code::unterminated_dollar, opening, "the `$$` text has no end",
                        "it ends at the same `$$` or `$tag$` that it begins with");
      return true;
    case P::JUNK_NUMBER:
      if (report_invisible(span, places.text(span), diagnostics)) return true;
      diagnostics.error(Code::bad_number, span, fmt::format("`{}` is not a number", printable(places.text(span))),
                        hint_for_number(places.text(span)));
      return true;
    case P::WORD:
      return report_word(span, places.text(span), diagnostics);
    default:
      return false;
  }
}

/// Reports a token that is quoted as word processors and other databases do, and makes it the string or the name that
/// is meant.
bool report_quotes(const TokenPlaces& places, antlr4::Token* token, Diagnostics& diagnostics) {
  auto* writable = dynamic_cast<antlr4::CommonToken*>(token);
  const std::size_t type = token->getType();
  if (writable == nullptr || (type != P::TYPOGRAPHIC && type != P::BACKTICKED && type != P::BRACKETED)) return false;
  const Span span = places.of(token);
  const bool name = type != P::TYPOGRAPHIC;
  diagnostics.error(Code::unexpected_character, span,
                    type == P::BACKTICKED  ? "backticks quote nothing here"
                    : type == P::BRACKETED ? "brackets quote nothing here"
                                           : "typographic quotes",
                    name ? "a name stands as it is or between `\"` and `\"`, a string between `'` and `'`"
                         : "strings stand between `'` and `'`, quoted names between `\"` and `\"`");
  writable->setType(name ? P::QUOTED : P::STRING);
  return true;
}

/// Do the texts of two tokens touch?
bool touch(const antlr4::Token* a, const antlr4::Token* b) { return a->getStopIndex() + 1 == b->getStartIndex(); }

/// `# …` and `// …`: each is one mistake, and no more is read of its line.
void hide_foreign_comments(const TokenPlaces& places, const std::vector<antlr4::Token*>& tokens,
                           Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i]->getType() != P::OTHER) continue;
    Span span = places.of(tokens[i]);
    const std::string_view text = places.text(span);
    const bool slashes = text == "/" && i + 1 < tokens.size() && tokens[i + 1]->getType() == P::OTHER &&
                         touch(tokens[i], tokens[i + 1]) && places.text(places.of(tokens[i + 1])) == "/";
    if (text != "#" && !slashes) continue;
    if (slashes) span.end = places.of(tokens[i + 1]).end;
    diagnostics.error(Code::unexpected_character, span, fmt::format("unexpected `{}`", places.text(span)),
                      "a comment begins with `--`, or stands between `/*` and `*/`");
    const std::size_t line = tokens[i]->getLine();
    for (; i < tokens.size() && tokens[i]->getLine() == line && tokens[i]->getType() != antlr4::Token::EOF; ++i) {
      if (auto* token = dynamic_cast<antlr4::CommonToken*>(tokens[i]))
        token->setChannel(antlr4::Token::HIDDEN_CHANNEL);
    }
    --i;
  }
}

bool can_be_of_instant(std::size_t type) {
  return type == P::INTEGER || type == P::DECIMAL || type == P::JUNK_NUMBER || type == P::MINUS || type == P::OTHER;
}

/// `2026-01-01 00:00` without quotes: one mistake, and read as a string whose value is not known. The answer is how
/// many tokens behind the first belong to it.
std::size_t report_bare_instant(const TokenPlaces& places, const std::vector<antlr4::Token*>& tokens, std::size_t i,
                                ReportedTokens& reported, Diagnostics& diagnostics) {
  constexpr std::size_t kYear = 4;
  if (i + 2 >= tokens.size() || tokens[i]->getType() != P::INTEGER || tokens[i + 1]->getType() != P::MINUS) return 0;
  const Span year = places.of(tokens[i]);
  if (year.end - year.begin != kYear || !touch(tokens[i], tokens[i + 1]) || !touch(tokens[i + 1], tokens[i + 2]))
    return 0;
  std::size_t last = i;
  while (last + 1 < tokens.size() && touch(tokens[last], tokens[last + 1]) &&
         can_be_of_instant(tokens[last + 1]->getType())) {
    ++last;
  }
  const Span span{year.file, year.begin, places.of(tokens[last]).end};
  for (std::size_t k = i; k <= last; ++k) {
    if (reported.junk.count(tokens[k]->getTokenIndex()) > 0 && k == i) return 0;
    auto* token = dynamic_cast<antlr4::CommonToken*>(tokens[k]);
    if (token != nullptr && k > i) token->setChannel(antlr4::Token::HIDDEN_CHANNEL);
    if (token != nullptr && k == i) token->setType(P::STRING);
  }
  reported.junk.insert(tokens[i]->getTokenIndex());
  diagnostics.error(Code::bad_number, span, fmt::format("`{}` is not a number", printable(places.text(span))),
                    fmt::format("an instant stands in single quotes: write `'{}'`", printable(places.text(span))));
  return last - i;
}

/// Reports what is wrong by itself. Tokens on damaged places, which are in their order, have been reported.
ReportedTokens report_tokens(const TokenPlaces& places, const std::vector<antlr4::Token*>& tokens,
                             const std::vector<Span>& damaged, Diagnostics& diagnostics) {
  ReportedTokens reported;
  auto at = damaged.begin();
  hide_foreign_comments(places, tokens, diagnostics);
  for (antlr4::Token* token : tokens) {
    if (token->getChannel() == antlr4::Token::HIDDEN_CHANNEL) continue;
    const Span span = places.of(token);
    while (at != damaged.end() && at->end <= span.begin) ++at;
    const bool bad = at != damaged.end() && at->begin < span.end;
    if (bad || report_junk(places, token, diagnostics)) {
      reported.junk.insert(token->getTokenIndex());
    } else if (report_quotes(places, token, diagnostics)) {
      reported.mended.insert(token->getTokenIndex());
    }
  }
  for (std::size_t i = 0; i < tokens.size(); ++i) i += report_bare_instant(places, tokens, i, reported, diagnostics);
  return reported;
}

/// The text with something harmless on damaged places.
std::string without(const std::vector<Span>& damaged, std::string text) {
  for (const Span& span : damaged) {
    for (std::uint32_t i = span.begin; i < span.end; ++i) text[i] = '_';
  }
  return text;
}

/// Blocks and parentheses. The parser goes as deep as the text does.
bool check_depth(const TokenPlaces& places, const std::vector<antlr4::Token*>& tokens, Diagnostics& diagnostics) {
  int depth = 0;
  for (const antlr4::Token* token : tokens) {
    const std::size_t type = token->getType();
    if (type == P::LBRACE || type == P::LPAREN) ++depth;
    if ((type == P::RBRACE || type == P::RPAREN) && depth > 0) --depth;
    if (depth <= kMaxDepth) continue;
    diagnostics.error(Code::nested_too_deep, places.of(token),
                      fmt::format("blocks and parentheses are nested more than {} deep", kMaxDepth));
    return false;
  }
  return true;
}

bool check_comment_depth(const TokenPlaces& places, const pschema_grammar::PschemaLexer& lexer,
                         Diagnostics& diagnostics) {
  if (!lexer.commentTooDeep) return true;
  const std::uint32_t begin = places.byte_of(lexer.tooDeepAt);
  diagnostics.error(Code::nested_too_deep, Span{places.file(), begin, begin + 2},
                    fmt::format("comments are nested more than {} deep", kMaxDepth));
  return false;
}

}  // namespace

ast::File parse(const SourceSet& sources, std::uint32_t file, Diagnostics& diagnostics) {
  ast::File result;
  result.file = file;
  result.damaged = result.zone_damaged = true;  // unless it is read to its end
  const CheckedText checked = check_text(sources, file, diagnostics);
  if (!checked.readable) return result;
  const std::string all = without(checked.damaged, sources.file(file).text);
  std::string_view text = all;
  const bool marked = text.substr(0, kByteOrderMark.size()) == kByteOrderMark;
  if (marked) text.remove_prefix(kByteOrderMark.size());

  const TokenPlaces places(file, text, marked ? static_cast<std::uint32_t>(kByteOrderMark.size()) : 0);
  antlr4::ANTLRInputStream input{std::string(text)};
  pschema_grammar::PschemaLexer lexer(&input);
  lexer.removeErrorListeners();
  antlr4::CommonTokenStream tokens(&lexer);
  tokens.fill();
  if (!check_comment_depth(places, lexer, diagnostics)) return result;
  if (!check_depth(places, tokens.getTokens(), diagnostics)) return result;
  ReportedTokens reported = report_tokens(places, tokens.getTokens(), checked.damaged, diagnostics);

  P parser(&tokens);
  parser.removeErrorListeners();
  parser.setErrorHandler(std::make_shared<ErrorStrategy>(places, reported, diagnostics));
  return build_file(Reading{places, reported.junk, diagnostics}, parser.file());
}

}  // namespace pschema
