-- pschema 1: move for public.watched, planned at 2026-08-28T10:00:00Z
--
-- Does:       creates 1 partition, built apart in one transaction and attached last.
--             moves into it what a DEFAULT partition holds of it, each partition in one transaction.
--              MOVE public.watched__2026_08: 2026-08-01 to 2026-09-01
-- Loses data: no: rows leave the DEFAULT partition and come into another one in the same transaction.
-- Locks:      ACCESS EXCLUSIVE on public.watched: readers and writers wait while such a step runs. A statement waits 3s for each lock at the most, then the file stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260828100000_0003_public.watched_move
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
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'watched' \gset
SET ROLE :"owner";

\echo '1/1 MOVE public.watched_rest to public.watched__2026_08'
-- CREATE public.watched__2026_08 (create_ahead): 2026-08-01 to 2026-09-01.
-- MOVE of its rows out of public.watched_rest (default_rows): 2 rows when the snapshot was taken.
-- Why: the schema creates windows ahead of time.
-- Lock: ACCESS EXCLUSIVE on public.watched, ACCESS EXCLUSIVE (and a scan of the 3 rows that it had) on public.watched_rest, from the start to COMMIT: everybody who reads or writes public.watched waits meanwhile, and sees every row once.
-- The rows go in after ATTACH, so that a publication sends both halves. Triggers of the table fire for both.
-- Skipped if a partition with these bounds is there. Where there is no DEFAULT partition of this name, as on a fresh database, no row is moved.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.watched'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.watched__2026_08') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
LOCK TABLE ONLY public.watched IN ACCESS EXCLUSIVE MODE;
-- Others queue behind that lock: for the next ones this waits briefly, and gives way.
SET LOCAL lock_timeout = '500ms';
SELECT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = to_regclass('public.watched') AND oid = to_regclass('public.watched_rest') AND pg_get_expr(relpartbound, 0) = 'DEFAULT') AS moves \gset
\if :moves
SELECT NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('public.watched') AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  AND attname <> ALL (ARRAY['at', 'n']::name[])) AS todo,
  'the table has other columns than when this file was written' AS verdict \gset
\if :todo
SELECT count(*) = 0 AS todo, 'a foreign key references the table, and this file cannot look into its rows' AS verdict
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND confrelid IN (pg_partition_root(to_regclass('public.watched')), to_regclass('public.watched_rest'))
  AND NOT coalesce((false)
    AND has_schema_privilege(connamespace, 'USAGE') AND has_table_privilege(conrelid, 'SELECT') AND NOT row_security_active(conrelid),
    false) \gset
\endif
\if :todo
CREATE TABLE public.watched__2026_08 (LIKE public.watched INCLUDING ALL EXCLUDING IDENTITY);
CREATE UNLOGGED TABLE public.watched__2026_08__rows AS SELECT at, n
  FROM public.watched_rest
  WHERE at >= '2026-08-01 00:00:00+00' AND at < '2026-09-01 00:00:00+00';
DELETE FROM public.watched_rest
  WHERE at >= '2026-08-01 00:00:00+00' AND at < '2026-09-01 00:00:00+00';
ALTER TABLE public.watched ATTACH PARTITION public.watched__2026_08
  FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00');
SELECT count(*) AS before FROM public.watched__2026_08 \gset
INSERT INTO public.watched__2026_08 (at, n) OVERRIDING SYSTEM VALUE
  SELECT at, n FROM public.watched__2026_08__rows;
SELECT count(*) - :'before'::bigint <> (SELECT count(*) FROM public.watched__2026_08__rows) AS lost FROM public.watched__2026_08 \gset
\if :lost
DO $$BEGIN RAISE EXCEPTION 'STOP: not every row came into the partition; does a trigger of the table keep rows out? Nothing was moved'; END$$;
\endif
DROP TABLE public.watched__2026_08__rows;
\else
\warn 'SKIPPED MOVE public.watched_rest to public.watched__2026_08:' :verdict
\endif
\else
CREATE TABLE public.watched__2026_08 (LIKE public.watched INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.watched ATTACH PARTITION public.watched__2026_08
  FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00');
\endif
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
