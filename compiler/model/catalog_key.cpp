#include "model/catalog_key.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/quote.h"

namespace pschema {
namespace {

constexpr std::string_view kExpression = "sql ";

std::string expression_literal(std::string_view expression) {
  std::string out(kExpression);
  out += '\'';
  for (const char c : expression) {
    if (c == '\'') out += c;
    out += c;
  }
  return out + '\'';
}

std::optional<std::string> parse_expression(std::string_view text) {
  if (!text.starts_with('\'') || !text.ends_with('\'') || text.size() < 2) return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\'' && (i + 1 >= text.size() || text[++i] != '\'')) return std::nullopt;
    out += text[i];
  }
  return out;
}

/// The end of the part that begins at `i`: its comma, or the end of the text. Commas inside quotes do not count.
std::size_t part_end(std::string_view text, std::size_t i) {
  char open = '\0';
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (open != '\0') {
      if (c == open) open = '\0';  // a doubled quote closes and opens again
    } else if (c == '\'' || c == '"') {
      open = c;
    } else if (c == ',') {
      return i;
    }
  }
  return i;
}

std::optional<KeyPart> parse_part(std::string_view text) {
  if (text.starts_with(kExpression)) {
    std::optional<std::string> expression = parse_expression(text.substr(kExpression.size()));
    if (!expression) return std::nullopt;
    return KeyPart{{}, std::move(*expression)};
  }
  std::optional<Identifier> column = parse_identifier(text);
  if (!column || column->text.empty()) return std::nullopt;
  return KeyPart{std::move(*column), {}};
}

}  // namespace

std::vector<KeyType> key_types(const PartitionKey& key, const std::vector<Column>& columns) {
  std::vector<KeyType> types;
  for (const KeyPart& part : key.parts) {
    const auto column =
        std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.name == part.column; });
    types.push_back(column == columns.end() || part.column.text.empty() ? KeyType::other : key_type_of(column->type));
  }
  return types;
}

Bound checked_bound(std::string_view text, const std::vector<KeyType>& types) {
  Bound bound = parse_bound(text);
  if (server_text(bound, types) != text) return UnreadableBound{std::string(text)};
  return bound;
}

std::string key_text(const PartitionKey& key) {
  std::string out(strategy_word(key.strategy));
  out += " (";
  bool first = true;
  for (const KeyPart& part : key.parts) {
    if (!std::exchange(first, false)) out += ", ";
    out += part.column.text.empty() ? expression_literal(part.expression) : quote(part.column);
  }
  return out + ")";
}

std::optional<PartitionKey> parse_key_text(std::string_view text) {
  constexpr std::array kStrategies = {Strategy::range, Strategy::list, Strategy::hash};
  PartitionKey key;
  const std::string_view word = text.substr(0, text.find(' '));
  const auto* const strategy =
      std::find_if(kStrategies.begin(), kStrategies.end(), [&](Strategy s) { return strategy_word(s) == word; });
  if (strategy == kStrategies.end()) return std::nullopt;
  key.strategy = *strategy;
  text.remove_prefix(word.size());
  if (!text.starts_with(" (") || !text.ends_with(')')) return std::nullopt;
  text = text.substr(2, text.size() - 3);
  for (std::size_t begin = 0;;) {
    const std::size_t end = part_end(text, begin);
    std::optional<KeyPart> part = parse_part(text.substr(begin, end - begin));
    if (!part) return std::nullopt;
    key.parts.push_back(std::move(*part));
    if (end == text.size()) return key;
    if (!text.substr(end).starts_with(", ")) return std::nullopt;
    begin = end + 2;
  }
}

}  // namespace pschema
