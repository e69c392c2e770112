// The statements that migration files execute: a closed set. SQL text is born in write.cpp and read back in read.cpp,
// nowhere else.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/name.h"
#include "model/bound.h"
#include "model/catalog.h"

namespace pschema {

/// The value of a psql variable, written `:'name'`: what a test in the file has read from the catalog.
struct PsqlVariable {
  std::string name;
  friend bool operator==(const PsqlVariable&, const PsqlVariable&) = default;
};

/// CREATE TABLE name (LIKE like INCLUDING ALL EXCLUDING IDENTITY): identity comes with ATTACH on 17 and later and
/// must not be there before (postgres-facts C).
struct CreateTableLike {
  QualifiedName name;
  QualifiedName like;
  std::optional<PartitionKey> key;  // PARTITION BY
  std::string access_method;        // USING; empty: the server's default
  std::string tablespace;           // empty: the database's default, which the file's head pins
  bool unlogged = false;
  std::vector<std::pair<std::string, std::string>>
      storage;  // WITH: `fillfactor` or `toast.autovacuum_enabled`, and its value
  friend bool operator==(const CreateTableLike&, const CreateTableLike&) = default;
};

/// A column of a new foreign table.
struct NewColumn {
  Identifier name;
  std::string type;  // as the server prints it
  std::optional<QualifiedName> collation;
  bool not_null = false;
  std::string generated;  // the expression of a stored generated column; empty where there is none
  friend bool operator==(const NewColumn&, const NewColumn&) = default;
};

/// CREATE FOREIGN TABLE with columns and constraints spelled out: servers before 18 know no LIKE for it, and
/// PARTITION OF would lock the parent.
struct CreateForeignTable {
  QualifiedName name;
  std::vector<NewColumn> columns;
  std::vector<CheckConstraint> checks;
  Identifier server;
  std::vector<std::pair<std::string, std::string>> options;
  friend bool operator==(const CreateForeignTable&, const CreateForeignTable&) = default;
};

struct AttachPartition {
  QualifiedName parent;
  QualifiedName partition;
  Bound bound;
  friend bool operator==(const AttachPartition&, const AttachPartition&) = default;
};

enum class DetachForm { blocking, concurrently, finalize };

struct DetachPartition {
  QualifiedName parent;
  QualifiedName partition;
  DetachForm form = DetachForm::blocking;
  friend bool operator==(const DetachPartition&, const DetachPartition&) = default;
};

/// DROP TABLE or DROP FOREIGN TABLE, without CASCADE.
struct DropTable {
  QualifiedName name;
  bool foreign = false;
  friend bool operator==(const DropTable&, const DropTable&) = default;
};

struct CommentOnTable {
  QualifiedName name;
  PsqlVariable text;
  bool foreign = false;  // COMMENT ON FOREIGN TABLE
  friend bool operator==(const CommentOnTable&, const CommentOnTable&) = default;
};

/// ALTER TABLE, which foreign tables know too. Into the schema where it is already it changes nothing, and locks.
struct SetTableSchema {
  QualifiedName name;
  Identifier schema;
  friend bool operator==(const SetTableSchema&, const SetTableSchema&) = default;
};

/// Which rows: those whose column lies in a window (a range bound of that one column), or has one of the values of a
/// list.
struct RowsWhere {
  Identifier column;
  Bound bound;
  friend bool operator==(const RowsWhere&, const RowsWhere&) = default;
};

/// CREATE UNLOGGED TABLE side AS SELECT columns FROM from WHERE: a table for the length of one transaction. Unlogged
/// tables are in no publication.
struct SetRowsAside {
  QualifiedName side;
  QualifiedName from;
  std::vector<Identifier> columns;
  RowsWhere where;
  friend bool operator==(const SetRowsAside&, const SetRowsAside&) = default;
};

struct DeleteRows {
  QualifiedName from;
  RowsWhere where;
  friend bool operator==(const DeleteRows&, const DeleteRows&) = default;
};

/// INSERT … OVERRIDING SYSTEM VALUE SELECT: identity columns keep their values (postgres-facts F3).
struct PutRowsBack {
  QualifiedName to;
  QualifiedName side;
  std::vector<Identifier> columns;
  friend bool operator==(const PutRowsBack&, const PutRowsBack&) = default;
};

// --- What a new leaf takes over from its parent

struct SetReplicaIdentity {
  QualifiedName name;
  bool full = true;  // else NOTHING
  friend bool operator==(const SetReplicaIdentity&, const SetReplicaIdentity&) = default;
};

struct SetRowSecurity {
  QualifiedName name;
  bool force = false;  // FORCE; else ENABLE
  friend bool operator==(const SetRowSecurity&, const SetRowSecurity&) = default;
};

/// ALTER COLUMN … SET STATISTICS.
struct SetStatisticsTarget {
  QualifiedName table;
  Identifier column;
  int target = 0;
  friend bool operator==(const SetStatisticsTarget&, const SetStatisticsTarget&) = default;
};

/// ALTER COLUMN … SET (n_distinct = …).
struct SetColumnOptions {
  QualifiedName table;
  Identifier column;
  std::vector<std::pair<std::string, std::string>> options;
  friend bool operator==(const SetColumnOptions&, const SetColumnOptions&) = default;
};

struct CreatePolicy {
  QualifiedName table;
  Policy policy;
  friend bool operator==(const CreatePolicy&, const CreatePolicy&) = default;
};

struct Privilege {
  std::string word;                 // `SELECT`
  std::vector<Identifier> columns;  // empty: on the table
  friend bool operator==(const Privilege&, const Privilege&) = default;
};

/// What one role may do.
struct GrantOnTable {
  QualifiedName table;
  std::vector<Privilege> privileges;
  std::string grantee;  // empty: PUBLIC
  bool grantable = false;
  friend bool operator==(const GrantOnTable&, const GrantOnTable&) = default;
};

using Statement =
    std::variant<CreateTableLike, CreateForeignTable, AttachPartition, DetachPartition, DropTable, CommentOnTable,
                 SetTableSchema, SetRowsAside, DeleteRows, PutRowsBack, SetReplicaIdentity, SetRowSecurity,
                 CreatePolicy, GrantOnTable, SetStatisticsTarget, SetColumnOptions>;

/// The statement with its semicolon, no line feed at the end; long ones break before PARTITION BY or FOR VALUES with
/// two blanks of indent.
std::string sql(const Statement& statement);

/// `'public.x'::regclass` and `to_regclass('public.x')`.
std::string regclass(const QualifiedName& name);
std::string to_regclass(const QualifiedName& name);

/// Text as a literal that a reviewer can read: $$…$$ where it has no dollar sign, no colon trouble and no control
/// character, else quote_literal.
std::string readable_literal(std::string_view text);

/// What one statement of a script is, read by PostgreSQL's own grammar.
struct NotDdl {};  // SELECT, SET, BEGIN, INSERT …: changes no partition tree
struct UnknownDdl {
  std::string why;
};
using ReadStatement = std::variant<Statement, NotDdl, UnknownDdl>;

/// Reads one SQL statement whose psql variables are still in place (`:'marker'`). UnknownDdl: it might change a tree
/// in a way that is not in the closed set, or does not parse.
ReadStatement read_statement(std::string_view sql_text);

}  // namespace pschema
