-- pschema 1: create for public.visits, planned at 2026-08-28T10:00:00Z
--
-- Does:       creates 16 partitions with 22 tables below, each built apart in one transaction and attached last.
--              CREATE public.visits__minute: group minute
--              CREATE public.visits__minutes: group minutes
--              CREATE public.visits__hours: group hours
--              CREATE public.visits__hour: group hour
--              CREATE public.visits__day: group day
--              CREATE public.visits__days: group days
--              CREATE public.visits__week: group week
--              CREATE public.visits__sundays: group sundays
--              CREATE public.visits__weeks: group weeks
--              CREATE public.visits__months: group months
--              CREATE public.visits__payday: group payday
--              CREATE public.visits__quarter: group quarter
--              CREATE public.visits__quarters: group quarters
--              CREATE public.visits__year: group year
--              CREATE public.visits__years: group years
--              CREATE public.visits__changes: group changes
-- Loses data: no.
-- Locks:      readers and writers of public.visits go on. A statement waits 3s for each lock at the most, then the file stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260828100000_0001_public.visits_create
\set ON_ERROR_STOP on
\set AUTOCOMMIT on
\set FETCH_COUNT 0
\encoding UTF8
-- Bounds and names below are compared as text, which depends on these settings: pinned here, reset at the end.
SET search_path = pg_catalog, pg_temp; SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres';
SET bytea_output = 'hex'; SET extra_float_digits = 1; SET quote_all_identifiers = off; SET standard_conforming_strings = on;
SET row_security = off; SET default_tablespace = ''; SET default_transaction_isolation = 'read committed';
SET client_min_messages = 'warning'; SET idle_in_transaction_session_timeout = 0;
SET lock_timeout = '3s'; SET statement_timeout = '10min';
SELECT now() <> statement_timestamp() AS in_transaction \gset
\if :in_transaction
DO $$BEGIN RAISE EXCEPTION 'STOP: run this file outside a transaction, without psql -1'; END$$;
\endif
-- One run at a time: this lock belongs to the session and to pschema alone.
SELECT NOT pg_try_advisory_lock(31652068182027617) AS locked_out \gset
\if :locked_out
DO $$BEGIN RAISE EXCEPTION 'STOP: another pschema run is at work in this database'; END$$;
\endif
-- The ledger has what was applied. Where there is none, the tests of the steps decide alone.
SELECT to_regclass('pschema.migration') IS NOT NULL AS ledger, false AS applied \gset
\if :ledger
SELECT NOT coalesce((SELECT bool_and(plain AND coalesce(rolsuper OR rolname = session_user
    OR role = (SELECT datdba FROM pg_database WHERE datname = current_database())
    OR pg_has_role(session_user, role, 'MEMBER')
      AND NOT (SELECT s.rolsuper FROM pg_roles AS s WHERE s.rolname = session_user), false))
  FROM (SELECT nspowner, true FROM pg_namespace WHERE nspname = 'pschema'
    UNION ALL SELECT relowner, relkind = 'r' FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'pschema' AND relname IN ('migration', 'attempt', 'step')) AS owners (role, plain)
  LEFT JOIN pg_roles ON pg_roles.oid = role), false) AS distrusted,
  NOT (has_table_privilege('pschema.migration', 'SELECT') AND has_table_privilege('pschema.migration', 'INSERT')
    AND has_table_privilege('pschema.migration', 'UPDATE')) AS unwritable \gset
\if :distrusted
DO $$BEGIN RAISE EXCEPTION 'STOP: the ledger (schema pschema and its tables) does not belong to you, to the database owner or to a superuser, so its owner could run code as you; ALTER SCHEMA pschema OWNER TO one of them, and ALTER TABLE likewise, after a look at it'; END$$;
\endif
\if :unwritable
DO $$BEGIN RAISE EXCEPTION 'STOP: this role may not write to the ledger; GRANT SELECT, INSERT, UPDATE ON pschema.migration TO it'; END$$;
\endif
SELECT EXISTS (SELECT FROM pschema.migration WHERE name = :'file' AND state = 'done') AS applied \gset
\endif
\if :applied
\warn :file 'was applied before: nothing to do'
SELECT pg_advisory_unlock(31652068182027617) AS ok \gset
RESET ALL;
\quit
\endif
-- New tables belong to the owner of the parent, and no step has more rights than that role.
SELECT coalesce(max(pg_get_userbyid(relowner)::text), current_user::text) AS owner
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'visits' \gset
SET ROLE :"owner";

\echo '1/16 CREATE public.visits__minute'
-- CREATE public.visits__minute (list_group_missing): group minute.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('minute')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__minute') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__minute (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (local);
CREATE TABLE public.visits__minute__2026_08_28_10_00 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__minute ATTACH PARTITION public.visits__minute__2026_08_28_10_00
  FOR VALUES FROM ('2026-08-28 10:00:00') TO ('2026-08-28 10:01:00');
ALTER TABLE public.visits ATTACH PARTITION public.visits__minute
  FOR VALUES IN ('minute');
