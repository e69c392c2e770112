#include "syntax/build_values.h"

#include <fmt/format.h>

#include <limits>

#include "base/unicode.h"
#include "syntax/spelling.h"

namespace pschema {
namespace {

using P = Grammar;

/// Takes off the quotes and undoubles those inside.
std::string unquote(std::string_view raw) {
  if (const CodePoint first = first_code_point(raw); first.bytes > 1) {
    // Typographic quotes: one code point at each end, neither doubled.
    std::size_t last = raw.size() - 1;
    while (last > 0 && (static_cast<unsigned char>(raw[last]) & 0xC0) == 0x80) --last;
    return std::string(raw.substr(first.bytes, last - first.bytes));
  }
  const char quote = raw.front();
  if (quote == '[') return std::string(raw.substr(1, raw.size() - 2));
  if (quote != '\'' && quote != '"' && quote != '`') return std::string(raw);
  raw.remove_prefix(1);
  std::string s;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == quote) {
      if (i + 1 >= raw.size()) break;
      ++i;
    }
    s += raw[i];
  }
  return s;
}

std::string fold(std::string_view word) {
  std::string s(word);
  for (char& c : s) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return s;
}

bool is_junk(const Reading& in, antlr4::ParserRuleContext* node) {
  return in.junk.count(node->getStart()->getTokenIndex()) > 0;
}

std::optional<ast::Name> checked_name(const Reading& in, std::string text, Span span) {
  if (text.empty()) {
    in.diagnostics.error(Code::bad_name, span, "a name is empty");
    return std::nullopt;
  }
  if (text.size() > kMaxNameBytes) {
    in.diagnostics.error(Code::name_too_long, span,
                         fmt::format("a name has {} bytes, and PostgreSQL keeps {}", text.size(), kMaxNameBytes));
    return std::nullopt;
  }
  return ast::Name{Identifier{std::move(text)}, span};
}

const antlr4::Token* number_token(P::NumberContext* node) {
  if (node->INTEGER() != nullptr) return node->INTEGER()->getSymbol();
  if (node->DECIMAL() != nullptr) return node->DECIMAL()->getSymbol();
  return node->JUNK_NUMBER()->getSymbol();
}

/// The digits of a whole number; reports a decimal with the hint.
std::optional<ast::Number> whole(const Reading& in, P::NumberContext* node, const std::string& decimal_hint) {
  const Span span = in.places.of(node);
  const antlr4::Token* token = number_token(node);
  if (in.junk.count(token->getTokenIndex()) > 0) return std::nullopt;
  if (token->getType() == P::DECIMAL) {
    in.diagnostics.error(Code::bad_number, span, fmt::format("`{}` is not a whole number", in.places.text(span)),
                         decimal_hint);
    return std::nullopt;
  }
  const auto value = parse_whole(in.places.text(in.places.of(token)), node->MINUS() != nullptr);
  if (!value) {
    in.diagnostics.error(Code::number_out_of_range, span,
                         fmt::format("{} does not fit 64 bits", in.places.text(span)),
                         "the largest number is 9_223_372_036_854_775_807");
    return std::nullopt;
  }
  return ast::Number{*value, span};
}

std::string decimal_duration_hint(const Reading& in, P::NumberContext* node, ast::Unit unit) {
  if (node->DECIMAL() == nullptr) return {};
  const auto hint = whole_duration(in.places.text(in.places.of(node->DECIMAL()->getSymbol())), unit);
  return hint ? fmt::format("write `{}`", *hint) : std::string("use a smaller unit");
}

/// More than one part: shows the one-unit spelling.
void report_parts(const Reading& in, const std::vector<ast::Duration>& parts) {
  const Span span{parts.front().span.file, parts.front().span.begin, parts.back().span.end};
  const auto hint = one_unit(parts);
  in.diagnostics.error(
      Code::bad_duration, span, "a length of time has one number and one unit",
      hint ? fmt::format("write `{}`", *hint) : "days and months do not add up to one unit; choose one of them");
}

std::optional<ast::Duration> only_part(const Reading& in, const std::vector<ast::Duration>& parts) {
  if (parts.empty()) return std::nullopt;
  if (parts.size() > 1) {
    report_parts(in, parts);
    return std::nullopt;
  }
  return parts.front();
}

struct BytesPart {
  std::int64_t count = 0;
  int power = 1;
};

int power_of(P::BytesPartContext* node) {
  return node->KB() != nullptr ? 1 : node->MB() != nullptr ? 2 : node->GB() != nullptr ? 3 : 4;
}

std::int64_t factor_of(int power) { return std::int64_t{1} << (10 * power); }

/// `1 GB 500 MB` is 1524 MB.
void report_bytes_parts(const Reading& in, P::BytesContext* node, const std::vector<BytesPart>& parts) {
  int smallest = parts.front().power;
  for (const BytesPart& part : parts) smallest = std::min(smallest, part.power);
  std::int64_t sum = 0;
  bool fits = true;
  for (const BytesPart& part : parts) {
    fits = fits && part.count >= 0 && part.count < 1'000'000;
    if (fits) sum += part.count * factor_of(part.power - smallest);
  }
  constexpr std::array<std::string_view, 5> kNames{"", "kB", "MB", "GB", "TB"};
  in.diagnostics.error(Code::bad_number, in.places.of(node), "a size has one number and one unit",
                       fits ? fmt::format("write `{} {}`", sum, kNames.at(static_cast<std::size_t>(smallest)))
                            : std::string("write it in the smaller unit"));
}

}  // namespace

std::optional<ast::Name> read_name(const Reading& in, P::GroupNameContext* node) {
  if (is_junk(in, node)) return std::nullopt;
  const Span span = in.places.of(node);
  const std::string_view raw = in.places.text(span);
  if (node->QUOTED() != nullptr || node->UNTERMINATED_NAME() != nullptr) return checked_name(in, unquote(raw), span);
  return checked_name(in, fold(raw), span);
}

