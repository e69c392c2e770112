-- pschema 1: drop for public.tens, planned at 2026-08-28T10:00:00Z
--
-- Does:       detaches 2 expired partitions and drops them.
--              DETACH public.tens_120: 120 to 130
--              DETACH public.tens_100: 100 to 110
-- Loses data: YES: the rows of what it drops.
-- Locks:      readers and writers of public.tens go on, but not those who name a leaving partition itself. A statement waits 3s for each lock at the most, then the file stops (a concurrent detach waits for up to 10min).
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1, because
--             a concurrent detach cannot run in one.

\set file 20260828100000_0017_public.tens_drop
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
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'tens' \gset
SET ROLE :"owner";

\echo '1/4 DETACH public.tens_120'
-- DETACH public.tens_120 (retention_expired): 120 to 130; no keep clause holds once the keys have reached 130.
-- Its rows leave public.tens, and inserts into that range fail from then on (or go to a DEFAULT partition). The table is dropped right afterwards: its rows are LOST.
-- Lock: SHARE UPDATE EXCLUSIVE on public.tens, ACCESS EXCLUSIVE on public.tens_120.
-- First it waits until every transaction that has used public.tens has ended; reads and writes of public.tens go on meanwhile, other DDL on it waits.
-- If it is stopped during that wait, the detach is half done: the rows are gone from the parent already, inserts into that range fail, and no other partition of this parent can be detached concurrently, until this file is run again and finishes it.
SELECT $$, public.tens_120 of public.tens FOR VALUES FROM ('120') TO ('130')$$ AS about \gset
SELECT coalesce(max(CASE
    WHEN NOT inhdetachpending AND EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = inhparent AND partdefid <> 0)
      THEN 'a DEFAULT partition stands beside it, which forbids a concurrent detach'
    WHEN NOT inhdetachpending AND EXISTS (SELECT FROM pg_inherits WHERE inhparent = to_regclass('public.tens') AND inhdetachpending)
      THEN 'another detach on this parent is pending'
    ELSE 'go' END),
    'it is not attached here under this name with these bounds, or was detached before') AS verdict, coalesce(bool_or(inhdetachpending), false) AS pending,
    coalesce(max(concat_ws(chr(10), 'pschema: detaching' || :'about',
      nullif(regexp_replace(obj_description(oid, 'pg_class'), '^pschema: (detaching|detached at [^,]*|building|adopted), [^\n]* of [^\n]*\n?', ''), ''))), '') AS marker
  FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = to_regclass('public.tens') AND oid = to_regclass('public.tens_120')
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('120') TO ('130')$$ \gset
SELECT :'verdict' = 'go' AS todo \gset
\if :todo
SELECT CASE WHEN coalesce(greatest(
      (SELECT max(n) FROM public.tens WHERE tableoid NOT IN (SELECT relid FROM pg_partition_tree(
        (SELECT partdefid FROM pg_partitioned_table WHERE partrelid = 'public.tens'::regclass)))),
      pg_sequence_last_value(pg_get_serial_sequence('public.tens', 'n')::regclass)), 0) < 130
    THEN 'by the keys on this server it has not expired; it does once they reach 130' ELSE 'go' END AS verdict \gset
SELECT :'verdict' = 'go' AS todo \gset
\endif
\if :todo
-- Let be where the condition of a keep clause holds again, or cannot be told: not empty
DO $pschema$
DECLARE holds boolean;
BEGIN
  BEGIN
    PERFORM set_config('transaction_read_only', 'on', true);
    EXECUTE $question$SELECT NOT (NOT EXISTS (SELECT FROM public.tens_120))$question$ INTO STRICT holds;
  EXCEPTION
    WHEN lock_not_available OR transaction_rollback OR insufficient_resources OR operator_intervention OR system_error THEN RAISE;
    WHEN OTHERS THEN holds := NULL;
  END;
  PERFORM set_config('pschema.holds', coalesce(holds::text, 'unknown'), false);
END
$pschema$;
SELECT CASE WHEN coalesce(greatest(
      (SELECT max(n) FROM public.tens WHERE tableoid NOT IN (SELECT relid FROM pg_partition_tree(
        (SELECT partdefid FROM pg_partitioned_table WHERE partrelid = 'public.tens'::regclass)))),
      pg_sequence_last_value(pg_get_serial_sequence('public.tens', 'n')::regclass)), 0) < 180 AND current_setting('pschema.holds', true) IS DISTINCT FROM 'false'
    THEN 'a keep clause holds, or its condition cannot be told: not empty' ELSE 'go' END AS verdict \gset
