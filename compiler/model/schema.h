// What the user wants, checked and complete: the meaning of `.pschema` files. Plain values; policies are merged in,
// instants are resolved in their level's zone, defaults are filled in. Nothing here knows a database.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/name.h"
#include "base/span.h"
#include "model/bound.h"
#include "time/axis.h"
#include "time/encoding.h"
#include "time/zone.h"

namespace pschema {

/// A value that owns another of any type, copies deeply and is never null: for recursive structures.
template <class T>
class Box {
 public:
  Box() : p_(std::make_unique<T>()) {}
  Box(T v) : p_(std::make_unique<T>(std::move(v))) {}
  Box(const Box& o) : p_(std::make_unique<T>(*o.p_)) {}
  Box(Box&&) noexcept = default;
  Box& operator=(const Box& o) { return *this = Box(o); }
  Box& operator=(Box&&) noexcept = default;
  ~Box() = default;
  const T& operator*() const { return *p_; }
  T& operator*() { return *p_; }
  const T* operator->() const { return p_.get(); }
  T* operator->() { return p_.get(); }

 private:
  std::unique_ptr<T> p_;
};

// --- Moments and numbers on an axis
// -----------------------------------------------------------------------------------------

/// An instant that the user wrote. `absolute` is set where an offset was written.
struct Moment {
  LocalTime local;  // in the level's zone
  std::optional<Instant> absolute;
  Span span;
};

/// A place on an axis: a moment on a time axis, a number on an integer axis.
struct AxisPlace {
  std::variant<Moment, std::int64_t> value;
  Span span;
};

// --- Conditions
// ---------------------------------------------------------------------------------------------------------------

enum class Comparison { greater, greater_equal, less, less_equal, equal };

struct SizeCondition {
  Comparison compare;
  std::int64_t bytes;
};
struct RowsCondition {
  Comparison compare;
  std::int64_t rows;
};
struct ReferencedCondition {};
struct EmptyCondition {};
struct SqlCondition {
  std::string sql;
};
struct Condition;
struct NotCondition {
  Box<Condition> operand;
};
struct AndCondition {
  std::vector<Condition> operands;
};
struct OrCondition {
  std::vector<Condition> operands;
};
struct Condition {
  std::variant<EmptyCondition, SizeCondition, RowsCondition, ReferencedCondition, SqlCondition, NotCondition,
               AndCondition, OrCondition>
      is;
  Span span;
};

// --- Lifecycle
// -------------------------------------------------------------------------------------------------------------------

struct CreateCurrent {  // create current [UNIT] [and N after]
  std::int64_t after = 0;
  std::optional<TimeUnit> unit;
};
struct CreateAhead {
  TimeSpan ahead;
};
struct CreateFrom {
  AxisPlace from;
  std::optional<AxisPlace> to;
};
struct CreateUntil {
  AxisPlace until;
};
struct CreateNext {
  Condition when;
};
struct CreateClause {
  std::variant<CreateCurrent, CreateAhead, CreateFrom, CreateUntil, CreateNext> is;
  Span span;
};

struct KeepCurrent {  // keep current [UNIT] [and N before]
  std::int64_t before = 0;
  std::optional<TimeUnit> unit;
};
struct KeepFor {
  TimeSpan age;
};
struct KeepBehind {
  std::int64_t distance;
};
struct KeepWhile {};  // `only_while` alone
struct KeepFromTo {
  AxisPlace from;
  AxisPlace to;
};
struct KeepForever {};
struct KeepClause {
  std::variant<KeepCurrent, KeepFor, KeepBehind, KeepWhile, KeepFromTo, KeepForever> is;
  std::optional<Condition> only_while;
  Span span;
};

enum class DetachMode { automatic, concurrently, blocking, never };
struct DetachClause {
  DetachMode mode = DetachMode::automatic;
  std::optional<Identifier> into_schema;
  std::optional<std::int64_t> at_most;
  Span span;
};

struct DropNever {};
struct DropAfterDetach {
  TimeSpan grace;  // minutes, hours, days or weeks; a day is 24 hours
};
struct DropImmediately {};
struct DropClause {
  std::variant<DropNever, DropAfterDetach, DropImmediately> is;
  std::optional<Condition> when;
  Span span;
};

struct Lifecycle {
  std::vector<CreateClause> create;  // empty: no window is made
  std::vector<KeepClause> keep;      // empty: all stay
  DetachClause detach;
  DropClause drop;
};

// --- Naming
// ------------------------------------------------------------------------------------------------------------------------

enum class Placeholder { table, parent, yyyy, mm, dd, hh, mi, q, iyyy, ww, start, value, group, modulus, remainder };

struct NameTemplate {
  std::vector<std::variant<std::string, Placeholder>> parts;
  Span span;
};

// --- Leaves
// ------------------------------------------------------------------------------------------------------------------------

struct StorageParameter {
  std::string name;  // `fillfactor`, `toast.autovacuum_enabled`
  std::string value;
};
/// The value of an option of a foreign table: its text, cut where the partition's own name stands.
struct OptionValue {
  std::vector<std::string> around_name;  // at least one
};
struct ForeignServer {
  Identifier server;
  std::vector<std::pair<std::string, OptionValue>> options;
};
struct Leaves {  // inner levels have been merged in item by item
  std::optional<Identifier> tablespace;
  std::vector<StorageParameter> storage;
  bool grants_from_parent = false;
  bool row_security_from_parent = false;
  bool replica_identity_from_parent = false;
  bool unlogged = false;
  std::optional<ForeignServer> foreign;
};

// --- Levels
// --------------------------------------------------------------------------------------------------------------------------

struct Level;

struct TimeRange {
  TimeAxis axis;  // `clock` is set by `fit`, when the key's type is known
  Encoding encoding = Encoding::plain;
  Instant snowflake_epoch;
  int snowflake_shift = 22;
};
struct IntegerRange {
  IntegerAxis axis;
};
struct ListValue {
  std::optional<std::string> text;  // nullopt is NULL; as written, and after `fit` as the server prints it
  Span span;
  std::optional<std::string> written = {};  // set by `fit`: what names are made of
};
struct ListGroup {
  Identifier name;
  std::vector<ListValue> values;
  std::vector<Level> below;  // none or one; set also where it comes from the list's own block
  Span span;
  Leaves leaves = {};  // of the group itself, where nothing is below
};
struct ListGroups {
  std::vector<ListGroup> groups;  // `group each` is one group for each value
  Zone zone;                      // of values that are instants without an offset
};
struct SlidingList {
  std::int64_t starting = 0;
};
struct HashBuckets {
  std::int64_t modulus = 1;
};

struct DefaultPartition {
  std::optional<NameTemplate> named;
  enum class Drain { none, wanted, all } drain = Drain::none;
  std::vector<Level> below;  // none or one
  Span span;
  Leaves leaves = {};  // of the partition itself, where nothing is below
};

struct Level {
  Span span;                             // from `partition` to the end of the head
  std::vector<Located<Identifier>> key;  // at least one
  std::variant<TimeRange, IntegerRange, ListGroups, SlidingList, HashBuckets> by;
  NameTemplate named;   // the default one where none was written
  Lifecycle lifecycle;  // range and sliding list only
  std::optional<DefaultPartition> default_partition;
  Leaves leaves;
  std::vector<Level> below;  // none or one; for list groups see ListGroup::below
};

Strategy strategy_of(const Level& level);

/// The schemas that detached partitions move into, of all levels.
std::set<Identifier> schemas_moved_into(const Level& level);

/// Does any level, group or default partition of the tree ask for this item?
bool leaves_ask(const Level& level, bool Leaves::*item);

/// The foreign servers at which new partitions of the tree would be.
std::set<Identifier> foreign_servers(const Level& level);

enum class ConvertMode { none, in_place, into_default };

struct TableSchema {
  QualifiedName name;
  Span name_span;
  Level root;
  std::optional<Identifier> in_schema;
  ConvertMode convert = ConvertMode::none;
  bool reshape_history = false;
  Span span;
};

struct Schema {
  std::vector<TableSchema> tables;  // in the order of their names; `fit` puts them along the foreign keys
};

/// A template with its placeholders in braces, as the user would write it.
std::string template_text(const NameTemplate& named);

/// Patterns for SQL LIKE (escape character `\`) of every bare name that the levels of a table can give, sorted, each
/// once; what `snapshot` looks for as taken. `{parent}` is what the level above gives: names below a member that
/// bears another one (made by hand, or under an older template) are those of name_patterns_below.
std::vector<std::string> name_patterns(const TableSchema& table);
/// The same for the members of a level, and of all below it, whose parent is called `parent`.
std::vector<std::string> name_patterns_below(const TableSchema& table, const Level& level, const Identifier& parent);

}  // namespace pschema
