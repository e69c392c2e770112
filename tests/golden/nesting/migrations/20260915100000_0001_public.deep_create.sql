-- pschema 1: create for public.deep, planned at 2026-09-15T10:00:00Z
--
-- Does:       creates 21 partitions with 14 tables below, each built apart in one transaction and attached last.
--              CREATE public.deep__months_months__2026_09: 2026-09-01 to 2026-10-01
--              CREATE public.deep__months_months__2026_08__2026_09: 2026-09-01 to 2026-10-01
--              CREATE public.deep__months_tens__2026_09: 2026-09-01 to 2026-10-01
--              CREATE public.deep__months_words__2026_09: 2026-09-01 to 2026-10-01
--              CREATE public.deep__months_slides__2026_09: 2026-09-01 to 2026-10-01
--              CREATE public.deep__months_slides__2026_08__1: 1
--              CREATE public.deep__months_buckets__2026_09: 2026-09-01 to 2026-10-01, hash in 2
--              CREATE public.deep__tens_months__0__2026_09: 2026-09-01 to 2026-10-01
--              CREATE public.deep__tens_slides__0__1: 1
--              CREATE public.deep__words__months__2026_09: 2026-09-01 to 2026-10-01
--              CREATE public.deep__words__slides__1: 1
--              CREATE public.deep__slides_months__1: 1
--              CREATE public.deep__slides_months__0__2026_09: 2026-09-01 to 2026-10-01
--              CREATE public.deep__slides_tens__1: 1
--              CREATE public.deep__slides_words__1: 1
--              CREATE public.deep__slides_slides__1: 1
--              CREATE public.deep__slides_slides__0__1: 1
--              CREATE public.deep__slides_buckets__1: 1, hash in 2
--              CREATE public.deep__buckets_months__h0__2026_09: 2026-09-01 to 2026-10-01
--              CREATE public.deep__buckets_months__h1__2026_09: 2026-09-01 to 2026-10-01
--              CREATE public.deep__buckets_slides__h1__1: 1
-- Loses data: no.
-- Locks:      readers and writers of public.deep go on. A statement waits 3s for each lock at the most, then the file stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260915100000_0001_public.deep_create
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
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'deep' \gset
SET ROLE :"owner";

