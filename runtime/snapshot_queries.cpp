#include "runtime/snapshot_queries.h"

#include <fmt/format.h>

#include "base/quote.h"

namespace pschema::snapshot_queries {
namespace {

std::string oid_array(const std::string& oids) { return fmt::format("'{{{}}}'::oid[]", oids); }

}  // namespace

std::string moment() {
  return "SELECT (extract(epoch FROM now()) * 1000000)::bigint, current_setting('server_version_num')";
}

std::string schemas_by_name(const std::vector<Identifier>& names) {
  std::string list;
  for (const Identifier& name : names) list += (list.empty() ? "" : ", ") + quote_literal(name.text) + "::name";
  return fmt::format("SELECT nspname FROM pg_namespace WHERE nspname IN ({})", list);
}

std::string relations_by_name(const std::vector<QualifiedName>& names) {
  std::string values;
  for (const QualifiedName& name : names) {
    values += fmt::format("{}({}, {})", values.empty() ? "" : ", ", quote_literal(name.schema.text),
                          quote_literal(name.name.text));
  }
  return fmt::format(
      "SELECT c.oid, n.nspname, c.relname FROM (VALUES {}) AS v (schema, name)"
      " JOIN pg_namespace n ON n.nspname = v.schema::name JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = "
      "v.name::name",
      values);
}

std::string names_by_oid() {
  return "SELECT 'n', oid, nspname FROM pg_namespace UNION ALL SELECT 'r', oid, rolname FROM pg_roles"
         " UNION ALL SELECT 's', oid, spcname FROM pg_tablespace UNION ALL SELECT 'a', oid, amname FROM pg_am";
}

// pg_get_expr with 0 for the relation opens nothing and waits for nothing. Children by plain inheritance are no
// partitions. No join but these: the planner expects few rows of the recursion, and would look each name up by
// itself.
std::string trees(const std::string& oids) {
  return fmt::format(
      "WITH RECURSIVE tree (root, relid, parent, pending) AS ("
      "  SELECT o, o, 0::oid, false FROM unnest({}) AS o"
      "  UNION ALL"
      "  SELECT t.root, i.inhrelid, i.inhparent, i.inhdetachpending FROM tree t JOIN pg_inherits i ON i.inhparent = "
      "t.relid)"
      " SELECT t.root, t.relid, t.parent, t.pending, c.relnamespace, c.relname, c.relkind, c.relpersistence,"
      "  pg_get_expr(c.relpartbound, 0), c.relowner, c.reltablespace,"
      "  CASE WHEN c.relkind IN ('r', 'm', 'p') THEN c.relam ELSE 0 END"
      " FROM tree t JOIN pg_class c ON c.oid = t.relid WHERE t.parent = 0 OR c.relispartition",
      oid_array(oids));
}

// The names of columns one by one through the index: a join would read all of pg_attribute.
std::string keys() {
  return "SELECT p.partrelid, p.partstrat, (SELECT a.attname FROM pg_attribute a WHERE a.attrelid = p.partrelid AND "
         "a.attnum = k.attnum AND k.attnum <> 0)"
         " FROM pg_partitioned_table p CROSS JOIN LATERAL unnest(p.partattrs::int2[]) WITH ORDINALITY AS k (attnum, "
         "place)"
         " ORDER BY p.partrelid, k.place";
}

std::string key_expressions(const std::string& oids) {
  return fmt::format(
      "SELECT partrelid, pg_get_expr(partexprs, partrelid) FROM pg_partitioned_table"
      " WHERE partexprs IS NOT NULL AND partrelid = ANY ({})",
      oid_array(oids));
}

std::string marked() {
  return "SELECT c.oid, d.description, age(c.xmin) < age(d.xmin), c.relispartition FROM pg_description d JOIN "
         "pg_class "
         "c ON c.oid = d.objoid"
         " WHERE d.classoid = 'pg_class'::regclass AND d.objsubid = 0 AND starts_with(d.description, 'pschema: ')"
         " AND c.relkind IN ('r', 'p', 'f')";
}

// A generated column's expression names columns, so the server must open the table to print it.
std::string columns(const std::string& oids) {
  return fmt::format(
      "SELECT a.attrelid, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,"
      "  CASE WHEN a.attgenerated = '' THEN pg_get_expr(d.adbin, 0) ELSE pg_get_expr(d.adbin, d.adrelid) END,"
      "  a.attidentity, a.attgenerated, a.attlen = -1 AND a.attstorage <> 'p' AND a.attgenerated <> 'v',"
      // -1 up to 16 and NULL from 17 on stand for the server's default. Options are numbers.
      "  NULLIF(a.attstattarget, -1), array_to_string(a.attoptions, chr(44))"
      " FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum"
      " WHERE a.attrelid = ANY ({}) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum",
      oid_array(oids));
}

std::string unique_keys(const std::string& oids) {
  return fmt::format(
      "SELECT i.indrelid, c.relname, i.indisprimary, a.attname FROM pg_index i JOIN pg_class c ON c.oid = "
      "i.indexrelid"
      " CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, place)"
      " LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum AND k.attnum <> 0"
      " WHERE (i.indisunique OR i.indisexclusion) AND i.indrelid = ANY ({}) AND k.place <= i.indnkeyatts"
      " ORDER BY i.indrelid, c.relname COLLATE \"C\", k.place",
      oid_array(oids));
}

std::string index_counts(const std::string& oids) {
  return fmt::format("SELECT indrelid, count(*) FROM pg_index WHERE indrelid = ANY ({}) GROUP BY indrelid",
                     oid_array(oids));
}

// The clones that partitions get have a conparentid. Apart from their columns, because most tables have none.
std::string foreign_keys(const std::string& oids) {
  return fmt::format(
      "SELECT oid FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND (conrelid = ANY ({0}) OR confrelid "
      "= "
      "ANY ({0}))",
      oid_array(oids));
}

std::string foreign_key_columns(const std::string& constraints) {
  return fmt::format(
      "SELECT f.conrelid, f.confrelid, f.conname, n.nspname, c.relname, m.nspname, d.relname, f.confdeltype, f.oid,"
      "  a.attname, b.attname"
      " FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
      "  JOIN pg_class d ON d.oid = f.confrelid JOIN pg_namespace m ON m.oid = d.relnamespace"
      "  CROSS JOIN LATERAL unnest(f.conkey, f.confkey) WITH ORDINALITY AS k (here, there, place)"
      "  JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.here"
      "  JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = k.there"
      " WHERE f.oid = ANY ({}) ORDER BY f.oid, k.place",
      oid_array(constraints));
}

std::string replica_identity_and_row_security(const std::string& oid) {
  return fmt::format("SELECT relreplident, relrowsecurity, relforcerowsecurity FROM pg_class WHERE oid = {}", oid);
}

// A policy's expression names columns, so the server must open the table to print it.
std::string policies(const std::string& oid) {
  return fmt::format(
      "SELECT p.polname, p.polpermissive, CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN "
      "'UPDATE'"
      "  WHEN 'd' THEN 'DELETE' ELSE 'ALL' END, coalesce(r.rolname::text, ''),"
      "  pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)"
      " FROM pg_policy p CROSS JOIN LATERAL unnest(p.polroles) AS u (oid) LEFT JOIN pg_roles r ON r.oid = u.oid"
      " WHERE p.polrelid = {} AND (u.oid = 0 OR r.oid IS NOT NULL) ORDER BY p.polname COLLATE \"C\", "
      "coalesce(r.rolname::text, '') COLLATE \"C\"",
      oid);
}

// One privilege may come from several grantors: it can be passed on if one of them lets it.
std::string grants(const std::string& oid) {
  return fmt::format(
      "SELECT coalesce(r.rolname::text, ''), g.attname, g.privilege_type, bool_or(g.is_grantable) FROM ("
      "  SELECT c.relowner, ''::text AS attname, a.* FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) AS a "
      "WHERE c.oid = {0}"
      "  UNION ALL"
      "  SELECT c.relowner, t.attname::text, a.* FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid"
      "    CROSS JOIN LATERAL aclexplode(t.attacl) AS a WHERE c.oid = {0} AND t.attnum > 0 AND NOT t.attisdropped"
      " ) AS g LEFT JOIN pg_roles r ON r.oid = g.grantee"
      " WHERE g.grantee <> g.relowner AND (g.grantee = 0 OR r.oid IS NOT NULL) GROUP BY 1, 2, 3",
      oid);
}

// A constraint's expression names columns, so the server must open the table to print it.
std::string check_constraints(const std::string& oid) {
  return fmt::format(
      "SELECT conname, pg_get_expr(conbin, conrelid), right(pg_get_constraintdef(oid), 13) = ' NOT ENFORCED'"
      " FROM pg_constraint WHERE conrelid = {} AND contype = 'c'",
      oid);
}

std::string collations(const std::string& oid) {
  return fmt::format(
      "SELECT a.attname, n.nspname, c.collname FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid"
      " JOIN pg_collation c ON c.oid = a.attcollation JOIN pg_namespace n ON n.oid = c.collnamespace"
      " WHERE a.attrelid = {} AND a.attnum > 0 AND NOT a.attisdropped AND a.attcollation <> t.typcollation",
      oid);
}

std::string servers_by_name(const std::set<Identifier>& names) {
  std::string list;
  for (const Identifier& name : names) list += (list.empty() ? "" : ", ") + quote_literal(name.text) + "::name";
  return fmt::format("SELECT srvname FROM pg_foreign_server WHERE srvname IN ({})", list);
}

// Most names of that form are those of the partitions themselves, and of their indexes. They are left out before the
// patterns are matched, which takes most of the time: hence MATERIALIZED, past which no condition is pushed down.
// Every table has a type of its own name, and most types an array type: neither is named here.
std::string names_like(const Identifier& schema, const std::vector<std::string>& patterns,
                       const std::string& parents) {
  std::string like;
  for (const std::string& pattern : patterns) like += (like.empty() ? "" : ", ") + quote_literal(pattern);
  const std::string in_schema =
      fmt::format("(SELECT oid FROM pg_namespace WHERE nspname = {}::name)", quote_literal(schema.text));
  return fmt::format(
      "WITH there AS MATERIALIZED (SELECT oid, relname, relkind, relispartition FROM pg_class"
      "   WHERE relnamespace = {0} AND relkind IN ('r', 'p', 'f', 'v', 'm', 'S', 'i', 'I', 'c')"
      "   AND NOT (relispartition AND relkind IN ('i', 'I')"
      "    AND (right(relname::text, 5) = '_pkey' OR right(relname::text, 4) IN ('_idx', '_key')))),"
      " others AS MATERIALIZED (SELECT t.oid, t.relname, t.relkind FROM there t WHERE NOT t.relispartition"
      "   UNION ALL SELECT t.oid, t.relname, t.relkind FROM there t JOIN pg_inherits h ON h.inhrelid = t.oid"
      "   LEFT JOIN unnest({2}) AS p (oid) ON p.oid = h.inhparent WHERE t.relispartition AND p.oid IS NULL),"
      " types AS MATERIALIZED (SELECT oid, typname FROM pg_type WHERE typrelid = 0 AND typnamespace = {0})"
      " SELECT o.oid, o.relname, o.relkind, i.indrelid FROM others o LEFT JOIN pg_index i ON i.indexrelid = o.oid"
      "  WHERE o.relname LIKE ANY (ARRAY[{1}])"
      " UNION ALL SELECT t.oid, t.typname, 'y', NULL FROM types t WHERE t.typname LIKE ANY (ARRAY[{1}])"
      "  AND NOT EXISTS (SELECT FROM pg_type e WHERE e.typarray = t.oid)",
      in_schema, like, oid_array(parents));
}

}  // namespace pschema::snapshot_queries