std::optional<ast::Name> read_name(const Reading& in, P::NameContext* node) {
  if (node->groupName() != nullptr) return read_name(in, node->groupName());
  return ast::Name{Identifier{"each"}, in.places.of(node)};
}

std::optional<ast::Text> read_text(const Reading& in, P::StringContext* node) {
  if (is_junk(in, node)) return std::nullopt;
  const Span span = in.places.of(node);
  return ast::Text{unquote(in.places.text(span)), span};
}

std::optional<ast::Number> read_whole(const Reading& in, P::NumberContext* node) {
  return whole(in, node, "only whole numbers can stand here");
}

std::optional<std::string> read_number_text(const Reading& in, P::NumberContext* node) {
  const antlr4::Token* token = number_token(node);
  if (in.junk.count(token->getTokenIndex()) > 0) return std::nullopt;
  if (token->getType() == P::INTEGER) {
    const auto value = whole(in, node, {});
    return value ? std::optional(std::to_string(value->value)) : std::nullopt;
  }
  std::string text = node->MINUS() != nullptr ? "-" : "";
  for (const char c : in.places.text(in.places.of(token))) {
    if (c != '_') text += c;
  }
  return text;
}

ast::Unit read_unit(P::UnitContext* node) {
  switch (node->getStart()->getType()) {
    case P::MINUTE:
      return ast::Unit::minute;
    case P::HOUR:
      return ast::Unit::hour;
    case P::WEEK:
      return ast::Unit::week;
    case P::MONTH:
      return ast::Unit::month;
    case P::QUARTER:
      return ast::Unit::quarter;
    case P::YEAR:
      return ast::Unit::year;
    default:
      return ast::Unit::day;
  }
}

ast::Unit read_unit(P::AnyUnitContext* node) {
  if (node->unit() != nullptr) return read_unit(node->unit());
  switch (node->getStart()->getType()) {
    case P::MINUTES:
      return ast::Unit::minute;
    case P::HOURS:
      return ast::Unit::hour;
    case P::WEEKS:
      return ast::Unit::week;
    case P::MONTHS:
      return ast::Unit::month;
    case P::QUARTERS:
      return ast::Unit::quarter;
    case P::YEARS:
      return ast::Unit::year;
    default:
      return ast::Unit::day;
  }
}

std::optional<ast::Duration> read_duration(const Reading& in, P::DurationContext* node) {
  std::vector<ast::Duration> parts;
  for (P::DurationPartContext* part : node->durationPart()) {
    const ast::Unit unit = read_unit(part->anyUnit());
    const auto count = whole(in, part->number(), decimal_duration_hint(in, part->number(), unit));
    if (!count) return std::nullopt;
    parts.push_back({count->value, unit, in.places.of(part)});
  }
  return only_part(in, parts);
}

std::optional<ast::Duration> read_duration(const Reading& in, const std::vector<P::QuantityContext*>& quantities) {
  std::vector<ast::Duration> parts;
  for (P::QuantityContext* quantity : quantities) {
    if (quantity->anyUnit() == nullptr) {
      in.diagnostics.error(Code::missing_unit, in.places.of(quantity),
                           fmt::format("{} has no unit", in.places.text(in.places.of(quantity))));
      return std::nullopt;
    }
    const ast::Unit unit = read_unit(quantity->anyUnit());
    const auto count = whole(in, quantity->number(), decimal_duration_hint(in, quantity->number(), unit));
    if (!count) return std::nullopt;
    parts.push_back({count->value, unit, in.places.of(quantity)});
  }
  return only_part(in, parts);
}

std::optional<std::int64_t> read_bytes(const Reading& in, P::BytesContext* node) {
  std::vector<BytesPart> parts;
  for (P::BytesPartContext* part : node->bytesPart()) {
    const int power = power_of(part);
    std::string hint = "use a smaller unit";
    if (part->number()->DECIMAL() != nullptr) {
      const auto spelled = whole_bytes(in.places.text(in.places.of(part->number()->DECIMAL()->getSymbol())), power);
      if (spelled) hint = fmt::format("write `{}`", *spelled);
    }
    const auto count = whole(in, part->number(), hint);
    if (!count) return std::nullopt;
    parts.push_back({count->value, power});
  }
  if (parts.size() > 1) {
    report_bytes_parts(in, node, parts);
    return std::nullopt;
  }
  const BytesPart only = parts.front();
  if (only.count < 0 || only.count > std::numeric_limits<std::int64_t>::max() / factor_of(only.power)) {
    in.diagnostics.error(Code::number_out_of_range, in.places.of(node),
                         only.count < 0 ? "a size is never negative" : "the size does not fit 64 bits");
    return std::nullopt;
  }
  return only.count * factor_of(only.power);
}

std::optional<ast::Place> read_place(const Reading& in, P::PlaceContext* node) {
  const Span span = in.places.of(node);
  if (node->string() != nullptr) {
    const auto text = read_text(in, node->string());
    return text ? std::optional(ast::Place{text->value, span}) : std::nullopt;
  }
  const auto number = read_whole(in, node->number());
  if (!number) return std::nullopt;
  return ast::Place{number->value, span};
}

std::optional<std::string> read_dollar(const Reading& in, const antlr4::Token* token) {
  if (in.junk.count(token->getTokenIndex()) > 0) return std::nullopt;
  const std::string_view raw = in.places.text(in.places.of(token));
  const std::size_t tag = raw.find('$', 1) + 1;
  return std::string(raw.substr(tag, raw.size() - 2 * tag));
}

}  // namespace pschema
