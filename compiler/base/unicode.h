// Just enough of Unicode to show text: where code points end, and how many columns of a terminal they take. No
// locale.
#pragma once

#include <cstddef>
#include <string_view>

namespace pschema {

/// The first code point of a text that is not empty. `valid` is false for a byte that begins no well-formed sequence
/// (overlong forms and surrogates included); then `bytes` is 1.
struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 1;
  bool valid = true;
};
CodePoint first_code_point(std::string_view text);

/// True for what must not be shown as it is: C0 and C1 controls, line and paragraph separators, and the marks that
/// change the direction of text (they can make a line read as something else).
bool is_control(char32_t c);

/// Of one byte: C0 controls and DEL, which no line of a file or a comment may hold as they are.
inline bool is_ascii_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

/// Columns of a terminal: 0 for combining and invisible marks, 2 for East Asian wide ones and most emoji, else 1.
int display_width(char32_t c);

}  // namespace pschema
