-- pschema 1: create for public.issue_events, planned at 2026-09-04T10:00:00Z
--
-- Does:       creates 1 partition with 2 tables below, each built apart in one transaction and attached last.
-- Loses data: no.
-- Locks:      readers and writers of public.issue_events go on; each step names its lock. Waits 3s for a lock at the most, then stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260904100000_0001_public.issue_events_create
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
SELECT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE oid = 'public.issue_events'::regclass \gset
SET ROLE :"owner";

\echo '1/1 CREATE public.issue_events__2026_w37'
-- CREATE public.issue_events__2026_w37 (create_ahead): 2026-09-07 to 2026-09-14, hash in 2.
-- Why: the schema creates windows ahead of time.
-- Lock: SHARE UPDATE EXCLUSIVE on public.issue_events, from ATTACH to COMMIT; ACCESS SHARE on public.issue_events before.
-- Skipped if a partition with these bounds is there, under any name.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.issue_events'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('01a0792a-2400-7000-8000-000000000000') TO ('01a09d36-a800-7000-8000-000000000000')$$) AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.issue_events__2026_w37 (LIKE public.issue_events INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (organization_id);
CREATE TABLE public.issue_events__2026_w37__h0 (LIKE public.issue_events INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.issue_events__2026_w37 ATTACH PARTITION public.issue_events__2026_w37__h0 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE public.issue_events__2026_w37__h1 (LIKE public.issue_events INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.issue_events__2026_w37 ATTACH PARTITION public.issue_events__2026_w37__h1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
ALTER TABLE public.issue_events ATTACH PARTITION public.issue_events__2026_w37
  FOR VALUES FROM ('01a0792a-2400-7000-8000-000000000000') TO ('01a09d36-a800-7000-8000-000000000000');
COMMIT;
\endif

-- Recorded as applied.
RESET ROLE;
\if :ledger
INSERT INTO pschema.migration (name) VALUES (:'file')
  ON CONFLICT (name) DO UPDATE SET state = 'done', finished = now(), by_whom = session_user, error = NULL;
\endif
SELECT pg_advisory_unlock(31652068182027617) AS ok \gset
RESET ALL;
