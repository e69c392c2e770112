// Tokens that the parser can read as another, or go over, once it has been said that they are wrong: then the rest of
// their clause is read and checked.
#pragma once

#include <cstddef>
#include <optional>

#include "syntax/mistakes.h"

namespace pschema {

struct Repair {
  std::size_t type;       // what the token is read as
  bool has_value = true;  // false: only its kind is known
  bool is_guess = false;  // the next token shows whether it was meant so
};

/// Can a token of this type be one that is repaired?
bool can_be_mended(std::size_t type);

/// What a token was meant to be: a misspelt word, a string without its quotes or with those of names, a name with
/// those of strings.
std::optional<Repair> repair_of(const Mistake& mistake);

/// Is it a sign or a word of another tool too many, as in `modulus = 4`? The token behind it is what was expected.
bool is_stray(const Mistake& mistake);

/// Is it a comma that groups digits, as in `10,000`?
bool groups_digits(const Mistake& mistake);

/// Is it a comma or the like where a clause ends? The token behind it begins another one, or ends the block.
bool ends_clause(const Mistake& mistake, std::size_t block_rule);

}  // namespace pschema
