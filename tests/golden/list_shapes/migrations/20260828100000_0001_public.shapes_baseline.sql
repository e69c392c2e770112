-- pschema 1: baseline for public.shapes, planned at 2026-08-28T10:00:00Z
--
-- Does:       creates 10 partitions with 2 tables below as they were when this folder was started; skips those that exist.
--              CREATE public.shapes__branch: FOR VALUES IN ('branch')
--              CREATE public.shapes__column: FOR VALUES IN ('column')
--              CREATE public.shapes__columns: FOR VALUES IN ('columns')
--              CREATE public.shapes__differ: FOR VALUES IN ('differ', 'less')
--              CREATE public.shapes__leaf: FOR VALUES IN ('leaf')
--              CREATE public.shapes__numbers: FOR VALUES IN ('numbers')
--              CREATE public.shapes__strategy: FOR VALUES IN ('strategy')
--              CREATE public.shapes__unknown: FOR VALUES IN ('unknown')
--              CREATE public.shapes_taken: FOR VALUES IN ('conflict')
--              CREATE public.shapes_x: FOR VALUES IN ('other_name')
-- Loses data: no.
-- Locks:      readers and writers of public.shapes go on. A statement waits 3s for each lock at the most, then the file stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260828100000_0001_public.shapes_baseline
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
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'shapes' \gset
SET ROLE :"owner";

\echo '1/10 CREATE public.shapes__branch'
-- CREATE public.shapes__branch (baseline): FOR VALUES IN ('branch').
-- Lock: SHARE UPDATE EXCLUSIVE on public.shapes, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, or anything that has the name.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.shapes'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('branch')$$)
  AND to_regclass('public.shapes__branch') IS NULL AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.shapes__branch (LIKE public.shapes INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at);
CREATE TABLE public.shapes__branch_2026 (LIKE public.shapes INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.shapes__branch ATTACH PARTITION public.shapes__branch_2026
  FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
ALTER TABLE public.shapes ATTACH PARTITION public.shapes__branch
  FOR VALUES IN ('branch');
COMMIT;
\endif

\echo '2/10 CREATE public.shapes__column'
-- CREATE public.shapes__column (baseline): FOR VALUES IN ('column').
-- Lock: SHARE UPDATE EXCLUSIVE on public.shapes, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, or anything that has the name.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.shapes'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('column')$$)
  AND to_regclass('public.shapes__column') IS NULL AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.shapes__column (LIKE public.shapes INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (n);
ALTER TABLE public.shapes ATTACH PARTITION public.shapes__column
  FOR VALUES IN ('column');
COMMIT;
\endif

\echo '3/10 CREATE public.shapes__columns'
-- CREATE public.shapes__columns (baseline): FOR VALUES IN ('columns').
-- Lock: SHARE UPDATE EXCLUSIVE on public.shapes, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, or anything that has the name.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.shapes'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('columns')$$)
  AND to_regclass('public.shapes__columns') IS NULL AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.shapes__columns (LIKE public.shapes INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at);
ALTER TABLE public.shapes ATTACH PARTITION public.shapes__columns
  FOR VALUES IN ('columns');
COMMIT;
\endif

\echo '4/10 CREATE public.shapes__differ'
-- CREATE public.shapes__differ (baseline): FOR VALUES IN ('differ', 'less').
-- Lock: SHARE UPDATE EXCLUSIVE on public.shapes, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, or anything that has the name.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.shapes'::regclass AND NOT inhdetachpending
    AND ARRAY(SELECT v[1] FROM regexp_matches(pg_get_expr(relpartbound, 0), $$('([^']|'')*'|[^ ,()]+)$$, 'g') AS v ORDER BY 1)
      = ARRAY(SELECT v[1] FROM regexp_matches($$FOR VALUES IN ('differ', 'less')$$, $$('([^']|'')*'|[^ ,()]+)$$, 'g') AS v ORDER BY 1))
  AND to_regclass('public.shapes__differ') IS NULL AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.shapes__differ (LIKE public.shapes INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.shapes ATTACH PARTITION public.shapes__differ
  FOR VALUES IN ('differ', 'less');
COMMIT;
\endif

\echo '5/10 CREATE public.shapes__leaf'
-- CREATE public.shapes__leaf (baseline): FOR VALUES IN ('leaf').
-- Lock: SHARE UPDATE EXCLUSIVE on public.shapes, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, or anything that has the name.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.shapes'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('leaf')$$)
  AND to_regclass('public.shapes__leaf') IS NULL AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.shapes__leaf (LIKE public.shapes INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.shapes ATTACH PARTITION public.shapes__leaf
  FOR VALUES IN ('leaf');
COMMIT;
\endif

\echo '6/10 CREATE public.shapes__numbers'
-- CREATE public.shapes__numbers (baseline): FOR VALUES IN ('numbers').
-- Lock: SHARE UPDATE EXCLUSIVE on public.shapes, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, or anything that has the name.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.shapes'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('numbers')$$)
  AND to_regclass('public.shapes__numbers') IS NULL AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.shapes__numbers (LIKE public.shapes INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (n);
CREATE TABLE public.shapes__numbers__some (LIKE public.shapes INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.shapes__numbers ATTACH PARTITION public.shapes__numbers__some
  FOR VALUES IN ('2.0', NULL, '1.00');
ALTER TABLE public.shapes ATTACH PARTITION public.shapes__numbers
  FOR VALUES IN ('numbers');
COMMIT;
\endif

\echo '7/10 CREATE public.shapes__strategy'
-- CREATE public.shapes__strategy (baseline): FOR VALUES IN ('strategy').
-- Lock: SHARE UPDATE EXCLUSIVE on public.shapes, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, or anything that has the name.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.shapes'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('strategy')$$)
  AND to_regclass('public.shapes__strategy') IS NULL AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.shapes__strategy (LIKE public.shapes INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (k);
ALTER TABLE public.shapes ATTACH PARTITION public.shapes__strategy
  FOR VALUES IN ('strategy');
COMMIT;
\endif

\echo '8/10 CREATE public.shapes__unknown'
-- CREATE public.shapes__unknown (baseline): FOR VALUES IN ('unknown').
-- Lock: SHARE UPDATE EXCLUSIVE on public.shapes, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, or anything that has the name.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.shapes'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('unknown')$$)
  AND to_regclass('public.shapes__unknown') IS NULL AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.shapes__unknown (LIKE public.shapes INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.shapes ATTACH PARTITION public.shapes__unknown
  FOR VALUES IN ('unknown');
COMMIT;
\endif

\echo '9/10 CREATE public.shapes_taken'
-- CREATE public.shapes_taken (baseline): FOR VALUES IN ('conflict').
-- Lock: SHARE UPDATE EXCLUSIVE on public.shapes, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, or anything that has the name.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.shapes'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('conflict')$$)
  AND to_regclass('public.shapes_taken') IS NULL AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.shapes_taken (LIKE public.shapes INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.shapes ATTACH PARTITION public.shapes_taken
  FOR VALUES IN ('conflict');
COMMIT;
\endif

\echo '10/10 CREATE public.shapes_x'
-- CREATE public.shapes_x (baseline): FOR VALUES IN ('other_name').
-- Lock: SHARE UPDATE EXCLUSIVE on public.shapes, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, or anything that has the name.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.shapes'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('other_name')$$)
  AND to_regclass('public.shapes_x') IS NULL AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.shapes_x (LIKE public.shapes INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.shapes ATTACH PARTITION public.shapes_x
  FOR VALUES IN ('other_name');
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
