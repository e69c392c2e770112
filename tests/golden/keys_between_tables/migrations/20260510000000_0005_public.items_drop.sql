-- pschema 1: drop for public.items, planned at 2026-05-10T00:00:00Z
--
-- Does:       detaches 1 expired partition and drops it.
--              DETACH public.items__2026_03: 2026-03-01 to 2026-04-01
-- Loses data: YES: the rows of what it drops.
-- Locks:      readers and writers of public.items go on, but not those who name a leaving partition itself. Held briefly on other tables: SHARE ROW EXCLUSIVE on public.orders, ACCESS EXCLUSIVE on public.charges. A statement waits 3s for each lock at the most, then the file stops (a concurrent detach waits for up to 10min).
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1, because
--             a concurrent detach cannot run in one.

\set file 20260510000000_0005_public.items_drop
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
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'items' \gset
SET ROLE :"owner";

\echo '1/2 DETACH public.items__2026_03'
-- DETACH public.items__2026_03 (retention_expired): 2026-03-01 to 2026-04-01; expired since 2026-05-01T00:00:00Z.
-- Its rows leave public.items, and inserts into that range fail from then on (or go to a DEFAULT partition). The table is dropped right afterwards: its rows are LOST.
-- Lock: SHARE UPDATE EXCLUSIVE on public.items, ACCESS EXCLUSIVE on public.items__2026_03, SHARE ROW EXCLUSIVE on public.orders, ACCESS EXCLUSIVE on public.charges.
-- First it waits until every transaction that has used public.items has ended; reads and writes of public.items go on meanwhile, other DDL on it waits.
-- Tables at the other end of foreign keys are locked too: who reads or writes them waits, up to lock_timeout each time.
-- If it is stopped during that wait, the detach is half done: the rows are gone from the parent already, inserts into that range fail, and no other partition of this parent can be detached concurrently, until this file is run again and finishes it.
SELECT $$, public.items__2026_03 of public.items FOR VALUES FROM ('2026-03-01 00:00:00+00') TO ('2026-04-01 00:00:00+00')$$ AS about \gset
SELECT coalesce(max(CASE
    WHEN now() < '2026-05-01T00:00:00Z'::timestamptz
      THEN 'by this server''s clock it has not expired; it does at 2026-05-01T00:00:00Z'
    WHEN NOT inhdetachpending AND EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = inhparent AND partdefid <> 0)
      THEN 'a DEFAULT partition stands beside it, which forbids a concurrent detach'
    WHEN NOT inhdetachpending AND EXISTS (SELECT FROM pg_inherits WHERE inhparent = to_regclass('public.items') AND inhdetachpending)
      THEN 'another detach on this parent is pending'
    ELSE 'go' END),
    'it is not attached here under this name with these bounds, or was detached before') AS verdict, coalesce(bool_or(inhdetachpending), false) AS pending,
    coalesce(max(concat_ws(chr(10), 'pschema: detaching' || :'about',
      nullif(regexp_replace(obj_description(oid, 'pg_class'), '^pschema: (detaching|detached at [^,]*|building|adopted), [^\n]* of [^\n]*\n?', ''), ''))), '') AS marker
  FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = to_regclass('public.items') AND oid = to_regclass('public.items__2026_03')
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-03-01 00:00:00+00') TO ('2026-04-01 00:00:00+00')$$ \gset
SELECT :'verdict' = 'go' AS todo \gset
\if :todo
SELECT count(*) > 0 AS readable FROM pg_constraint WHERE contype = 'f' AND conname = 'charges_item_id_item_at_fkey'
  AND conrelid = to_regclass('public.charges') AND confrelid = to_regclass('public.items')
  AND has_schema_privilege(connamespace, 'USAGE') AND has_table_privilege(conrelid, 'SELECT')
  AND NOT row_security_active(conrelid) \gset
