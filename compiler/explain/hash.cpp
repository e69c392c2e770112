#include "explain/hash.h"

#include <bit>
#include <charconv>
#include <limits>

namespace pschema {
namespace {

constexpr std::uint64_t kSeed = 0x7A5B22367996DCFD;  // HASH_PARTITION_SEED

/// The three words of lookup3.
struct State {
  std::uint32_t a, b, c;

  void mix() {
    step(a, c, 4), c += b;
    step(b, a, 6), a += c;
    step(c, b, 8), b += a;
    step(a, c, 16), c += b;
    step(b, a, 19), a += c;
    step(c, b, 4), b += a;
  }
  void finish() {
    turn(c, b, 14);
    turn(a, c, 11);
    turn(b, a, 25);
    turn(c, b, 16);
    turn(a, c, 4);
    turn(b, a, 14);
    turn(c, b, 24);
  }
  std::uint64_t value() const { return std::uint64_t{b} << 32 | c; }

 private:
  static void step(std::uint32_t& x, std::uint32_t y, int bits) {
    x -= y;
    x ^= std::rotl(y, bits);
  }
  static void turn(std::uint32_t& x, std::uint32_t y, int bits) {
    x ^= y;
    x -= std::rotl(y, bits);
  }
};

State seeded(std::size_t length) {
  const std::uint32_t first = 0x9e3779b9U + static_cast<std::uint32_t>(length) + 3923095U;
  State s{first, first, first};
  s.a += static_cast<std::uint32_t>(kSeed >> 32);
  s.b += static_cast<std::uint32_t>(kSeed);
  s.mix();
  return s;
}

std::uint64_t hash_word(std::uint32_t word) {
  State s = seeded(sizeof(word));
  s.a += word;
  s.finish();
  return s.value();
}

/// Up to four bytes, the lowest first.
std::uint32_t word_of(std::string_view bytes) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 4; ++i)
    word |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return word;
}

std::string_view part(std::string_view bytes, std::size_t from) {
  return from < bytes.size() ? bytes.substr(from, 4) : std::string_view();
}

std::uint64_t hash_bytes(std::string_view bytes) {
  State s = seeded(bytes.size());
  for (; bytes.size() >= 12; bytes.remove_prefix(12)) {
    s.a += word_of(part(bytes, 0));
    s.b += word_of(part(bytes, 4));
    s.c += word_of(part(bytes, 8));
    s.mix();
  }
  s.a += word_of(part(bytes, 0));
  s.b += word_of(part(bytes, 4));
  s.c += word_of(part(bytes, 8)) << 8;  // its lowest byte is the length's
  s.finish();
  return s.value();
}

/// As int8's hash, which gives an int4 and an int2 of the same value the same.
std::uint64_t hash_number(std::int64_t value) {
  const auto low = static_cast<std::uint32_t>(value);
  const auto high = static_cast<std::uint32_t>(static_cast<std::uint64_t>(value) >> 32);
  return hash_word(low ^ (value >= 0 ? high : ~high));
}

std::optional<std::int64_t> number(std::string_view text, std::int64_t least, std::int64_t most) {
  std::int64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
  return value < least || value > most ? std::nullopt : std::optional(value);
}

template <class Int>
std::optional<std::uint64_t> hash_integer(std::string_view text) {
  const auto value = number(text, std::numeric_limits<Int>::min(), std::numeric_limits<Int>::max());
  return value ? std::optional(hash_number(*value)) : std::nullopt;
}

/// The sixteen bytes of a uuid as the server prints it.
std::optional<std::string> uuid_bytes(std::string_view text) {
  std::string bytes;
  std::string digits;
  for (const char c : text) {
    if (c == '-') continue;
    digits += c;
    if (digits.size() < 2) continue;
    unsigned value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + 2, value, 16);
    if (read.ec != std::errc() || read.ptr != digits.data() + 2) return std::nullopt;
    bytes += static_cast<char>(static_cast<unsigned char>(value));
    digits.clear();
  }
  return digits.empty() && bytes.size() == 16 ? std::optional(bytes) : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> partition_hash(std::string_view sql_type, std::string_view value) {
  if (sql_type == "smallint") return hash_integer<std::int16_t>(value);
  if (sql_type == "integer") return hash_integer<std::int32_t>(value);
  if (sql_type == "bigint") return hash_integer<std::int64_t>(value);
  if (sql_type == "text" || sql_type.starts_with("character varying")) return hash_bytes(value);
  if (sql_type != "uuid") return std::nullopt;
  const auto bytes = uuid_bytes(value);
  return bytes ? std::optional(hash_bytes(*bytes)) : std::nullopt;
}

std::uint64_t combined_hash(const std::vector<std::uint64_t>& hashes) {
  std::uint64_t all = 0;
  for (const std::uint64_t hash : hashes) all ^= hash + 0x49a0f4dd15e5a8e3 + (all << 54) + (all >> 7);
  return all;
}

}  // namespace pschema
