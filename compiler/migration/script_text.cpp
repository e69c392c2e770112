// What psql does with the text of statements and arguments.
#include <algorithm>
#include <array>
#include <utility>

#include "migration/psql_lexer.h"
#include "migration/script.h"

namespace pschema {
namespace {

using Kind = PsqlTokenKind;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

void append_doubled(std::string& out, std::string_view text, char quote, bool double_backslashes) {
  for (const char c : text) {
    if (c == quote || (double_backslashes && c == '\\')) out += c;
    out += c;
  }
}

/// As libpq's PQescapeLiteral.
std::string literal(std::string_view value) {
  const bool backslash = value.find('\\') != std::string_view::npos;
  std::string out = backslash ? " E'" : "'";
  append_doubled(out, value, '\'', backslash);
  out += '\'';
  return out;
}

/// As libpq's PQescapeIdentifier.
std::string name(std::string_view value) {
  std::string out = "\"";
  append_doubled(out, value, '"', false);
  out += '"';
  return out;
}

/// True where psql, which reads the value of a bare :name again, finds nothing in it that ends or hides something.
bool harmless(std::string_view value) {
  int parens = 0;
  for (std::size_t at = 0; at < value.size();) {
    const PsqlToken t = psql_token(value, at);
    switch (t.kind) {
      case Kind::line_comment:
      case Kind::block_comment:
      case Kind::variable:
      case Kind::variable_string:
      case Kind::variable_name:
      case Kind::variable_test:
      case Kind::semicolon:
      case Kind::backslash:
      case Kind::unterminated:
      case Kind::ambiguous:
        return false;
      case Kind::open_paren:
        ++parens;
        break;
      case Kind::close_paren:
        if (--parens < 0) return false;
        break;
      case Kind::space:
      case Kind::string:
      case Kind::escape_string:
      case Kind::quoted_name:
      case Kind::dollar_string:
      case Kind::word:
      case Kind::number:
      case Kind::other:
        break;
    }
    at = t.end;
  }
  return parens == 0;
}

/// The variable's name inside the token.
std::string variable_in(std::string_view token, Kind kind) {
  if (kind == Kind::variable) return std::string(token.substr(1));
  if (kind == Kind::variable_test) return std::string(token.substr(3, token.size() - 4));
  return std::string(token.substr(2, token.size() - 3));
}

bool is_variable(Kind kind) {
  return kind == Kind::variable || kind == Kind::variable_string || kind == Kind::variable_name ||
         kind == Kind::variable_test;
}

/// What the token stands for; nullopt where the variable is unset.
std::optional<std::string> variable_text(std::string_view token, Kind kind, const Variables& variables) {
  const auto found = variables.find(variable_in(token, kind));
  if (kind == Kind::variable_test) return found == variables.end() ? "FALSE" : "TRUE";
  if (found == variables.end()) return std::nullopt;
  if (kind == Kind::variable_string) return literal(found->second);
  if (kind == Kind::variable_name) return name(found->second);
  return found->second;
}

int octal_digit(char c) { return c >= '0' && c <= '7' ? c - '0' : -1; }

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char l = lower(c);
  return l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

/// Up to `most` digits of a number; leaves `i` behind them.
char numeric_escape(std::string_view raw, std::size_t& i, int base, int most, int (*digit)(char)) {
  int value = 0;
  for (int n = 0; n < most && i < raw.size() && digit(raw[i]) >= 0; ++n) value = value * base + digit(raw[i++]);
  return static_cast<char>(value);
}

/// A backslash escape inside single quotes; `i` is behind the backslash.
char escape(std::string_view raw, std::size_t& i) {
  const char c = raw[i];
  if (octal_digit(c) >= 0) return numeric_escape(raw, i, 8, 3, octal_digit);
  ++i;
  switch (c) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'b':
      return '\b';
    case 'r':
      return '\r';
    case 'f':
      return '\f';
    case 'x':
      if (i < raw.size() && hex_digit(raw[i]) >= 0) return numeric_escape(raw, i, 16, 2, hex_digit);
      return c;
    default:
      return c;
  }
}

/// The inside of '…'; `i` is behind the opening quote, and ends behind the closing one.
void append_single_quoted(std::string& out, std::string_view raw, std::size_t& i) {
  while (i < raw.size()) {
    const char c = raw[i++];
    if (c == '\\' && i < raw.size()) {
      out += escape(raw, i);
    } else if (c != '\'') {
      out += c;
    } else if (i < raw.size() && raw[i] == '\'') {
      out += '\'';
      ++i;
    } else {
      return;
    }
  }
}

std::string argument(std::string_view raw, std::size_t& i, const Variables& variables) {
  std::string out;
  while (i < raw.size() && !is_psql_space(raw[i])) {
    const char c = raw[i];
    if (c == '\'') {
      append_single_quoted(out, raw, ++i);
    } else if (c == '"') {
      const std::size_t close = std::min(raw.find('"', i + 1), raw.size() - 1);
      out += raw.substr(i, close + 1 - i);
      i = close + 1;
    } else if (c == ':' && (i + 1 >= raw.size() || (raw[i + 1] != ':' && raw[i + 1] != '='))) {
      const PsqlToken t = psql_token(raw, i);
      const std::string_view token = raw.substr(t.begin, t.end - t.begin);
      out += is_variable(t.kind) ? variable_text(token, t.kind, variables).value_or(std::string(token)) : token;
      i = t.end;
    } else {
      out += c;  // `::name` holds no typecast here: psql takes the second colon as the beginning of a variable
      ++i;
    }
  }
  return out;
}

}  // namespace

std::optional<std::string> interpolate(std::string_view sql, const Variables& variables) {
  std::string out;
  out.reserve(sql.size());
  for (std::size_t at = 0; at < sql.size();) {
    const PsqlToken t = psql_token(sql, at);
    const std::string_view token = sql.substr(at, t.end - at);
    at = t.end;
    const std::optional<std::string> value =
        is_variable(t.kind) ? variable_text(token, t.kind, variables) : std::nullopt;
    if (t.kind == Kind::variable && value && !harmless(*value)) return std::nullopt;
    out += value ? std::string_view(*value) : token;
  }
  return out;
}

std::vector<std::string> meta_arguments(std::string_view raw, const Variables& variables) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < raw.size();) {
    if (is_psql_space(raw[i])) {
      ++i;
    } else {
      result.push_back(argument(raw, i, variables));
    }
  }
  return result;
}

std::optional<bool> psql_boolean(std::string_view text) {
  std::string word;
  std::transform(text.begin(), text.end(), std::back_inserter(word), lower);
  const auto begins = [&word](std::string_view whole, std::size_t least) {
    return word.size() >= least && whole.starts_with(word);
  };
  if (begins("true", 1) || begins("yes", 1) || word == "on" || word == "1") return true;
  if (begins("false", 1) || begins("no", 1) || begins("off", 2) || word == "0") return false;
  return std::nullopt;
}

std::string leading_words(std::string_view sql, std::size_t words) {
  std::string out;
  for (std::size_t at = 0; at < sql.size() && words > 0;) {
    const PsqlToken t = psql_token(sql, at);
    at = t.end;
    if (t.kind == Kind::space || t.kind == Kind::line_comment || t.kind == Kind::block_comment) continue;
    if (!out.empty()) out += ' ';
    const std::string_view token = sql.substr(t.begin, t.end - t.begin);
    if (t.kind == Kind::word) std::transform(token.begin(), token.end(), std::back_inserter(out), upper);
    if (t.kind != Kind::word) out += token;
    --words;
  }
  return out;
}

}  // namespace pschema