\echo '1/21 CREATE public.deep__months_months__2026_09'
-- CREATE public.deep__months_months__2026_09 (create_ahead): 2026-09-01 to 2026-10-01.
-- Why: the schema creates windows ahead of time.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__months_months, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__months_months'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__months_months__2026_09') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__months_months__2026_09 (LIKE public.deep__months_months INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at2);
CREATE TABLE public.deep__months_months__2026_09__2026_09 (LIKE public.deep__months_months INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_months__2026_09 ATTACH PARTITION public.deep__months_months__2026_09__2026_09
  FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00');
ALTER TABLE public.deep__months_months ATTACH PARTITION public.deep__months_months__2026_09
  FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00');
COMMIT;
\endif

\echo '2/21 CREATE public.deep__months_months__2026_08__2026_09'
-- CREATE public.deep__months_months__2026_08__2026_09 (create_ahead): 2026-09-01 to 2026-10-01.
-- Why: the schema creates windows ahead of time.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__months_months__2026_08, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__months_months__2026_08'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__months_months__2026_08__2026_09') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__months_months__2026_08__2026_09 (LIKE public.deep__months_months__2026_08 INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_months__2026_08 ATTACH PARTITION public.deep__months_months__2026_08__2026_09
  FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00');
COMMIT;
\endif

\echo '3/21 CREATE public.deep__months_tens__2026_09'
-- CREATE public.deep__months_tens__2026_09 (create_ahead): 2026-09-01 to 2026-10-01.
-- Why: the schema creates windows ahead of time.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__months_tens, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__months_tens'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__months_tens__2026_09') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__months_tens__2026_09 (LIKE public.deep__months_tens INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (n2);
CREATE TABLE public.deep__months_tens__2026_09__0 (LIKE public.deep__months_tens INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_tens__2026_09 ATTACH PARTITION public.deep__months_tens__2026_09__0
  FOR VALUES FROM ('0') TO ('10');
ALTER TABLE public.deep__months_tens ATTACH PARTITION public.deep__months_tens__2026_09
  FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00');
COMMIT;
\endif

\echo '4/21 CREATE public.deep__months_words__2026_09'
-- CREATE public.deep__months_words__2026_09 (create_ahead): 2026-09-01 to 2026-10-01.
-- Why: the schema creates windows ahead of time.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__months_words, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__months_words'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__months_words__2026_09') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__months_words__2026_09 (LIKE public.deep__months_words INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (w2);
CREATE TABLE public.deep__months_words__2026_09__a (LIKE public.deep__months_words INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_words__2026_09 ATTACH PARTITION public.deep__months_words__2026_09__a
  FOR VALUES IN ('a');
CREATE TABLE public.deep__months_words__2026_09__b (LIKE public.deep__months_words INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_words__2026_09 ATTACH PARTITION public.deep__months_words__2026_09__b
  FOR VALUES IN ('b');
ALTER TABLE public.deep__months_words ATTACH PARTITION public.deep__months_words__2026_09
  FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00');
COMMIT;
\endif

\echo '5/21 CREATE public.deep__months_slides__2026_09'
-- CREATE public.deep__months_slides__2026_09 (create_ahead): 2026-09-01 to 2026-10-01.
-- Why: the schema creates windows ahead of time.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__months_slides, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__months_slides'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__months_slides__2026_09') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__months_slides__2026_09 (LIKE public.deep__months_slides INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (s2);
CREATE TABLE public.deep__months_slides__2026_09__0 (LIKE public.deep__months_slides INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_slides__2026_09 ATTACH PARTITION public.deep__months_slides__2026_09__0
  FOR VALUES IN ('0');
ALTER TABLE public.deep__months_slides ATTACH PARTITION public.deep__months_slides__2026_09
  FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00');
COMMIT;
\endif

\echo '6/21 CREATE public.deep__months_slides__2026_08__1'
-- CREATE public.deep__months_slides__2026_08__1 (create_next): 1.
-- Why: the newest partition has come to the point where the schema makes the next one.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__months_slides__2026_08, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__months_slides__2026_08'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = 'FOR VALUES IN (1)')
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__months_slides__2026_08__1') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__months_slides__2026_08__1 (LIKE public.deep__months_slides__2026_08 INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_slides__2026_08 ATTACH PARTITION public.deep__months_slides__2026_08__1
  FOR VALUES IN ('1');
COMMIT;
\endif

\echo '7/21 CREATE public.deep__months_buckets__2026_09'
-- CREATE public.deep__months_buckets__2026_09 (create_ahead): 2026-09-01 to 2026-10-01, hash in 2.
-- Why: the schema creates windows ahead of time.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__months_buckets, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__months_buckets'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__months_buckets__2026_09') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__months_buckets__2026_09 (LIKE public.deep__months_buckets INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (h2);
CREATE TABLE public.deep__months_buckets__2026_09__h0 (LIKE public.deep__months_buckets INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_buckets__2026_09 ATTACH PARTITION public.deep__months_buckets__2026_09__h0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE public.deep__months_buckets__2026_09__h1 (LIKE public.deep__months_buckets INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_buckets__2026_09 ATTACH PARTITION public.deep__months_buckets__2026_09__h1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE public.deep__months_buckets ATTACH PARTITION public.deep__months_buckets__2026_09
  FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00');
COMMIT;
\endif

\echo '8/21 CREATE public.deep__tens_months__0__2026_09'
-- CREATE public.deep__tens_months__0__2026_09 (create_ahead): 2026-09-01 to 2026-10-01.
-- Why: the schema creates windows ahead of time.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__tens_months__0, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__tens_months__0'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__tens_months__0__2026_09') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__tens_months__0__2026_09 (LIKE public.deep__tens_months__0 INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__tens_months__0 ATTACH PARTITION public.deep__tens_months__0__2026_09
  FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00');
COMMIT;
\endif

\echo '9/21 CREATE public.deep__tens_slides__0__1'
-- CREATE public.deep__tens_slides__0__1 (create_next): 1.
-- Why: the newest partition has come to the point where the schema makes the next one.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__tens_slides__0, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__tens_slides__0'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = 'FOR VALUES IN (1)')
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__tens_slides__0__1') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__tens_slides__0__1 (LIKE public.deep__tens_slides__0 INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__tens_slides__0 ATTACH PARTITION public.deep__tens_slides__0__1
  FOR VALUES IN ('1');
COMMIT;
\endif

\echo '10/21 CREATE public.deep__words__months__2026_09'
-- CREATE public.deep__words__months__2026_09 (create_ahead): 2026-09-01 to 2026-10-01.
-- Why: the schema creates windows ahead of time.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__words__months, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__words__months'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__words__months__2026_09') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__words__months__2026_09 (LIKE public.deep__words__months INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__words__months ATTACH PARTITION public.deep__words__months__2026_09
  FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00');
COMMIT;
\endif

\echo '11/21 CREATE public.deep__words__slides__1'
-- CREATE public.deep__words__slides__1 (create_next): 1.
-- Why: the newest partition has come to the point where the schema makes the next one.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__words__slides, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__words__slides'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = 'FOR VALUES IN (1)')
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__words__slides__1') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__words__slides__1 (LIKE public.deep__words__slides INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__words__slides ATTACH PARTITION public.deep__words__slides__1
  FOR VALUES IN ('1');
COMMIT;
\endif

\echo '12/21 CREATE public.deep__slides_months__1'
-- CREATE public.deep__slides_months__1 (create_next): 1.
-- Why: the newest partition has come to the point where the schema makes the next one.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__slides_months, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__slides_months'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = 'FOR VALUES IN (1)')
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__slides_months__1') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__slides_months__1 (LIKE public.deep__slides_months INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at2);
CREATE TABLE public.deep__slides_months__1__2026_09 (LIKE public.deep__slides_months INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_months__1 ATTACH PARTITION public.deep__slides_months__1__2026_09
  FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00');
ALTER TABLE public.deep__slides_months ATTACH PARTITION public.deep__slides_months__1
  FOR VALUES IN ('1');
COMMIT;
\endif

\echo '13/21 CREATE public.deep__slides_months__0__2026_09'
-- CREATE public.deep__slides_months__0__2026_09 (create_ahead): 2026-09-01 to 2026-10-01.
-- Why: the schema creates windows ahead of time.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__slides_months__0, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__slides_months__0'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__slides_months__0__2026_09') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__slides_months__0__2026_09 (LIKE public.deep__slides_months__0 INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_months__0 ATTACH PARTITION public.deep__slides_months__0__2026_09
  FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00');
COMMIT;
\endif

\echo '14/21 CREATE public.deep__slides_tens__1'
-- CREATE public.deep__slides_tens__1 (create_next): 1.
-- Why: the newest partition has come to the point where the schema makes the next one.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__slides_tens, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__slides_tens'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = 'FOR VALUES IN (1)')
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__slides_tens__1') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__slides_tens__1 (LIKE public.deep__slides_tens INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (n2);
CREATE TABLE public.deep__slides_tens__1__0 (LIKE public.deep__slides_tens INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_tens__1 ATTACH PARTITION public.deep__slides_tens__1__0
  FOR VALUES FROM ('0') TO ('10');
ALTER TABLE public.deep__slides_tens ATTACH PARTITION public.deep__slides_tens__1
  FOR VALUES IN ('1');
COMMIT;
\endif

\echo '15/21 CREATE public.deep__slides_words__1'
-- CREATE public.deep__slides_words__1 (create_next): 1.
-- Why: the newest partition has come to the point where the schema makes the next one.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__slides_words, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__slides_words'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = 'FOR VALUES IN (1)')
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__slides_words__1') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__slides_words__1 (LIKE public.deep__slides_words INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (w2);
CREATE TABLE public.deep__slides_words__1__a (LIKE public.deep__slides_words INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_words__1 ATTACH PARTITION public.deep__slides_words__1__a
  FOR VALUES IN ('a');
CREATE TABLE public.deep__slides_words__1__b (LIKE public.deep__slides_words INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_words__1 ATTACH PARTITION public.deep__slides_words__1__b
  FOR VALUES IN ('b');
ALTER TABLE public.deep__slides_words ATTACH PARTITION public.deep__slides_words__1
  FOR VALUES IN ('1');
COMMIT;
\endif

\echo '16/21 CREATE public.deep__slides_slides__1'
-- CREATE public.deep__slides_slides__1 (create_next): 1.
-- Why: the newest partition has come to the point where the schema makes the next one.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__slides_slides, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__slides_slides'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = 'FOR VALUES IN (1)')
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__slides_slides__1') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__slides_slides__1 (LIKE public.deep__slides_slides INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (s2);
CREATE TABLE public.deep__slides_slides__1__0 (LIKE public.deep__slides_slides INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_slides__1 ATTACH PARTITION public.deep__slides_slides__1__0
  FOR VALUES IN ('0');
ALTER TABLE public.deep__slides_slides ATTACH PARTITION public.deep__slides_slides__1
  FOR VALUES IN ('1');
COMMIT;
\endif

\echo '17/21 CREATE public.deep__slides_slides__0__1'
-- CREATE public.deep__slides_slides__0__1 (create_next): 1.
-- Why: the newest partition has come to the point where the schema makes the next one.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__slides_slides__0, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__slides_slides__0'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = 'FOR VALUES IN (1)')
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__slides_slides__0__1') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__slides_slides__0__1 (LIKE public.deep__slides_slides__0 INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_slides__0 ATTACH PARTITION public.deep__slides_slides__0__1
  FOR VALUES IN ('1');
COMMIT;
\endif

\echo '18/21 CREATE public.deep__slides_buckets__1'
-- CREATE public.deep__slides_buckets__1 (create_next): 1, hash in 2.
-- Why: the newest partition has come to the point where the schema makes the next one.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__slides_buckets, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__slides_buckets'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = 'FOR VALUES IN (1)')
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__slides_buckets__1') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__slides_buckets__1 (LIKE public.deep__slides_buckets INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (h2);
CREATE TABLE public.deep__slides_buckets__1__h0 (LIKE public.deep__slides_buckets INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_buckets__1 ATTACH PARTITION public.deep__slides_buckets__1__h0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE public.deep__slides_buckets__1__h1 (LIKE public.deep__slides_buckets INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_buckets__1 ATTACH PARTITION public.deep__slides_buckets__1__h1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE public.deep__slides_buckets ATTACH PARTITION public.deep__slides_buckets__1
  FOR VALUES IN ('1');
COMMIT;
\endif

\echo '19/21 CREATE public.deep__buckets_months__h0__2026_09'
-- CREATE public.deep__buckets_months__h0__2026_09 (create_ahead): 2026-09-01 to 2026-10-01.
-- Why: the schema creates windows ahead of time.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__buckets_months__h0, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__buckets_months__h0'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__buckets_months__h0__2026_09') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__buckets_months__h0__2026_09 (LIKE public.deep__buckets_months__h0 INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_months__h0 ATTACH PARTITION public.deep__buckets_months__h0__2026_09
  FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00');
COMMIT;
\endif

\echo '20/21 CREATE public.deep__buckets_months__h1__2026_09'
-- CREATE public.deep__buckets_months__h1__2026_09 (create_ahead): 2026-09-01 to 2026-10-01.
-- Why: the schema creates windows ahead of time.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__buckets_months__h1, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__buckets_months__h1'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__buckets_months__h1__2026_09') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__buckets_months__h1__2026_09 (LIKE public.deep__buckets_months__h1 INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_months__h1 ATTACH PARTITION public.deep__buckets_months__h1__2026_09
  FOR VALUES FROM ('2026-09-01 00:00:00+00') TO ('2026-10-01 00:00:00+00');
COMMIT;
\endif

\echo '21/21 CREATE public.deep__buckets_slides__h1__1'
-- CREATE public.deep__buckets_slides__h1__1 (create_next): 1.
-- Why: the newest partition has come to the point where the schema makes the next one.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep__buckets_slides__h1, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep__buckets_slides__h1'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = 'FOR VALUES IN (1)')
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__buckets_slides__h1__1') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__buckets_slides__h1__1 (LIKE public.deep__buckets_slides__h1 INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_slides__h1 ATTACH PARTITION public.deep__buckets_slides__h1__1
  FOR VALUES IN ('1');
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
