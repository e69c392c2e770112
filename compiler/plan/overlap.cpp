#include "plan/overlap.h"

#include <algorithm>
#include <compare>
#include <numeric>
#include <optional>

#include "base/overloaded.h"
#include "model/list_value.h"

namespace pschema {
namespace {

KeyFormat ordering_format(KeyType type) {
  const bool number =
      type == KeyType::smallint || type == KeyType::integer || type == KeyType::bigint || type == KeyType::numeric;
  return {number ? Encoding::integer : Encoding::plain, type, {}, 22};
}

/// nullopt: not comparable.
std::optional<std::strong_ordering> compare_values(const std::string& a, const std::string& b, KeyType type) {
  if (a == b) return std::strong_ordering::equal;
  if (type == KeyType::uuid) return a <=> b;
  const auto x = decode(ordering_format(type), a);
  const auto y = decode(ordering_format(type), b);
  if (!x || !y) return std::nullopt;
  return *x <=> *y;
}

std::optional<std::strong_ordering> compare_data(const std::vector<RangeDatum>& a, const std::vector<RangeDatum>& b,
                                                 const std::vector<KeyType>& types) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i].index() != b[i].index()) return a[i].index() <=> b[i].index();  // MINVALUE < value < MAXVALUE
    const auto* x = std::get_if<std::string>(&a[i]);
    // Columns behind MINVALUE or MAXVALUE are not looked at (PostgreSQL documentation, CREATE TABLE).
    if (!x) return std::strong_ordering::equal;
    const auto order = compare_values(*x, std::get<std::string>(b[i]), i < types.size() ? types[i] : KeyType::other);
    if (!order || *order != std::strong_ordering::equal) return order;
  }
  return std::strong_ordering::equal;
}

bool ranges_overlap(const RangeBound& a, const RangeBound& b, const std::vector<KeyType>& types) {
  const auto a_below_b = compare_data(a.to, b.from, types);
  const auto b_below_a = compare_data(b.to, a.from, types);
  if (!a_below_b || !b_below_a) return a == b;
  return *a_below_b > 0 && *b_below_a > 0;
}

bool lists_overlap(const ListBound& a, const ListBound& b, const std::vector<KeyType>& types) {
  const KeyType type = types.empty() ? KeyType::other : types.front();
  return std::any_of(a.values.begin(), a.values.end(), [&](const auto& x) {
    return std::any_of(b.values.begin(), b.values.end(),
                       [&](const auto& y) { return comparable_value(type, x) == comparable_value(type, y); });
  });
}

/// Two residue classes meet unless their remainders differ by the greatest common divisor; and PostgreSQL wants each
/// modulus to divide the next larger one.
bool buckets_overlap(const HashBound& a, const HashBound& b) {
  const std::int64_t smaller = std::min(a.modulus, b.modulus);
  const std::int64_t larger = std::max(a.modulus, b.modulus);
  if (smaller <= 0 || larger % smaller != 0) return true;
  return a.remainder % smaller == b.remainder % smaller;
}

}  // namespace

bool bounds_overlap(const Bound& a, const Bound& b, const std::vector<KeyType>& types) {
  if (a.index() != b.index()) return false;
  return std::visit(Overloaded{
                        [&](const RangeBound& r) { return ranges_overlap(r, std::get<RangeBound>(b), types); },
                        [&](const ListBound& l) { return lists_overlap(l, std::get<ListBound>(b), types); },
                        [&](const HashBound& h) { return buckets_overlap(h, std::get<HashBound>(b)); },
                        [](const DefaultBound&) { return true; },
                        [&](const UnreadableBound& u) { return u == std::get<UnreadableBound>(b); },
                    },
                    a);
}

}  // namespace pschema
