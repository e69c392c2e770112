-- pschema 1: create for public.deep, planned at 2026-08-28T10:00:00Z
--
-- Does:       creates 21 partitions with 72 tables below, each built apart in one transaction and attached last.
--              CREATE public.deep__months_months: group months_months
--              CREATE public.deep__months_tens: group months_tens
--              CREATE public.deep__months_words: group months_words
--              CREATE public.deep__months_slides: group months_slides
--              CREATE public.deep__months_buckets: group months_buckets
--              CREATE public.deep__tens_months: group tens_months
--              CREATE public.deep__tens_tens: group tens_tens
--              CREATE public.deep__tens_words: group tens_words
--              CREATE public.deep__tens_slides: group tens_slides
--              CREATE public.deep__tens_buckets: group tens_buckets
--              CREATE public.deep__words: group words
--              CREATE public.deep__slides_months: group slides_months
--              CREATE public.deep__slides_tens: group slides_tens
--              CREATE public.deep__slides_words: group slides_words
--              CREATE public.deep__slides_slides: group slides_slides
--              CREATE public.deep__slides_buckets: group slides_buckets
--              CREATE public.deep__buckets_months: group buckets_months, hash in 2
--              CREATE public.deep__buckets_tens: group buckets_tens, hash in 2
--              CREATE public.deep__buckets_words: group buckets_words, hash in 2
--              CREATE public.deep__buckets_slides: group buckets_slides, hash in 2
--              CREATE public.deep__buckets_buckets: group buckets_buckets, hash in 2
-- Loses data: no.
-- Locks:      readers and writers of public.deep go on. A statement waits 3s for each lock at the most, then the file stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260828100000_0001_public.deep_create
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

\echo '1/21 CREATE public.deep__months_months'
-- CREATE public.deep__months_months (list_group_missing): group months_months.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('months_months')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__months_months') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__months_months (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at1);
CREATE TABLE public.deep__months_months__2026_08 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at2);
CREATE TABLE public.deep__months_months__2026_08__2026_08 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_months__2026_08 ATTACH PARTITION public.deep__months_months__2026_08__2026_08
  FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00');
ALTER TABLE public.deep__months_months ATTACH PARTITION public.deep__months_months__2026_08
  FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00');
ALTER TABLE public.deep ATTACH PARTITION public.deep__months_months
  FOR VALUES IN ('months_months');
COMMIT;
\endif

\echo '2/21 CREATE public.deep__months_tens'
-- CREATE public.deep__months_tens (list_group_missing): group months_tens.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('months_tens')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__months_tens') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__months_tens (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at1);
CREATE TABLE public.deep__months_tens__2026_08 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (n2);
CREATE TABLE public.deep__months_tens__2026_08__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_tens__2026_08 ATTACH PARTITION public.deep__months_tens__2026_08__0
  FOR VALUES FROM ('0') TO ('10');
ALTER TABLE public.deep__months_tens ATTACH PARTITION public.deep__months_tens__2026_08
  FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00');
ALTER TABLE public.deep ATTACH PARTITION public.deep__months_tens
  FOR VALUES IN ('months_tens');
COMMIT;
\endif

