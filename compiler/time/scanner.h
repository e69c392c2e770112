// Reads the small fixed formats of dates and times, front to back.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pschema {

struct Scanner {
  std::string_view rest;

  bool done() const { return rest.empty(); }
  bool take(std::string_view what) {
    if (!rest.starts_with(what)) return false;
    rest.remove_prefix(what.size());
    return true;
  }
  /// A number of `least` to `most` digits (at most 18), the longest there is.
  std::optional<std::int64_t> digits(std::size_t least, std::size_t most) {
    std::int64_t value = 0;
    std::size_t n = 0;
    while (n < most && n < rest.size() && rest[n] >= '0' && rest[n] <= '9') value = value * 10 + (rest[n++] - '0');
    if (n < least) return std::nullopt;
    rest.remove_prefix(n);
    return value;
  }
};

}  // namespace pschema
