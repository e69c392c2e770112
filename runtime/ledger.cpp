#include "runtime/ledger.h"

#include <fmt/format.h>

#include <charconv>

#include "base/quote.h"
#include "migration/folder.h"
#include "migration/lock.h"

namespace pschema {
namespace {

struct Tables {
  bool migration = false, attempt = false, step = false;
};

/// By the catalog and not by to_regclass, which fails where the schema is closed to us.
constexpr std::string_view kWhichTables =
    "SELECT count(*) FILTER (WHERE relname = 'migration') > 0, count(*) FILTER (WHERE relname = 'attempt') > 0,"
    " count(*) FILTER (WHERE relname = 'step') > 0 FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace"
    " WHERE nspname = 'pschema' AND relname IN ('migration', 'attempt', 'step')";

Tables tables_in(const Rows& rows) { return {rows.is_true(0, 0), rows.is_true(0, 1), rows.is_true(0, 2)}; }

Tables tables_of(Session& session) { return tables_in(session.query(std::string(kWhichTables))); }

/// A view, or a table with row security, would run what its owner wrote with the rights of whoever reads it.
void test_readable(Session& session) {
  const Rows rows = session.query(
      "SELECT relname, relkind = 'r' AND NOT relrowsecurity,"
      " has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT'), quote_ident(current_user)"
      " FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace"
      " WHERE nspname = 'pschema' AND relname IN ('migration', 'attempt', 'step') ORDER BY relname");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string table = "pschema." + std::string(rows.text(i, 0));
    if (!rows.is_true(i, 1)) {
      throw DatabaseError(DatabaseProblem::server, "42501",
                          table +
                              " is not a plain table without row security, so reading it could run code of its "
                              "owner; look who made it");
    }
    if (!rows.is_true(i, 2)) {
      throw DatabaseError(
          DatabaseProblem::server, "42501",
          fmt::format("this role may not read {0}\nHINT:  GRANT USAGE ON SCHEMA pschema TO {1}; GRANT "
                      "SELECT ON {0} TO {1};",
                      table, rows.text(i, 3)));
    }
  }
}

template <class Number>
std::optional<Number> number(const Rows& rows, std::size_t row, std::size_t column) {
  const std::string_view text = rows.text(row, column);
  Number value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()) return std::nullopt;
  return value;
}

std::optional<std::string> text(const Rows& rows, std::size_t row, std::size_t column) {
  return rows.is_null(row, column) ? std::nullopt : std::optional<std::string>(rows.text(row, column));
}

/// A word that we do not write says nothing about what was done: such a file runs again, step by step.
LedgerState state_of(std::string_view word) {
  if (word == "done") return LedgerState::done;
  return word == "running" ? LedgerState::running : LedgerState::failed;
}

void read_files(Session& session, Ledger& ledger) {
  const Rows rows =
      session.query(fmt::format("SELECT name, checksum, state, steps, to_char(started, {0}), to_char(finished, {0}),"
                                " (extract(epoch FROM finished - started) * 1000)::bigint, by_whom, error FROM ONLY "
                                "pschema.migration",
                                R"('YYYY-MM-DD"T"HH24:MI:SS"Z"')"));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    LedgerFile file;
    file.name = std::string(rows.text(i, 0));
    file.checksum = text(rows, i, 1);
    file.state = state_of(rows.text(i, 2));
    file.steps = number<int>(rows, i, 3);
    file.started = text(rows, i, 4);
    file.finished = std::string(rows.text(i, 5));
    file.milliseconds = number<std::int64_t>(rows, i, 6);
    file.by_whom = std::string(rows.text(i, 7));
    file.error = std::string(rows.text(i, 8));
    ledger.files.emplace(file.name, file);
  }
}

/// What is left of an older life of a file of that name has a higher number than its row counts.
void read_steps(Session& session, Ledger& ledger) {
  const Rows rows = session.query(
      "SELECT s.name, s.number, s.title, s.checksum, s.state, s.said FROM ONLY pschema.step s JOIN ONLY "
      "pschema.migration m ON m.name = s.name WHERE m.state <> 'done' AND s.number <= m.steps ORDER BY s.name, "
      "s.number");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ledger.files.at(std::string(rows.text(i, 0)))
        .ended.push_back({number<int>(rows, i, 1).value_or(0), std::string(rows.text(i, 2)),
                          std::string(rows.text(i, 3)), rows.text(i, 4) == "skipped", std::string(rows.text(i, 5))});
  }
}