\if :readable
SELECT EXISTS (SELECT FROM public.charges AS r JOIN public.items__2026_03 AS p ON p.id = r.item_id AND p.at = r.item_at) AS referenced \gset
\if :referenced
SELECT 'rows of public.charges still reference it' AS verdict, false AS todo \gset
\endif
\endif
\endif
\if :todo
COMMENT ON TABLE public.items__2026_03 IS :'marker';
-- Several tables are locked, one after the other, and others queue behind each: it waits briefly, and gives way.
SET lock_timeout = '500ms';
\if :pending
ALTER TABLE public.items DETACH PARTITION public.items__2026_03 FINALIZE;
\else
-- lock_timeout stays on here, so that nobody queues for longer at the other end of a foreign key. Where it strikes, run the file again.
ALTER TABLE public.items DETACH PARTITION public.items__2026_03 CONCURRENTLY;
\endif
SET lock_timeout = '3s';
\endif
SELECT count(*) = 1 AS detached,
    coalesce(max(regexp_replace(obj_description(oid, 'pg_class'), '^pschema: detaching',
      to_char(clock_timestamp(), '"pschema: detached at "YYYY-MM-DD"T"HH24:MI:SS"Z"'))), '') AS marker
  FROM pg_class WHERE oid = to_regclass('public.items__2026_03') AND NOT relispartition
    AND split_part(obj_description(oid, 'pg_class'), chr(10), 1) = 'pschema: detaching' || :'about' \gset
\if :detached
COMMENT ON TABLE public.items__2026_03 IS :'marker';
\else
\warn 'SKIPPED detach of public.items__2026_03:' :verdict
\endif

\echo '2/2 DROP public.items__2026_03'
-- DROP public.items__2026_03 (follows_detach): 2026-03-01 to 2026-04-01.
-- Its rows are LOST. Lock: ACCESS EXCLUSIVE on public.items__2026_03 with all below it, and on the tables that its own foreign keys reference.
-- Dropped only if it is detached and its comment says that pschema detached this very table from this parent.
SELECT $$, public.items__2026_03 of public.items FOR VALUES FROM ('2026-03-01 00:00:00+00') TO ('2026-04-01 00:00:00+00')$$ AS about \gset
BEGIN;
SELECT coalesce(max(CASE WHEN obj_description(oid, 'pg_class') IS NULL THEN 'it has no marker of pschema' ELSE
    CASE
    WHEN relispartition
      THEN 'it is attached'
    WHEN split_part(obj_description(oid, 'pg_class'), chr(10), 1) !~ '^pschema: detached at \d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ, '
      OR substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 42) <> :'about'
      THEN 'its comment does not say that pschema detached this table from this parent'
    WHEN to_regclass('public.items') IS NULL
      THEN 'the table that it was detached from is not there'
    WHEN age(pg_class.xmin) < (SELECT age(d.xmin) FROM pg_description AS d
      WHERE d.objoid = oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0)
      THEN 'it was changed after pschema had marked it; to let it go, drop it by hand'
    ELSE 'go' END END), 'there is no such table') AS verdict
  FROM pg_class WHERE oid = to_regclass('public.items__2026_03') \gset
SELECT :'verdict' = 'go' AS todo \gset
\if :todo
LOCK TABLE public.items__2026_03 IN ACCESS EXCLUSIVE MODE;
-- Others queue behind that lock: for the next ones this waits briefly, and gives way.
SET LOCAL lock_timeout = '500ms';
SELECT coalesce(max(CASE WHEN obj_description(oid, 'pg_class') IS NULL THEN 'it has no marker of pschema' ELSE
    CASE
    WHEN relispartition
      THEN 'it is attached'
    WHEN split_part(obj_description(oid, 'pg_class'), chr(10), 1) !~ '^pschema: detached at \d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ, '
      OR substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 42) <> :'about'
      THEN 'its comment does not say that pschema detached this table from this parent'
    WHEN to_regclass('public.items') IS NULL
      THEN 'the table that it was detached from is not there'
    WHEN age(pg_class.xmin) < (SELECT age(d.xmin) FROM pg_description AS d
      WHERE d.objoid = oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0)
      THEN 'it was changed after pschema had marked it; to let it go, drop it by hand'
    ELSE 'go' END END), 'there is no such table') AS verdict
  FROM pg_class WHERE oid = to_regclass('public.items__2026_03') \gset
SELECT :'verdict' = 'go' AS todo \gset
\endif
\if :todo
DROP TABLE public.items__2026_03;
\else
\warn 'SKIPPED drop of public.items__2026_03:' :verdict
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
