-- pschema 1: retire for public.issue_events, planned at 2026-10-16T12:00:00Z
--
-- Does:       detaches 1 expired partition; drops nothing.
-- Loses data: no, but the rows of what it detaches are no longer seen through the parent.
-- Locks:      readers and writers of public.issue_events go on; each step names its lock. Waits 3s for a lock at the most, then stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1, because
--             a concurrent detach cannot run in one.

\set file 20261016120000_0002_public.issue_events_retire
\set ON_ERROR_STOP on
\set AUTOCOMMIT on
\encoding UTF8
-- Bounds and names below are compared as text, which depends on these settings: pinned here, reset at the end.
SET search_path = pg_catalog, pg_temp; SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres';
SET bytea_output = 'hex'; SET extra_float_digits = 1; SET quote_all_identifiers = off; SET standard_conforming_strings = on;
SET row_security = off; SET default_tablespace = ''; SET default_transaction_isolation = 'read committed';
SET client_min_messages = 'warning'; SET lock_timeout = '3s'; SET statement_timeout = '10min';
-- One run at a time: this lock belongs to the session and to pschema alone.
SELECT (CASE WHEN now() <> statement_timestamp() THEN 'STOP: run this file outside a transaction, without psql -1'
  WHEN NOT pg_try_advisory_lock(31652068182027617) THEN 'STOP: another pschema run is at work in this database'
  ELSE 'true' END)::boolean AS ok \gset
-- The ledger has what was applied. Where there is none, the tests of the steps decide alone.
SELECT to_regclass('pschema.migration') IS NOT NULL AS ledger, false AS applied \gset
\if :ledger
SELECT EXISTS (SELECT FROM pschema.migration WHERE name = :'file' AND state = 'done') AS applied,
  (CASE WHEN has_table_privilege('pschema.migration', 'INSERT') AND has_table_privilege('pschema.migration', 'UPDATE')
  THEN 'true' ELSE 'STOP: this role may not write to pschema.migration' END)::boolean AS ok \gset
\endif
\if :applied
\warn :file 'was applied before: nothing to do'
SELECT pg_advisory_unlock(31652068182027617) AS ok \gset
RESET ALL;
\quit
\endif
-- New tables belong to the owner of the parent, and no step has more rights than that role.
SELECT coalesce(max(pg_get_userbyid(relowner)::text), current_user::text) AS owner FROM pg_class
  WHERE oid = to_regclass('public.issue_events') \gset
SET ROLE :"owner";

\echo '1/1 DETACH public.issue_events__2026_w34'
-- DETACH public.issue_events__2026_w34 (retention_expired): 2026-08-17 to 2026-08-24, out of every keep clause since 2026-10-12T00:00:00Z.
-- Its rows leave public.issue_events and stay readable in the table itself, which a later file drops, not before 7 days have passed.
-- Lock: SHARE UPDATE EXCLUSIVE on public.issue_events, ACCESS EXCLUSIVE on public.issue_events__2026_w34; that only once no transaction is left that has used public.issue_events. Reads and writes go on.
-- Skipped unless it is attached here under this name with these bounds, has expired by the server's clock, and neither a DEFAULT
-- partition nor another pending detach stands beside it. If it is stopped half way, its rows are hidden until it is run again.
SELECT $$, public.issue_events__2026_w34 of public.issue_events FOR VALUES FROM ('01a00d04-9800-7000-8000-000000000000') TO ('01a03111-1c00-7000-8000-000000000000')$$ AS about \gset
SELECT count(*) = 1 AS todo, coalesce(bool_or(inhdetachpending), false) AS pending,
    coalesce(max(concat_ws(chr(10), 'pschema: detaching' || :'about',
      nullif(regexp_replace(obj_description(oid, 'pg_class'), '^pschema: [^\n]*\n?', ''), ''))), '') AS marker
  FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = to_regclass('public.issue_events') AND oid = to_regclass('public.issue_events__2026_w34')
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('01a00d04-9800-7000-8000-000000000000') TO ('01a03111-1c00-7000-8000-000000000000')$$
    AND now() >= '2026-10-12T00:00:00Z'::timestamptz
    AND (inhdetachpending OR NOT EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = inhparent AND partdefid <> 0)
      AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = to_regclass('public.issue_events') AND inhdetachpending)) \gset
\if :todo
COMMENT ON TABLE public.issue_events__2026_w34 IS :'marker';
\if :pending
ALTER TABLE public.issue_events DETACH PARTITION public.issue_events__2026_w34 FINALIZE;
\else
-- Nothing queues behind this wait, and lock_timeout would leave the detach half done.
SET lock_timeout = 0;
ALTER TABLE public.issue_events DETACH PARTITION public.issue_events__2026_w34 CONCURRENTLY;
SET lock_timeout = '3s';
\endif
\endif
SELECT count(*) = 1 AS todo,
    coalesce(max(regexp_replace(obj_description(oid, 'pg_class'), '^pschema: detaching',
      to_char(clock_timestamp(), '"pschema: detached at "YYYY-MM-DD"T"HH24:MI:SS"Z"'))), '') AS marker
  FROM pg_class WHERE oid = to_regclass('public.issue_events__2026_w34') AND NOT relispartition
    AND split_part(obj_description(oid, 'pg_class'), chr(10), 1) = 'pschema: detaching' || :'about' \gset
\if :todo
COMMENT ON TABLE public.issue_events__2026_w34 IS :'marker';
\else
\warn 'SKIPPED detach of public.issue_events__2026_w34: not attached with these bounds under this name, not expired yet, held back by a DEFAULT partition or a pending detach, or done before'
\endif

-- Recorded as applied.
RESET ROLE;
\if :ledger
INSERT INTO pschema.migration (name) VALUES (:'file')
  ON CONFLICT (name) DO UPDATE SET state = 'done', finished = now(), by_whom = session_user, error = NULL;
\endif
SELECT pg_advisory_unlock(31652068182027617) AS ok \gset
RESET ALL;
