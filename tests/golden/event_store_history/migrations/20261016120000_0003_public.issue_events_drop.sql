-- pschema 1: drop for public.issue_events, planned at 2026-10-16T12:00:00Z
--
-- Does:       drops 1 detached partition.
-- Loses data: YES: the rows of what it drops.
-- Locks:      only on the detached tables themselves, and what their foreign keys reference. Waits 3s for a lock at the most, then stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20261016120000_0003_public.issue_events_drop
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

\echo '1/1 DROP public.issue_events__2026_w33'
-- DROP public.issue_events__2026_w33 (grace_elapsed): 2026-08-10 to 2026-08-17; detached 7 days ago or more.
-- Lock: ACCESS EXCLUSIVE on public.issue_events__2026_w33 and the tables that its own foreign keys reference. Its rows are lost.
-- Skipped unless it is detached, its marker says so with this name, parent and bounds, and the grace is over by the server's clock.
SELECT $$, public.issue_events__2026_w33 of public.issue_events FOR VALUES FROM ('019fe8f8-1400-7000-8000-000000000000') TO ('01a00d04-9800-7000-8000-000000000000')$$ AS about \gset
BEGIN;
SELECT coalesce(obj_description(to_regclass('public.issue_events__2026_w33'), 'pg_class') ~
    '^pschema: detached at \d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ, ', false) AS todo \gset
\if :todo
LOCK TABLE public.issue_events__2026_w33 IN ACCESS EXCLUSIVE MODE;
SELECT count(*) = 1 AS todo FROM pg_class
  WHERE oid = to_regclass('public.issue_events__2026_w33') AND NOT relispartition
    AND substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 42) = :'about'
    AND substr(split_part(obj_description(oid, 'pg_class'), chr(10), 1), 22, 20)::timestamptz + interval '168 hours' <= clock_timestamp() \gset
\endif
\if :todo
DROP TABLE public.issue_events__2026_w33;
\else
\warn 'SKIPPED drop of public.issue_events__2026_w33: gone, attached, without its marker, or detached less than 7 days ago'
\endif
COMMIT;

-- Recorded as applied.
RESET ROLE;
\if :ledger
INSERT INTO pschema.migration (name) VALUES (:'file')
  ON CONFLICT (name) DO UPDATE SET state = 'done', finished = now(), by_whom = session_user, error = NULL;
\endif
SELECT pg_advisory_unlock(31652068182027617) AS ok \gset
RESET ALL;
