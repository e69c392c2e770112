#include "base/unicode.h"

#include <algorithm>
#include <array>

namespace pschema {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Coarse blocks: a caret may be off by one on a rare mark, never by more.
constexpr std::array kNoWidth = {Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD},
                                 Range{0x0610, 0x061A}, Range{0x064B, 0x065F}, Range{0x06D6, 0x06DC},
                                 Range{0x0900, 0x0902}, Range{0x093C, 0x093C}, Range{0x0941, 0x0948},
                                 Range{0x0E31, 0x0E31}, Range{0x0E34, 0x0E3A}, Range{0x0E47, 0x0E4E},
                                 Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF}, Range{0x200B, 0x200F},
                                 Range{0x2060, 0x2064}, Range{0x20D0, 0x20FF}, Range{0xFE00, 0xFE0F},
                                 Range{0xFE20, 0xFE2F}, Range{0xFEFF, 0xFEFF}, Range{0xE0100, 0xE01EF}};
constexpr std::array kWide = {
    Range{0x1100, 0x115F},   Range{0x231A, 0x231B},   Range{0x23E9, 0x23EC},   Range{0x25FD, 0x25FE},
    Range{0x2614, 0x2615},   Range{0x2E80, 0x303E},   Range{0x3041, 0x33FF},   Range{0x3400, 0x4DBF},
    Range{0x4E00, 0x9FFF},   Range{0xA000, 0xA4CF},   Range{0xA960, 0xA97F},   Range{0xAC00, 0xD7A3},
    Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},   Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},
    Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD}};

template <std::size_t N>
bool within(const std::array<Range, N>& ranges, char32_t c) {
  const auto it =
      std::lower_bound(ranges.begin(), ranges.end(), c, [](const Range& r, char32_t x) { return r.last < x; });
  return it != ranges.end() && it->first <= c;
}

// How many bytes the first byte announces, and the smallest code point that needs so many; 0 for no first byte.
struct Lead {
  std::size_t bytes;
  char32_t bits;
  char32_t smallest;
};
Lead lead_of(unsigned char b) {
  if (b < 0x80) return {1, b, 0};
  if (b >= 0xC2 && b < 0xE0) return {2, static_cast<char32_t>(b & 0x1F), 0x80};
  if (b >= 0xE0 && b < 0xF0) return {3, static_cast<char32_t>(b & 0x0F), 0x800};
  if (b >= 0xF0 && b < 0xF5) return {4, static_cast<char32_t>(b & 0x07), 0x10000};
  return {0, 0, 0};
}

}  // namespace

CodePoint first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const CodePoint broken{byte(0), 1, false};
  const Lead lead = lead_of(byte(0));
  if (lead.bytes == 0 || lead.bytes > text.size()) return broken;
  char32_t value = lead.bits;
  for (std::size_t i = 1; i < lead.bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return broken;
    value = (value << 6) | (byte(i) & 0x3F);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < lead.smallest || value > 0x10FFFF || surrogate) return broken;
  return {value, lead.bytes, true};
}

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

int display_width(char32_t c) {
  if (within(kNoWidth, c)) return 0;
  return within(kWide, c) ? 2 : 1;
}

}  // namespace pschema
