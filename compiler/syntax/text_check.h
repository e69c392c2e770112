// What must hold of the bytes before a lexer may see them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/diagnostic.h"
#include "base/source.h"

namespace pschema {

inline constexpr std::size_t kMaxSourceBytes = std::size_t{16} * 1024 * 1024;

/// What a lexer may see of a text.
struct CheckedText {
  bool readable = true;       // false: nothing of it
  std::vector<Span> damaged;  // not these places, in their order; what they are part of has been reported
};

/// Size, UTF-8 (no overlong forms, no surrogates), NUL and control characters. A text with very many such mistakes is
/// none: only the first are reported, and it is not readable.
CheckedText check_text(const SourceSet& sources, std::uint32_t file, Diagnostics& diagnostics);

/// A character that an unquoted name must not hold: it shows as nothing, or as a space.
bool invisible_or_space(char32_t c);

/// A quote as word processors put it: ‘ ’ “ ” and those of other languages.
bool typographic_quote(char32_t c);

}  // namespace pschema
