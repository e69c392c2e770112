-- pschema 1: create for public.ticks, planned at 2026-08-28T10:00:00Z
--
-- Does:       creates 9 partitions with 9 tables below, each built apart in one transaction and attached last.
--              CREATE public.ticks__s_int: group s_int
--              CREATE public.ticks__s_big: group s_big
--              CREATE public.ticks__s_num: group s_num
--              CREATE public.ticks__ms_big: group ms_big
--              CREATE public.ticks__ms_num: group ms_num
--              CREATE public.ticks__us_big: group us_big
--              CREATE public.ticks__us_num: group us_num
--              CREATE public.ticks__ns_big: group ns_big
--              CREATE public.ticks__ns_num: group ns_num
-- Loses data: no.
-- Locks:      readers and writers of public.ticks go on. A statement waits 3s for each lock at the most, then the file stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260828100000_0001_public.ticks_create
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
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'ticks' \gset
SET ROLE :"owner";

\echo '1/9 CREATE public.ticks__s_int'
-- CREATE public.ticks__s_int (list_group_missing): group s_int.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.ticks, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.ticks'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('s_int')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.ticks__s_int') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.ticks__s_int (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (s_int);
CREATE TABLE public.ticks__s_int__2026_q3 (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.ticks__s_int ATTACH PARTITION public.ticks__s_int__2026_q3
  FOR VALUES FROM ('1782878400') TO ('1790827200');
ALTER TABLE public.ticks ATTACH PARTITION public.ticks__s_int
  FOR VALUES IN ('s_int');
COMMIT;
\endif

\echo '2/9 CREATE public.ticks__s_big'
-- CREATE public.ticks__s_big (list_group_missing): group s_big.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.ticks, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.ticks'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('s_big')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.ticks__s_big') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.ticks__s_big (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (s_big);
CREATE TABLE public.ticks__s_big__2026_q3 (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.ticks__s_big ATTACH PARTITION public.ticks__s_big__2026_q3
  FOR VALUES FROM ('1782878400') TO ('1790827200');
ALTER TABLE public.ticks ATTACH PARTITION public.ticks__s_big
  FOR VALUES IN ('s_big');
COMMIT;
\endif

\echo '3/9 CREATE public.ticks__s_num'
-- CREATE public.ticks__s_num (list_group_missing): group s_num.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.ticks, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.ticks'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('s_num')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.ticks__s_num') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.ticks__s_num (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (s_num);
CREATE TABLE public.ticks__s_num__2026_q3 (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.ticks__s_num ATTACH PARTITION public.ticks__s_num__2026_q3
  FOR VALUES FROM ('1782878400.000') TO ('1790827200.000');
ALTER TABLE public.ticks ATTACH PARTITION public.ticks__s_num
  FOR VALUES IN ('s_num');
COMMIT;
\endif

\echo '4/9 CREATE public.ticks__ms_big'
-- CREATE public.ticks__ms_big (list_group_missing): group ms_big.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.ticks, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.ticks'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('ms_big')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.ticks__ms_big') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.ticks__ms_big (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (ms_big);
CREATE TABLE public.ticks__ms_big__2026_q3 (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.ticks__ms_big ATTACH PARTITION public.ticks__ms_big__2026_q3
  FOR VALUES FROM ('1782878400000') TO ('1790827200000');
ALTER TABLE public.ticks ATTACH PARTITION public.ticks__ms_big
  FOR VALUES IN ('ms_big');
COMMIT;
\endif

\echo '5/9 CREATE public.ticks__ms_num'
-- CREATE public.ticks__ms_num (list_group_missing): group ms_num.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.ticks, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.ticks'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('ms_num')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.ticks__ms_num') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.ticks__ms_num (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (ms_num);
CREATE TABLE public.ticks__ms_num__2026_q3 (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.ticks__ms_num ATTACH PARTITION public.ticks__ms_num__2026_q3
  FOR VALUES FROM ('1782878400000') TO ('1790827200000');
ALTER TABLE public.ticks ATTACH PARTITION public.ticks__ms_num
  FOR VALUES IN ('ms_num');
COMMIT;
\endif

\echo '6/9 CREATE public.ticks__us_big'
-- CREATE public.ticks__us_big (list_group_missing): group us_big.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.ticks, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.ticks'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('us_big')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.ticks__us_big') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.ticks__us_big (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (us_big);
CREATE TABLE public.ticks__us_big__2026_q3 (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.ticks__us_big ATTACH PARTITION public.ticks__us_big__2026_q3
  FOR VALUES FROM ('1782878400000000') TO ('1790827200000000');
ALTER TABLE public.ticks ATTACH PARTITION public.ticks__us_big
  FOR VALUES IN ('us_big');
COMMIT;
\endif

\echo '7/9 CREATE public.ticks__us_num'
-- CREATE public.ticks__us_num (list_group_missing): group us_num.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.ticks, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.ticks'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('us_num')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.ticks__us_num') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.ticks__us_num (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (us_num);
CREATE TABLE public.ticks__us_num__2026_q3 (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.ticks__us_num ATTACH PARTITION public.ticks__us_num__2026_q3
  FOR VALUES FROM ('1782878400000000') TO ('1790827200000000');
ALTER TABLE public.ticks ATTACH PARTITION public.ticks__us_num
  FOR VALUES IN ('us_num');
COMMIT;
\endif

\echo '8/9 CREATE public.ticks__ns_big'
-- CREATE public.ticks__ns_big (list_group_missing): group ns_big.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.ticks, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.ticks'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('ns_big')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.ticks__ns_big') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.ticks__ns_big (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (ns_big);
CREATE TABLE public.ticks__ns_big__2026_q3 (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.ticks__ns_big ATTACH PARTITION public.ticks__ns_big__2026_q3
  FOR VALUES FROM ('1782878400000000000') TO ('1790827200000000000');
ALTER TABLE public.ticks ATTACH PARTITION public.ticks__ns_big
  FOR VALUES IN ('ns_big');
COMMIT;
\endif

\echo '9/9 CREATE public.ticks__ns_num'
-- CREATE public.ticks__ns_num (list_group_missing): group ns_num.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.ticks, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.ticks'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('ns_num')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.ticks__ns_num') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.ticks__ns_num (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (ns_num);
CREATE TABLE public.ticks__ns_num__2026_q3 (LIKE public.ticks INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.ticks__ns_num ATTACH PARTITION public.ticks__ns_num__2026_q3
  FOR VALUES FROM ('1782878400000000000') TO ('1790827200000000000');
ALTER TABLE public.ticks ATTACH PARTITION public.ticks__ns_num
  FOR VALUES IN ('ns_num');
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
