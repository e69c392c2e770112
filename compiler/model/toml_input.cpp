#include "model/toml_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/quote.h"

namespace pschema {
namespace {

/// Spans count in 32 bits.
constexpr std::size_t kMaxBytes = std::size_t{1} << 30U;
constexpr std::size_t kMaxErrors = 20;
/// Dotted keys nest a table for each dot, and toml++ destroys tables by recursion.
constexpr int kMaxDots = 100;

/// The first place where a line outside strings has too many dots, or a string spans lines, which no file of ours
/// has.
std::optional<std::size_t> unsafe_place(std::string_view text) {
  int dots = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') {
      dots = 0;
    } else if (c == '.') {
      if (++dots > kMaxDots) return i;
    } else if (c == '#') {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (c == '"' || c == '\'') {
      const std::string_view ends = c == '"' ? std::string_view("\"\\\n") : std::string_view("'\n");
      const std::size_t begin = i;
      i = text.find_first_of(ends, begin + 1);
      while (i < text.size() && text[i] == '\\') i = text.find_first_of(ends, i + 2);
      const bool three = i == begin + 1 && i + 1 < text.size() && text[i + 1] == c;
      if (i >= text.size() || text[i] != c || three) return begin;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<toml::table> TomlInput::parse() {
  if (text_.size() > kMaxBytes) {
    report({}, kind_.fault, fmt::format("the {} is larger than 1 GiB", kind_.name));
    return std::nullopt;
  }
  if (const auto place = unsafe_place(text_)) {
    ++errors_;
    diagnostics_.error(kind_.fault, span_at(*place), kind_.not_taken);
    return std::nullopt;
  }
  try {
    return toml::parse(text_);
  } catch (const toml::parse_error& error) {
    report(error.source(), kind_.fault,
           kind_.describes_faults ? "not TOML: " + printable(error.description()) : "not TOML",
           kind_.describes_faults ? ""
                                  : "a key that stands twice, a text whose quotes do not match or are missing, or a "
                                    "bracket that is not closed");
    return std::nullopt;
  }
}

Span TomlInput::span_at(std::size_t offset) const {
  const auto begin = static_cast<std::uint32_t>(std::min(offset, text_.size()));
  return {file_, begin, std::min(begin + 1, static_cast<std::uint32_t>(text_.size()))};
}

/// toml++ counts lines and columns from 1, columns in code points.
std::size_t TomlInput::offset_of(const toml::source_position& position) const {
  std::size_t offset = 0;
  for (toml::source_index line = 1; line < position.line; ++line) {
    offset = text_.find('\n', offset);
    if (offset == std::string_view::npos) return text_.size();
    ++offset;
  }
  for (toml::source_index column = 1; column < position.column && offset < text_.size() && text_[offset] != '\n';
       ++column) {
    do ++offset;
    while (offset < text_.size() && (static_cast<unsigned char>(text_[offset]) & 0xC0U) == 0x80U);
  }
  return offset;
}

void TomlInput::report(const toml::source_region& region, Code code, std::string message, std::string hint) {
  if (++errors_ > kMaxErrors) return;
  const Span place = region.begin ? span_at(offset_of(region.begin)) : span_at(0);
  diagnostics_.error(code, place, std::move(message), std::move(hint));
}

bool TomlInput::hopeless() const { return errors_ > kMaxErrors; }

void TomlInput::allow_only(const toml::table& table, std::initializer_list<std::string_view> keys) {
  for (const auto& [key, node] : table) {
    if (std::find(keys.begin(), keys.end(), key.str()) == keys.end()) {
      report(key.source(), kind_.fault,
             fmt::format("`{}` is not a key of a {} here", printable(key.str()), kind_.name));
    }
  }
}

const std::string* TomlInput::string_of(const toml::node& node) {
  const auto* value = node.as_string();
  if (value == nullptr) {
    wrong(node, "a string is wanted here");
    return nullptr;
  }
  if (value->get().find('\0') != std::string::npos) {
    wrong(node, "a NUL byte in a string");
    return nullptr;
  }
  return &value->get();
}

/// The string under a key; empty where it is absent or wrong.
std::string TomlInput::string_in(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  const std::string* value = node == nullptr ? nullptr : string_of(*node);
  return value == nullptr ? std::string() : *value;
}

bool TomlInput::flag_in(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return false;
  if (const auto* value = node->as_boolean()) return value->get();
  wrong(*node, "true or false is wanted here");
  return false;
}

int TomlInput::integer_in(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return 0;
  const auto* value = node->as_integer();
  if (value != nullptr && value->get() >= 0 && value->get() <= std::numeric_limits<int>::max()) {
    return static_cast<int>(value->get());
  }
  wrong(*node, "a whole number is wanted here");
  return 0;
}

/// A letter of the server's catalog.
char TomlInput::letter_in(const toml::table& table, std::string_view key, std::string_view allowed, char absent) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return absent;
  const std::string text = string_in(table, key);
  if (text.size() == 1 && allowed.find(text[0]) != std::string_view::npos) return text[0];
  wrong(*node, fmt::format("one of the letters `{}` is wanted here", allowed));
  return absent;
}

bool TomlInput::require(const toml::table& table, std::initializer_list<std::string_view> keys) {
  bool all = true;
  for (const std::string_view key : keys) {
    if (table.contains(key)) continue;
    wrong(table, fmt::format("`{}` is missing", key));
    all = false;
  }
  return all;
}

/// The array under a key, or null.
const toml::array* TomlInput::array_in(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return nullptr;
  if (const toml::array* array = node->as_array()) return array;
  wrong(*node, "an array is wanted here");
  return nullptr;
}

/// A row of an array: `values` values, then perhaps braces. nullptr where it is not.
const toml::array* TomlInput::row_of(const toml::node& node, std::size_t values) {
  const toml::array* row = node.as_array();
  const bool fits =
      row != nullptr && (row->size() == values || (row->size() == values + 1 && row->get(values)->is_table()));
  if (fits) return row;
  wrong(node, fmt::format("a row of {} values is wanted here", values));
  return nullptr;
}

const toml::table& TomlInput::braces_of(const toml::array& row, std::size_t values) {
  static const toml::table kNone;
  return row.size() > values ? *row.get(values)->as_table() : kNone;
}

/// Names are compared by their text, so each may be written in one way only.
QualifiedName TomlInput::qualified(const toml::node& node) {
  const std::string* text = string_of(node);
  if (text == nullptr) return {};
  std::optional<QualifiedName> name = parse_qualified_name(*text);
  if (name && quote(*name) == *text) return std::move(*name);
  wrong(node, fmt::format("`{}` is not the name of a relation, as SQL writes it: schema.name", printable(*text)));
  return {};
}

std::optional<QualifiedName> TomlInput::qualified_before_space(const toml::node& node, std::string_view& text) {
  std::string_view rest = text;
  std::optional<QualifiedName> name = take_qualified_name(rest);
  const bool written_so = name && reads_as_written(*name, text.substr(0, text.size() - rest.size()));
  if (!written_so || rest.size() < 2 || rest.front() != ' ') {
    wrong(node, "the name of a relation, as SQL writes it, and a bound are wanted here: schema.name FOR VALUES …");
    return std::nullopt;
  }
  text = rest.substr(1);
  return name;
}

Identifier TomlInput::identifier(const toml::node& node, bool empty_allowed) {
  const std::string* text = string_of(node);
  if (text == nullptr || (text->empty() && empty_allowed)) return {};
  std::optional<Identifier> name = parse_identifier(*text);
  if (name && quote(*name) == *text) return std::move(*name);
  wrong(node, fmt::format("`{}` is not a name, as SQL writes it", printable(*text)));
  return {};
}

const toml::table* TomlInput::section_in(const toml::table& table, std::string_view key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return nullptr;
  if (const toml::table* found = node->as_table()) return found;
  wrong(*node, fmt::format("`[{}]` is wanted here", key));
  return nullptr;
}

}  // namespace pschema