COMMIT;
\endif

\echo '2/16 CREATE public.visits__minutes'
-- CREATE public.visits__minutes (list_group_missing): group minutes.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('minutes')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__minutes') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__minutes (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at);
CREATE TABLE public.visits__minutes__2026_08_28_10_00 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__minutes ATTACH PARTITION public.visits__minutes__2026_08_28_10_00
  FOR VALUES FROM ('2026-08-28 10:00:00+00') TO ('2026-08-28 10:15:00+00');
CREATE TABLE public.visits__minutes__2026_08_28_10_15 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__minutes ATTACH PARTITION public.visits__minutes__2026_08_28_10_15
  FOR VALUES FROM ('2026-08-28 10:15:00+00') TO ('2026-08-28 10:30:00+00');
ALTER TABLE public.visits ATTACH PARTITION public.visits__minutes
  FOR VALUES IN ('minutes');
COMMIT;
\endif

\echo '3/16 CREATE public.visits__hours'
-- CREATE public.visits__hours (list_group_missing): group hours.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('hours')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__hours') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__hours (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (local);
CREATE TABLE public.visits__hours__2026_08_28_06 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__hours ATTACH PARTITION public.visits__hours__2026_08_28_06
  FOR VALUES FROM ('2026-08-28 06:00:00') TO ('2026-08-28 12:00:00');
CREATE TABLE public.visits__hours__2026_08_28_12 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__hours ATTACH PARTITION public.visits__hours__2026_08_28_12
  FOR VALUES FROM ('2026-08-28 12:00:00') TO ('2026-08-28 18:00:00');
ALTER TABLE public.visits ATTACH PARTITION public.visits__hours
  FOR VALUES IN ('hours');
COMMIT;
\endif

\echo '4/16 CREATE public.visits__hour'
-- CREATE public.visits__hour (list_group_missing): group hour.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('hour')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__hour') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__hour (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at);
CREATE TABLE public.visits__hour__2026_08_28_10 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__hour ATTACH PARTITION public.visits__hour__2026_08_28_10
  FOR VALUES FROM ('2026-08-28 10:00:00+00') TO ('2026-08-28 11:00:00+00');
ALTER TABLE public.visits ATTACH PARTITION public.visits__hour
  FOR VALUES IN ('hour');
COMMIT;
\endif

\echo '5/16 CREATE public.visits__day'
-- CREATE public.visits__day (list_group_missing): group day.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('day')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__day') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__day (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (day);
CREATE TABLE public.visits__day__2026_08_28 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__day ATTACH PARTITION public.visits__day__2026_08_28
  FOR VALUES FROM ('2026-08-28') TO ('2026-08-29');
ALTER TABLE public.visits ATTACH PARTITION public.visits__day
  FOR VALUES IN ('day');
COMMIT;
\endif

\echo '6/16 CREATE public.visits__days'
-- CREATE public.visits__days (list_group_missing): group days.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('days')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__days') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__days (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (day);
CREATE TABLE public.visits__days__2026_08_21 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__days ATTACH PARTITION public.visits__days__2026_08_21
  FOR VALUES FROM ('2026-08-21') TO ('2026-08-31');
CREATE TABLE public.visits__days__2026_08_31 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__days ATTACH PARTITION public.visits__days__2026_08_31
  FOR VALUES FROM ('2026-08-31') TO ('2026-09-10');
ALTER TABLE public.visits ATTACH PARTITION public.visits__days
  FOR VALUES IN ('days');
COMMIT;
\endif

\echo '7/16 CREATE public.visits__week'
-- CREATE public.visits__week (list_group_missing): group week.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('week')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__week') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__week (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at);
CREATE TABLE public.visits__week__2026_w35 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__week ATTACH PARTITION public.visits__week__2026_w35
  FOR VALUES FROM ('2026-08-24 04:00:00+00') TO ('2026-08-31 04:00:00+00');
ALTER TABLE public.visits ATTACH PARTITION public.visits__week
  FOR VALUES IN ('week');
COMMIT;
\endif

\echo '8/16 CREATE public.visits__sundays'
-- CREATE public.visits__sundays (list_group_missing): group sundays.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('sundays')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__sundays') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__sundays (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (local);
CREATE TABLE public.visits__sundays__2026_08_23 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__sundays ATTACH PARTITION public.visits__sundays__2026_08_23
  FOR VALUES FROM ('2026-08-23 00:00:00') TO ('2026-08-30 00:00:00');
ALTER TABLE public.visits ATTACH PARTITION public.visits__sundays
  FOR VALUES IN ('sundays');
COMMIT;
\endif

\echo '9/16 CREATE public.visits__weeks'
-- CREATE public.visits__weeks (list_group_missing): group weeks.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('weeks')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__weeks') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__weeks (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (day);
CREATE TABLE public.visits__weeks__2026_w34 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__weeks ATTACH PARTITION public.visits__weeks__2026_w34
  FOR VALUES FROM ('2026-08-17') TO ('2026-08-31');
