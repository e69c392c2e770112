#include "runtime/obstacles.h"

#include <fmt/format.h>

#include <optional>

#include "base/quote.h"
#include "migration/ledger_owners.h"
#include "time/instant.h"

namespace pschema {

std::vector<Obstacle> database_obstacles(Session& session) {
  const Rows rows = session.query(
      "SELECT pg_is_in_recovery(), current_setting('transaction_read_only') = 'on', quote_ident(current_user)");
  if (rows.is_true(0, 0)) {
    return {{"25006", "the server is a standby (in recovery) and takes no changes", "connect to the primary"}};
  }
  if (rows.is_true(0, 1)) {
    return {
        {"25006", "the session is read-only (default_transaction_read_only)",
         fmt::format("if that is not meant for migrations: ALTER ROLE {} SET default_transaction_read_only = off; "
                     "or connect with PGOPTIONS='-c default_transaction_read_only=off'",
                     rows.text(0, 2))}};
  }
  return {};
}

std::string late_clock(Session& session, const Folder& folder) {
  std::optional<Instant> newest;
  for (const MigrationFile& file : folder.files) {
    const auto name = parse_file_name(file.name);
    if (name && name->phase != Phase::ledger && (!newest || *newest < name->moment)) newest = name->moment;
  }
  if (!newest) return {};
  const Rows rows =
      session.query(fmt::format("SELECT clock_timestamp() < {0}::timestamptz, to_char(clock_timestamp(), "
                                "'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')",
                                quote_literal(format_utc(*newest))));
  if (!rows.is_true(0, 0)) return {};
  return fmt::format(
      "the server's clock shows {}, before the moment of the newest plan, {}: what has expired by the plan "
      "is skipped until it has by the server",
      rows.text(0, 1), format_utc(*newest));
}

namespace {

std::vector<Obstacle> missing_ledger_rights(Session& session) {
  const Rows rows = session.query(
      "SELECT wanted, quote_ident(current_user) FROM pg_namespace n CROSS JOIN LATERAL (VALUES"
      " (1, NULL, 'USAGE ON SCHEMA pschema'), (2, 'migration', 'SELECT, INSERT, UPDATE ON pschema.migration'),"
      " (3, 'attempt', 'SELECT, INSERT ON pschema.attempt'), (4, 'step', 'SELECT, INSERT, UPDATE ON pschema.step')"
      ") AS w (place, relation, wanted)"
      " LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = w.relation"
      " WHERE nspname = 'pschema' AND CASE"
      "  WHEN relation IS NULL THEN NOT has_schema_privilege(n.oid, 'USAGE')"
      "  WHEN c.oid IS NULL THEN false"
      "  ELSE NOT (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')"
      "   AND (relation = 'attempt' OR has_table_privilege(c.oid, 'UPDATE'))) END ORDER BY place");
  std::vector<Obstacle> missing;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    missing.push_back({"42501", fmt::format("role {} may not write to the ledger", rows.text(i, 1)),
                       fmt::format("GRANT {} TO {};", rows.text(i, 0), rows.text(i, 1))});
  }
  return missing;
}

/// Where there is no ledger: the right to make one.
std::vector<Obstacle> missing_right_to_make_it(Session& session) {
  const Rows rows = session.query(
      "SELECT quote_ident(current_database()), quote_ident(current_user), n.oid IS NOT NULL,"
      " CASE WHEN n.oid IS NULL THEN has_database_privilege(current_database(), 'CREATE')"
      "  ELSE has_schema_privilege(n.oid, 'CREATE') AND has_schema_privilege(n.oid, 'USAGE') END"
      " FROM (SELECT) AS one LEFT JOIN pg_namespace n ON n.nspname = 'pschema'");
  if (rows.is_true(0, 3)) return {};
  const std::string grant = rows.is_true(0, 2) ? std::string("USAGE, CREATE ON SCHEMA pschema")
                                               : fmt::format("CREATE ON DATABASE {}", rows.text(0, 0));
  return {{"42501", fmt::format("role {} may not make the ledger (schema pschema)", rows.text(0, 1)),
           fmt::format("GRANT {} TO {}; or let somebody who may run {}.sql once", grant, rows.text(0, 1),
                       kLedgerFileName)}};
}

}  // namespace

std::vector<Obstacle> ledger_obstacles(Session& session, bool makes_ledger) {
  const Rows rows = session.query(
      "SELECT n.oid IS NOT NULL, c.oid IS NOT NULL FROM (SELECT) AS one LEFT JOIN pg_namespace n ON n.nspname = "
      "'pschema' LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = 'migration'");
  const bool schema = rows.is_true(0, 0), ledger = rows.is_true(0, 1);
  if (schema && session.query("SELECT " + ledger_distrusted()).is_true(0, 0)) {
    return {{"42501",
             "the ledger (schema pschema and its tables) does not belong to this role, to the database owner or to a "
             "superuser, so its owner could run code with your rights",
             "after a look at it: ALTER SCHEMA pschema OWNER TO one of them, and ALTER TABLE likewise"}};
  }
  if (ledger) return missing_ledger_rights(session);
  return makes_ledger ? missing_right_to_make_it(session) : std::vector<Obstacle>();
}

std::string obstacles_text(const std::vector<Obstacle>& obstacles) {
  std::string text;
  for (const Obstacle& o : obstacles) text += fmt::format("{}{}; {}", text.empty() ? "" : "; ", o.what, o.mend);
  return text;
}

}  // namespace pschema