SELECT :'verdict' = 'go' AS todo \gset
\endif
\if :todo
COMMENT ON TABLE public.tens_120 IS :'marker';
\if :pending
ALTER TABLE public.tens DETACH PARTITION public.tens_120 FINALIZE;
\else
-- Off for this wait: readers and writers do not queue behind it, and lock_timeout would leave the detach half done.
SET lock_timeout = 0;
ALTER TABLE public.tens DETACH PARTITION public.tens_120 CONCURRENTLY;
SET lock_timeout = '3s';
\endif
\endif
SELECT count(*) = 1 AS detached,
    coalesce(max(regexp_replace(obj_description(oid, 'pg_class'), '^pschema: detaching',
      to_char(clock_timestamp(), '"pschema: detached at "YYYY-MM-DD"T"HH24:MI:SS"Z"'))), '') AS marker
  FROM pg_class WHERE oid = to_regclass('public.tens_120') AND NOT relispartition
    AND split_part(obj_description(oid, 'pg_class'), chr(10), 1) = 'pschema: detaching' || :'about' \gset
\if :detached
COMMENT ON TABLE public.tens_120 IS :'marker';
\else
\warn 'SKIPPED detach of public.tens_120:' :verdict
\endif

\echo '2/4 DROP public.tens_120'
-- DROP public.tens_120 (follows_detach): 120 to 130.
-- Its rows are LOST. Lock: ACCESS EXCLUSIVE on public.tens_120 with all below it, and on the tables that its own foreign keys reference.
-- Dropped only if it is detached and its comment says that pschema detached this very table from this parent.
SELECT $$, public.tens_120 of public.tens FOR VALUES FROM ('120') TO ('130')$$ AS about \gset
BEGIN;
SELECT coalesce(max(CASE WHEN obj_description(oid, 'pg_class') IS NULL THEN 'it has no marker of pschema' ELSE
    CASE
    WHEN relispartition
      THEN 'it is attached'
    WHEN split_part(obj_description(oid, 'pg_class'), chr(10), 1) !~ '^pschema: detached at \d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ, '
      OR substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 42) <> :'about'
      THEN 'its comment does not say that pschema detached this table from this parent'
    WHEN to_regclass('public.tens') IS NULL
      THEN 'the table that it was detached from is not there'
    WHEN age(pg_class.xmin) < (SELECT age(d.xmin) FROM pg_description AS d
      WHERE d.objoid = oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0)
      THEN 'it was changed after pschema had marked it; to let it go, drop it by hand'
    ELSE 'go' END END), 'there is no such table') AS verdict
  FROM pg_class WHERE oid = to_regclass('public.tens_120') \gset
SELECT :'verdict' = 'go' AS todo \gset
\if :todo
LOCK TABLE public.tens_120 IN ACCESS EXCLUSIVE MODE;
SELECT coalesce(max(CASE WHEN obj_description(oid, 'pg_class') IS NULL THEN 'it has no marker of pschema' ELSE
    CASE
    WHEN relispartition
      THEN 'it is attached'
    WHEN split_part(obj_description(oid, 'pg_class'), chr(10), 1) !~ '^pschema: detached at \d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ, '
      OR substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 42) <> :'about'
      THEN 'its comment does not say that pschema detached this table from this parent'
    WHEN to_regclass('public.tens') IS NULL
      THEN 'the table that it was detached from is not there'
    WHEN age(pg_class.xmin) < (SELECT age(d.xmin) FROM pg_description AS d
      WHERE d.objoid = oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0)
      THEN 'it was changed after pschema had marked it; to let it go, drop it by hand'
    ELSE 'go' END END), 'there is no such table') AS verdict
  FROM pg_class WHERE oid = to_regclass('public.tens_120') \gset
SELECT :'verdict' = 'go' AS todo \gset
\endif
\if :todo
DROP TABLE public.tens_120;
\else
\warn 'SKIPPED drop of public.tens_120:' :verdict
\endif
COMMIT;

\echo '3/4 DETACH public.tens_100'
-- DETACH public.tens_100 (retention_expired): 100 to 110; no keep clause holds once the keys have reached 160.
-- Its rows leave public.tens, and inserts into that range fail from then on (or go to a DEFAULT partition). The table is dropped right afterwards: its rows are LOST.
-- Lock: SHARE UPDATE EXCLUSIVE on public.tens, ACCESS EXCLUSIVE on public.tens_100.
-- First it waits until every transaction that has used public.tens has ended; reads and writes of public.tens go on meanwhile, other DDL on it waits.
-- If it is stopped during that wait, the detach is half done: the rows are gone from the parent already, inserts into that range fail, and no other partition of this parent can be detached concurrently, until this file is run again and finishes it.
SELECT $$, public.tens_100 of public.tens FOR VALUES FROM ('100') TO ('110')$$ AS about \gset
SELECT coalesce(max(CASE
    WHEN NOT inhdetachpending AND EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = inhparent AND partdefid <> 0)
      THEN 'a DEFAULT partition stands beside it, which forbids a concurrent detach'
    WHEN NOT inhdetachpending AND EXISTS (SELECT FROM pg_inherits WHERE inhparent = to_regclass('public.tens') AND inhdetachpending)
      THEN 'another detach on this parent is pending'
    ELSE 'go' END),
    'it is not attached here under this name with these bounds, or was detached before') AS verdict, coalesce(bool_or(inhdetachpending), false) AS pending,
    coalesce(max(concat_ws(chr(10), 'pschema: detaching' || :'about',
      nullif(regexp_replace(obj_description(oid, 'pg_class'), '^pschema: (detaching|detached at [^,]*|building|adopted), [^\n]* of [^\n]*\n?', ''), ''))), '') AS marker
  FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = to_regclass('public.tens') AND oid = to_regclass('public.tens_100')
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('100') TO ('110')$$ \gset
SELECT :'verdict' = 'go' AS todo \gset
\if :todo
SELECT CASE WHEN coalesce(greatest(
      (SELECT max(n) FROM public.tens WHERE tableoid NOT IN (SELECT relid FROM pg_partition_tree(
        (SELECT partdefid FROM pg_partitioned_table WHERE partrelid = 'public.tens'::regclass)))),
      pg_sequence_last_value(pg_get_serial_sequence('public.tens', 'n')::regclass)), 0) < 160
    THEN 'by the keys on this server it has not expired; it does once they reach 160' ELSE 'go' END AS verdict \gset