ALTER TABLE public.visits ATTACH PARTITION public.visits__weeks
  FOR VALUES IN ('weeks');
COMMIT;
\endif

\echo '10/16 CREATE public.visits__months'
-- CREATE public.visits__months (list_group_missing): group months.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('months')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__months') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__months (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (local);
CREATE TABLE public.visits__months__2026_07 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__months ATTACH PARTITION public.visits__months__2026_07
  FOR VALUES FROM ('2026-07-01 00:00:00') TO ('2026-09-01 00:00:00');
ALTER TABLE public.visits ATTACH PARTITION public.visits__months
  FOR VALUES IN ('months');
COMMIT;
\endif

\echo '11/16 CREATE public.visits__payday'
-- CREATE public.visits__payday (list_group_missing): group payday.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('payday')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__payday') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__payday (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at);
CREATE TABLE public.visits__payday__2026_08 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__payday ATTACH PARTITION public.visits__payday__2026_08
  FOR VALUES FROM ('2026-08-24 21:00:00+00') TO ('2026-09-24 21:00:00+00');
ALTER TABLE public.visits ATTACH PARTITION public.visits__payday
  FOR VALUES IN ('payday');
COMMIT;
\endif

\echo '12/16 CREATE public.visits__quarter'
-- CREATE public.visits__quarter (list_group_missing): group quarter.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('quarter')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__quarter') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__quarter (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (day);
CREATE TABLE public.visits__quarter__2026_q3 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__quarter ATTACH PARTITION public.visits__quarter__2026_q3
  FOR VALUES FROM ('2026-07-01') TO ('2026-10-01');
ALTER TABLE public.visits ATTACH PARTITION public.visits__quarter
  FOR VALUES IN ('quarter');
COMMIT;
\endif

\echo '13/16 CREATE public.visits__quarters'
-- CREATE public.visits__quarters (list_group_missing): group quarters.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('quarters')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__quarters') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__quarters (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (day);
CREATE TABLE public.visits__quarters__2026_q2 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__quarters ATTACH PARTITION public.visits__quarters__2026_q2
  FOR VALUES FROM ('2026-04-01') TO ('2026-10-01');
ALTER TABLE public.visits ATTACH PARTITION public.visits__quarters
  FOR VALUES IN ('quarters');
COMMIT;
\endif

\echo '14/16 CREATE public.visits__year'
-- CREATE public.visits__year (list_group_missing): group year.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('year')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__year') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__year (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at);
CREATE TABLE public.visits__year__2026 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__year ATTACH PARTITION public.visits__year__2026
  FOR VALUES FROM ('2026-04-05 23:00:00+00') TO ('2027-04-05 23:00:00+00');
CREATE TABLE public.visits__year__2027 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__year ATTACH PARTITION public.visits__year__2027
  FOR VALUES FROM ('2027-04-05 23:00:00+00') TO ('2028-04-05 23:00:00+00');
ALTER TABLE public.visits ATTACH PARTITION public.visits__year
  FOR VALUES IN ('year');
COMMIT;
\endif

\echo '15/16 CREATE public.visits__years'
-- CREATE public.visits__years (list_group_missing): group years.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('years')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__years') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__years (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (local);
CREATE TABLE public.visits__years__2025 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__years ATTACH PARTITION public.visits__years__2025
  FOR VALUES FROM ('2025-01-01 00:00:00') TO ('2030-01-01 00:00:00');
ALTER TABLE public.visits ATTACH PARTITION public.visits__years
  FOR VALUES IN ('years');
COMMIT;
\endif

\echo '16/16 CREATE public.visits__changes'
-- CREATE public.visits__changes (list_group_missing): group changes.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('changes')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.visits__changes') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.visits__changes (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at);
CREATE TABLE public.visits__changes__2026_08_24 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__changes ATTACH PARTITION public.visits__changes__2026_08_24
  FOR VALUES FROM ('2026-08-24 00:00:00+00') TO ('2026-08-31 00:00:00+00');
CREATE TABLE public.visits__changes__2026_08_31 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__changes ATTACH PARTITION public.visits__changes__2026_08_31
  FOR VALUES FROM ('2026-08-31 00:00:00+00') TO ('2026-09-01 00:00:00+00');
CREATE TABLE public.visits__changes__2026_09_01 (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits__changes ATTACH PARTITION public.visits__changes__2026_09_01
  FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-09-02 00:00:00+00');
ALTER TABLE public.visits ATTACH PARTITION public.visits__changes
  FOR VALUES IN ('changes');
COMMIT;
\endif

-- Recorded as applied.
RESET ROLE;
\if :ledger
INSERT INTO pschema.migration (name) VALUES (:'file')
  ON CONFLICT (name) DO UPDATE SET checksum = NULL, state = 'done', steps = NULL, started = NULL, finished = now(),
    by_whom = session_user, error = NULL;
\endif
SELECT pg_advisory_unlock(31652068182027617) AS ok \gset
RESET ALL;
