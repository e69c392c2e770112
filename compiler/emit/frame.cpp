#include "emit/frame.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/quote.h"
#include "ddl/statement.h"
#include "migration/lock.h"

namespace pschema {
namespace {

std::string loss_line(const FileSummary& s) {
  if (s.loses_data) return "YES: the rows of what it drops.";
  if (s.phase == Phase::retire) return "no, but the rows of what it detaches are no longer seen through the parent.";
  return "no.";
}

std::string lock_line(const FileSummary& s, const FileSettings& settings) {
  const std::string wait = fmt::format("Waits {} for a lock at the most, then stops.", settings.lock_timeout);
  if (s.blocks_parent) {
    return fmt::format("ACCESS EXCLUSIVE on {}: readers and writers wait while a step runs. {}", quote(s.table), wait);
  }
  if (s.phase == Phase::drop && !s.concurrent) return "only on the detached tables themselves, and what their foreign keys reference. " + wait;
  return fmt::format("readers and writers of {} go on; each step names its lock. {}", quote(s.table), wait);
}

std::string summary_text(const FileSummary& s, const FileSettings& settings) {
  std::string text = fmt::format("-- pschema 1: {} for {}, planned at {}\n--\n", phase_word(s.phase), printable(quote(s.table)),
                                 format_utc(s.planned_at));
  for (std::size_t i = 0; i < s.does.size(); ++i) {
    text += fmt::format("-- {} {}\n", i == 0 ? "Does:      " : "           ", printable(s.does[i]));
  }
  text += fmt::format("-- Loses data: {}\n", loss_line(s));
  text += fmt::format("-- Locks:      {}\n", printable(lock_line(s, settings)));
  text += "-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.\n";
  text += fmt::format("-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1{}.\n\n",
                      s.concurrent ? ", because\n--             a concurrent detach cannot run in one" : "");
  return text;
}

/// The owner of the parent makes the tables, so that they are the owner's; and no step runs with more rights than that.
std::string role_text(const FileSummary& s) {
  std::string text = "-- New tables belong to the owner of the parent, and no step has more rights than that role.\n";
  if (s.phase == Phase::create || s.phase == Phase::baseline) {
    text += fmt::format("SELECT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE oid = {} \\gset\n", regclass(s.table));
  } else {
    text += fmt::format(
        "SELECT coalesce(max(pg_get_userbyid(relowner)::text), current_user::text) AS owner FROM pg_class\n"
        "  WHERE oid = {} \\gset\n",
        to_regclass(s.table));
  }
  return text + "SET ROLE :\"owner\";\n";
}

std::string settings_text(const FileSettings& settings) {
  return fmt::format(
      "-- Bounds and names below are compared as text, which depends on these settings: pinned here, reset at the end.\n"
      "SET search_path = pg_catalog, pg_temp; SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres';\n"
      "SET bytea_output = 'hex'; SET extra_float_digits = 1; SET quote_all_identifiers = off; SET standard_conforming_strings = on;\n"
      "SET row_security = off; SET default_tablespace = ''; SET default_transaction_isolation = 'read committed';\n"
      "SET client_min_messages = 'warning'; SET lock_timeout = '{}'; SET statement_timeout = '{}';\n",
      settings.lock_timeout, settings.statement_timeout);
}

}  // namespace

std::string head_text(const std::string& file_name, const FileSummary& summary, const FileSettings& settings) {
  std::string text = summary_text(summary, settings);
  text += fmt::format("\\set file {}\n\\set ON_ERROR_STOP on\n\\set AUTOCOMMIT on\n\\encoding UTF8\n", file_name);
  text += settings_text(settings);
  text += fmt::format(
      "-- One run at a time: this lock belongs to the session and to pschema alone.\n"
      "SELECT (CASE WHEN now() <> statement_timestamp() THEN 'STOP: run this file outside a transaction, without psql -1'\n"
      "  WHEN NOT pg_try_advisory_lock({0}) THEN 'STOP: another pschema run is at work in this database'\n"
      "  ELSE 'true' END)::boolean AS ok \\gset\n"
      "-- The ledger has what was applied. Where there is none, the tests of the steps decide alone.\n"
      "SELECT to_regclass('pschema.migration') IS NOT NULL AS ledger, false AS applied \\gset\n"
      "\\if :ledger\n"
      "SELECT EXISTS (SELECT FROM pschema.migration WHERE name = :'file' AND state = 'done') AS applied,\n"
      "  (CASE WHEN has_table_privilege('pschema.migration', 'INSERT') AND has_table_privilege('pschema.migration', 'UPDATE')\n"
      "  THEN 'true' ELSE 'STOP: this role may not write to pschema.migration' END)::boolean AS ok \\gset\n"
      "\\endif\n"
      "\\if :applied\n"
      "\\warn :file 'was applied before: nothing to do'\n"
      "SELECT pg_advisory_unlock({0}) AS ok \\gset\n"
      "RESET ALL;\n"
      "\\quit\n"
      "\\endif\n",
      kAdvisoryLockKey);
  return text + role_text(summary);
}

std::string foot_text() {
  return fmt::format(
      "\n-- Recorded as applied.\n"
      "RESET ROLE;\n"
      "\\if :ledger\n"
      "INSERT INTO pschema.migration (name) VALUES (:'file')\n"
      "  ON CONFLICT (name) DO UPDATE SET state = 'done', finished = now(), by_whom = session_user, error = NULL;\n"
      "\\endif\n"
      "SELECT pg_advisory_unlock({}) AS ok \\gset\n"
      "RESET ALL;\n",
      kAdvisoryLockKey);
}

MigrationFile ledger_file() {
  const std::string name(kLedgerFileName);
  std::string text = fmt::format(
      "-- pschema 1: the ledger, the record of applied migrations. Makes the schema pschema with two tables, or brings an older one up to\n"
      "-- date; harmless to run again. Needs CREATE on the database the first time. Loses no data, locks nothing of yours.\n"
      "\\set file {0}\n\\set ON_ERROR_STOP on\n\\set AUTOCOMMIT on\n\\encoding UTF8\n"
      "SET search_path = pg_catalog, pg_temp; SET client_min_messages = 'warning'; SET lock_timeout = '3s'; SET default_tablespace = '';\n"
      "SELECT (CASE WHEN now() <> statement_timestamp() THEN 'STOP: run this file outside a transaction, without psql -1'\n"
      "  WHEN NOT pg_try_advisory_lock({1}) THEN 'STOP: another pschema run is at work in this database'\n"
      "  ELSE 'true' END)::boolean AS ok \\gset\n"
      "\n\\echo '1/1 LEDGER pschema.migration'\n"
      "SELECT to_regnamespace('pschema') IS NULL AS no_schema, to_regclass('pschema.migration') IS NULL AS no_ledger,\n"
      "  to_regclass('pschema.attempt') IS NULL AS no_attempts \\gset\n"
      "BEGIN;\n"
      "\\if :no_schema\n"
      "CREATE SCHEMA pschema;\n"
      "GRANT USAGE ON SCHEMA pschema TO PUBLIC;\n"
      "\\endif\n"
      "\\if :no_ledger\n"
      "CREATE TABLE pschema.migration (\n"
      "  name     text PRIMARY KEY,                        -- the file's name without .sql\n"
      "  checksum text,                                    -- SHA-256 of the file; NULL where psql ran it\n"
      "  state    text NOT NULL DEFAULT 'done',            -- done | failed; only pschema apply writes failed\n"
      "  steps    integer,                                 -- how many were done; NULL where psql ran it\n"
      "  started  timestamptz,                             -- NULL where psql ran it\n"
      "  finished timestamptz NOT NULL DEFAULT now(),\n"
      "  by_whom  text NOT NULL DEFAULT session_user,\n"
      "  error    text\n"
      ");\n"
      "GRANT SELECT ON pschema.migration TO PUBLIC;\n"
      "\\endif\n"
      "\\if :no_attempts\n"
      "CREATE TABLE pschema.attempt (                      -- append-only: what pschema apply tried, and how it ended\n"
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
      "COMMIT;\n",
      name, kAdvisoryLockKey);
  text += fmt::format(
      "\nRESET ROLE;\n"
      "SELECT NOT EXISTS (SELECT FROM pschema.migration WHERE name = :'file' AND state = 'done') AS todo \\gset\n"
      "\\if :todo\n"
      "INSERT INTO pschema.migration (name) VALUES (:'file')\n"
      "  ON CONFLICT (name) DO UPDATE SET state = 'done', finished = now(), by_whom = session_user, error = NULL;\n"
      "\\endif\n"
      "SELECT pg_advisory_unlock({}) AS ok \\gset\n"
      "RESET ALL;\n",
      kAdvisoryLockKey);
  return {name, text};
}

}  // namespace pschema
