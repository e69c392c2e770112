-- pschema 1: adopt for public.visits, planned at 2026-08-28T11:00:00Z
--
-- Does:       attaches a table that stands outside the tree, with the rows that it has.
--              ADOPT public."Visits of June": 2026-06-01 to 2026-07-01
-- Loses data: no.
-- Locks:      readers and writers of public.visits go on. A statement waits 3s for each lock at the most, then the file stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260828110000_0005_public.visits_adopt
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
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'visits' \gset
SET ROLE :"owner";

\echo '1/1 ADOPT public."Visits of June"'
-- ADOPT public."Visits of June": 2026-06-01 to 2026-07-01 of public.visits.
-- It bore no marker of pschema: a person said where it belongs.
-- The schema wants or keeps that window, so it is attached.
-- Lock: SHARE UPDATE EXCLUSIVE on public.visits, ACCESS EXCLUSIVE on public."Visits of June", while ATTACH looks at its rows.
-- Skipped if a partition with these bounds is there. Where there is no such table, as on a fresh database, an empty one is made.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.visits'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-06-01 00:00:00+00') TO ('2026-07-01 00:00:00+00')$$) AS todo \gset
\if :todo
BEGIN;
SELECT coalesce(max(CASE
    WHEN relispartition
      THEN 'it is attached'
    WHEN split_part(obj_description(oid, 'pg_class'), chr(10), 1) ~ '^pschema: '
      THEN 'its comment is a marker of pschema by now (was it adopted before?)'
    WHEN relkind NOT IN ('r', 'p')
      THEN 'it is no table, or a foreign one'
    WHEN EXISTS (SELECT FROM pg_inherits WHERE inhrelid = pg_class.oid)
      THEN 'it inherits from another table'
    WHEN to_regclass('public.visits') IS NULL
      THEN 'the table that it would belong to is not there'
    WHEN relowner <> (SELECT p.relowner FROM pg_class AS p WHERE p.oid = to_regclass('public.visits'))
      THEN 'it belongs to another role than the table that it would belong to; ALTER TABLE … OWNER TO mends that'
    WHEN EXISTS (SELECT FROM pg_attribute AS p WHERE p.attrelid = to_regclass('public.visits') AND p.attnum > 0 AND NOT p.attisdropped
        AND NOT EXISTS (SELECT FROM pg_attribute AS c WHERE c.attrelid = pg_class.oid AND c.attnum > 0
          AND c.attname = p.attname AND c.atttypid = p.atttypid AND c.atttypmod = p.atttypmod
          AND c.attcollation = p.attcollation AND c.attgenerated = p.attgenerated AND c.attnotnull >= p.attnotnull))
      OR (SELECT count(*) FROM pg_attribute WHERE attrelid = to_regclass('public.visits') AND attnum > 0 AND NOT attisdropped)
        <> (SELECT count(*) FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped)
      THEN 'its columns are not those of the table that it would belong to'
    ELSE 'go' END),
    'there is no such table') AS verdict,
    coalesce(max(regexp_replace(obj_description(oid, 'pg_class'), '^pschema: (detaching|detached at [^,]*|building|adopted), [^\n]* of [^\n]*\n?', '')), '') AS comment
  FROM pg_class WHERE oid = to_regclass('public."Visits of June"') \gset
SELECT :'verdict' = 'go' AS ours, to_regclass('public."Visits of June"') IS NULL AS absent \gset
\if :ours
COMMENT ON TABLE public."Visits of June" IS :'comment';
ALTER TABLE public.visits ATTACH PARTITION public."Visits of June"
  FOR VALUES FROM ('2026-06-01 00:00:00+00') TO ('2026-07-01 00:00:00+00');
\else
\if :absent
\warn 'MADE EMPTY public."Visits of June": there is no such table here'
CREATE TABLE public."Visits of June" (LIKE public.visits INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.visits ATTACH PARTITION public."Visits of June"
  FOR VALUES FROM ('2026-06-01 00:00:00+00') TO ('2026-07-01 00:00:00+00');
\else
\warn 'SKIPPED adoption of public."Visits of June":' :verdict
\endif
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
