// Partition keys and bounds, as PostgreSQL knows them (PostgreSQL documentation, CREATE TABLE, partition_bound_spec).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/name.h"
#include "time/encoding.h"

namespace pschema {

enum class Strategy { range, list, hash };
std::string_view strategy_word(Strategy s);  // "range"

/// One column of a partition key, or an expression (then `column` is empty and `expression` is the server's text).
struct KeyPart {
  Identifier column;
  std::string expression;
  friend auto operator<=>(const KeyPart&, const KeyPart&) = default;
};

struct PartitionKey {
  Strategy strategy = Strategy::range;
  std::vector<KeyPart> parts;
  friend auto operator<=>(const PartitionKey&, const PartitionKey&) = default;
};

struct MinValue {
  friend auto operator<=>(const MinValue&, const MinValue&) = default;
};
struct MaxValue {
  friend auto operator<=>(const MaxValue&, const MaxValue&) = default;
};
/// A value is the text that PostgreSQL prints for it under the pinned settings, without quotes.
using RangeDatum = std::variant<MinValue, std::string, MaxValue>;

struct RangeBound {
  std::vector<RangeDatum> from;
  std::vector<RangeDatum> to;
  friend auto operator<=>(const RangeBound&, const RangeBound&) = default;
};
struct ListBound {
  std::vector<std::optional<std::string>> values;  // nullopt is NULL; in the server's order
  friend auto operator<=>(const ListBound&, const ListBound&) = default;
};
struct HashBound {
  std::int64_t modulus = 1;
  std::int64_t remainder = 0;
  friend auto operator<=>(const HashBound&, const HashBound&) = default;
};
struct DefaultBound {
  friend auto operator<=>(const DefaultBound&, const DefaultBound&) = default;
};
/// What does not parse, or does not write back to the same text.
struct UnreadableBound {
  std::string text;
  friend auto operator<=>(const UnreadableBound&, const UnreadableBound&) = default;
};
using Bound = std::variant<RangeBound, ListBound, HashBound, DefaultBound, UnreadableBound>;

/// Reads what `pg_get_expr(relpartbound, 0)` prints: `FOR VALUES FROM ('…') TO (MAXVALUE)`, `FOR VALUES IN (…)`,
/// `FOR VALUES WITH (modulus 4, remainder 3)`, `DEFAULT`.
Bound parse_bound(std::string_view server_text);

/// Writes a bound exactly as the server prints it (postgres-facts A5): which values are bare and which are quoted
/// depends on the types of the key's columns. `types` may be shorter than the bound; missing ones count as `other`,
/// which is quoted.
std::string server_text(const Bound& bound, const std::vector<KeyType>& types);

/// Writes a bound as DDL: every value a quoted literal, `WITH (MODULUS 4, REMAINDER 3)`. Never called with
/// UnreadableBound.
std::string ddl_text(const Bound& bound);

/// Equal as sets where lists are concerned, else equal.
bool same_bound(const Bound& a, const Bound& b);

/// The key type of a column from `format_type` (`timestamp with time zone`, `character varying(255)`,
/// `numeric(12,3)`).
KeyType key_type_of(std::string_view sql_type);

}  // namespace pschema
