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
      if (const auto c = invisible_in(places.text(span))) {
        diagnostics.error(Code::bad_name, span,
                          fmt::format("the word holds U+{:04X}, which shows as nothing or as a space",
                                      static_cast<std::uint32_t>(*c)),
                          "type it anew, or quote the name");
        return true;
      }
      return false;
    default:
      return false;
  }
}

std::set<std::size_t> report_junk(const TokenPlaces& places, const std::vector<antlr4::Token*>& tokens,
                                  Diagnostics& diagnostics) {
  std::set<std::size_t> junk;
  for (const antlr4::Token* token : tokens) {
    if (report_junk(places, token, diagnostics)) junk.insert(token->getTokenIndex());
  }
  return junk;
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
  if (!check_text(sources, file, diagnostics)) return result;
  std::string_view text = sources.file(file).text;
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
  const std::set<std::size_t> junk = report_junk(places, tokens.getTokens(), diagnostics);

  P parser(&tokens);
  parser.removeErrorListeners();
  parser.setErrorHandler(std::make_shared<ErrorStrategy>(places, junk, diagnostics));
  return build_file(Reading{places, diagnostics}, parser.file());
}

}  // namespace pschema
