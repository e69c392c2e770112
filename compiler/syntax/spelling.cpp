#include "syntax/spelling.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace pschema {
namespace {

struct UnitAlias {
  std::string_view written;
  std::string_view meant;
};

// What other tools write, in lower case, and the word of the language. `m` alone stays unexplained: minutes or
// months.
constexpr std::array<UnitAlias, 44> kAliases{{{"minute", "minutes"},
                                              {"minutes", "minutes"},
                                              {"min", "minutes"},
                                              {"mins", "minutes"},
                                              {"hour", "hours"},
                                              {"hours", "hours"},
                                              {"h", "hours"},
                                              {"hr", "hours"},
                                              {"hrs", "hours"},
                                              {"day", "days"},
                                              {"days", "days"},
                                              {"d", "days"},
                                              {"week", "weeks"},
                                              {"weeks", "weeks"},
                                              {"w", "weeks"},
                                              {"month", "months"},
                                              {"months", "months"},
                                              {"mon", "months"},
                                              {"mons", "months"},
                                              {"quarter", "quarters"},
                                              {"quarters", "quarters"},
                                              {"q", "quarters"},
                                              {"year", "years"},
                                              {"years", "years"},
                                              {"y", "years"},
                                              {"yr", "years"},
                                              {"kb", "kB"},
                                              {"mb", "MB"},
                                              {"gb", "GB"},
                                              {"tb", "TB"},
                                              {"kib", "kB"},
                                              {"mib", "MB"},
                                              {"gib", "GB"},
                                              {"tib", "TB"},
                                              {"g", "GB"},
                                              {"k", "kB"},
                                              {"kilobyte", "kB"},
                                              {"kilobytes", "kB"},
                                              {"megabyte", "MB"},
                                              {"megabytes", "MB"},
                                              {"gigabyte", "GB"},
                                              {"gigabytes", "GB"},
                                              {"terabyte", "TB"},
                                              {"terabytes", "TB"}}};

bool digit(char c) { return c >= '0' && c <= '9'; }

std::string lower(std::string_view text) {
  std::string s(text);
  for (char& c : s) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return s;
}

std::string without_groups(std::string_view digits) {
  std::string s;
  std::copy_if(digits.begin(), digits.end(), std::back_inserter(s), [](char c) { return c != '_'; });
  return s;
}

/// 1000000 as 1_000_000.
std::string grouped(std::string_view digits) {
  std::string s;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) s += '_';
    s += digits[i];
  }
  return s;
}

int byte_power(std::string_view unit) { return unit == "kB" ? 1 : unit == "MB" ? 2 : unit == "GB" ? 3 : 4; }

std::optional<std::string> scientific(std::string_view written) {
  const std::size_t e = written.find_first_of("eE");
  if (e == 0 || e == std::string_view::npos || e + 1 >= written.size()) return std::nullopt;
  std::string mantissa = without_groups(written.substr(0, e));
  const std::string_view exponent = written.substr(e + 1);
  if (exponent.size() > 2 || !std::all_of(exponent.begin(), exponent.end(), digit)) return std::nullopt;
  int power = 0;
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
  if (const std::size_t dot = mantissa.find('.'); dot != std::string::npos) {
    power -= static_cast<int>(mantissa.size() - dot - 1);
    mantissa.erase(dot, 1);
  }
  if (power < 0 || power > 18 || !std::all_of(mantissa.begin(), mantissa.end(), digit)) return std::nullopt;
  mantissa.append(static_cast<std::size_t>(power), '0');
  mantissa.erase(0, std::min(mantissa.find_first_not_of('0'), mantissa.size() - 1));
  return mantissa.size() > 18 ? std::nullopt : std::optional(grouped(mantissa));
}

/// A decimal as numerator over a power of ten. nullopt where it has too many digits.
struct Fraction {
  std::int64_t numerator;
  std::int64_t denominator;
};
std::optional<Fraction> fraction(std::string_view decimal) {
  const std::string digits = without_groups(decimal);
  const std::size_t dot = digits.find('.');
  const std::size_t places = dot == std::string::npos ? 0 : digits.size() - dot - 1;
  if (digits.size() > 15 || places > 6) return std::nullopt;
  Fraction f{0, 1};
  for (const char c : digits) {
    if (digit(c)) f.numerator = f.numerator * 10 + (c - '0');
  }
  for (std::size_t i = 0; i < places; ++i) f.denominator *= 10;
  return f;
}

/// Units by which a calendar counts alike: minutes to weeks, and months to years.
struct Scale {
  bool calendar;
  std::int64_t factor;  // in minutes or months
};
Scale scale_of(ast::Unit unit) {
  switch (unit) {
    case ast::Unit::minute:
      return {false, 1};
    case ast::Unit::hour:
      return {false, 60};
    case ast::Unit::day:
      return {false, 60 * 24};
    case ast::Unit::week:
      return {false, std::int64_t{60} * 24 * 7};
    case ast::Unit::month:
      return {true, 1};
    case ast::Unit::quarter:
      return {true, 3};
    case ast::Unit::year:
      return {true, 12};
  }
  return {false, 1};
}

}  // namespace

