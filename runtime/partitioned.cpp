#include "runtime/partitioned.h"

#include <fmt/format.h>

#include <optional>
#include <set>

#include "base/quote.h"

namespace pschema {
namespace {

/// The table of pg_partman that has that name; the column tells it from any other of this name. Reading runs what its
/// owner may have put there (row security, casts of the columns' types), so it must be the extension's, this user's,
/// or that of somebody who may do anything here.
std::optional<QualifiedName> partman_relation(Session& session, const std::string& name, const std::string& column) {
  const Rows rows = session.query(fmt::format(
      "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
      " JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = {1}::name AND NOT a.attisdropped"
      " WHERE c.relname = {0}::name AND c.relkind = 'r' AND NOT c.relrowsecurity"
      " AND (c.relowner = (SELECT oid FROM pg_roles WHERE rolname = current_user)"
      "  OR c.relowner IN (SELECT oid FROM pg_roles WHERE rolsuper)"
      "  OR c.relowner = (SELECT datdba FROM pg_database WHERE datname = current_database())"
      "  OR EXISTS (SELECT FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid WHERE d.classid = "
      "'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e' AND e.extname = 'pg_partman'))"
      " AND has_table_privilege(c.oid, 'SELECT')"
      " AND has_schema_privilege(n.oid, 'USAGE')"
      " ORDER BY NOT EXISTS (SELECT FROM pg_extension e WHERE e.extnamespace = n.oid AND e.extname = 'pg_partman'),"
      " n.nspname COLLATE \"C\" LIMIT 1",
      quote_literal(name), quote_literal(column)));
  if (rows.size() == 0) return std::nullopt;
  return QualifiedName{{std::string(rows.text(0, 0))}, {std::string(rows.text(0, 1))}};
}

/// pg_partman writes schema and name without quotes, with a full stop between them.
QualifiedName partman_name(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return {{"public"}, {std::string(text)}};
  return {{std::string(text.substr(0, dot))}, {std::string(text.substr(dot + 1))}};
}

std::set<QualifiedName> sub_partitioned(Session& session) {
  std::set<QualifiedName> names;
  const auto relation = partman_relation(session, "part_config_sub", "sub_parent");
  if (!relation) return names;
  const Rows rows = session.query("SELECT sub_parent FROM " + quote(*relation));
  for (std::size_t i = 0; i < rows.size(); ++i) names.insert(partman_name(rows.text(i, 0)));
  return names;
}

}  // namespace

std::vector<QualifiedName> partitioned_tables(Session& session) {
  const Rows rows = session.query(
      "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
      " WHERE c.relkind = 'p' AND NOT c.relispartition AND c.relpersistence <> 't'"
      " AND n.nspname NOT IN ('pg_catalog', 'information_schema')"
      " AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid"
      " AND d.deptype = 'e')"
      " ORDER BY n.nspname COLLATE \"C\", c.relname COLLATE \"C\"");
  std::vector<QualifiedName> names;
  for (std::size_t i = 0; i < rows.size(); ++i)
    names.push_back({{std::string(rows.text(i, 0))}, {std::string(rows.text(i, 1))}});
  return names;
}

std::string time_zone_setting(Session& session) {
  const Rows rows = session.query("SELECT reset_val FROM pg_settings WHERE name = 'TimeZone'");
  return rows.size() == 0 ? std::string() : std::string(rows.text(0, 0));
}

std::vector<PartConfig> partman_tables(Session& session) {
  std::vector<PartConfig> tables;
  const auto relation = partman_relation(session, "part_config", "partition_interval");
  if (!relation) return tables;
  const std::set<QualifiedName> below = sub_partitioned(session);
  // Versions differ in their columns.
  const Rows rows = session.query(
      fmt::format("SELECT p.parent_table, s.key, s.value FROM {} p CROSS JOIN LATERAL jsonb_each_text(to_jsonb(p)) s"
                  " WHERE s.value IS NOT NULL ORDER BY p.parent_table COLLATE \"C\", s.key COLLATE \"C\"",
                  quote(*relation)));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const QualifiedName name = partman_name(rows.text(i, 0));
    if (tables.empty() || tables.back().table != name) tables.push_back({name, {}, below.contains(name)});
    tables.back().settings.emplace(rows.text(i, 1), rows.text(i, 2));
  }
  return tables;
}

}  // namespace pschema
