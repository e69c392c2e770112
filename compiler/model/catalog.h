// What a database holds, as far as pschema looks: a value, made by `snapshot`, read from catalog.toml, changed only
// by `simulate`. No OIDs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/name.h"
#include "base/rare.h"
#include "model/bound.h"
#include "model/marker.h"
#include "time/instant.h"

namespace pschema {

enum class RelationKind {
  table,
  partitioned_table,
  foreign_table,
  view,
  materialized_view,
  sequence,
  index,
  composite_type,
  type
};
std::string_view relation_kind_text(RelationKind kind);  // "foreign table"

enum class Persistence { permanent, unlogged, temporary };

struct Column {
  Identifier name;
  std::string type;  // format_type's text: `timestamp with time zone`
  bool not_null = false;
  std::string default_expression;  // the server's text; empty where there is none
  char identity = ' ';             // pg_attribute.attidentity: 'a', 'd' or ' '
  char generated = ' ';            // pg_attribute.attgenerated: 's', 'v' or ' '
  /// What LIKE does not copy, and new leaves get all the same (postgres-facts C).
  std::optional<int> statistics = {};     // SET STATISTICS; none where it is the server's default
  std::vector<std::string> options = {};  // pg_attribute.attoptions: `n_distinct=-0.5`
  friend bool operator==(const Column&, const Column&) = default;
};

/// A CHECK constraint of a root, which every partition must have too.
struct CheckConstraint {
  Identifier name;
  std::string expression;  // the server's text
  bool enforced = true;    // not NOT ENFORCED
  friend auto operator<=>(const CheckConstraint&, const CheckConstraint&) = default;
};

/// What a foreign table needs beside the columns to become a partition.
struct ForeignShape {
  std::vector<CheckConstraint> checks;             // by name
  std::map<Identifier, QualifiedName> collations;  // of columns that have another one than their type
  friend bool operator==(const ForeignShape&, const ForeignShape&) = default;
};

/// A primary key, a unique or an exclusion constraint, or a unique index.
struct UniqueKey {
  Identifier name;
  bool primary = false;
  std::vector<Identifier> columns;  // an expression counts as an empty name
  friend bool operator==(const UniqueKey&, const UniqueKey&) = default;
};

struct ForeignKey {
  Identifier name;
  QualifiedName from;    // the referencing table
  QualifiedName to;      // the referenced one
  char on_delete = 'a';  // pg_constraint.confdeltype
  /// Of incoming ones only: the referencing columns, and the columns that they reference, pairwise.
  std::vector<Identifier> columns = {};
  std::vector<Identifier> to_columns = {};
  friend auto operator<=>(const ForeignKey&, const ForeignKey&) = default;
};

/// SQL: the rows by which an incoming key points into `rows`, a quoted relation or a SELECT in parentheses. Snapshots
/// and files ask the same question.
std::string referencing_rows(const ForeignKey& key, std::string_view rows);

/// One privilege on a table or on a column of it that somebody other than the owner has.
struct TableGrant {
  std::string grantee;    // empty: PUBLIC
  Identifier column;      // empty: the table
  std::string privilege;  // in capitals: `SELECT`
  bool grantable = false;
  friend auto operator<=>(const TableGrant&, const TableGrant&) = default;
};

/// A row security policy.
struct Policy {
  Identifier name;
  bool permissive = true;
  std::string command;             // `ALL`, `SELECT`, `INSERT`, `UPDATE` or `DELETE`
  std::vector<std::string> roles;  // sorted; an empty one is PUBLIC
  std::string using_text;          // the server's text of the expression; empty where there is none
  std::string check_text;
  friend auto operator<=>(const Policy&, const Policy&) = default;
};

struct RowSecurity {
  bool enabled = false;
  bool forced = false;
  std::vector<Policy> policies;  // by name
  friend bool operator==(const RowSecurity&, const RowSecurity&) = default;
};

/// A relation of a tree, or an orphan of one.
struct Relation {
  QualifiedName name;
  RelationKind kind = RelationKind::table;
  Bound bound = DefaultBound{};  // of an attached partition
  std::string bound_text;        // as the server prints it; empty where not attached
  bool detach_pending = false;
  std::optional<PartitionKey> key;  // of a partitioned table
  Rare<Marker> marker;
  std::string owner;  // empty: the root's
  Persistence persistence = Persistence::permanent;
  std::string tablespace;     // empty: the database's default
  std::string access_method;  // empty: the server's default (heap), or none where there are no rows
  friend bool operator==(const Relation&, const Relation&) = default;
};

/// How many rows there are for one place: a window of the level's grid (the leading column alone), or one value of a
/// list.
struct RowsAt {
  Bound place;
  std::int64_t rows = 0;
  friend bool operator==(const RowsAt&, const RowsAt&) = default;
};

/// The rows that a DEFAULT partition holds, by where they would belong.
struct DefaultRows {
  std::vector<RowsAt> places;  // those with rows, ascending
  std::int64_t nulls = 0;      // in the key of a range level, which no window can take
  std::int64_t infinite = 0;   // likewise
  friend bool operator==(const DefaultRows&, const DefaultRows&) = default;
};
std::int64_t row_count(const DefaultRows& rows);

/// A partitioned (or still plain) table that a schema names, with its whole tree.
struct Table {
  Relation root;
  std::vector<Column> columns;
  std::vector<UniqueKey> unique_keys;  // of the root
  std::vector<ForeignKey> outgoing;    // of the root
  std::vector<ForeignKey> incoming;    // that reference the root
  int indexes = 0;                     // of the root, for counting relations
  bool has_toast = false;
  // What `leaves` takes over from the root; measured only where the schema asks for it.
  std::optional<char> replica_identity;  // pg_class.relreplident: 'd', 'n', 'f' or 'i'
  std::optional<RowSecurity> row_security;
  std::optional<std::vector<TableGrant>> grants;  // sorted
  std::optional<ForeignShape> foreign_shape;
  /// Attached partitions by name of their parent (root or branch), in the order of their names.
  std::map<QualifiedName, std::vector<Relation>> children;
  /// By DEFAULT partition. One that is not here was not measured.
  std::map<QualifiedName, DefaultRows> default_rows;
  /// Who sees that rows are moved out of a DEFAULT partition, where the schema drains one: enabled triggers, and
  /// publications.
  std::set<Identifier> triggers;
  std::set<Identifier> publications;
  /// By partition that may expire, and by DEFAULT partition: a table whose rows reference rows of it, or that there
  /// is none. One that is not here was not measured.
  std::map<QualifiedName, std::optional<QualifiedName>> referenced_by;
  friend bool operator==(const Table&, const Table&) = default;
};

/// Has the root an identity column?
bool has_identity(const Table& table);

/// A detached relation that bears a marker, with what hangs below it.
struct Orphan {
  bool changed_since_marked =
      false;          // its pg_class row is younger than its comment: attached and detached by hand, or granted upon
  Relation relation;  // marker is always set
  std::vector<Column> columns;
  std::map<QualifiedName, std::vector<Relation>> children;  // as in Table: of the orphan and its branches
  friend bool operator==(const Orphan&, const Orphan&) = default;
};

/// Where the cursor of an integer level stands: the highest key of a branch outside its DEFAULT partition, and the
/// last value of the key's own sequence (of the root's column; at the root alone). Whole numbers that fit 64 bits;
/// what lies beyond counts as the end.
struct CursorFact {
  std::optional<std::int64_t> highest;
  std::optional<std::int64_t> sequence;
  friend bool operator==(const CursorFact&, const CursorFact&) = default;
};

/// What conditions of the schema ask about one partition or orphan. What is absent was not asked, or could not be
/// had: it is not known.
struct Measured {
  std::optional<std::int64_t> bytes;  // all leaves below, with indexes and TOAST
  std::optional<std::int64_t> rows;
  bool more_rows = false;                          // counting stopped at `rows`: there are at least so many
  std::optional<bool> referenced;                  // does a row of another table point into it by a foreign key?
  std::map<std::string, std::optional<bool>> sql;  // by the text of the condition; nullopt: NULL, or it failed
  friend bool operator==(const Measured&, const Measured&) = default;
};

/// The branch and the key column. A table that has the column as a key of integers on any level has an entry for its
/// root.
using CursorKey = std::pair<QualifiedName, Identifier>;

struct Catalog {
  Instant taken_at;
  int server_version = 150000;  // server_version_num
  std::string zone_data;        // version of the snapshot's time zone data
  std::map<QualifiedName, Table> tables;
  std::map<QualifiedName, Orphan> orphans;
  /// Other relations and types whose names a `named` template of the schema could give, and those that partitions
  /// would have in the schema into which they move when detached (there as tables, whatever they are).
  std::map<QualifiedName, RelationKind> taken;
  std::map<CursorKey, CursorFact> cursors;     // measured only where a level of the schema needs them
  std::map<QualifiedName, Measured> measured;  // only what a condition of the schema asks about
  std::set<Identifier> schemas;  // of those that the schema files name for new partitions: the ones that exist
  std::set<Identifier> servers;  // likewise of the foreign servers
  bool has_ledger = false;
  std::set<std::string> applied;  // names of the migrations that the ledger has as done, without those of `maintain`
  friend bool operator==(const Catalog&, const Catalog&) = default;
};

/// The entry of `children` (of a table or an orphan) that has a partition of that name; nullptr where none has.
const std::pair<const QualifiedName, std::vector<Relation>>* list_with(
    const std::map<QualifiedName, std::vector<Relation>>& children, const QualifiedName& name);

/// The children of a relation in that table, or none.
const std::vector<Relation>& children_of(const Table& table, const QualifiedName& parent);

}  // namespace pschema
