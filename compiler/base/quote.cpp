#include "base/quote.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/unicode.h"

namespace pschema {
namespace {

using namespace std::string_view_literals;

// Every word that PostgreSQL 14, 15, 16, 17 or 18 has as a keyword and not as an unreserved one (pg_get_keywords(),
// catcode other than U). A word that only some of them reserve is quoted for all, so that a file reads the same
// everywhere.
// clang-format off
constexpr std::array kKeywords = {
    "all"sv, "analyse"sv, "analyze"sv, "and"sv, "any"sv, "array"sv, "as"sv, "asc"sv, "asymmetric"sv,
    "authorization"sv, "between"sv, "bigint"sv, "binary"sv, "bit"sv, "boolean"sv, "both"sv, "case"sv, "cast"sv,
    "char"sv, "character"sv, "check"sv, "coalesce"sv, "collate"sv, "collation"sv, "column"sv, "concurrently"sv,
    "constraint"sv, "create"sv, "cross"sv, "current_catalog"sv, "current_date"sv, "current_role"sv,
    "current_schema"sv, "current_time"sv, "current_timestamp"sv, "current_user"sv, "dec"sv, "decimal"sv,
    "default"sv, "deferrable"sv, "desc"sv, "distinct"sv, "do"sv, "else"sv, "end"sv, "except"sv, "exists"sv,
    "extract"sv, "false"sv, "fetch"sv, "float"sv, "for"sv, "foreign"sv, "freeze"sv, "from"sv, "full"sv,
    "grant"sv, "greatest"sv, "group"sv, "grouping"sv, "having"sv, "ilike"sv, "in"sv, "initially"sv, "inner"sv,
    "inout"sv, "int"sv, "integer"sv, "intersect"sv, "interval"sv, "into"sv, "is"sv, "isnull"sv, "join"sv,
    "json"sv, "json_array"sv, "json_arrayagg"sv, "json_exists"sv, "json_object"sv, "json_objectagg"sv,
    "json_query"sv, "json_scalar"sv, "json_serialize"sv, "json_table"sv, "json_value"sv, "lateral"sv,
    "leading"sv, "least"sv, "left"sv, "like"sv, "limit"sv, "localtime"sv, "localtimestamp"sv, "merge_action"sv,
    "national"sv, "natural"sv, "nchar"sv, "none"sv, "normalize"sv, "not"sv, "notnull"sv, "null"sv, "nullif"sv,
    "numeric"sv, "offset"sv, "on"sv, "only"sv, "or"sv, "order"sv, "out"sv, "outer"sv, "overlaps"sv, "overlay"sv,
    "placing"sv, "position"sv, "precision"sv, "primary"sv, "real"sv, "references"sv, "returning"sv, "right"sv,
    "row"sv, "select"sv, "session_user"sv, "setof"sv, "similar"sv, "smallint"sv, "some"sv, "substring"sv,
    "symmetric"sv, "system_user"sv, "table"sv, "tablesample"sv, "then"sv, "time"sv, "timestamp"sv, "to"sv,
    "trailing"sv, "treat"sv, "trim"sv, "true"sv, "union"sv, "unique"sv, "user"sv, "using"sv, "values"sv,
    "varchar"sv, "variadic"sv, "verbose"sv, "when"sv, "where"sv, "window"sv, "with"sv, "xmlattributes"sv,
    "xmlconcat"sv, "xmlelement"sv, "xmlexists"sv, "xmlforest"sv, "xmlnamespaces"sv, "xmlparse"sv, "xmlpi"sv,
    "xmlroot"sv, "xmlserialize"sv, "xmltable"sv,
};
// clang-format on
static_assert(std::is_sorted(kKeywords.begin(), kKeywords.end()));
constexpr std::size_t kLongestKeyword =
    std::max_element(kKeywords.begin(), kKeywords.end(), [](std::string_view a, std::string_view b) {
      return a.size() < b.size();
    })->size();

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool has_control(std::string_view text) { return std::any_of(text.begin(), text.end(), is_ascii_control); }

bool is_plain_word(std::string_view name) {
  if (name.empty() || !(is_lower(name[0]) || name[0] == '_')) return false;
  const auto plain = [](char c) { return is_lower(c) || is_digit(c) || c == '_'; };
  const bool keyword = name.size() <= kLongestKeyword && std::binary_search(kKeywords.begin(), kKeywords.end(), name);
  return !keyword && std::all_of(name.begin(), name.end(), plain);
}

std::string doubled(std::string_view text, char quote_mark) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    out += c;
    if (c == quote_mark) out += c;
  }
  return out;
}

// The inside of a U&"..." or U&'...'.
std::string with_unicode_escapes(std::string_view text, char quote_mark) {
  std::string out;
  for (const char c : text) {
    if (is_ascii_control(c)) {
      out += fmt::format("\\{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
      if (c == quote_mark || c == '\\') out += c;
    }
  }
  return out;
}

void append_utf8(std::string& out, std::uint32_t c) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | (c >> 6));
    put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | (c >> 12));
    put(0x80 | ((c >> 6) & 0x3F));
    put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | (c >> 18));
    put(0x80 | ((c >> 12) & 0x3F));
    put(0x80 | ((c >> 6) & 0x3F));
    put(0x80 | (c & 0x3F));
  }
}

