#include "time/identifiers.h"

#include <fmt/format.h>

#include "time/encoding.h"

namespace pschema {
namespace {

constexpr std::int64_t kMostMillis = (std::int64_t{1} << 48) - 1;

std::optional<std::int64_t> whole_millis(std::int64_t position) {
  if (position < 0 || position % kMicrosPerMilli != 0 || position / kMicrosPerMilli > kMostMillis)
    return std::nullopt;
  return position / kMicrosPerMilli;
}

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

bool is_uuid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : !hex_digit(text[i])) return false;
  }
  return true;
}

constexpr std::string_view kCrockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::size_t kUlidTime = 10;  // characters; the first of them never exceeds 7
constexpr std::size_t kUlidLength = 26;

}  // namespace

std::optional<std::string> uuid_text(std::int64_t position, std::string_view rest) {
  const auto millis = whole_millis(position);
  if (!millis) return std::nullopt;
  return fmt::format("{:08x}-{:04x}-{}", *millis >> 16, *millis & 0xFFFF, rest);
}

// The whole 48 bits always lie in our range.
std::optional<std::int64_t> uuid_position(std::string_view text) {
  if (!is_uuid(text)) return std::nullopt;
  std::int64_t millis = 0;
  for (const char c : text.substr(0, 13)) {
    if (const auto digit = hex_digit(c)) millis = millis * 16 + *digit;
  }
  return millis * kMicrosPerMilli;
}

std::optional<char> uuid_version(std::string_view text) {
  return is_uuid(text) ? std::optional(text[14]) : std::nullopt;
}

std::optional<std::string> ulid_text(std::int64_t position) {
  const auto millis = whole_millis(position);
  if (!millis) return std::nullopt;
  std::string out(kUlidLength, '0');
  for (std::size_t i = 0; i < kUlidTime; ++i) {
    out[kUlidTime - 1 - i] = kCrockford[static_cast<std::size_t>((*millis >> (5 * i)) & 31)];
  }
  return out;
}

std::optional<Decoded> read_ulid(std::string_view text) {
  if (text.size() != kUlidLength) return std::nullopt;
  std::int64_t millis = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t value = kCrockford.find(text[i]);
    if (value == std::string_view::npos) return std::nullopt;
    if (i < kUlidTime) millis = millis * 32 + static_cast<std::int64_t>(value);
  }
  if (millis > kMostMillis) return std::nullopt;
  const bool smallest = text.find_first_not_of('0', kUlidTime) == std::string_view::npos;
  return Decoded{millis * kMicrosPerMilli, smallest};
}

}  // namespace pschema
