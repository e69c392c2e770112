-- pschema 1: drop for public.clicks, planned at 2026-08-31T12:00:00Z
--
-- Does:       drops 2 detached partitions.
--              DROP public.clicks_changed: 2026-02-01 to 2026-03-01
--              DROP public.clicks_legacy: 2026-01-01 to 2026-02-01
-- Loses data: YES: the rows of what it drops.
-- Locks:      on the detached tables themselves, and on what their foreign keys reference. A statement waits 3s for each lock at the most, then the file stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260831120000_0001_public.clicks_drop
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
-- No step has more rights than the owner of the parent.
SELECT coalesce(max(pg_get_userbyid(relowner)::text), current_user::text) AS owner
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'clicks' \gset
SET ROLE :"owner";

\echo '1/2 DROP public.clicks_changed'
-- DROP public.clicks_changed (grace_elapsed): 2026-02-01 to 2026-03-01.
-- Its rows are LOST. Lock: ACCESS EXCLUSIVE on public.clicks_changed with all below it, and on the tables that its own foreign keys reference.
-- Dropped only if it is detached and its comment says that pschema detached this very table from this parent at least 2 days ago.
SELECT $$, public.clicks_changed of public.clicks FOR VALUES FROM ('2026-02-01 00:00:00+00') TO ('2026-03-01 00:00:00+00')$$ AS about \gset
BEGIN;
SELECT coalesce(max(CASE WHEN obj_description(oid, 'pg_class') IS NULL THEN 'it has no marker of pschema' ELSE
    CASE
    WHEN relispartition
      THEN 'it is attached'
    WHEN split_part(obj_description(oid, 'pg_class'), chr(10), 1) !~ '^pschema: detached at \d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ, '
      OR substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 42) <> :'about'
      THEN 'its comment does not say that pschema detached this table from this parent'
    WHEN to_regclass('public.clicks') IS NULL
      THEN 'the table that it was detached from is not there'
    WHEN age(pg_class.xmin) < (SELECT age(d.xmin) FROM pg_description AS d
      WHERE d.objoid = oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0)
      THEN 'it was changed after pschema had marked it; to let it go, drop it by hand'
    WHEN substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 22, 20)::timestamptz + interval '48 hours' > clock_timestamp()
      THEN 'it was detached less than 2 days ago, by this server''s clock'
    ELSE 'go' END END), 'there is no such table') AS verdict
  FROM pg_class WHERE oid = to_regclass('public.clicks_changed') \gset
SELECT :'verdict' = 'go' AS todo \gset
\if :todo
LOCK TABLE public.clicks_changed IN ACCESS EXCLUSIVE MODE;
SELECT coalesce(max(CASE WHEN obj_description(oid, 'pg_class') IS NULL THEN 'it has no marker of pschema' ELSE
    CASE
    WHEN relispartition
      THEN 'it is attached'
    WHEN split_part(obj_description(oid, 'pg_class'), chr(10), 1) !~ '^pschema: detached at \d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ, '
      OR substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 42) <> :'about'
      THEN 'its comment does not say that pschema detached this table from this parent'
    WHEN to_regclass('public.clicks') IS NULL
      THEN 'the table that it was detached from is not there'
    WHEN age(pg_class.xmin) < (SELECT age(d.xmin) FROM pg_description AS d
      WHERE d.objoid = oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0)
      THEN 'it was changed after pschema had marked it; to let it go, drop it by hand'
    WHEN substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 22, 20)::timestamptz + interval '48 hours' > clock_timestamp()
      THEN 'it was detached less than 2 days ago, by this server''s clock'
    ELSE 'go' END END), 'there is no such table') AS verdict
  FROM pg_class WHERE oid = to_regclass('public.clicks_changed') \gset
SELECT :'verdict' = 'go' AS todo \gset
\endif
\if :todo
DROP TABLE public.clicks_changed;
\else
\warn 'SKIPPED drop of public.clicks_changed:' :verdict
\endif
COMMIT;

\echo '2/2 DROP public.clicks_legacy'
-- DROP public.clicks_legacy (grace_elapsed): 2026-01-01 to 2026-02-01.
-- Its rows are LOST. Lock: ACCESS EXCLUSIVE on public.clicks_legacy with all below it, and on the tables that its own foreign keys reference.
-- Dropped only if it is detached and its comment says that pschema detached this very table from this parent at least 2 days ago.
SELECT $$, public.clicks_legacy of public.clicks FOR VALUES FROM ('2026-01-01 00:00:00+00') TO ('2026-02-01 00:00:00+00')$$ AS about \gset
BEGIN;
SELECT coalesce(max(CASE WHEN obj_description(oid, 'pg_class') IS NULL THEN 'it has no marker of pschema' ELSE
    CASE
    WHEN relispartition
      THEN 'it is attached'
    WHEN split_part(obj_description(oid, 'pg_class'), chr(10), 1) !~ '^pschema: detached at \d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ, '
      OR substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 42) <> :'about'
      THEN 'its comment does not say that pschema detached this table from this parent'
    WHEN to_regclass('public.clicks') IS NULL
      THEN 'the table that it was detached from is not there'
    WHEN age(pg_class.xmin) < (SELECT age(d.xmin) FROM pg_description AS d
      WHERE d.objoid = oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0)
      THEN 'it was changed after pschema had marked it; to let it go, drop it by hand'
    WHEN substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 22, 20)::timestamptz + interval '48 hours' > clock_timestamp()
      THEN 'it was detached less than 2 days ago, by this server''s clock'
    ELSE 'go' END END), 'there is no such table') AS verdict
  FROM pg_class WHERE oid = to_regclass('public.clicks_legacy') \gset
SELECT :'verdict' = 'go' AS todo \gset
\if :todo
LOCK TABLE public.clicks_legacy IN ACCESS EXCLUSIVE MODE;
SELECT coalesce(max(CASE WHEN obj_description(oid, 'pg_class') IS NULL THEN 'it has no marker of pschema' ELSE
    CASE
    WHEN relispartition
      THEN 'it is attached'
    WHEN split_part(obj_description(oid, 'pg_class'), chr(10), 1) !~ '^pschema: detached at \d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ, '
      OR substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 42) <> :'about'
      THEN 'its comment does not say that pschema detached this table from this parent'
    WHEN to_regclass('public.clicks') IS NULL
      THEN 'the table that it was detached from is not there'
    WHEN age(pg_class.xmin) < (SELECT age(d.xmin) FROM pg_description AS d
      WHERE d.objoid = oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0)
      THEN 'it was changed after pschema had marked it; to let it go, drop it by hand'
    WHEN substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 22, 20)::timestamptz + interval '48 hours' > clock_timestamp()
      THEN 'it was detached less than 2 days ago, by this server''s clock'
    ELSE 'go' END END), 'there is no such table') AS verdict
  FROM pg_class WHERE oid = to_regclass('public.clicks_legacy') \gset
SELECT :'verdict' = 'go' AS todo \gset
\endif
\if :todo
DROP TABLE public.clicks_legacy;
\else
\warn 'SKIPPED drop of public.clicks_legacy:' :verdict
\endif
COMMIT;

-- Recorded as applied.
RESET ROLE;
\if :ledger
INSERT INTO pschema.migration (name) VALUES (:'file')
  ON CONFLICT (name) DO UPDATE SET checksum = NULL, state = 'done', steps = NULL, started = NULL, finished = now(),
    by_whom = session_user, error = NULL;
\endif
SELECT pg_advisory_unlock(31652068182027617) AS ok \gset
RESET ALL;
