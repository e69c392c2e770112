// What was written, clause by clause, with places. Nothing is resolved or merged here; every word of the language has
// a field, whether or not this version can carry it out. Plain values.
//
// What could not be read is left out, has been reported then, and is marked: `Gaps`, `damaged`. What is there was
// written so; from the absence of something that may be among what was left out nothing may be concluded.
//
// Numbers are as written: a count may be zero or negative here, and `check` says what is wrong with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/name.h"
#include "base/span.h"

namespace pschema::ast {

// --- Words and values
// -------------------------------------------------------------------------------------------------

using Name = Located<Identifier>;  // folded and unquoted, 1 to 63 bytes
using Number = Located<std::int64_t>;
using Text = Located<std::string>;  // the content of a string; the span covers its quotes

struct RelationName {
  std::optional<Name> schema;  // absent: public
  Name name;
  Span span;
};

enum class Unit { minute, hour, day, week, month, quarter, year };

struct Duration {
  std::int64_t count = 1;
  Unit unit = Unit::day;
  Span span;
};

/// A place on an axis: an instant still as text, or a number.
struct Place {
  std::variant<std::string, std::int64_t> value;
  Span span;
};

enum class ValueKind { string, number, null, boolean };
struct Value {
  ValueKind kind = ValueKind::string;
  std::string text;  // numbers without `_`; `true` or `false`; empty for null
  Span span;
};

/// What may have been written in a block and is not in it.
struct Gaps {
  bool create = false;  // a `create` clause
  bool keep = false;    // a `keep` clause
  bool shape = false;   // a level, a group, a default partition, a name, a schema

