// The statements of a snapshot, as text. Shapes and their cost: postgres-facts E2. `oids` is a list like
// `16384,16390`, perhaps empty.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/name.h"

namespace pschema::snapshot_queries {

/// taken_at in microseconds, server_version_num.
std::string moment();

/// Those of the schemas that exist.
std::string schemas_by_name(const std::vector<Identifier>& names);

/// oid, schema, name of those relations among `names` that exist.
std::string relations_by_name(const std::vector<QualifiedName>& names);

/// kind (`n` schema, `r` role, `s` tablespace, `a` access method), oid, name: of all there are, so that the rows of a
/// tree need not name them again.
std::string names_by_oid();

/// One row a relation: the roots and all below them. Columns as TreeColumn says.
std::string trees(const std::string& oids);
enum TreeColumn {
  tree_root,
  tree_oid,
  tree_parent,
  tree_pending,
  tree_schema,  // oid, as the next four
  tree_name,
  tree_kind,
  tree_persistence,
  tree_bound,
  tree_owner,
  tree_tablespace,    // 0: the database's default
  tree_access_method  // 0: none, or none that matters
};

/// oid, strategy, column (NULL for an expression), in the order of the key; of every partitioned table of the
/// database.
std::string keys();
/// oid, text of all expressions of the key; of those among `oids` whose key has some.
std::string key_expressions(const std::string& oids);

/// oid, comment, is the pg_class row younger than the comment?, is it a partition?; of the tables whose comment
/// begins like a marker.
std::string marked();

/// oid, name, type, not null, default, identity, generated, may be toasted.
std::string columns(const std::string& oids);

/// oid, index, primary, column (NULL for an expression), in the order of the key.
std::string unique_keys(const std::string& oids);

/// oid, number of indexes.
std::string index_counts(const std::string& oids);

/// Foreign keys from or to one of `oids`: their oids.
std::string foreign_keys(const std::string& oids);
/// referencing oid, referenced oid, constraint, both names in full, confdeltype, oid of the constraint, a referencing
/// column and the one that it references: one row a pair of columns, in their order; of these constraints.
std::string foreign_key_columns(const std::string& constraints);

// What `leaves` takes over from a root, each asked for only where a schema does.
/// relreplident, relrowsecurity, relforcerowsecurity.
std::string replica_identity_and_row_security(const std::string& oid);
/// name, permissive, command, role (empty: PUBLIC), USING, WITH CHECK; a row for each role, by name and role.
std::string policies(const std::string& oid);
/// grantee (empty: PUBLIC), column (empty: the table), privilege, grantable; without the owner's own.
std::string grants(const std::string& oid);
/// name, expression, not enforced; of the CHECK constraints.
std::string check_constraints(const std::string& oid);
/// column, schema and name of its collation; of columns that have another one than their type.
std::string collations(const std::string& oid);
/// Those of the foreign servers that exist.
std::string servers_by_name(const std::set<Identifier>& names);

/// oid, name, kind (pg_class.relkind, or `y` for a type without a relation), oid of the table of an index, all in one
/// schema. Without partitions below one of `parents`, and without the indexes of partitions that bear a name of the
/// server's making.
std::string names_like(const Identifier& schema, const std::vector<std::string>& patterns,
                       const std::string& parents);

}  // namespace pschema::snapshot_queries
