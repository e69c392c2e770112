// Whole numbers that cannot overflow: products and differences of what fits 64 bits.
#pragma once

#include <cstdint>

namespace pschema {

__extension__ typedef __int128 Int128;

/// Division that rounds towards minus infinity. `b` is positive.
constexpr Int128 floor_div(Int128 a, Int128 b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(floor_div(Int128{a}, Int128{b}));
}
/// What floor_div leaves: 0 <= rest < b.
constexpr std::int64_t floor_mod(std::int64_t a, std::int64_t b) { return a % b < 0 ? a % b + b : a % b; }

}  // namespace pschema