  Gaps& operator|=(const Gaps& more) {
    create = create || more.create;
    keep = keep || more.keep;
    shape = shape || more.shape;
    return *this;
  }
};
inline constexpr Gaps kAnyGap{true, true, true};

// --- Conditions
// -------------------------------------------------------------------------------------------------------

enum class Comparison { greater, greater_equal, less, less_equal, equal };

struct Size {
  Comparison compare = Comparison::greater;
  std::int64_t bytes = 0;
};
struct Rows {
  Comparison compare = Comparison::greater;
  std::int64_t rows = 0;
};
struct Referenced {};
struct Empty {};
struct Sql {
  std::string sql;  // between the dollar quotes
};
struct Condition;
struct Not {
  std::vector<Condition> operand;  // exactly one
};
struct And {
  std::vector<Condition> operands;  // two or more
};
struct Or {
  std::vector<Condition> operands;  // two or more
};
struct Condition {
  std::variant<Empty, Size, Rows, Referenced, Sql, Not, And, Or> is;
  Span span;
};

// --- Lifecycle
// --------------------------------------------------------------------------------------------------------

enum class Direction { before, after };

/// `current [UNIT] [and N before|after]`, for `create` and `keep` alike.
struct Current {
  std::optional<Located<Unit>> unit;
  std::optional<Number> count;
  Located<Direction> direction;  // meaningful where there is a count
};
struct Ahead {
  Duration ahead;
};
struct From {
  Place from;
  std::optional<Place> to;  // always set in `keep`
};
struct Until {
  Place until;
};
struct Next {
  Condition when;
};
struct Never {};
struct CreateClause {
  std::variant<Current, Ahead, From, Until, Next, Never> is;
  Span span;
};

struct For {
  Duration age;
};
struct Behind {
  Number distance;
};
struct Forever {};
struct OnlyWhile {};  // `keep while …`: the condition alone
struct KeepClause {
  std::variant<Current, For, Behind, From, Forever, OnlyWhile> is;
  std::optional<Condition> only_while;
  Span span;
};

struct DetachAtMost {
  Number limit;
};
enum class DetachWord { plain, concurrently, blocking };
struct DetachHow {
  DetachWord word = DetachWord::plain;
  std::optional<Name> into_schema;
};
struct DetachClause {
  std::variant<Never, DetachAtMost, DetachHow> is;
  Span span;
};

struct Immediately {};
struct AfterDetach {
  Duration grace;
};
struct DropClause {
  std::variant<Never, Immediately, AfterDetach> is;
  std::optional<Condition> when;
  Span span;
};

struct UsePolicy {
  Name name;
  Span span;
};

// --- Leaves
// -----------------------------------------------------------------------------------------------------------

struct Tablespace {
  Name name;
};
struct StorageParameter {
  std::string name;  // `fillfactor`, `toast.autovacuum_enabled`
  std::string value;
  Span span;
};
struct Storage {
  std::vector<StorageParameter> parameters;
};
struct GrantsFromParent {};
struct RowSecurityFromParent {};
struct ReplicaIdentityFromParent {};
struct Unlogged {};
struct ForeignServer {
  Name server;
  std::vector<std::pair<Name, Text>> options;
};
struct LeafItem {
  std::variant<Tablespace, Storage, GrantsFromParent, RowSecurityFromParent, ReplicaIdentityFromParent, Unlogged,
               ForeignServer>
      is;
  Span span;
};
struct Leaves {
  std::vector<LeafItem> items;
  Span span;
};

// --- Levels
// -----------------------------------------------------------------------------------------------------------

struct EveryValue {};  // `every value`
struct EveryCount {    // `every 10_000`
  std::int64_t count = 1;
};
struct EveryUnit {  // `every week`, `every 6 hours`
  Duration width;
};
struct Grid {
  std::variant<EveryValue, EveryCount, EveryUnit> step;
  Span step_span;
  std::optional<Place> starting;
  std::optional<Place> from;  // of `then every …`
  Span span;
};

struct Encoding {
  std::string name;             // its words: `uuidv7`, `epoch milliseconds`
  std::optional<Text> epoch;    // of a snowflake
  std::optional<Number> shift;  // of a snowflake
  Span span;
};

enum class Strategy { range, list, hash };

struct Clause;
/// What stands in the braces of a level, group, default partition or policy.
struct Block {
  std::vector<Clause> clauses;
  bool written = false;  // false where `;` stands in its place
  Gaps gaps;
  Span span;
};

struct Level {
  std::optional<Strategy> strategy;  // absent: damaged
  std::vector<Name> key;
  std::optional<Grid> every;
  std::vector<Grid> then;
  std::optional<Encoding> encoding;
  std::optional<Text> zone;
  std::optional<Number> modulus;
  bool damaged = false;  // parts of the head may be missing
  Block block;           // empty where the level ends in `;`
  Span span;             // from `partition` to the end of the head
};

struct Named {
  Text text;
  Span span;
};
enum class Drain { none, wanted, all };
struct Default {
  std::optional<Text> named;
  Drain drain = Drain::none;
  bool damaged = false;  // its name may be missing
  Block block;
  Span span;        // `default`
  Span drain_span;  // where it is drained
};
struct Group {
  std::optional<Name> name;  // absent: `group each`
  std::vector<Value> values;
  bool damaged = false;  // its name, or some of its values, may be missing
  Block block;
  Span span;  // from `group` to the end of the values
};

struct Clause {
  std::variant<CreateClause, KeepClause, DetachClause, DropClause, UsePolicy, Named, Default, Group, Leaves, Level>
      is;
};

// --- File
// -------------------------------------------------------------------------------------------------------------

struct InSchema {
  Name schema;
  Span span;
};
struct Convert {
  bool into_default = false;
  Span span;
};
struct History {
  bool reshape = false;
  Span span;
};
using TableClause = std::variant<Level, InSchema, Leaves, Convert, History>;

struct TimeZone {
  Text name;
  Span span;
};
struct Policy {
  std::optional<Name> name;  // absent where it could not be read
  Block block;
  Span span;
};
struct Table {
  std::vector<RelationName> names;  // those that could be read
  std::vector<TableClause> clauses;
  Gaps gaps;
  Span span;  // `table` and the names
};
using Statement = std::variant<TimeZone, Policy, Table>;

struct File {
  std::uint32_t file = 0;
  std::vector<Statement> statements;  // `pschema 1;` has been checked and is not among them
  bool damaged = false;               // tables and policies may be missing
  bool zone_damaged = false;          // a time zone may be missing
};

}  // namespace pschema::ast
