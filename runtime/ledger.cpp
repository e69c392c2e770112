#include "runtime/ledger.h"

#include <fmt/format.h>

#include "base/quote.h"
#include "migration/lock.h"

namespace pschema {
namespace {

std::string_view state_text(LedgerState state) { return state == LedgerState::done ? "done" : "failed"; }

std::string error_literal(const LedgerEntry& entry) {
  return entry.error.empty() ? "NULL" : quote_literal(entry.error);
}

/// A failure must not take back what an earlier run has done.
std::string migration_row(const LedgerEntry& e) {
  return fmt::format(
      "INSERT INTO pschema.migration AS m (name, checksum, state, steps, started, finished, error)"
      " VALUES ({0}, {1}, {2}, {3}, {4}::timestamptz, clock_timestamp(), {5})"
      " ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, state = excluded.state, steps = "
      "excluded.steps,"
      " started = excluded.started, finished = excluded.finished, by_whom = session_user, error = excluded.error"
      " WHERE m.state <> 'done' OR excluded.state = 'done'",
      quote_literal(e.name), quote_literal(e.checksum), quote_literal(state_text(e.state)), e.steps,
      quote_literal(e.started), error_literal(e));
}

/// Once, also where it is written again because the connection was lost before its COMMIT was answered.
std::string attempt_row(const LedgerEntry& e) {
  return fmt::format(
      "INSERT INTO pschema.attempt (name, checksum, state, steps, started, finished, error)"
      " SELECT {0}, {1}, {2}, {3}, {4}::timestamptz, clock_timestamp(), {5}"
      " WHERE NOT EXISTS (SELECT FROM pschema.attempt WHERE name = {0} AND started = {4}::timestamptz)",
      quote_literal(e.name), quote_literal(e.checksum), quote_literal(state_text(e.state)), e.steps,
      quote_literal(e.started), error_literal(e));
}

}  // namespace

bool ledger_exists(Session& session) {
  return session.query("SELECT to_regclass('pschema.migration') IS NOT NULL").is_true(0, 0);
}

std::set<std::string> applied_migrations(Session& session) {
  std::set<std::string> names;
  if (!ledger_exists(session)) return names;
  const Rows rows = session.query("SELECT name FROM pschema.migration WHERE state = 'done'");
  for (std::size_t i = 0; i < rows.size(); ++i) names.emplace(rows.text(i, 0));
  return names;
}

std::map<std::string, std::string> applied_checksums(Session& session) {
  std::map<std::string, std::string> checksums;
  if (!ledger_exists(session)) return checksums;
  const Rows rows =
      session.query("SELECT name, checksum FROM pschema.migration WHERE state = 'done' AND checksum IS NOT NULL");
  for (std::size_t i = 0; i < rows.size(); ++i) checksums.emplace(rows.text(i, 0), rows.text(i, 1));
  return checksums;
}

std::string server_time(Session& session) {
  return std::string(session.query("SELECT clock_timestamp()").text(0, 0));
}

void record(Session& session, const LedgerEntry& entry) {
  if (!ledger_exists(session)) return;
  const bool history = session.query("SELECT to_regclass('pschema.attempt') IS NOT NULL").is_true(0, 0);
  session.query("BEGIN");
  try {
    session.query(migration_row(entry));
    if (history) session.query(attempt_row(entry));
    session.query("COMMIT");
  } catch (const DatabaseError& error) {
    if (error.problem() == DatabaseProblem::server) session.query("ROLLBACK");
    throw;
  }
}

bool try_advisory_lock(Session& session) {
  return session.query(fmt::format("SELECT pg_try_advisory_lock({})", kAdvisoryLockKey)).is_true(0, 0);
}

void release_advisory_lock(Session& session) {
  session.query(fmt::format("SELECT pg_advisory_unlock({})", kAdvisoryLockKey));
}

}  // namespace pschema
