#include "time/key_number.h"

#include <algorithm>

namespace pschema {

std::optional<NumberRange> range_of(KeyType type) {
  switch (type) {
    case KeyType::smallint:
      return signed_bits(16);
    case KeyType::integer:
      return signed_bits(32);
    case KeyType::bigint:
      return signed_bits(64);
    case KeyType::numeric:
      return signed_bits(96);  // wider than anything that is written here
    case KeyType::timestamptz:
    case KeyType::timestamp:
    case KeyType::date:
    case KeyType::uuid:
    case KeyType::text:
    case KeyType::boolean:
    case KeyType::other:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::string> number_text(KeyType type, Int128 value) {
  const auto range = range_of(type);
  if (!range || value < range->least || value > range->most) return std::nullopt;
  std::string digits;
  for (Int128 rest = value < 0 ? -value : value; rest > 0 || digits.empty(); rest /= 10) {
    digits += static_cast<char>('0' + static_cast<int>(rest % 10));
  }
  if (value < 0) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::optional<KeyNumber> parse_number(KeyType type, std::string_view text) {
  const auto range = range_of(type);
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  bool fraction = false;
  const std::size_t dot = text.find('.');
  if (type == KeyType::numeric && dot != std::string_view::npos) {
    const std::string_view behind = text.substr(dot + 1);
    if (behind.empty() || behind.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
    fraction = behind.find_first_not_of('0') != std::string_view::npos;
    text = text.substr(0, dot);
  }
  if (!range || text.empty() || text.size() > 28) return std::nullopt;
  Int128 value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  if (negative) value = -value - (fraction ? 1 : 0);
  return value < range->least || value > range->most ? std::nullopt : std::optional(KeyNumber{value, fraction});
}

}  // namespace pschema
