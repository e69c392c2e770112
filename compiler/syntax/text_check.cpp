#include "syntax/text_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/unicode.h"

namespace pschema {
namespace {

constexpr std::size_t kMaxReports = 20;

struct CodePointRange {
  char32_t first, last;
};

// Unicode 15: White_Space beyond ASCII, Default_Ignorable_Code_Point, the braille blank and annotation marks.
// Ascending.
constexpr std::array<CodePointRange, 21> kInvisible{
    {{0x00A0, 0x00A0},   {0x00AD, 0x00AD},   {0x034F, 0x034F},  {0x061C, 0x061C}, {0x115F, 0x1160}, {0x1680, 0x1680},
     {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x2000, 0x200F},  {0x2028, 0x202F}, {0x205F, 0x206F}, {0x2800, 0x2800},
     {0x3000, 0x3000},   {0x3164, 0x3164},   {0xFE00, 0xFE0F},  {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB},
     {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}}};

/// Marks that change the direction of text are among the controls (base/unicode.h): they make a line read as another.
bool forbidden(char32_t c) { return c != '\t' && c != '\n' && is_control(c); }

std::string control_message(char32_t c) {
  if (c == 0) return "NUL character";
  return fmt::format("control character U+{:04X}", static_cast<std::uint32_t>(c));
}

struct Refusal {
  Code code;
  std::string message;
  std::string hint;
};

/// What cannot be read at all.
std::optional<Refusal> not_ours(std::string_view text) {
  if (text.size() > kMaxSourceBytes)
    return Refusal{Code::file_too_large, fmt::format("the file has {} bytes, more than 16 MiB", text.size()), {}};
  const std::string_view mark = text.substr(0, 2);
  if (mark == "\xFF\xFE" || mark == "\xFE\xFF")
    return Refusal{Code::invalid_utf8, "the file is UTF-16", "save it as UTF-8"};
  return std::nullopt;
}

}  // namespace

bool invisible_or_space(char32_t c) {
  const auto* range = std::lower_bound(kInvisible.begin(), kInvisible.end(), c,
                                       [](const CodePointRange& r, char32_t x) { return r.last < x; });
  return range != kInvisible.end() && range->first <= c;
}

bool typographic_quote(char32_t c) {
  return (c >= 0x2018 && c <= 0x201F) || c == 0xAB || c == 0xBB || c == 0x2039 || c == 0x203A || c == 0x2032 ||
         c == 0x2033 || c == 0xB4;
}

CheckedText check_text(const SourceSet& sources, std::uint32_t file, Diagnostics& diagnostics) {
  const std::string_view text = sources.file(file).text;
  if (const auto why = not_ours(text)) {
    diagnostics.error(why->code, Span{file, 0, 0}, why->message, why->hint);
    return {false, {}};
  }
  CheckedText result;
  bool returned = false;
  for (std::size_t at = 0; at < text.size() && result.damaged.size() < kMaxReports;) {
    const CodePoint c = first_code_point(text.substr(at));
    Span span{file, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + c.bytes)};
    at += c.bytes;
    if (!c.valid) {
      diagnostics.error(Code::invalid_utf8, span,
                        fmt::format("byte 0x{:02X} is not valid UTF-8", static_cast<std::uint32_t>(c.value)),
                        "save the file as UTF-8");
      // One report for a whole run of bad bytes.
      while (at < text.size() && !first_code_point(text.substr(at)).valid) ++at;
      span.end = static_cast<std::uint32_t>(at);
      result.damaged.push_back(span);
    } else if (c.value == '\r') {
      // One that stands alone parts words all the same, and where one does all line ends are such.
      const bool alone = at >= text.size() || text[at] != '\n';
      if (alone && !returned) {
        diagnostics.error(Code::control_character, span, "carriage return without a line feed behind it",
                          "lines end in LF or CRLF");
      }
      returned = returned || alone;
    } else if (forbidden(c.value)) {
      diagnostics.error(Code::control_character, span, control_message(c.value),
                        "only tabs and line ends may stand beside visible characters");
      result.damaged.push_back(span);
    }
  }
  result.readable = result.damaged.size() < kMaxReports;
  return result;
}

}  // namespace pschema