std::string_view unit_word(ast::Unit unit) {
  switch (unit) {
    case ast::Unit::minute:
      return "minute";
    case ast::Unit::hour:
      return "hour";
    case ast::Unit::day:
      return "day";
    case ast::Unit::week:
      return "week";
    case ast::Unit::month:
      return "month";
    case ast::Unit::quarter:
      return "quarter";
    case ast::Unit::year:
      return "year";
  }
  return {};
}

std::string duration_text(std::int64_t count, ast::Unit unit) {
  return fmt::format("{} {}{}", count, unit_word(unit), count == 1 ? "" : "s");
}

std::optional<std::string> whole_duration(std::string_view decimal, ast::Unit unit) {
  const auto f = fraction(decimal);
  if (!f) return std::nullopt;
  const Scale from = scale_of(unit);
  // Largest unit first; nobody thinks in quarters. A day counts 24 hours, which the user can then see and judge.
  constexpr std::array<ast::Unit, 5> kSmaller{ast::Unit::month, ast::Unit::week, ast::Unit::day, ast::Unit::hour,
                                              ast::Unit::minute};
  for (const ast::Unit smaller : kSmaller) {
    const Scale to = scale_of(smaller);
    if (to.calendar != from.calendar || to.factor > from.factor) continue;
    if (f->numerator > std::numeric_limits<std::int64_t>::max() / from.factor) return std::nullopt;
    if (f->numerator * from.factor % (f->denominator * to.factor) != 0) continue;
    return duration_text(f->numerator * from.factor / (f->denominator * to.factor), smaller);
  }
  return std::nullopt;
}

std::optional<std::string> whole_bytes(std::string_view decimal, int power) {
  const auto f = fraction(decimal);
  if (!f) return std::nullopt;
  constexpr std::array<std::string_view, 5> kNames{"", "kB", "MB", "GB", "TB"};
  std::int64_t factor = 1;
  for (int to = power; to >= 1; --to, factor *= 1024) {
    if (f->numerator > std::numeric_limits<std::int64_t>::max() / factor) return std::nullopt;
    if (f->numerator * factor % f->denominator != 0) continue;
    return fmt::format("{} {}", f->numerator * factor / f->denominator, kNames.at(static_cast<std::size_t>(to)));
  }
  return std::nullopt;
}

std::optional<std::string> one_unit(const std::vector<ast::Duration>& parts) {
  ast::Unit smallest = parts.front().unit;
  for (const ast::Duration& part : parts) {
    if (scale_of(part.unit).calendar != scale_of(smallest).calendar) return std::nullopt;
    if (scale_of(part.unit).factor < scale_of(smallest).factor) smallest = part.unit;
  }
  std::int64_t sum = 0;
  for (const ast::Duration& part : parts) {
    // Above this nobody means it, and nothing can overflow.
    if (part.count < 0 || part.count > 1'000'000'000) return std::nullopt;
    sum += part.count * scale_of(part.unit).factor;
  }
  const std::int64_t factor = scale_of(smallest).factor;
  if (sum % factor != 0) smallest = scale_of(smallest).calendar ? ast::Unit::month : ast::Unit::minute;
  return duration_text(sum / scale_of(smallest).factor, smallest);
}

std::optional<std::int64_t> parse_whole(std::string_view digits, bool negative) {
  const std::string text = (negative ? "-" : "") + without_groups(digits);
  std::int64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

namespace {

std::optional<ast::Unit> unit_of_plural(std::string_view plural) {
  for (const ast::Unit unit : {ast::Unit::minute, ast::Unit::hour, ast::Unit::day, ast::Unit::week, ast::Unit::month,
                               ast::Unit::quarter, ast::Unit::year}) {
    if (plural.substr(0, plural.size() - 1) == unit_word(unit)) return unit;
  }
  return std::nullopt;
}

/// A number and the unit that was meant, as the language writes them.
std::string two_words(std::string_view number, std::string_view meant) {
  const auto unit = unit_of_plural(meant);
  if (number.find('.') != std::string_view::npos) {
    const auto whole = unit ? whole_duration(number, *unit) : whole_bytes(number, byte_power(meant));
    if (whole) return *whole;
  }
  if (unit && without_groups(number) == "1") return duration_text(1, *unit);
  return fmt::format("{} {}", number, meant);
}

}  // namespace

std::string_view unit_alias(std::string_view word) {
  const std::string unit = lower(word);
  const auto* alias =
      std::find_if(kAliases.begin(), kAliases.end(), [&](const UnitAlias& a) { return a.written == unit; });
  return alias == kAliases.end() ? std::string_view() : alias->meant;
}

std::string hint_for_number(std::string_view written) {
  if (const auto plain = scientific(written)) return fmt::format("write `{}`", *plain);
  const auto in_number = [](char c) { return digit(c) || c == '_' || c == '.'; };
  const auto end = std::find_if_not(written.begin(), written.end(), in_number);
  const std::string_view number = written.substr(0, static_cast<std::size_t>(end - written.begin()));
  const std::string_view meant = unit_alias(written.substr(number.size()));
  const bool clean = !number.empty() && digit(number.back()) && std::count(number.begin(), number.end(), '.') <= 1;
  if (!meant.empty() && clean) return fmt::format("write `{}`", two_words(number, meant));
  return "digits may be grouped with single `_`, as in `100_000`, and a unit is a word of its own";
}

}  // namespace pschema
