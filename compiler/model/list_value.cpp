#include "model/list_value.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/unicode.h"
#include "model/bound.h"
#include "time/instant.h"

namespace pschema {
namespace {

using Text = std::optional<std::string>;

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

/// PostgreSQL's input functions of numbers, dates and booleans skip blanks at both ends.
std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The number in the parentheses of `character varying(20)` or `numeric(12,3)`: the first or the second; nullopt
/// where there is none.
std::optional<int> modifier(std::string_view sql_type, int which) {
  const std::size_t open = sql_type.find('(');
  if (open == std::string_view::npos) return std::nullopt;
  std::string_view rest = sql_type.substr(open + 1);
  if (which == 1) {
    const std::size_t comma = rest.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    rest.remove_prefix(comma + 1);
  }
  int value = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

// --- Numbers

/// A decimal number in parts: digits before and behind the point, without useless zeros in front.
struct Decimal {
  bool negative = false;
  std::string whole;     // "0" at least
  std::string fraction;  // as many digits as were written
};

std::optional<Decimal> decimal(std::string_view text) {
  text = trimmed(text);
  Decimal d;
  if (text.starts_with('-') || text.starts_with('+')) {
    d.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  const std::size_t dot = text.find('.');
  const std::string_view whole = text.substr(0, dot);
  const std::string_view fraction = dot == std::string_view::npos ? std::string_view() : text.substr(dot + 1);
  if ((whole.empty() && fraction.empty()) || !all_digits(whole) || !all_digits(fraction)) return std::nullopt;
  d.whole = whole.substr(std::min(whole.find_first_not_of('0'), whole.size()));
  if (d.whole.empty()) d.whole = "0";
  d.fraction = fraction;
  const bool zero = d.whole == "0" && d.fraction.find_first_not_of('0') == std::string::npos;
  if (zero) d.negative = false;
  return d;
}

std::string text_of(const Decimal& d) {
  return (d.negative ? "-" : "") + d.whole + (d.fraction.empty() ? "" : "." + d.fraction);
}

template <class Number>
Text whole_number(std::string_view written) {
  const auto d = decimal(written);
  if (!d || trimmed(written).find('.') != std::string_view::npos) return std::nullopt;
  const std::string text = text_of(*d);
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? Text(text) : std::nullopt;
}

/// `numeric(12,3)` prints three digits behind the point, plain `numeric` as many as were written.
Text numeric(std::string_view sql_type, std::string_view written) {
  for (const std::string_view special : {"NaN", "Infinity", "-Infinity"}) {
    if (lower(trimmed(written)) == lower(special)) return std::string(special);
  }
  auto d = decimal(written);
  if (!d) return std::nullopt;
  const auto precision = modifier(sql_type, 0);
  if (!precision) return text_of(*d);
  const int scale = std::max(modifier(sql_type, 1).value_or(0), 0);
  while (static_cast<int>(d->fraction.size()) > scale && d->fraction.back() == '0') d->fraction.pop_back();
  if (static_cast<int>(d->fraction.size()) > scale) return std::nullopt;
  d->fraction.resize(static_cast<std::size_t>(scale), '0');
  const int whole = d->whole == "0" ? 0 : static_cast<int>(d->whole.size());
  return whole <= *precision - scale ? Text(text_of(*d)) : std::nullopt;
}

/// PostgreSQL documentation, Boolean Type: true, yes, on, 1 and their unique beginnings.
Text boolean(std::string_view written) {
  const std::string word = lower(trimmed(written));
  const auto begins = [&](std::string_view whole, std::size_t least) {
    return word.size() >= least && whole.starts_with(word);
  };
  if (begins("true", 1) || begins("yes", 1) || begins("on", 2) || word == "1") return "true";
  if (begins("false", 1) || begins("no", 1) || begins("off", 2) || word == "0") return "false";
  return std::nullopt;
}

// --- Time

Text instant(KeyType type, std::string_view sql_type, const Zone& zone, std::string_view written) {
  const std::string word = lower(trimmed(written));
  if (word == "infinity" || word == "-infinity") return word;
  const auto parsed = parse_instant(trimmed(written));
  if (!parsed || (parsed->offset_us && type != KeyType::timestamptz)) return std::nullopt;
  std::int64_t position = parsed->local.us;
  if (type == KeyType::timestamptz) {
    position = parsed->offset_us ? position - *parsed->offset_us : zone.to_instant(parsed->local).us;
  }
  std::int64_t unit = 1;
  for (int digits = modifier(sql_type, 0).value_or(6); digits < 6; ++digits) unit *= 10;
  if (position % unit != 0) return std::nullopt;
  return encode({Encoding::plain, type, {}, 22}, position);
}

// --- Texts

Text uuid(std::string_view written) {
  std::string_view text = trimmed(written);
  if (text.starts_with('{') && text.ends_with('}')) text = text.substr(1, text.size() - 2);
  std::string digits = lower(text);
  std::erase(digits, '-');
  const bool hex = std::all_of(digits.begin(), digits.end(),
                               [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
  if (digits.size() != 32 || !hex) return std::nullopt;
  for (const std::size_t at : {8U, 13U, 18U, 23U}) digits.insert(at, "-");
  return digits;
}

std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (; !text.empty(); ++count) text.remove_prefix(first_code_point(text).bytes);
  return count;
}

/// `character varying(n)` and `character(n)`: blanks that are too many are cut, anything else that is too long does
/// not fit; the second is padded.
Text limited_text(std::string_view sql_type, std::string_view written, bool padded) {
  std::string text(written);
  const auto most = static_cast<std::size_t>(std::max(modifier(sql_type, 0).value_or(0), 0));
  while (characters(text) > most && text.ends_with(' ')) text.pop_back();
  const std::size_t count = characters(text);
  if (count > most) return std::nullopt;
  if (padded) text.append(most - count, ' ');
  return text;
}

}  // namespace

std::optional<std::string> list_value_text(std::string_view sql_type, const Zone& zone, std::string_view written) {
  if (sql_type.starts_with("character(")) return limited_text(sql_type, written, true);
  if (sql_type.starts_with("character varying(")) return limited_text(sql_type, written, false);
  const KeyType type = key_type_of(sql_type);
  switch (type) {
    case KeyType::smallint:
      return whole_number<std::int16_t>(written);
    case KeyType::integer:
      return whole_number<std::int32_t>(written);
    case KeyType::bigint:
      return whole_number<std::int64_t>(written);
    case KeyType::numeric:
      return numeric(sql_type, written);
    case KeyType::boolean:
      return boolean(written);
    case KeyType::timestamptz:
    case KeyType::timestamp:
    case KeyType::date:
      return instant(type, sql_type, zone, written);
    case KeyType::uuid:
      return uuid(written);
    case KeyType::text:
    case KeyType::other:
      return std::string(written);
  }
  return std::nullopt;
}

bool has_other_spellings(std::string_view sql_type) {
  constexpr std::array kTypes = {std::string_view("time"),
                                 std::string_view("interval"),
                                 std::string_view("money"),
                                 std::string_view("real"),
                                 std::string_view("double precision"),
                                 std::string_view("inet"),
                                 std::string_view("cidr"),
                                 std::string_view("macaddr"),
                                 std::string_view("bytea"),
                                 std::string_view("bit"),
                                 std::string_view("json")};
  if (key_type_of(sql_type) != KeyType::other) return false;
  return sql_type.ends_with("[]") ||
         std::any_of(kTypes.begin(), kTypes.end(), [&](std::string_view type) { return sql_type.starts_with(type); });
}

std::string comparable_value(KeyType type, std::string_view server_text) {
  if (type != KeyType::numeric) return std::string(server_text);
  auto d = decimal(server_text);
  if (!d) return std::string(server_text);
  while (d->fraction.ends_with('0')) d->fraction.pop_back();
  return text_of(*d);
}

std::optional<std::string> comparable_value(KeyType type, const std::optional<std::string>& server_text) {
  if (!server_text) return std::nullopt;
  return comparable_value(type, std::string_view(*server_text));
}

}  // namespace pschema
