// What must hold of the bytes before a lexer may see them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/diagnostic.h"
#include "base/source.h"

namespace pschema {

inline constexpr std::size_t kMaxSourceBytes = std::size_t{16} * 1024 * 1024;

/// Size, UTF-8 (no overlong forms, no surrogates), NUL and control characters. True where the text may be lexed.
/// Reports the first mistakes of a text only: a binary file has thousands.
bool check_text(const SourceSet& sources, std::uint32_t file, Diagnostics& diagnostics);

/// A character that an unquoted name must not hold: it shows as nothing, or as a space.
bool invisible_or_space(char32_t c);

}  // namespace pschema
