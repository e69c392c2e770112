// Words that users bring from other tools and databases.
#pragma once

#include <string>
#include <string_view>

namespace pschema {

struct ForeignWord {
  std::string_view word;   // lower case
  std::string_view meant;  // the keyword that it is another word for, or empty
  std::string_view hint;   // what to write here
};

/// What a word, in any case, means elsewhere and how that is said here; null where it is not known.
const ForeignWord* foreign_word(std::string_view word);

}  // namespace pschema