void read_attempts(Session& session, Ledger& ledger) {
  const Rows rows = session.query("SELECT name, count(*) FROM ONLY pschema.attempt GROUP BY name");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto file = ledger.files.find(std::string(rows.text(i, 0)));
    if (file != ledger.files.end()) file->second.attempts = number<int>(rows, i, 1).value_or(0);
  }
}

std::set<std::string> names_where(Session& session, const std::string& condition) {
  std::set<std::string> names;
  const Rows rows = session.query("SELECT name FROM ONLY pschema.migration WHERE " + condition);
  for (std::size_t i = 0; i < rows.size(); ++i) names.emplace(rows.text(i, 0));
  return names;
}

std::string or_null(const std::string& text) { return text.empty() ? "NULL" : quote_literal(text); }

/// A failure must not take back what an earlier run has done.
std::string migration_row(const LedgerEntry& e) {
  return fmt::format(
      "INSERT INTO pschema.migration AS m (name, checksum, state, steps, started, finished, error)"
      " VALUES ({0}, {1}, {2}, {3}, {4}::timestamptz, clock_timestamp(), {5})"
      " ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, state = excluded.state,"
      " steps = greatest(m.steps, excluded.steps), started = excluded.started, finished = excluded.finished,"
      " by_whom = session_user, error = excluded.error"
      " WHERE m.state <> 'done' OR excluded.state = 'done'",
      quote_literal(e.name), quote_literal(e.checksum), quote_literal(ledger_state_word(e.state)), e.steps,
      quote_literal(e.started), or_null(e.error));
}

/// Once, also where it is written again because the connection was lost before its COMMIT was answered.
std::string attempt_row(const LedgerEntry& e) {
  return fmt::format(
      "INSERT INTO pschema.attempt (name, checksum, state, steps, started, finished, error)"
      " SELECT {0}, {1}, {2}, {3}, {4}::timestamptz, clock_timestamp(), {5}"
      " WHERE NOT EXISTS (SELECT FROM pschema.attempt WHERE name = {0} AND started = {4}::timestamptz)",
      quote_literal(e.name), quote_literal(e.checksum), quote_literal(ledger_state_word(e.state)), e.steps,
      quote_literal(e.started), or_null(e.error));
}

std::string progress_of(const std::string& file, const LedgerStep& step) {
  return fmt::format(
      "UPDATE pschema.migration SET steps = greatest(steps, {}), finished = clock_timestamp() WHERE name = {} AND "
      "state "
      "= 'running'",
      step.number, quote_literal(file));
}

std::string step_row(const std::string& file, const LedgerStep& step) {
  return fmt::format(
      "INSERT INTO pschema.step (name, number, title, checksum, state, finished, said)"
      " VALUES ({}, {}, {}, {}, {}, clock_timestamp(), {}) ON CONFLICT (name, number) DO UPDATE SET"
      " title = excluded.title, checksum = excluded.checksum, state = excluded.state, finished = excluded.finished,"
      " said = excluded.said",
      quote_literal(file), step.number, quote_literal(step.title), quote_literal(step.checksum),
      step.skipped ? "'skipped'" : "'done'", or_null(step.said));
}

/// All or nothing.
template <class Work>
void run_together(Session& session, const Work& work) {
  session.query("BEGIN");
  try {
    work();
    session.query("COMMIT");
  } catch (const DatabaseError& error) {
    if (error.problem() == DatabaseProblem::server) session.query("ROLLBACK");
    throw;
  }
}

}  // namespace

std::string_view ledger_state_word(LedgerState state) {
  switch (state) {
    case LedgerState::running:
      return "running";
    case LedgerState::done:
      return "done";
    case LedgerState::failed:
      return "failed";
  }
  return {};
}

Ledger read_ledger(Session& session) {
  Ledger ledger;
  const Tables tables = tables_of(session);
  ledger.exists = tables.migration;
  if (!ledger.exists) return ledger;
  test_readable(session);
  ledger.older = !tables.step || !tables.attempt;
  ledger.ours_alone = session
                          .query(
                              "SELECT pg_get_userbyid(relowner) = session_user FROM pg_class WHERE oid = "
                              "'pschema.migration'::regclass")
                          .is_true(0, 0);
  read_files(session, ledger);
  if (tables.step) read_steps(session, ledger);
  if (tables.attempt) read_attempts(session, ledger);
  return ledger;
}

