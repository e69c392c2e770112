#include "model/bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/overloaded.h"
#include "base/quote.h"

namespace pschema {
namespace {

// --- Reading
// ---------------------------------------------------------------------------------------------------------------------

// Walks over a bound's text; every function takes what it names, or nothing.
struct Reader {
  std::string_view rest;

  bool take(std::string_view what) {
    if (!rest.starts_with(what)) return false;
    rest.remove_prefix(what.size());
    return true;
  }
};

// 'it''s'
std::optional<std::string> take_string(Reader& in) {
  if (!in.take("'")) return std::nullopt;
  std::string out;
  while (!in.rest.empty()) {
    const std::size_t end = in.rest.find('\'');
    if (end == std::string_view::npos) return std::nullopt;
    out += in.rest.substr(0, end);
    in.rest.remove_prefix(end + 1);
    if (!in.take("'")) return out;
    out += '\'';
  }
  return std::nullopt;
}

// A number without a sign, or a boolean: all that the server prints bare.
std::optional<std::string> take_bare(Reader& in) {
  for (const std::string_view word : {"true", "false"}) {
    if (in.take(word)) return std::string(word);
  }
  const std::size_t end = std::min(in.rest.find_first_not_of("0123456789.eE+-"), in.rest.size());
  if (end == 0 || in.rest[0] < '0' || in.rest[0] > '9') return std::nullopt;
  std::string out(in.rest.substr(0, end));
  in.rest.remove_prefix(end);
  return out;
}

std::optional<std::string> take_value(Reader& in) {
  return in.rest.starts_with('\'') ? take_string(in) : take_bare(in);
}

std::optional<RangeDatum> take_datum(Reader& in) {
  if (in.take("MINVALUE")) return MinValue{};
  if (in.take("MAXVALUE")) return MaxValue{};
  std::optional<std::string> value = take_value(in);
  return value ? std::optional<RangeDatum>(std::move(*value)) : std::nullopt;
}

std::optional<std::optional<std::string>> take_list_value(Reader& in) {
  if (in.take("NULL")) return std::optional<std::string>();
  std::optional<std::string> value = take_value(in);
  if (!value) return std::nullopt;
  return std::optional<std::optional<std::string>>(std::in_place, std::move(value));
}

// `(item, item)` with at least one item.
template <class T>
std::optional<std::vector<T>> take_list(Reader& in, std::optional<T> (*item)(Reader&)) {
  if (!in.take("(")) return std::nullopt;
  std::vector<T> out;
  do {
    std::optional<T> one = item(in);
    if (!one) return std::nullopt;
    out.push_back(std::move(*one));
  } while (in.take(", "));
  return in.take(")") ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<std::int64_t> take_number(Reader& in) {
  std::int64_t value = 0;
  const char* begin = in.rest.data();
  const auto [end, error] = std::from_chars(begin, begin + in.rest.size(), value);
  if (error != std::errc() || *begin == '-') return std::nullopt;
  in.rest.remove_prefix(static_cast<std::size_t>(end - begin));
  return value;
}

std::optional<Bound> read_range(Reader& in) {
  std::optional<std::vector<RangeDatum>> from = take_list<RangeDatum>(in, take_datum);
  if (!from || !in.take(" TO ")) return std::nullopt;
  std::optional<std::vector<RangeDatum>> to = take_list<RangeDatum>(in, take_datum);
  if (!to || to->size() != from->size()) return std::nullopt;
  return RangeBound{std::move(*from), std::move(*to)};
}

std::optional<Bound> read_list(Reader& in) {
  auto values = take_list<std::optional<std::string>>(in, take_list_value);
  return values ? std::optional<Bound>(ListBound{std::move(*values)}) : std::nullopt;
}

std::optional<Bound> read_hash(Reader& in) {
  if (!in.take("(modulus ")) return std::nullopt;
  const std::optional<std::int64_t> modulus = take_number(in);
  if (!modulus || !in.take(", remainder ")) return std::nullopt;
  const std::optional<std::int64_t> remainder = take_number(in);
  if (!remainder || !in.take(")") || *modulus < 1 || *remainder >= *modulus) return std::nullopt;
  return HashBound{*modulus, *remainder};
}

std::optional<Bound> read_bound(Reader& in) {
  if (in.take("DEFAULT")) return DefaultBound{};
  if (in.take("FOR VALUES FROM ")) return read_range(in);
  if (in.take("FOR VALUES IN ")) return read_list(in);
  if (in.take("FOR VALUES WITH ")) return read_hash(in);
  return std::nullopt;
}

// --- Writing
// ---------------------------------------------------------------------------------------------------------------------

std::string server_quoted(std::string_view value) {
  std::string out = "'";
  for (const char c : value) {
    out += c;
    if (c == '\'') out += c;
  }
  return out + '\'';
}

// Which values the server prints bare: PostgreSQL's ruleutils.c, get_const_expr.
bool is_bare(std::string_view value, KeyType type) {
  const bool digit_first = !value.empty() && value[0] >= '0' && value[0] <= '9';
  switch (type) {
    case KeyType::integer:
      return digit_first;
    case KeyType::numeric:
      return digit_first && value.find_first_of(".eE") != std::string_view::npos;
    case KeyType::boolean:
      return value == "true" || value == "false";
    case KeyType::timestamptz:
    case KeyType::timestamp:
    case KeyType::date:
    case KeyType::uuid:
    case KeyType::smallint:
    case KeyType::bigint:
    case KeyType::text:
    case KeyType::other:
      return false;
  }
  return false;
}

std::string server_value(const std::string& value, KeyType type) {
  return is_bare(value, type) ? value : server_quoted(value);
}
std::string ddl_value(const std::string& value, KeyType) { return quote_literal(value); }

using WriteValue = std::string (*)(const std::string& value, KeyType type);

KeyType type_at(const std::vector<KeyType>& types, std::size_t i) {
  return i < types.size() ? types[i] : KeyType::other;
}

std::string datums_text(const std::vector<RangeDatum>& datums, const std::vector<KeyType>& types, WriteValue write) {
  std::string out = "(";
  for (std::size_t i = 0; i < datums.size(); ++i) {
    if (i > 0) out += ", ";
    out += std::visit(Overloaded{[](const MinValue&) { return std::string("MINVALUE"); },
                                 [](const MaxValue&) { return std::string("MAXVALUE"); },
                                 [&](const std::string& value) { return write(value, type_at(types, i)); }},
                      datums[i]);
  }
  return out + ')';
}

std::string values_text(const ListBound& list, KeyType type, WriteValue write) {
  std::string out = "(";
  for (const std::optional<std::string>& value : list.values) {
    if (out.size() > 1) out += ", ";
    out += value ? write(*value, type) : "NULL";
  }
  return out + ')';
}

enum class Spelling { server, ddl };

std::string bound_text(const Bound& bound, const std::vector<KeyType>& types, Spelling spelling) {
  const WriteValue write = spelling == Spelling::server ? server_value : ddl_value;
  return std::visit(
      Overloaded{[&](const RangeBound& b) {
                   return fmt::format("FOR VALUES FROM {} TO {}", datums_text(b.from, types, write),
                                      datums_text(b.to, types, write));
                 },
                 [&](const ListBound& b) {
                   return fmt::format("FOR VALUES IN {}", values_text(b, type_at(types, 0), write));
                 },
                 [&](const HashBound& b) {
                   return spelling == Spelling::server
                              ? fmt::format("FOR VALUES WITH (modulus {}, remainder {})", b.modulus, b.remainder)
                              : fmt::format("FOR VALUES WITH (MODULUS {}, REMAINDER {})", b.modulus, b.remainder);
                 },
                 [](const DefaultBound&) { return std::string("DEFAULT"); },
                 [](const UnreadableBound& b) { return b.text; }},
      bound);
}

std::vector<std::optional<std::string>> as_set(const ListBound& list) {
  std::vector<std::optional<std::string>> values = list.values;
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

// The text before `(3)` and behind it: `timestamp(3) with time zone` is a `timestamp with time zone`.
std::string without_modifier(std::string_view sql_type) {
  const std::size_t open = sql_type.find('(');
  const std::size_t close = sql_type.find(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return std::string(sql_type);
  return std::string(sql_type.substr(0, open)) + std::string(sql_type.substr(close + 1));
}

}  // namespace

std::string_view strategy_word(Strategy s) {
  switch (s) {
    case Strategy::range:
      return "range";
    case Strategy::list:
      return "list";
    case Strategy::hash:
      return "hash";
  }
  return {};
}

Bound parse_bound(std::string_view server_text) {
  Reader in{server_text};
  std::optional<Bound> bound = read_bound(in);
  if (!bound || !in.rest.empty()) return UnreadableBound{std::string(server_text)};
  return std::move(*bound);
}

std::string server_text(const Bound& bound, const std::vector<KeyType>& types) {
  return bound_text(bound, types, Spelling::server);
}

std::string ddl_text(const Bound& bound) { return bound_text(bound, {}, Spelling::ddl); }

bool same_bound(const Bound& a, const Bound& b) {
  const auto* list_a = std::get_if<ListBound>(&a);
  const auto* list_b = std::get_if<ListBound>(&b);
  if (list_a != nullptr && list_b != nullptr) return as_set(*list_a) == as_set(*list_b);
  return a == b;
}

KeyType key_type_of(std::string_view sql_type) {
  const std::string type = without_modifier(sql_type);
  if (type == "timestamp with time zone") return KeyType::timestamptz;
  if (type == "timestamp without time zone") return KeyType::timestamp;
  if (type == "date") return KeyType::date;
  if (type == "uuid") return KeyType::uuid;
  if (type == "smallint") return KeyType::smallint;
  if (type == "integer") return KeyType::integer;
  if (type == "bigint") return KeyType::bigint;
  if (type == "numeric") return KeyType::numeric;
  if (type == "text" || type == "character varying") return KeyType::text;
  if (type == "boolean") return KeyType::boolean;
  return KeyType::other;
}

}  // namespace pschema
