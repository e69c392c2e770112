-- pschema 1: create for public.wall, planned at 2026-08-31T20:00:00Z
--
-- Does:       creates 12 partitions with 12 tables below, each built apart in one transaction and attached last.
--              CREATE public.wall__day_int: group day_int
--              CREATE public.wall__day_big: group day_big
--              CREATE public.wall__day_num: group day_num
--              CREATE public.wall__day_text: group day_text
--              CREATE public.wall__month_int: group month_int
--              CREATE public.wall__month_big: group month_big
--              CREATE public.wall__month_num: group month_num
--              CREATE public.wall__month_text: group month_text
--              CREATE public.wall__hour_int: group hour_int
--              CREATE public.wall__hour_big: group hour_big
--              CREATE public.wall__hour_num: group hour_num
--              CREATE public.wall__hour_text: group hour_text
-- Loses data: no.
-- Locks:      readers and writers of public.wall go on. A statement waits 3s for each lock at the most, then the file stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260831200000_0001_public.wall_create
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
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'wall' \gset
SET ROLE :"owner";

\echo '1/12 CREATE public.wall__day_int'
-- CREATE public.wall__day_int (list_group_missing): group day_int.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.wall, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.wall'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('day_int')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.wall__day_int') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.wall__day_int (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (day_int);
CREATE TABLE public.wall__day_int__2026_09_01 (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wall__day_int ATTACH PARTITION public.wall__day_int__2026_09_01
  FOR VALUES FROM ('20260901') TO ('20260902');
ALTER TABLE public.wall ATTACH PARTITION public.wall__day_int
  FOR VALUES IN ('day_int');
COMMIT;
\endif

\echo '2/12 CREATE public.wall__day_big'
-- CREATE public.wall__day_big (list_group_missing): group day_big.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.wall, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.wall'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('day_big')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.wall__day_big') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.wall__day_big (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (day_big);
CREATE TABLE public.wall__day_big__2026_09_01 (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wall__day_big ATTACH PARTITION public.wall__day_big__2026_09_01
  FOR VALUES FROM ('20260901') TO ('20260902');
ALTER TABLE public.wall ATTACH PARTITION public.wall__day_big
  FOR VALUES IN ('day_big');
COMMIT;
\endif

\echo '3/12 CREATE public.wall__day_num'
-- CREATE public.wall__day_num (list_group_missing): group day_num.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.wall, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.wall'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('day_num')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.wall__day_num') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.wall__day_num (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (day_num);
CREATE TABLE public.wall__day_num__2026_09_01 (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wall__day_num ATTACH PARTITION public.wall__day_num__2026_09_01
  FOR VALUES FROM ('20260901') TO ('20260902');
ALTER TABLE public.wall ATTACH PARTITION public.wall__day_num
  FOR VALUES IN ('day_num');
COMMIT;
\endif

\echo '4/12 CREATE public.wall__day_text'
-- CREATE public.wall__day_text (list_group_missing): group day_text.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.wall, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.wall'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('day_text')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.wall__day_text') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.wall__day_text (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (day_text);
CREATE TABLE public.wall__day_text__2026_w36 (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wall__day_text ATTACH PARTITION public.wall__day_text__2026_w36
  FOR VALUES FROM ('20260831') TO ('20260907');
ALTER TABLE public.wall ATTACH PARTITION public.wall__day_text
  FOR VALUES IN ('day_text');
COMMIT;
\endif

\echo '5/12 CREATE public.wall__month_int'
-- CREATE public.wall__month_int (list_group_missing): group month_int.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.wall, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.wall'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('month_int')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.wall__month_int') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.wall__month_int (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (month_int);
CREATE TABLE public.wall__month_int__2026_09 (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wall__month_int ATTACH PARTITION public.wall__month_int__2026_09
  FOR VALUES FROM ('202609') TO ('202610');
ALTER TABLE public.wall ATTACH PARTITION public.wall__month_int
  FOR VALUES IN ('month_int');
COMMIT;
\endif

\echo '6/12 CREATE public.wall__month_big'
-- CREATE public.wall__month_big (list_group_missing): group month_big.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.wall, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.wall'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('month_big')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.wall__month_big') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.wall__month_big (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (month_big);
CREATE TABLE public.wall__month_big__2026_09 (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wall__month_big ATTACH PARTITION public.wall__month_big__2026_09
  FOR VALUES FROM ('202609') TO ('202610');
ALTER TABLE public.wall ATTACH PARTITION public.wall__month_big
  FOR VALUES IN ('month_big');
COMMIT;
\endif

\echo '7/12 CREATE public.wall__month_num'
-- CREATE public.wall__month_num (list_group_missing): group month_num.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.wall, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.wall'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('month_num')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.wall__month_num') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.wall__month_num (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (month_num);
CREATE TABLE public.wall__month_num__2026 (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wall__month_num ATTACH PARTITION public.wall__month_num__2026
  FOR VALUES FROM ('202601') TO ('202701');
ALTER TABLE public.wall ATTACH PARTITION public.wall__month_num
  FOR VALUES IN ('month_num');
COMMIT;
\endif

\echo '8/12 CREATE public.wall__month_text'
-- CREATE public.wall__month_text (list_group_missing): group month_text.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.wall, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.wall'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('month_text')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.wall__month_text') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.wall__month_text (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (month_text);
CREATE TABLE public.wall__month_text__2026_09 (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wall__month_text ATTACH PARTITION public.wall__month_text__2026_09
  FOR VALUES FROM ('202609') TO ('202610');
ALTER TABLE public.wall ATTACH PARTITION public.wall__month_text
  FOR VALUES IN ('month_text');
COMMIT;
\endif

\echo '9/12 CREATE public.wall__hour_int'
-- CREATE public.wall__hour_int (list_group_missing): group hour_int.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.wall, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.wall'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('hour_int')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.wall__hour_int') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.wall__hour_int (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (hour_int);
CREATE TABLE public.wall__hour_int__2026_08_31_18 (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wall__hour_int ATTACH PARTITION public.wall__hour_int__2026_08_31_18
  FOR VALUES FROM ('2026083118') TO ('2026090100');
ALTER TABLE public.wall ATTACH PARTITION public.wall__hour_int
  FOR VALUES IN ('hour_int');
COMMIT;
\endif

\echo '10/12 CREATE public.wall__hour_big'
-- CREATE public.wall__hour_big (list_group_missing): group hour_big.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.wall, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.wall'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('hour_big')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.wall__hour_big') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.wall__hour_big (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (hour_big);
CREATE TABLE public.wall__hour_big__2026_08_31_20 (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wall__hour_big ATTACH PARTITION public.wall__hour_big__2026_08_31_20
  FOR VALUES FROM ('2026083120') TO ('2026083121');
ALTER TABLE public.wall ATTACH PARTITION public.wall__hour_big
  FOR VALUES IN ('hour_big');
COMMIT;
\endif

\echo '11/12 CREATE public.wall__hour_num'
-- CREATE public.wall__hour_num (list_group_missing): group hour_num.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.wall, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.wall'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('hour_num')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.wall__hour_num') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.wall__hour_num (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (hour_num);
CREATE TABLE public.wall__hour_num__2026_09_01 (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wall__hour_num ATTACH PARTITION public.wall__hour_num__2026_09_01
  FOR VALUES FROM ('2026090100.00') TO ('2026090200.00');
ALTER TABLE public.wall ATTACH PARTITION public.wall__hour_num
  FOR VALUES IN ('hour_num');
COMMIT;
\endif

\echo '12/12 CREATE public.wall__hour_text'
-- CREATE public.wall__hour_text (list_group_missing): group hour_text.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.wall, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.wall'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('hour_text')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.wall__hour_text') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.wall__hour_text (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (hour_text);
CREATE TABLE public.wall__hour_text__2026_08_31 (LIKE public.wall INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wall__hour_text ATTACH PARTITION public.wall__hour_text__2026_08_31
  FOR VALUES FROM ('2026083105') TO ('2026090105');
ALTER TABLE public.wall ATTACH PARTITION public.wall__hour_text
  FOR VALUES IN ('hour_text');
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
