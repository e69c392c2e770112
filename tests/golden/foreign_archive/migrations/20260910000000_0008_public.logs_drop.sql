-- pschema 1: drop for public.logs, planned at 2026-09-10T00:00:00Z
--
-- Does:       detaches 1 expired partition and drops it.
--              DETACH public.logs__2026_07: 2026-07-01 to 2026-08-01
-- Loses data: no: it drops foreign tables, and their servers keep the rows.
-- Locks:      ACCESS EXCLUSIVE on public.logs: readers and writers wait while such a step runs. A statement waits 3s for each lock at the most, then the file stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260910000000_0008_public.logs_drop
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
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'logs' \gset
SET ROLE :"owner";

\echo '1/1 DETACH public.logs__2026_07'
-- DETACH and DROP public.logs__2026_07 (retention_expired): 2026-07-01 to 2026-08-01; expired since 2026-08-01T00:00:00Z.
-- Its rows leave public.logs, and inserts into that range fail from then on (or go to a DEFAULT partition). The foreign table is dropped right afterwards; its server keeps the rows.
-- Lock: ACCESS EXCLUSIVE on public.logs, ACCESS EXCLUSIVE on public.logs__2026_07, ACCESS EXCLUSIVE on public.logs__default, to COMMIT: everybody who reads or writes public.logs waits meanwhile.
BEGIN;
SELECT coalesce(max(CASE
    WHEN now() < '2026-08-01T00:00:00Z'::timestamptz
      THEN 'by this server''s clock it has not expired; it does at 2026-08-01T00:00:00Z'
    WHEN inhdetachpending
      THEN 'a concurrent detach of it is pending'
    ELSE 'go' END),
    'it is not attached here under this name with these bounds, or was detached before') AS verdict
  FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = to_regclass('public.logs') AND oid = to_regclass('public.logs__2026_07')
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-07-01 00:00:00+00') TO ('2026-08-01 00:00:00+00')$$ \gset
SELECT :'verdict' = 'go' AS todo \gset
\if :todo
LOCK TABLE ONLY public.logs IN ACCESS EXCLUSIVE MODE;
-- Others queue behind that lock: for the next ones this waits briefly, and gives way.
SET LOCAL lock_timeout = '500ms';
SELECT coalesce(max(CASE
    WHEN now() < '2026-08-01T00:00:00Z'::timestamptz
      THEN 'by this server''s clock it has not expired; it does at 2026-08-01T00:00:00Z'
    WHEN inhdetachpending
      THEN 'a concurrent detach of it is pending'
    ELSE 'go' END),
    'it is not attached here under this name with these bounds, or was detached before') AS verdict
  FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = to_regclass('public.logs') AND oid = to_regclass('public.logs__2026_07')
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-07-01 00:00:00+00') TO ('2026-08-01 00:00:00+00')$$ \gset
SELECT :'verdict' = 'go' AS todo \gset
\endif
\if :todo
ALTER TABLE public.logs DETACH PARTITION public.logs__2026_07;
DROP FOREIGN TABLE public.logs__2026_07;
\else
\warn 'SKIPPED detach and drop of public.logs__2026_07:' :verdict
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
