-- pschema 1: drop for public.ledger, planned at 2026-08-29T10:00:00Z
--
-- Does:       detaches 1 expired partition and drops it.
--              DETACH public.ledger__0: 0 to 1000
-- Loses data: YES: the rows of what it drops.
-- Locks:      ACCESS EXCLUSIVE on public.ledger: readers and writers wait while such a step runs. A statement waits 3s for each lock at the most, then the file stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260829100000_0004_public.ledger_drop
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
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'ledger' \gset
SET ROLE :"owner";

\echo '1/1 DETACH public.ledger__0'
-- DETACH and DROP public.ledger__0 (retention_expired): 0 to 1000; no keep clause holds once the keys have reached 2500.
-- Its rows leave public.ledger, and inserts into that range fail from then on (or go to a DEFAULT partition). The table is dropped right afterwards: its rows are LOST.
-- Lock: ACCESS EXCLUSIVE on public.ledger, ACCESS EXCLUSIVE on public.ledger__0, to COMMIT: everybody who reads or writes public.ledger waits meanwhile.
BEGIN;
SELECT coalesce(max(CASE
    WHEN inhdetachpending
      THEN 'a concurrent detach of it is pending'
    ELSE 'go' END),
    'it is not attached here under this name with these bounds, or was detached before') AS verdict
  FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = to_regclass('public.ledger') AND oid = to_regclass('public.ledger__0')
    AND pg_get_expr(relpartbound, 0) = 'FOR VALUES FROM (0.00) TO (1000.00)' \gset
SELECT :'verdict' = 'go' AS todo \gset
\if :todo
SELECT CASE WHEN coalesce(greatest(
      (SELECT max(entry) FROM public.ledger WHERE tableoid NOT IN (SELECT relid FROM pg_partition_tree(
        (SELECT partdefid FROM pg_partitioned_table WHERE partrelid = 'public.ledger'::regclass)))),
      pg_sequence_last_value(pg_get_serial_sequence('public.ledger', 'entry')::regclass)), 0) < 2500
    THEN 'by the keys on this server it has not expired; it does once they reach 2500' ELSE 'go' END AS verdict \gset
SELECT :'verdict' = 'go' AS todo \gset
\endif
\if :todo
LOCK TABLE ONLY public.ledger IN ACCESS EXCLUSIVE MODE;
-- Others queue behind that lock: for the next ones this waits briefly, and gives way.
SET LOCAL lock_timeout = '500ms';
SELECT coalesce(max(CASE
    WHEN inhdetachpending
      THEN 'a concurrent detach of it is pending'
    ELSE 'go' END),
    'it is not attached here under this name with these bounds, or was detached before') AS verdict
  FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = to_regclass('public.ledger') AND oid = to_regclass('public.ledger__0')
    AND pg_get_expr(relpartbound, 0) = 'FOR VALUES FROM (0.00) TO (1000.00)' \gset
SELECT :'verdict' = 'go' AS todo \gset
\if :todo
SELECT CASE WHEN coalesce(greatest(
      (SELECT max(entry) FROM public.ledger WHERE tableoid NOT IN (SELECT relid FROM pg_partition_tree(
        (SELECT partdefid FROM pg_partitioned_table WHERE partrelid = 'public.ledger'::regclass)))),
      pg_sequence_last_value(pg_get_serial_sequence('public.ledger', 'entry')::regclass)), 0) < 2500
    THEN 'by the keys on this server it has not expired; it does once they reach 2500' ELSE 'go' END AS verdict \gset
SELECT :'verdict' = 'go' AS todo \gset
\endif
\endif
\if :todo
ALTER TABLE public.ledger DETACH PARTITION public.ledger__0;
DROP TABLE public.ledger__0;
\else
\warn 'SKIPPED detach and drop of public.ledger__0:' :verdict
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
