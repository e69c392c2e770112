-- pschema 1: create for public.logs, planned at 2026-08-28T10:00:00Z
--
-- Does:       creates 6 partitions with 14 tables below, each built apart in one transaction and attached last.
--              CREATE parts."logs_a{}": group first_one
--              CREATE parts."logs_c{}": group second
--              CREATE parts."logs_d{}": group third
--              CREATE parts."logs_e{}": group fourth
--              CREATE parts."logs_f{}": group fifth
--              CREATE parts."logs_g{}": group sixth
-- Loses data: no.
-- Locks:      readers and writers of public.logs go on. A statement waits 3s for each lock at the most, then the file stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260828100000_0002_public.logs_create
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
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'logs' \gset
SET ROLE :"owner";

\echo '1/6 CREATE parts."logs_a{}"'
-- CREATE parts."logs_a{}" (list_group_missing): group first_one.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.logs, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.logs'::regclass AND NOT inhdetachpending
    AND ARRAY(SELECT v[1] FROM regexp_matches(pg_get_expr(relpartbound, 0), $$('([^']|'')*'|[^ ,()]+)$$, 'g') AS v ORDER BY 1)
      = ARRAY(SELECT v[1] FROM regexp_matches($$FOR VALUES IN ('a', 'b')$$, $$('([^']|'')*'|[^ ,()]+)$$, 'g') AS v ORDER BY 1))
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('parts."logs_a{}"') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE parts."logs_a{}" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at);
CREATE TABLE parts."logs_a{} 2026-08-28 10:00" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE parts."logs_a{}" ATTACH PARTITION parts."logs_a{} 2026-08-28 10:00"
  FOR VALUES FROM ('2026-08-28 10:00:00+00') TO ('2026-08-28 10:30:00+00');
ALTER TABLE public.logs ATTACH PARTITION parts."logs_a{}"
  FOR VALUES IN ('a', 'b');
COMMIT;
\endif

\echo '2/6 CREATE parts."logs_c{}"'
-- CREATE parts."logs_c{}" (list_group_missing): group second.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.logs, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.logs'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('c')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('parts."logs_c{}"') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE parts."logs_c{}" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at);
CREATE TABLE parts."logs_c{}.2026q3" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE parts."logs_c{}" ATTACH PARTITION parts."logs_c{}.2026q3"
  FOR VALUES FROM ('2026-07-01 00:00:00+00') TO ('2026-10-01 00:00:00+00');
CREATE TABLE parts."logs_c{}_logs_rest" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE parts."logs_c{}" ATTACH PARTITION parts."logs_c{}_logs_rest"
  DEFAULT;
ALTER TABLE public.logs ATTACH PARTITION parts."logs_c{}"
  FOR VALUES IN ('c');
COMMIT;
\endif

\echo '3/6 CREATE parts."logs_d{}"'
-- CREATE parts."logs_d{}" (list_group_missing): group third.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.logs, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.logs'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('d')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('parts."logs_d{}"') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE parts."logs_d{}" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at);
CREATE TABLE parts."logs_d{}_2026w35" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE parts."logs_d{}" ATTACH PARTITION parts."logs_d{}_2026w35"
  FOR VALUES FROM ('2026-08-24 00:00:00+00') TO ('2026-08-31 00:00:00+00');
ALTER TABLE public.logs ATTACH PARTITION parts."logs_d{}"
  FOR VALUES IN ('d');
COMMIT;
\endif

\echo '4/6 CREATE parts."logs_e{}"'
-- CREATE parts."logs_e{}" (list_group_missing): group fourth.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.logs, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.logs'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('e')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('parts."logs_e{}"') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE parts."logs_e{}" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (region);
CREATE TABLE parts."logs_e{}_each" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE parts."logs_e{}" ATTACH PARTITION parts."logs_e{}_each"
  FOR VALUES IN ('x');
CREATE TABLE parts."logs_e{}_table" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE parts."logs_e{}" ATTACH PARTITION parts."logs_e{}_table"
  FOR VALUES IN ('y', NULL);
CREATE TABLE parts."logs_e{}_1.5" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE parts."logs_e{}" ATTACH PARTITION parts."logs_e{}_1.5"
  FOR VALUES IN ('1.5');
CREATE TABLE parts."logs_e{}_-2" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE parts."logs_e{}" ATTACH PARTITION parts."logs_e{}_-2"
  FOR VALUES IN ('-2');
CREATE TABLE parts."logs_e{}_true" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE parts."logs_e{}" ATTACH PARTITION parts."logs_e{}_true"
  FOR VALUES IN ('true');
CREATE TABLE parts."logs_e{}_else" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (n);
CREATE TABLE parts."logs_e{}_else_2_0" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE parts."logs_e{}_else" ATTACH PARTITION parts."logs_e{}_else_2_0" FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE parts."logs_e{}_else_2_1" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE parts."logs_e{}_else" ATTACH PARTITION parts."logs_e{}_else_2_1" FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE parts."logs_e{}" ATTACH PARTITION parts."logs_e{}_else"
  DEFAULT;
ALTER TABLE public.logs ATTACH PARTITION parts."logs_e{}"
  FOR VALUES IN ('e');
COMMIT;
\endif

\echo '5/6 CREATE parts."logs_f{}"'
-- CREATE parts."logs_f{}" (list_group_missing): group fifth.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.logs, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.logs'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('f')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('parts."logs_f{}"') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE parts."logs_f{}" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (n);
CREATE TABLE parts."logs_f{}_m500" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE parts."logs_f{}" ATTACH PARTITION parts."logs_f{}_m500"
  FOR VALUES FROM ('-500') TO ('500');
ALTER TABLE public.logs ATTACH PARTITION parts."logs_f{}"
  FOR VALUES IN ('f');
COMMIT;
\endif

\echo '6/6 CREATE parts."logs_g{}"'
-- CREATE parts."logs_g{}" (list_group_missing): group sixth.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.logs, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.logs'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('g')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('parts."logs_g{}"') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE parts."logs_g{}" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at);
CREATE TABLE parts."logs_g{}_202608281000" (LIKE public.logs INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE parts."logs_g{}" ATTACH PARTITION parts."logs_g{}_202608281000"
  FOR VALUES FROM ('2026-08-28 10:00:00+00') TO ('2026-08-28 11:00:00+00');
ALTER TABLE public.logs ATTACH PARTITION parts."logs_g{}"
  FOR VALUES IN ('g');
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