SELECT :'verdict' = 'go' AS todo \gset
\endif
\if :todo
COMMENT ON TABLE public.tens_100 IS :'marker';
\if :pending
ALTER TABLE public.tens DETACH PARTITION public.tens_100 FINALIZE;
\else
-- Off for this wait: readers and writers do not queue behind it, and lock_timeout would leave the detach half done.
SET lock_timeout = 0;
ALTER TABLE public.tens DETACH PARTITION public.tens_100 CONCURRENTLY;
SET lock_timeout = '3s';
\endif
\endif
SELECT count(*) = 1 AS detached,
    coalesce(max(regexp_replace(obj_description(oid, 'pg_class'), '^pschema: detaching',
      to_char(clock_timestamp(), '"pschema: detached at "YYYY-MM-DD"T"HH24:MI:SS"Z"'))), '') AS marker
  FROM pg_class WHERE oid = to_regclass('public.tens_100') AND NOT relispartition
    AND split_part(obj_description(oid, 'pg_class'), chr(10), 1) = 'pschema: detaching' || :'about' \gset
\if :detached
COMMENT ON TABLE public.tens_100 IS :'marker';
\else
\warn 'SKIPPED detach of public.tens_100:' :verdict
\endif

\echo '4/4 DROP public.tens_100'
-- DROP public.tens_100 (follows_detach): 100 to 110.
-- Its rows are LOST. Lock: ACCESS EXCLUSIVE on public.tens_100 with all below it, and on the tables that its own foreign keys reference.
-- Dropped only if it is detached and its comment says that pschema detached this very table from this parent.
SELECT $$, public.tens_100 of public.tens FOR VALUES FROM ('100') TO ('110')$$ AS about \gset
BEGIN;
SELECT coalesce(max(CASE WHEN obj_description(oid, 'pg_class') IS NULL THEN 'it has no marker of pschema' ELSE
    CASE
    WHEN relispartition
      THEN 'it is attached'
    WHEN split_part(obj_description(oid, 'pg_class'), chr(10), 1) !~ '^pschema: detached at \d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ, '
      OR substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 42) <> :'about'
      THEN 'its comment does not say that pschema detached this table from this parent'
    WHEN to_regclass('public.tens') IS NULL
      THEN 'the table that it was detached from is not there'
    WHEN age(pg_class.xmin) < (SELECT age(d.xmin) FROM pg_description AS d
      WHERE d.objoid = oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0)
      THEN 'it was changed after pschema had marked it; to let it go, drop it by hand'
    ELSE 'go' END END), 'there is no such table') AS verdict
  FROM pg_class WHERE oid = to_regclass('public.tens_100') \gset
SELECT :'verdict' = 'go' AS todo \gset
\if :todo
LOCK TABLE public.tens_100 IN ACCESS EXCLUSIVE MODE;
SELECT coalesce(max(CASE WHEN obj_description(oid, 'pg_class') IS NULL THEN 'it has no marker of pschema' ELSE
    CASE
    WHEN relispartition
      THEN 'it is attached'
    WHEN split_part(obj_description(oid, 'pg_class'), chr(10), 1) !~ '^pschema: detached at \d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ, '
      OR substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 42) <> :'about'
      THEN 'its comment does not say that pschema detached this table from this parent'
    WHEN to_regclass('public.tens') IS NULL
      THEN 'the table that it was detached from is not there'
    WHEN age(pg_class.xmin) < (SELECT age(d.xmin) FROM pg_description AS d
      WHERE d.objoid = oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0)
      THEN 'it was changed after pschema had marked it; to let it go, drop it by hand'
    ELSE 'go' END END), 'there is no such table') AS verdict
  FROM pg_class WHERE oid = to_regclass('public.tens_100') \gset
SELECT :'verdict' = 'go' AS todo \gset
\endif
\if :todo
DROP TABLE public.tens_100;
\else
\warn 'SKIPPED drop of public.tens_100:' :verdict
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
