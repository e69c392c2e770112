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

bool report_word(const Span& span, std::string_view word, Diagnostics& diagnostics) {
  if (const auto c = invisible_in(word)) {
    diagnostics.error(
        Code::bad_name, span,
        fmt::format("the word holds U+{:04X}, which shows as nothing or as a space", static_cast<std::uint32_t>(*c)),
        "type it anew, or quote the name");
    return true;
  }
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
  if (writable == nullptr || (type != P::TYPOGRAPHIC && type != P::BACKTICKED)) return false;
  const Span span = places.of(token);
  const bool name = type == P::BACKTICKED;
  diagnostics.error(Code::unexpected_character, span, name ? "a name in backticks" : "typographic quotes",
                    name ? "a name stands as it is, or between `\"` and `\"`"
                         : "strings stand between `'` and `'`, quoted names between `\"` and `\"`");
  writable->setType(name ? P::QUOTED : P::STRING);
  return true;
}

/// Reports what is wrong by itself. Tokens on damaged places, which are in their order, have been reported.
ReportedTokens report_tokens(const TokenPlaces& places, const std::vector<antlr4::Token*>& tokens,
                             const std::vector<Span>& damaged, Diagnostics& diagnostics) {
  ReportedTokens reported;
  auto at = damaged.begin();
  for (antlr4::Token* token : tokens) {
    const Span span = places.of(token);
    while (at != damaged.end() && at->end <= span.begin) ++at;
    const bool bad = at != damaged.end() && at->begin < span.end;
    if (bad || report_junk(places, token, diagnostics)) {
      reported.junk.insert(token->getTokenIndex());
    } else if (report_quotes(places, token, diagnostics)) {
      reported.mended.insert(token->getTokenIndex());
    }
  }
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
  result.damaged = true;  // unless it is read to its end
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
