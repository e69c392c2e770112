// Whole numbers as keys: what a column of some type can hold, and how the server prints it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "time/arithmetic.h"
#include "time/encoding.h"

namespace pschema {

struct NumberRange {
  Int128 least;
  Int128 most;
};
/// Of a two's complement number of n bits.
constexpr NumberRange signed_bits(int n) { return {-(Int128{1} << (n - 1)), (Int128{1} << (n - 1)) - 1}; }

/// nullopt for a type that holds no whole numbers.
std::optional<NumberRange> range_of(KeyType type);

/// nullopt where the type cannot hold it.
std::optional<std::string> number_text(KeyType type, Int128 value);

/// A number and whether there is more behind its point than zeros: numeric(20, 3) prints a whole number as 5.000.
struct KeyNumber {
  Int128 floor;
  bool fraction;
};
std::optional<KeyNumber> parse_number(KeyType type, std::string_view text);

}  // namespace pschema
