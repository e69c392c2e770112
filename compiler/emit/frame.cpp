#include "emit/frame.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/quote.h"
#include "ddl/statement.h"
#include "emit/phrases.h"
#include "migration/ledger_owners.h"
#include "migration/lock.h"

namespace pschema {
namespace {

std::string loss_line(const FileSummary& s) {
  if (s.loses_data && s.foreign_only) return "no: it drops foreign tables, and their servers keep the rows.";
  if (s.loses_data) return "YES: the rows of what it drops.";
  if (s.phase == Phase::retire) {
    return "no, but the rows of what it detaches are no longer seen through the parent, and inserts into that range "
           "fail.";
  }
  if (s.phase == Phase::move)
    return "no: rows leave the DEFAULT partition and come into another one in the same transaction.";
  if (s.phase == Phase::adopt) return s.marks ? "no, but what it marks a later file may drop." : "no.";
  return "no.";
}

std::string lock_line(const FileSummary& s, const FileSettings& settings) {
  const std::string wait =
      fmt::format("A statement waits {} for each lock at the most, then the file stops", settings.lock_timeout) +
      (s.concurrent ? fmt::format(" (a concurrent detach waits for up to {}).", settings.statement_timeout)
                    : std::string("."));
  std::string text;
  if (!s.blocked.empty()) {
    text = fmt::format("ACCESS EXCLUSIVE on {}: readers and writers wait while such a step runs. ", s.blocked);
  } else if (s.phase == Phase::drop && !s.concurrent) {
    text = "on the detached tables themselves, and on what their foreign keys reference. ";
  } else {
    text = fmt::format("readers and writers of {} go on", quote(s.table));
    if (s.concurrent) text += ", but not those who name a leaving partition itself";
    text += s.others.empty() ? std::string(". ") : fmt::format(". Held briefly on other tables: {}. ", s.others);
  }
  return text + wait;
}

std::string stopped_line(const FileSummary& s) {
  std::string text = "run it again, as often as you like. Each step tests the catalog first, and skips what is done.";
  if (s.large) text += " A table that is half built stays apart, marked in its comment, seen by nobody.";
  return text;
}

std::string summary_text(const FileSummary& s, const FileSettings& settings) {
  std::string text = fmt::format("-- pschema 1: {} for {}, planned at {}\n--\n", phase_word(s.phase),
                                 printable(quote(s.table)), format_utc(s.planned_at));
  for (std::size_t i = 0; i < s.does.size(); ++i) {
    text += fmt::format("-- {} {}\n", i == 0 ? "Does:      " : "           ", printable(s.does[i]));
  }
  for (const std::string& step : s.steps) text += fmt::format("--              {}\n", printable(step));
  text += fmt::format("-- Loses data: {}\n", loss_line(s));
  text += fmt::format("-- Locks:      {}\n", printable(lock_line(s, settings)));
  text += fmt::format("-- If stopped: {}\n", stopped_line(s));
  text += fmt::format(
      "-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1{}.\n\n",
      s.concurrent ? ", because\n--             a concurrent detach cannot run in one" : "");
  return text;
}

/// The owner of the parent makes the tables, so that they are the owner's; and no step runs with more rights than
/// that.
std::string role_text(const FileSummary& s) {
  const bool makes =
      s.phase == Phase::create || s.phase == Phase::baseline || s.phase == Phase::move || s.phase == Phase::adopt;
  const std::string_view why = makes ? "-- New tables belong to the owner of the parent, and no step has more rights "
                                       "than that role.\n"
                                     : "-- No step has more rights than the owner of the parent.\n";
  // By its names and not by a cast to regclass: a member that does not inherit may not look into the schema yet.
  return fmt::format(
      "{}SELECT coalesce(max(pg_get_userbyid(relowner)::text), current_user::text) AS owner\n"
      "  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = {} AND relname = {} "
      "\\gset\n"
      "SET ROLE :\"owner\";\n",
      why, quote_literal(s.table.schema.text), quote_literal(s.table.name.text));
}

std::string settings_text(const FileSettings& settings) {
  return fmt::format(
      "-- Bounds and names below are compared as text, which depends on these settings: pinned here, reset at the "
      "end.\n"
      "SET search_path = pg_catalog, pg_temp; SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = "
      "'postgres';\n"
      "SET bytea_output = 'hex'; SET extra_float_digits = 1; SET quote_all_identifiers = off; SET "
      "standard_conforming_strings = on;\n"
      "SET row_security = off; SET default_tablespace = ''; SET default_transaction_isolation = 'read committed';\n"
      "SET client_min_messages = 'warning'; SET idle_in_transaction_session_timeout = 0;\n"
      "SET lock_timeout = '{}'; SET statement_timeout = '{}';\n",
      settings.lock_timeout, settings.statement_timeout);
}

/// psql made strict; FETCH_COUNT would open transactions of its own.
std::string client_text(const std::string& file_name) {
  return fmt::format(
      "\\set file {}\n\\set ON_ERROR_STOP on\n\\set AUTOCOMMIT on\n\\set FETCH_COUNT 0\n\\encoding UTF8\n",
      file_name);
}

std::string guard_text() {
  return fmt::format(
      "SELECT now() <> statement_timestamp() AS in_transaction \\gset\n"
      "\\if :in_transaction\n{}\\endif\n"
      "-- One run at a time: this lock belongs to the session and to pschema alone.\n"
      "SELECT NOT pg_try_advisory_lock({}) AS locked_out \\gset\n"
      "\\if :locked_out\n{}\\endif\n",
      stop("run this file outside a transaction, without psql -1"), kAdvisoryLockKey,
      stop("another pschema run is at work in this database"));
}

/// psql looks at the ledger's first table alone: the others are for `pschema apply`.
std::string ledger_tests() {
  return fmt::format(
      "SELECT {} AS distrusted,\n"
      "  NOT (has_table_privilege('pschema.migration', 'SELECT') AND has_table_privilege('pschema.migration', "
      "'INSERT')\n"
      "    AND has_table_privilege('pschema.migration', 'UPDATE')) AS unwritable \\gset\n"
      "\\if :distrusted\n{}\\endif\n"
      "\\if :unwritable\n{}\\endif\n",
      ledger_distrusted(),
      stop("the ledger (schema pschema and its tables) does not belong to you, to the database owner or to a "
           "superuser, so its owner could run code as you; "
           "ALTER SCHEMA pschema OWNER TO one of them, and ALTER TABLE likewise, after a look at it"),
      stop("this role may not write to the ledger; GRANT SELECT, INSERT, UPDATE ON pschema.migration TO it"));
}

/// What `apply` had begun is done now, and not by it: it writes its checksum and steps behind the file.
std::string recorded_text() {
  return "INSERT INTO pschema.migration (name) VALUES (:'file')\n"
         "  ON CONFLICT (name) DO UPDATE SET checksum = NULL, state = 'done', steps = NULL, started = NULL, finished "
         "= now(),\n"
         "    by_whom = session_user, error = NULL;\n";
}

std::string unlock_text() {
  return fmt::format("SELECT pg_advisory_unlock({}) AS ok \\gset\nRESET ALL;\n", kAdvisoryLockKey);
}

}  // namespace

std::string head_text(const std::string& file_name, const FileSummary& summary, const FileSettings& settings) {
  std::string text =
      summary_text(summary, settings) + client_text(file_name) + settings_text(settings) + guard_text();
  text +=
      "-- The ledger has what was applied. Where there is none, the tests of the steps decide alone.\n"
      "SELECT to_regclass('pschema.migration') IS NOT NULL AS ledger, false AS applied \\gset\n"
      "\\if :ledger\n" +
      ledger_tests() +
      "SELECT EXISTS (SELECT FROM pschema.migration WHERE name = :'file' AND state = 'done') AS applied \\gset\n"
      "\\endif\n"
      "\\if :applied\n"
      "\\warn :file 'was applied before: nothing to do'\n" +
      unlock_text() + "\\quit\n\\endif\n";
  return text + role_text(summary);
}

std::string foot_text() {
  return "\n-- Recorded as applied.\nRESET ROLE;\n\\if :ledger\n" + recorded_text() + "\\endif\n" + unlock_text();
}

namespace {

/// Columns that a ledger of an earlier form lacks.
std::string ledger_upgrade() {
  return "SELECT count(*) < 8 AS outdated FROM pg_attribute WHERE attrelid = to_regclass('pschema.migration') AND "
         "attnum > 0\n"
         "  AND NOT attisdropped \\gset\n"
         "\\if :outdated\n"
         "ALTER TABLE pschema.migration ADD COLUMN IF NOT EXISTS checksum text, ADD COLUMN IF NOT EXISTS steps "
         "integer,\n"
         "  ADD COLUMN IF NOT EXISTS started timestamptz, ADD COLUMN IF NOT EXISTS error text;\n"
         "\\endif\n";
}

}  // namespace

MigrationFile ledger_file() {
  const std::string name(kLedgerFileName);
  std::string text =
      "-- pschema 1: the ledger, the record of applied migrations. Makes the schema pschema with three tables, or "
      "brings an older one up to\n"
      "-- date; harmless to run again. Needs CREATE on the database the first time. Loses no data, locks nothing of "
      "yours.\n" +
      client_text(name) +
      "SET search_path = pg_catalog, pg_temp; SET client_min_messages = 'warning'; SET lock_timeout = '3s'; SET "
      "default_tablespace = '';\n" +
      guard_text() +
      "\n\\echo '1/1 LEDGER pschema.migration'\n"
      "SELECT to_regnamespace('pschema') IS NULL AS no_schema, to_regclass('pschema.migration') IS NULL AS "
      "no_ledger,\n"
      "  to_regclass('pschema.attempt') IS NULL AS no_attempts, to_regclass('pschema.step') IS NULL AS no_steps "
      "\\gset\n"
      "BEGIN;\n"
      "\\if :no_schema\n"
      "CREATE SCHEMA pschema;\n"
      "GRANT USAGE ON SCHEMA pschema TO PUBLIC;\n"
      "\\endif\n"
      "\\if :no_ledger\n"
      "CREATE TABLE pschema.migration (\n"
      "  name     text PRIMARY KEY,                        -- the file's name without .sql\n"
      "  checksum text,                                    -- SHA-256 of the file; NULL where psql ran it\n"
      "  state    text NOT NULL DEFAULT 'done',            -- running | done | failed; psql writes done alone\n"
      "  steps    integer,                                 -- how many are done, from the first on; NULL where psql "
      "ran "
      "it\n"
      "  started  timestamptz,                             -- NULL where psql ran it\n"
      "  finished timestamptz NOT NULL DEFAULT now(),      -- of one that runs: its last sign of life\n"
      "  by_whom  text NOT NULL DEFAULT session_user,\n"
      "  error    text\n"
      ");\n"
      "GRANT SELECT ON pschema.migration TO PUBLIC;\n"
      "\\endif\n"
      "\\if :no_attempts\n"
      "CREATE TABLE pschema.attempt (                      -- append-only: what pschema apply tried, and how it "
      "ended\n"
      "  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,\n"
      "  name     text NOT NULL,\n"
      "  checksum text,\n"
      "  state    text NOT NULL,\n"
      "  steps    integer NOT NULL,\n"
      "  started  timestamptz NOT NULL,\n"
      "  finished timestamptz NOT NULL DEFAULT now(),\n"
      "  by_whom  text NOT NULL DEFAULT session_user,\n"
      "  error    text\n"
      ");\n"
      "GRANT SELECT ON pschema.attempt TO PUBLIC;\n"
      "\\endif\n"
      "\\if :no_steps\n"
      "CREATE TABLE pschema.step (                         -- which steps pschema apply has brought to their end\n"
      "  name     text NOT NULL,                           -- of the file\n"
      "  number   integer NOT NULL,                        -- from 1\n"
      "  title    text NOT NULL,\n"
      "  checksum text NOT NULL,                           -- SHA-256 of the step's text\n"
      "  state    text NOT NULL,                           -- done | skipped\n"
      "  finished timestamptz NOT NULL DEFAULT now(),\n"
      "  said     text,                                    -- why it was skipped, or what it did instead\n"
      "  PRIMARY KEY (name, number)\n"
      ");\n"
      "GRANT SELECT ON pschema.step TO PUBLIC;\n"
      "\\endif\n"
      "COMMIT;\n" +
      ledger_tests() + ledger_upgrade();
  text +=
      "\nRESET ROLE;\n"
      "SELECT NOT EXISTS (SELECT FROM pschema.migration WHERE name = :'file' AND state = 'done') AS todo \\gset\n"
      "\\if :todo\n" +
      recorded_text() + "\\endif\n" + unlock_text();
  return {name, text};
}

}  // namespace pschema
