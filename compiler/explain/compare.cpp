#include "explain/compare.h"

#include <algorithm>

#include "base/overloaded.h"

namespace pschema {
namespace {

using Order = std::optional<std::strong_ordering>;

bool is_infinity(std::string_view text) {
  return text == "infinity" || text == "Infinity" || text == "-infinity" || text == "-Infinity";
}
int rank(std::string_view text) { return !is_infinity(text) ? 0 : text.front() == '-' ? -1 : 1; }

/// A number without exponent, as numeric prints it.
struct Decimal {
  bool negative = false;
  std::string_view whole, fraction;
};

std::optional<Decimal> decimal(std::string_view text) {
  Decimal d;
  d.negative = text.starts_with('-');
  if (d.negative) text.remove_prefix(1);
  const std::size_t point = std::min(text.find('.'), text.size());
  d.whole = text.substr(0, point);
  d.fraction = point < text.size() ? text.substr(point + 1) : std::string_view();
  while (d.whole.starts_with('0')) d.whole.remove_prefix(1);
  while (d.fraction.ends_with('0')) d.fraction.remove_suffix(1);
  const auto digits = [](std::string_view s) {
    return std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  if (text.empty() || !digits(d.whole) || !digits(d.fraction)) return std::nullopt;
  if (d.whole.empty() && d.fraction.empty()) d.negative = false;
  return d;
}

Order compare_numbers(const std::string& a, const std::string& b) {
  const int rank_a = rank(a), rank_b = rank(b);
  if (rank_a != 0 || rank_b != 0) return rank_a <=> rank_b;
  const auto x = decimal(a), y = decimal(b);
  if (!x || !y) return std::nullopt;  // NaN
  if (x->negative != y->negative) return y->negative <=> x->negative;
  const auto size = [&] {
    if (x->whole.size() != y->whole.size()) return x->whole.size() <=> y->whole.size();
    if (x->whole != y->whole) return x->whole <=> y->whole;
    return x->fraction <=> y->fraction;
  }();
  return x->negative ? 0 <=> size : size;
}

Order compare_times(KeyType type, const std::string& a, const std::string& b) {
  const int rank_a = rank(a), rank_b = rank(b);
  if (rank_a != 0 || rank_b != 0) return rank_a <=> rank_b;
  const KeyFormat format{Encoding::plain, type, {}, 22};
  const auto x = decode(format, a), y = decode(format, b);
  if (!x || !y) return std::nullopt;
  return *x <=> *y;
}

/// Digits and letters of one case are in the order of their bytes under every collation that people use.
bool plain(std::string_view text) {
  const auto all = [&](auto allowed) { return std::all_of(text.begin(), text.end(), allowed); };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return all([&](char c) { return digit(c) || (c >= 'A' && c <= 'Z'); }) ||
         all([&](char c) { return digit(c) || (c >= 'a' && c <= 'z'); });
}

}  // namespace

std::optional<std::strong_ordering> compare_keys(KeyType type, const std::string& a, const std::string& b) {
  if (a == b) return std::strong_ordering::equal;
  switch (type) {
    case KeyType::timestamptz:
    case KeyType::timestamp:
    case KeyType::date:
      return compare_times(type, a, b);
    case KeyType::smallint:
    case KeyType::integer:
    case KeyType::bigint:
    case KeyType::numeric:
      return compare_numbers(a, b);
    case KeyType::uuid:
    case KeyType::boolean:
      return a <=> b;
    case KeyType::text:
      if (plain(a + b)) return a <=> b;
      return std::nullopt;
    case KeyType::other:
      return std::nullopt;
  }
  return std::nullopt;
}

namespace {

/// Where the key lies beside one end of a range.
Order compare_to(const std::vector<RangeDatum>& end, const std::vector<std::string>& key,
                 const std::vector<KeyType>& types) {
  for (std::size_t i = 0; i < key.size() && i < end.size(); ++i) {
    const Order order =
        std::visit(Overloaded{[](const MinValue&) { return Order(std::strong_ordering::greater); },
                              [](const MaxValue&) { return Order(std::strong_ordering::less); },
                              [&](const std::string& value) {
                                return compare_keys(i < types.size() ? types[i] : KeyType::other, key[i], value);
                              }},
                   end[i]);
    if (!order || *order != std::strong_ordering::equal) return order;
  }
  return std::strong_ordering::equal;
}

}  // namespace

std::optional<bool> range_takes(const RangeBound& bound, const std::vector<std::string>& key,
                                const std::vector<KeyType>& types) {
  const Order from = compare_to(bound.from, key, types);
  const Order to = compare_to(bound.to, key, types);
  if (from && *from < 0) return false;
  if (to && *to >= 0) return false;
  if (!from || !to) return std::nullopt;
  return true;
}

}  // namespace pschema
