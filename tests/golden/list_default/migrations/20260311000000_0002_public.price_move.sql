-- pschema 1: move for public.price, planned at 2026-03-11T00:00:00Z
--
-- Does:       creates 1 partition, built apart in one transaction and attached last.
--             moves into it what a DEFAULT partition holds of it, each partition in one transaction.
--              MOVE public.price__dear: group dear
-- Loses data: no: rows leave the DEFAULT partition and come into another one in the same transaction.
-- Locks:      ACCESS EXCLUSIVE on public.price: readers and writers wait while such a step runs. A statement waits 3s for each lock at the most, then the file stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260311000000_0002_public.price_move
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
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'price' \gset
SET ROLE :"owner";

\echo '1/1 MOVE public.price_rest to public.price__dear'
-- CREATE public.price__dear (list_group_missing): group dear.
-- MOVE of its rows out of public.price_rest (default_rows): 3 rows when the snapshot was taken.
-- Why: the schema names the group.
-- Lock: ACCESS EXCLUSIVE on public.price, ACCESS EXCLUSIVE (and a scan of the 4 rows that it had) on public.price_rest, from the start to COMMIT: everybody who reads or writes public.price waits meanwhile, and sees every row once.
-- The rows go in after ATTACH, so that a publication sends both halves. Triggers of the table fire for both.
-- Skipped if a partition with these bounds is there. Where there is no DEFAULT partition of this name, as on a fresh database, no row is moved.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.price'::regclass AND NOT inhdetachpending
    AND ARRAY(SELECT CASE WHEN v[1] ~ '[0-9]' THEN trim_scale(v[1]::numeric)::text ELSE v[1] END
      FROM regexp_matches(pg_get_expr(relpartbound, 0), $$(-?[0-9][0-9.e+-]*|'NaN'|'-?Infinity'|NULL|MINVALUE|MAXVALUE|DEFAULT)$$, 'g') AS v ORDER BY 1)
      = ARRAY(SELECT CASE WHEN v[1] ~ '[0-9]' THEN trim_scale(v[1]::numeric)::text ELSE v[1] END
      FROM regexp_matches('FOR VALUES IN (10.000, NULL)', $$(-?[0-9][0-9.e+-]*|'NaN'|'-?Infinity'|NULL|MINVALUE|MAXVALUE|DEFAULT)$$, 'g') AS v ORDER BY 1))
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.price__dear') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo \gset
\if :todo
BEGIN;
LOCK TABLE ONLY public.price IN ACCESS EXCLUSIVE MODE;
-- Others queue behind that lock: for the next ones this waits briefly, and gives way.
SET LOCAL lock_timeout = '500ms';
SELECT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = to_regclass('public.price') AND oid = to_regclass('public.price_rest') AND pg_get_expr(relpartbound, 0) = 'DEFAULT') AS moves \gset
\if :moves
SELECT NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('public.price') AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
  AND attname <> ALL (ARRAY['amount', 'what']::name[])) AS todo,
  'the table has other columns than when this file was written' AS verdict \gset
\if :todo
SELECT count(*) = 0 AS todo, 'a foreign key references the table, and this file cannot look into its rows' AS verdict
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND confrelid IN (pg_partition_root(to_regclass('public.price')), to_regclass('public.price_rest'))
  AND NOT coalesce((false)
    AND has_schema_privilege(connamespace, 'USAGE') AND has_table_privilege(conrelid, 'SELECT') AND NOT row_security_active(conrelid),
    false) \gset
\endif
\if :todo
CREATE TABLE public.price__dear (LIKE public.price INCLUDING ALL EXCLUDING IDENTITY);
CREATE UNLOGGED TABLE public.price__dear__rows AS SELECT amount, what
  FROM public.price_rest
  WHERE amount IN ('10.000') OR amount IS NULL;
DELETE FROM public.price_rest
  WHERE amount IN ('10.000') OR amount IS NULL;
ALTER TABLE public.price ATTACH PARTITION public.price__dear
  FOR VALUES IN ('10.000', NULL);
SELECT count(*) AS before FROM public.price__dear \gset
INSERT INTO public.price__dear (amount, what) OVERRIDING SYSTEM VALUE
  SELECT amount, what FROM public.price__dear__rows;
SELECT count(*) - :'before'::bigint <> (SELECT count(*) FROM public.price__dear__rows) AS lost FROM public.price__dear \gset
\if :lost
DO $$BEGIN RAISE EXCEPTION 'STOP: not every row came into the partition; does a trigger of the table keep rows out? Nothing was moved'; END$$;
\endif
DROP TABLE public.price__dear__rows;
\else
\warn 'SKIPPED MOVE public.price_rest to public.price__dear:' :verdict
\endif
\else
CREATE TABLE public.price__dear (LIKE public.price INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.price ATTACH PARTITION public.price__dear
  FOR VALUES IN ('10.000', NULL);
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
