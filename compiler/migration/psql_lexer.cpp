#include "migration/psql_lexer.h"

namespace pschema {
namespace {

using Kind = PsqlTokenKind;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_word_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

bool is_word_byte(char c) { return is_word_start(c) || is_digit(c) || c == '$'; }

char byte_at(std::string_view text, std::size_t i) { return i < text.size() ? text[i] : '\0'; }

/// Past the closing quote, `npos` where there is none. A doubled quote does not close; nor does one behind a
/// backslash, where backslashes escape.
std::size_t past_quote(std::string_view text, std::size_t i, char quote, bool backslash_escapes) {
  while (i < text.size()) {
    if (backslash_escapes && text[i] == '\\') {
      i += 2;
    } else if (text[i] != quote) {
      ++i;
    } else if (byte_at(text, i + 1) == quote) {
      i += 2;
    } else {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

std::size_t past_block_comment(std::string_view text, std::size_t i) {
  int depth = 0;
  while (i + 1 < text.size()) {
    if (text[i] == '/' && text[i + 1] == '*') {
      ++depth;
      i += 2;
    } else if (text[i] == '*' && text[i + 1] == '/') {
      i += 2;
      if (--depth == 0) return i;
    } else {
      ++i;
    }
  }
  return std::string_view::npos;
}

PsqlToken closed(Kind kind, std::string_view text, std::size_t begin, std::size_t end) {
  if (end == std::string_view::npos) return {Kind::unterminated, begin, text.size()};
  return {kind, begin, end};
}

/// `$tag$ … $tag$`, or a lone `$` (of a parameter, or an operator) where no tag stands.
PsqlToken dollar(std::string_view text, std::size_t at) {
  std::size_t i = at + 1;
  if (i < text.size() && is_word_start(text[i])) {
    while (i < text.size() && text[i] != '$' && is_word_byte(text[i])) ++i;
  }
  if (byte_at(text, i) != '$') return {Kind::other, at, at + 1};
  const std::string_view tag = text.substr(at, i + 1 - at);
  const std::size_t close = text.find(tag, i + 1);
  return closed(Kind::dollar_string, text, at, close == std::string_view::npos ? close : close + tag.size());
}

PsqlToken word(std::string_view text, std::size_t at) {
  std::size_t i = at;
  while (i < text.size() && is_word_byte(text[i])) ++i;
  const bool e_string = i == at + 1 && (text[at] == 'e' || text[at] == 'E') && byte_at(text, i) == '\'';
  if (e_string) return closed(Kind::escape_string, text, at, past_quote(text, i + 1, '\'', true));
  return {Kind::word, at, i};
}

PsqlToken number(std::string_view text, std::size_t at) {
  std::size_t i = at;
  bool letters = false;
  while (i < text.size() && (is_digit(text[i]) || is_word_start(text[i]) || text[i] == '.')) {
    letters = letters || is_word_start(text[i]);
    ++i;
  }
  const bool unclear = letters && (byte_at(text, i) == '$' || byte_at(text, i) == '\'');
  return {unclear ? Kind::ambiguous : Kind::number, at, i};
}

/// The end of a variable's name that begins at `i`, or `i` where none does.
std::size_t past_variable_name(std::string_view text, std::size_t i) {
  while (i < text.size() && is_psql_variable_byte(text[i])) ++i;
  return i;
}

PsqlToken colon(std::string_view text, std::size_t at) {
  const char next = byte_at(text, at + 1);
  if (next == ':' || next == '=') return {Kind::other, at, at + 2};
  const std::size_t plain = past_variable_name(text, at + 1);
  if (plain > at + 1) return {Kind::variable, at, plain};
  if (next == '\'' || next == '"') {
    const std::size_t end = past_variable_name(text, at + 2);
    if (end > at + 2 && byte_at(text, end) == next) {
      return {next == '"' ? Kind::variable_name : Kind::variable_string, at, end + 1};
    }
  }
  if (next == '{' && byte_at(text, at + 2) == '?') {
    const std::size_t end = past_variable_name(text, at + 3);
    if (end > at + 3 && byte_at(text, end) == '}') return {Kind::variable_test, at, end + 1};
  }
  return {Kind::other, at, at + 1};
}

PsqlToken space(std::string_view text, std::size_t at) {
  std::size_t i = at;
  while (i < text.size() && is_psql_space(text[i])) ++i;
  return {Kind::space, at, i};
}

}  // namespace

bool is_psql_variable_byte(char c) { return is_word_start(c) || is_digit(c); }

bool is_psql_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

PsqlToken psql_token(std::string_view text, std::size_t at) {
  const char c = text[at];
  const char next = byte_at(text, at + 1);
  if (is_psql_space(c)) return space(text, at);
  if (c == '-' && next == '-') {
    const std::size_t end = text.find('\n', at);
    return {Kind::line_comment, at, end == std::string_view::npos ? text.size() : end};
  }
  if (c == '/' && next == '*') return closed(Kind::block_comment, text, at, past_block_comment(text, at));
  if (c == '\'') return closed(Kind::string, text, at, past_quote(text, at + 1, '\'', false));
  if (c == '"') return closed(Kind::quoted_name, text, at, past_quote(text, at + 1, '"', false));
  if (c == '$') return dollar(text, at);
  if (c == ':') return colon(text, at);
  if (is_word_start(c)) return word(text, at);
  if (is_digit(c)) return number(text, at);
  switch (c) {
    case ';':
      return {Kind::semicolon, at, at + 1};
    case '(':
      return {Kind::open_paren, at, at + 1};
    case ')':
      return {Kind::close_paren, at, at + 1};
    case '\\':
      return {Kind::backslash, at, at + 1};
    default:
      return {Kind::other, at, at + 1};
  }
}

}  // namespace pschema
