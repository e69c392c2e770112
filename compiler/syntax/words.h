// Tokens as a user would call them. Knows token numbers of the generated parser, not ANTLR.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pschema {

inline constexpr std::size_t kFirstKeyword = 1;

/// Is the token type a keyword?
bool is_keyword(std::size_t type);
/// A keyword as the language writes it (`keep`, `kB`). Empty for other types.
std::string keyword_text(std::size_t type);
/// For lists of what is wanted: "`keep`", "`;`", "a name", "a string". Empty for types that nobody should be told of.
std::string describe_type(std::size_t type);

}  // namespace pschema
