// The right spelling of numbers and durations that are written as other languages have them. Plain text to plain
// text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/ast.h"

namespace pschema {

/// What to write instead of a number like `10GB`, `7d`, `1e6`, `1__000`; a general rule where nothing better is
/// known.
std::string hint_for_number(std::string_view written);

/// The unit that a word of another tool means, as the language writes it: `minutes` for `min`, `GB` for `gigabytes`;
/// empty where it is none.
std::string_view unit_alias(std::string_view word);

/// `36 hours` for 1.5 days; nullopt where no smaller unit is exact.
std::optional<std::string> whole_duration(std::string_view decimal, ast::Unit unit);
/// `1536 MB` for 1.5 GB (`power` 3; kB is 1); nullopt where it is not a whole number of kB.
std::optional<std::string> whole_bytes(std::string_view decimal, int power);
/// `18 months` for 1 year and 6 months; nullopt where the units do not add up (days and months).
std::optional<std::string> one_unit(const std::vector<ast::Duration>& parts);

std::string_view unit_word(ast::Unit unit);
/// `1 month`, `18 months`.
std::string duration_text(std::int64_t count, ast::Unit unit);

/// Digits with an optional sign and with `_` between groups. nullopt where it does not fit 64 bits.
std::optional<std::int64_t> parse_whole(std::string_view digits, bool negative);

}  // namespace pschema