std::optional<std::uint32_t> hex_number(std::string_view digits) {
  std::uint32_t value = 0;
  for (const char c : digits) {
    const char lower = is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
    if (!is_digit(lower) && !(lower >= 'a' && lower <= 'f')) return std::nullopt;
    value = value * 16 + static_cast<std::uint32_t>(is_digit(lower) ? lower - '0' : lower - 'a' + 10);
  }
  return value;
}

// One escape of the U& form, `\\`, `\XXXX` or `\+XXXXXX`, with `text` behind its backslash.
bool take_unicode_escape(std::string_view& text, std::string& out) {
  if (text.starts_with('\\')) {
    out += '\\';
    text.remove_prefix(1);
    return true;
  }
  const std::size_t skip = text.starts_with('+') ? 1 : 0;
  const std::size_t length = skip == 1 ? 6 : 4;
  if (text.size() < skip + length) return false;
  const std::optional<std::uint32_t> c = hex_number(text.substr(skip, length));
  if (!c || *c == 0 || *c > 0x10FFFF || (*c >= 0xD800 && *c <= 0xDFFF)) return false;
  append_utf8(out, *c);
  text.remove_prefix(skip + length);
  return true;
}

// A name in double quotes, with `text` behind the first of them.
std::optional<std::string> take_quoted(std::string_view& text, bool unicode) {
  std::string out;
  while (!text.empty()) {
    const char c = text.front();
    text.remove_prefix(1);
    if (c == '\0') return std::nullopt;
    if (c == '"') {
      if (!text.starts_with('"')) return out.empty() ? std::nullopt : std::optional(std::move(out));
      text.remove_prefix(1);
    } else if (c == '\\' && unicode) {
      if (!take_unicode_escape(text, out)) return std::nullopt;
      continue;
    }
    out += c;
  }
  return std::nullopt;
}

std::optional<std::string> take_bare(std::string_view& text) {
  const auto starts = [](char c) {
    return is_lower(c) || is_upper(c) || c == '_' || static_cast<unsigned char>(c) > 0x7F;
  };
  std::size_t end = 0;
  while (end < text.size() && (starts(text[end]) || (end > 0 && (is_digit(text[end]) || text[end] == '$')))) ++end;
  if (end == 0) return std::nullopt;
  std::string out(text.substr(0, end));
  for (char& c : out) c = is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  text.remove_prefix(end);
  return out;
}

std::optional<std::string> take_name(std::string_view& text) {
  if (text.starts_with('"')) {
    text.remove_prefix(1);
    return take_quoted(text, false);
  }
  if (text.starts_with("U&\"") || text.starts_with("u&\"")) {
    text.remove_prefix(3);
    return take_quoted(text, true);
  }
  return take_bare(text);
}

std::string hex_escapes(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) out += fmt::format("\\x{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

std::string quote(const Identifier& name) {
  if (is_plain_word(name.text)) return name.text;
  if (has_control(name.text)) return "U&\"" + with_unicode_escapes(name.text, '"') + '"';
  return '"' + doubled(name.text, '"') + '"';
}

std::string quote(const QualifiedName& name) { return quote(name.schema) + '.' + quote(name.name); }

bool reads_as_written(const QualifiedName& name, std::string_view text) {
  // Bare names are most of them, and need no copy.
  const std::string& schema = name.schema.text;
  const bool bare = text.size() == schema.size() + 1 + name.name.text.size() && text.starts_with(schema) &&
                    text.ends_with(name.name.text) && is_plain_word(schema) && is_plain_word(name.name.text);
  return bare || quote(name) == text;
}

std::string quote_literal(std::string_view text) {
  const bool escapes = has_control(text) || text.find('\\') != std::string_view::npos;
  if (escapes) return "U&'" + with_unicode_escapes(text, '\'') + '\'';
  return '\'' + doubled(text, '\'') + '\'';
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const CodePoint c = first_code_point(text);
    const std::string_view bytes = text.substr(0, c.bytes);
    out += c.valid && !is_control(c.value) ? std::string(bytes) : hex_escapes(bytes);
    text.remove_prefix(c.bytes);
  }
  return out;
}

std::string quote_psql_argument(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (is_ascii_control(c)) {
      out += hex_escapes({&c, 1});
    } else {
      out += c;
      if (c == '\'' || c == '\\') out += c;
    }
  }
  return out + '\'';
}

std::optional<Identifier> take_identifier(std::string_view& text) {
  std::string_view rest = text;
  std::optional<std::string> name = take_name(rest);
  if (!name) return std::nullopt;
  text = rest;
  return Identifier{std::move(*name)};
}

std::optional<QualifiedName> take_qualified_name(std::string_view& text) {
  std::string_view rest = text;
  std::optional<std::string> schema = take_name(rest);
  if (!schema || !rest.starts_with('.')) return std::nullopt;
  rest.remove_prefix(1);
  std::optional<std::string> name = take_name(rest);
  if (!name) return std::nullopt;
  text = rest;
  return QualifiedName{{std::move(*schema)}, {std::move(*name)}};
}

std::optional<Identifier> parse_identifier(std::string_view text) {
  std::optional<Identifier> name = take_identifier(text);
  return text.empty() ? name : std::nullopt;
}

std::optional<QualifiedName> parse_qualified_name(std::string_view text) {
  std::optional<QualifiedName> name = take_qualified_name(text);
  return text.empty() ? name : std::nullopt;
}

}  // namespace pschema