\echo '3/21 CREATE public.deep__months_words'
-- CREATE public.deep__months_words (list_group_missing): group months_words.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('months_words')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__months_words') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__months_words (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at1);
CREATE TABLE public.deep__months_words__2026_08 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (w2);
CREATE TABLE public.deep__months_words__2026_08__a (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_words__2026_08 ATTACH PARTITION public.deep__months_words__2026_08__a
  FOR VALUES IN ('a');
CREATE TABLE public.deep__months_words__2026_08__b (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_words__2026_08 ATTACH PARTITION public.deep__months_words__2026_08__b
  FOR VALUES IN ('b');
ALTER TABLE public.deep__months_words ATTACH PARTITION public.deep__months_words__2026_08
  FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00');
ALTER TABLE public.deep ATTACH PARTITION public.deep__months_words
  FOR VALUES IN ('months_words');
COMMIT;
\endif

\echo '4/21 CREATE public.deep__months_slides'
-- CREATE public.deep__months_slides (list_group_missing): group months_slides.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('months_slides')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__months_slides') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__months_slides (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at1);
CREATE TABLE public.deep__months_slides__2026_08 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (s2);
CREATE TABLE public.deep__months_slides__2026_08__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_slides__2026_08 ATTACH PARTITION public.deep__months_slides__2026_08__0
  FOR VALUES IN ('0');
ALTER TABLE public.deep__months_slides ATTACH PARTITION public.deep__months_slides__2026_08
  FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00');
ALTER TABLE public.deep ATTACH PARTITION public.deep__months_slides
  FOR VALUES IN ('months_slides');
COMMIT;
\endif

\echo '5/21 CREATE public.deep__months_buckets'
-- CREATE public.deep__months_buckets (list_group_missing): group months_buckets.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('months_buckets')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__months_buckets') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__months_buckets (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at1);
CREATE TABLE public.deep__months_buckets__2026_08 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (h2);
CREATE TABLE public.deep__months_buckets__2026_08__h0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_buckets__2026_08 ATTACH PARTITION public.deep__months_buckets__2026_08__h0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE public.deep__months_buckets__2026_08__h1 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__months_buckets__2026_08 ATTACH PARTITION public.deep__months_buckets__2026_08__h1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE public.deep__months_buckets ATTACH PARTITION public.deep__months_buckets__2026_08
  FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00');
ALTER TABLE public.deep ATTACH PARTITION public.deep__months_buckets
  FOR VALUES IN ('months_buckets');
COMMIT;
\endif

\echo '6/21 CREATE public.deep__tens_months'
-- CREATE public.deep__tens_months (list_group_missing): group tens_months.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('tens_months')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__tens_months') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__tens_months (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (n1);
CREATE TABLE public.deep__tens_months__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at2);
CREATE TABLE public.deep__tens_months__0__2026_08 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__tens_months__0 ATTACH PARTITION public.deep__tens_months__0__2026_08
  FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00');
ALTER TABLE public.deep__tens_months ATTACH PARTITION public.deep__tens_months__0
  FOR VALUES FROM ('0') TO ('10');
ALTER TABLE public.deep ATTACH PARTITION public.deep__tens_months
  FOR VALUES IN ('tens_months');
COMMIT;
\endif

\echo '7/21 CREATE public.deep__tens_tens'
-- CREATE public.deep__tens_tens (list_group_missing): group tens_tens.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('tens_tens')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__tens_tens') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__tens_tens (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (n1);
CREATE TABLE public.deep__tens_tens__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (n2);
CREATE TABLE public.deep__tens_tens__0__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__tens_tens__0 ATTACH PARTITION public.deep__tens_tens__0__0
  FOR VALUES FROM ('0') TO ('10');
ALTER TABLE public.deep__tens_tens ATTACH PARTITION public.deep__tens_tens__0
  FOR VALUES FROM ('0') TO ('10');
ALTER TABLE public.deep ATTACH PARTITION public.deep__tens_tens
  FOR VALUES IN ('tens_tens');
COMMIT;
\endif

\echo '8/21 CREATE public.deep__tens_words'
-- CREATE public.deep__tens_words (list_group_missing): group tens_words.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('tens_words')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__tens_words') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__tens_words (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (n1);
CREATE TABLE public.deep__tens_words__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (w2);
CREATE TABLE public.deep__tens_words__0__a (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__tens_words__0 ATTACH PARTITION public.deep__tens_words__0__a
  FOR VALUES IN ('a');
CREATE TABLE public.deep__tens_words__0__b (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__tens_words__0 ATTACH PARTITION public.deep__tens_words__0__b
  FOR VALUES IN ('b');
ALTER TABLE public.deep__tens_words ATTACH PARTITION public.deep__tens_words__0
  FOR VALUES FROM ('0') TO ('10');
ALTER TABLE public.deep ATTACH PARTITION public.deep__tens_words
  FOR VALUES IN ('tens_words');
COMMIT;
\endif

\echo '9/21 CREATE public.deep__tens_slides'
-- CREATE public.deep__tens_slides (list_group_missing): group tens_slides.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('tens_slides')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__tens_slides') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__tens_slides (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (n1);
CREATE TABLE public.deep__tens_slides__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (s2);
CREATE TABLE public.deep__tens_slides__0__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__tens_slides__0 ATTACH PARTITION public.deep__tens_slides__0__0
  FOR VALUES IN ('0');
ALTER TABLE public.deep__tens_slides ATTACH PARTITION public.deep__tens_slides__0
  FOR VALUES FROM ('0') TO ('10');
ALTER TABLE public.deep ATTACH PARTITION public.deep__tens_slides
  FOR VALUES IN ('tens_slides');
COMMIT;
\endif

\echo '10/21 CREATE public.deep__tens_buckets'
-- CREATE public.deep__tens_buckets (list_group_missing): group tens_buckets.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('tens_buckets')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__tens_buckets') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__tens_buckets (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (n1);
CREATE TABLE public.deep__tens_buckets__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (h2);
CREATE TABLE public.deep__tens_buckets__0__h0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__tens_buckets__0 ATTACH PARTITION public.deep__tens_buckets__0__h0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE public.deep__tens_buckets__0__h1 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__tens_buckets__0 ATTACH PARTITION public.deep__tens_buckets__0__h1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE public.deep__tens_buckets ATTACH PARTITION public.deep__tens_buckets__0
  FOR VALUES FROM ('0') TO ('10');
ALTER TABLE public.deep ATTACH PARTITION public.deep__tens_buckets
  FOR VALUES IN ('tens_buckets');
COMMIT;
\endif

\echo '11/21 CREATE public.deep__words'
-- CREATE public.deep__words (list_group_missing): group words.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('words')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__words') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__words (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (w1);
CREATE TABLE public.deep__words__months (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at2);
CREATE TABLE public.deep__words__months__2026_08 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__words__months ATTACH PARTITION public.deep__words__months__2026_08
  FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00');
ALTER TABLE public.deep__words ATTACH PARTITION public.deep__words__months
  FOR VALUES IN ('months');
CREATE TABLE public.deep__words__tens (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (n2);
CREATE TABLE public.deep__words__tens__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__words__tens ATTACH PARTITION public.deep__words__tens__0
  FOR VALUES FROM ('0') TO ('10');
ALTER TABLE public.deep__words ATTACH PARTITION public.deep__words__tens
  FOR VALUES IN ('tens');
CREATE TABLE public.deep__words__words (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (w2);
CREATE TABLE public.deep__words__words__a (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__words__words ATTACH PARTITION public.deep__words__words__a
  FOR VALUES IN ('a');
CREATE TABLE public.deep__words__words__b (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__words__words ATTACH PARTITION public.deep__words__words__b
  FOR VALUES IN ('b');
ALTER TABLE public.deep__words ATTACH PARTITION public.deep__words__words
  FOR VALUES IN ('words');
CREATE TABLE public.deep__words__slides (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (s2);
CREATE TABLE public.deep__words__slides__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__words__slides ATTACH PARTITION public.deep__words__slides__0
  FOR VALUES IN ('0');
ALTER TABLE public.deep__words ATTACH PARTITION public.deep__words__slides
  FOR VALUES IN ('slides');
CREATE TABLE public.deep__words__buckets (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (h2);
CREATE TABLE public.deep__words__buckets__h0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__words__buckets ATTACH PARTITION public.deep__words__buckets__h0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE public.deep__words__buckets__h1 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__words__buckets ATTACH PARTITION public.deep__words__buckets__h1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE public.deep__words ATTACH PARTITION public.deep__words__buckets
  FOR VALUES IN ('buckets');
ALTER TABLE public.deep ATTACH PARTITION public.deep__words
  FOR VALUES IN ('words');
COMMIT;
\endif

\echo '12/21 CREATE public.deep__slides_months'
-- CREATE public.deep__slides_months (list_group_missing): group slides_months.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('slides_months')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__slides_months') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__slides_months (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (s1);
CREATE TABLE public.deep__slides_months__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at2);
CREATE TABLE public.deep__slides_months__0__2026_08 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_months__0 ATTACH PARTITION public.deep__slides_months__0__2026_08
  FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00');
ALTER TABLE public.deep__slides_months ATTACH PARTITION public.deep__slides_months__0
  FOR VALUES IN ('0');
ALTER TABLE public.deep ATTACH PARTITION public.deep__slides_months
  FOR VALUES IN ('slides_months');
COMMIT;
\endif

\echo '13/21 CREATE public.deep__slides_tens'
-- CREATE public.deep__slides_tens (list_group_missing): group slides_tens.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('slides_tens')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__slides_tens') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__slides_tens (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (s1);
CREATE TABLE public.deep__slides_tens__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (n2);
CREATE TABLE public.deep__slides_tens__0__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_tens__0 ATTACH PARTITION public.deep__slides_tens__0__0
  FOR VALUES FROM ('0') TO ('10');
ALTER TABLE public.deep__slides_tens ATTACH PARTITION public.deep__slides_tens__0
  FOR VALUES IN ('0');
ALTER TABLE public.deep ATTACH PARTITION public.deep__slides_tens
  FOR VALUES IN ('slides_tens');
COMMIT;
\endif

\echo '14/21 CREATE public.deep__slides_words'
-- CREATE public.deep__slides_words (list_group_missing): group slides_words.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('slides_words')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__slides_words') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__slides_words (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (s1);
CREATE TABLE public.deep__slides_words__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (w2);
CREATE TABLE public.deep__slides_words__0__a (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_words__0 ATTACH PARTITION public.deep__slides_words__0__a
  FOR VALUES IN ('a');
CREATE TABLE public.deep__slides_words__0__b (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_words__0 ATTACH PARTITION public.deep__slides_words__0__b
  FOR VALUES IN ('b');
ALTER TABLE public.deep__slides_words ATTACH PARTITION public.deep__slides_words__0
  FOR VALUES IN ('0');
ALTER TABLE public.deep ATTACH PARTITION public.deep__slides_words
  FOR VALUES IN ('slides_words');
COMMIT;
\endif

\echo '15/21 CREATE public.deep__slides_slides'
-- CREATE public.deep__slides_slides (list_group_missing): group slides_slides.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('slides_slides')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__slides_slides') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__slides_slides (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (s1);
CREATE TABLE public.deep__slides_slides__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (s2);
CREATE TABLE public.deep__slides_slides__0__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_slides__0 ATTACH PARTITION public.deep__slides_slides__0__0
  FOR VALUES IN ('0');
ALTER TABLE public.deep__slides_slides ATTACH PARTITION public.deep__slides_slides__0
  FOR VALUES IN ('0');
ALTER TABLE public.deep ATTACH PARTITION public.deep__slides_slides
  FOR VALUES IN ('slides_slides');
COMMIT;
\endif

\echo '16/21 CREATE public.deep__slides_buckets'
-- CREATE public.deep__slides_buckets (list_group_missing): group slides_buckets.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('slides_buckets')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__slides_buckets') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__slides_buckets (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (s1);
CREATE TABLE public.deep__slides_buckets__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (h2);
CREATE TABLE public.deep__slides_buckets__0__h0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_buckets__0 ATTACH PARTITION public.deep__slides_buckets__0__h0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE public.deep__slides_buckets__0__h1 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__slides_buckets__0 ATTACH PARTITION public.deep__slides_buckets__0__h1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE public.deep__slides_buckets ATTACH PARTITION public.deep__slides_buckets__0
  FOR VALUES IN ('0');
ALTER TABLE public.deep ATTACH PARTITION public.deep__slides_buckets
  FOR VALUES IN ('slides_buckets');
COMMIT;
\endif

\echo '17/21 CREATE public.deep__buckets_months'
-- CREATE public.deep__buckets_months (list_group_missing): group buckets_months, hash in 2.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('buckets_months')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__buckets_months') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__buckets_months (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (h1);
CREATE TABLE public.deep__buckets_months__h0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at2);
CREATE TABLE public.deep__buckets_months__h0__2026_08 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_months__h0 ATTACH PARTITION public.deep__buckets_months__h0__2026_08
  FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00');
ALTER TABLE public.deep__buckets_months ATTACH PARTITION public.deep__buckets_months__h0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE public.deep__buckets_months__h1 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (at2);
CREATE TABLE public.deep__buckets_months__h1__2026_08 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_months__h1 ATTACH PARTITION public.deep__buckets_months__h1__2026_08
  FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00');
ALTER TABLE public.deep__buckets_months ATTACH PARTITION public.deep__buckets_months__h1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE public.deep ATTACH PARTITION public.deep__buckets_months
  FOR VALUES IN ('buckets_months');
COMMIT;
\endif

\echo '18/21 CREATE public.deep__buckets_tens'
-- CREATE public.deep__buckets_tens (list_group_missing): group buckets_tens, hash in 2.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('buckets_tens')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__buckets_tens') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__buckets_tens (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (h1);
CREATE TABLE public.deep__buckets_tens__h0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (n2);
CREATE TABLE public.deep__buckets_tens__h0__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_tens__h0 ATTACH PARTITION public.deep__buckets_tens__h0__0
  FOR VALUES FROM ('0') TO ('10');
ALTER TABLE public.deep__buckets_tens ATTACH PARTITION public.deep__buckets_tens__h0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE public.deep__buckets_tens__h1 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY RANGE (n2);
CREATE TABLE public.deep__buckets_tens__h1__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_tens__h1 ATTACH PARTITION public.deep__buckets_tens__h1__0
  FOR VALUES FROM ('0') TO ('10');
ALTER TABLE public.deep__buckets_tens ATTACH PARTITION public.deep__buckets_tens__h1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE public.deep ATTACH PARTITION public.deep__buckets_tens
  FOR VALUES IN ('buckets_tens');
COMMIT;
\endif

\echo '19/21 CREATE public.deep__buckets_words'
-- CREATE public.deep__buckets_words (list_group_missing): group buckets_words, hash in 2.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('buckets_words')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__buckets_words') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__buckets_words (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (h1);
CREATE TABLE public.deep__buckets_words__h0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (w2);
CREATE TABLE public.deep__buckets_words__h0__a (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_words__h0 ATTACH PARTITION public.deep__buckets_words__h0__a
  FOR VALUES IN ('a');
CREATE TABLE public.deep__buckets_words__h0__b (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_words__h0 ATTACH PARTITION public.deep__buckets_words__h0__b
  FOR VALUES IN ('b');
ALTER TABLE public.deep__buckets_words ATTACH PARTITION public.deep__buckets_words__h0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE public.deep__buckets_words__h1 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (w2);
CREATE TABLE public.deep__buckets_words__h1__a (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_words__h1 ATTACH PARTITION public.deep__buckets_words__h1__a
  FOR VALUES IN ('a');
CREATE TABLE public.deep__buckets_words__h1__b (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_words__h1 ATTACH PARTITION public.deep__buckets_words__h1__b
  FOR VALUES IN ('b');
ALTER TABLE public.deep__buckets_words ATTACH PARTITION public.deep__buckets_words__h1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE public.deep ATTACH PARTITION public.deep__buckets_words
  FOR VALUES IN ('buckets_words');
COMMIT;
\endif

\echo '20/21 CREATE public.deep__buckets_slides'
-- CREATE public.deep__buckets_slides (list_group_missing): group buckets_slides, hash in 2.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('buckets_slides')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__buckets_slides') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__buckets_slides (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (h1);
CREATE TABLE public.deep__buckets_slides__h0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (s2);
CREATE TABLE public.deep__buckets_slides__h0__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_slides__h0 ATTACH PARTITION public.deep__buckets_slides__h0__0
  FOR VALUES IN ('0');
ALTER TABLE public.deep__buckets_slides ATTACH PARTITION public.deep__buckets_slides__h0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE public.deep__buckets_slides__h1 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY LIST (s2);
CREATE TABLE public.deep__buckets_slides__h1__0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_slides__h1 ATTACH PARTITION public.deep__buckets_slides__h1__0
  FOR VALUES IN ('0');
ALTER TABLE public.deep__buckets_slides ATTACH PARTITION public.deep__buckets_slides__h1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE public.deep ATTACH PARTITION public.deep__buckets_slides
  FOR VALUES IN ('buckets_slides');
COMMIT;
\endif

\echo '21/21 CREATE public.deep__buckets_buckets'
-- CREATE public.deep__buckets_buckets (list_group_missing): group buckets_buckets, hash in 2.
-- Why: the schema names the group.
-- Lock: SHARE UPDATE EXCLUSIVE on public.deep, from ATTACH to COMMIT; only ACCESS SHARE before that.
-- Skipped if a partition with these bounds is there, under any name, or pschema has detached it since.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.deep'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES IN ('buckets_buckets')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.deep__buckets_buckets') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.deep__buckets_buckets (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (h1);
CREATE TABLE public.deep__buckets_buckets__h0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (h2);
CREATE TABLE public.deep__buckets_buckets__h0__h0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_buckets__h0 ATTACH PARTITION public.deep__buckets_buckets__h0__h0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE public.deep__buckets_buckets__h0__h1 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_buckets__h0 ATTACH PARTITION public.deep__buckets_buckets__h0__h1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE public.deep__buckets_buckets ATTACH PARTITION public.deep__buckets_buckets__h0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE public.deep__buckets_buckets__h1 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (h2);
CREATE TABLE public.deep__buckets_buckets__h1__h0 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_buckets__h1 ATTACH PARTITION public.deep__buckets_buckets__h1__h0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE public.deep__buckets_buckets__h1__h1 (LIKE public.deep INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.deep__buckets_buckets__h1 ATTACH PARTITION public.deep__buckets_buckets__h1__h1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE public.deep__buckets_buckets ATTACH PARTITION public.deep__buckets_buckets__h1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE public.deep ATTACH PARTITION public.deep__buckets_buckets
  FOR VALUES IN ('buckets_buckets');
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
