// Identifiers that begin with 48 bits of milliseconds since 1970: uuids of version 7 and ULIDs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pschema {

inline constexpr std::int64_t kMicrosPerMilli = 1'000;

/// What a key was read as, and whether it is the smallest of that position.
struct Decoded {
  std::int64_t position;
  bool smallest;
};

/// The milliseconds of a position, and behind them `rest` (`7000-8000-000000000000`). nullopt where the position is
/// no whole millisecond, or does not fit.
std::optional<std::string> uuid_text(std::int64_t position, std::string_view rest);
/// Whatever stands behind the milliseconds.
std::optional<std::int64_t> uuid_position(std::string_view text);

/// The smallest ULID of a position, in 26 characters.
std::optional<std::string> ulid_text(std::int64_t position);
std::optional<Decoded> read_ulid(std::string_view text);

}  // namespace pschema