bool is_applied(const Ledger& ledger, const std::string& name) {
  const auto row = ledger.files.find(name);
  return row != ledger.files.end() && row->second.state == LedgerState::done;
}

bool is_applied_now(Session& session, const std::string& name) {
  if (!tables_of(session).migration) return false;
  return session
      .query("SELECT EXISTS (SELECT FROM ONLY pschema.migration WHERE state = 'done' AND name = " +
             quote_literal(name) + ")")
      .is_true(0, 0);
}

std::set<std::string> applied_names(const Ledger& ledger) {
  std::set<std::string> names;
  for (const auto& [name, row] : ledger.files) {
    if (row.state == LedgerState::done) names.insert(name);
  }
  return names;
}

AppliedFiles applied_files(Session& session) {
  if (!tables_of(session).migration) return {};
  test_readable(session);
  return {true,
          names_where(session, "state = 'done' AND NOT starts_with(name, " + quote_literal(kMaintainPrefix) + ")")};
}

std::set<std::string> names_of_maintain(Session& session) {
  if (!tables_of(session).migration) return {};
  test_readable(session);
  return names_where(session, "starts_with(name, " + quote_literal(kMaintainPrefix) + ")");
}

std::string server_time(Session& session) {
  return std::string(session.query("SELECT clock_timestamp()").text(0, 0));
}

void settle_lost_runs(Session& session) {
  const Tables tables = tables_of(session);
  if (!tables.migration) return;
  const std::string error = quote_literal("the run ended without a word: it was killed, or lost its connection");
  const std::string lost = fmt::format(
      "UPDATE pschema.migration SET state = 'failed', error = {} WHERE state = 'running' RETURNING *", error);
  if (!tables.attempt) {
    session.query(lost);
    return;
  }
  session.query("WITH lost AS (" + lost +
                ") INSERT INTO pschema.attempt (name, checksum, state, steps, started, finished, by_whom, error)"
                " SELECT name, checksum, state, coalesce(steps, 0), coalesce(started, finished), finished, by_whom, "
                "error FROM lost");
}

void record_begin(Session& session, const LedgerEntry& entry) {
  if (tables_of(session).migration) session.query(migration_row(entry));
}

// A step is often short, so that round trips would be most of it: one, and two for the first step of a file, all in
// one transaction.
void record_step(Session& session, const std::string& file, const LedgerStep& step, bool in_order, bool& whole) {
  // The file's role has no right to the ledger, and a file of another origin may have set any search_path.
  const std::string begin = "BEGIN; SET LOCAL ROLE NONE; SET LOCAL search_path = pg_catalog, pg_temp; ";
  const auto rows = [&](const Tables& tables) {
    return (tables.migration && in_order ? progress_of(file, step) + "; " : std::string()) +
           (tables.step ? step_row(file, step) + "; " : std::string()) + "COMMIT";
  };
  try {
    if (whole) {
      session.query(begin + rows({true, true, true}));
      return;
    }
    const Tables tables = tables_in(session.query(begin + std::string(kWhichTables)));
    session.query(rows(tables));
    whole = tables.migration && tables.attempt && tables.step;
  } catch (const DatabaseError& error) {
    whole = false;  // one of them may be gone: the next attempt looks
    if (error.problem() == DatabaseProblem::server) session.query("ROLLBACK");
    throw;
  }
}

void record_end(Session& session, const LedgerEntry& entry) {
  const Tables tables = tables_of(session);
  if (!tables.migration) return;
  run_together(session, [&] {
    session.query(migration_row(entry));
    if (tables.attempt) session.query(attempt_row(entry));
  });
}

bool try_advisory_lock(Session& session) {
  return session.query(fmt::format("SELECT pg_try_advisory_lock({})", kAdvisoryLockKey)).is_true(0, 0);
}

LockFound hold_advisory_lock(Session& session) {
  const std::string held =
      "SELECT EXISTS (SELECT FROM pg_locks l WHERE l.pid = pg_backend_pid() AND " + is_advisory_lock() + ")";
  if (session.query(held).is_true(0, 0)) return LockFound::held;
  return try_advisory_lock(session) ? LockFound::taken_again : LockFound::elsewhere;
}

void release_advisory_lock(Session& session) {
  try {
    session.query(fmt::format("SELECT pg_advisory_unlock({})", kAdvisoryLockKey));
  } catch (const DatabaseError& error) {
    if (error.problem() == DatabaseProblem::server) throw;
  }
}

}  // namespace pschema
