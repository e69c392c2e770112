// Places in source texts.
#pragma once

#include <compare>
#include <cstdint>

namespace pschema {

/// A half-open range of byte offsets in one text of a `SourceSet`. Lines and columns are worked out only when a
/// diagnostic is printed.
struct Span {
  std::uint32_t file = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  friend auto operator<=>(const Span&, const Span&) = default;
};

/// A value and where it was written.
template <class T>
struct Located {
  T value{};
  Span span;
};

}  // namespace pschema
