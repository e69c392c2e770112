-- pschema 1: retire for public.clicks, planned at 2026-09-10T00:00:00Z
--
-- Does:       detaches 1 expired partition; drops nothing.
--              DETACH public.clicks__2026_07: 2026-07-01 to 2026-08-01
-- Loses data: no, but the rows of what it detaches are no longer seen through the parent, and inserts into that range fail.
-- Locks:      ACCESS EXCLUSIVE on public.clicks: readers and writers wait while such a step runs. A statement waits 3s for each lock at the most, then the file stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260910000000_0004_public.clicks_retire
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
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'clicks' \gset
SET ROLE :"owner";

\echo '1/1 DETACH public.clicks__2026_07'
-- DETACH public.clicks__2026_07 (retention_expired): 2026-07-01 to 2026-08-01; expired since 2026-08-01T00:00:00Z.
-- Its rows leave public.clicks, and inserts into that range fail from then on (or go to a DEFAULT partition). They stay readable in the table itself, which moves to schema "Old clicks" with all below it (retired_into_schema).
-- Lock: ACCESS EXCLUSIVE on public.clicks, ACCESS EXCLUSIVE on public.clicks__2026_07, ACCESS EXCLUSIVE on public.clicks__default, to COMMIT: everybody who reads or writes public.clicks waits meanwhile.
SELECT $$, "Old clicks".clicks__2026_07 of public.clicks FOR VALUES FROM ('2026-07-01 00:00:00+00') TO ('2026-08-01 00:00:00+00')$$ AS about \gset
BEGIN;
SELECT coalesce(max(CASE
    WHEN now() < '2026-08-01T00:00:00Z'::timestamptz
      THEN 'by this server''s clock it has not expired; it does at 2026-08-01T00:00:00Z'
    WHEN to_regnamespace('"Old clicks"') IS NULL
      THEN 'there is no schema "Old clicks" to move it to'
    WHEN NOT has_schema_privilege(to_regnamespace('"Old clicks"'), 'CREATE')
      THEN 'its owner may not create tables in schema "Old clicks"'
    WHEN EXISTS (SELECT FROM pg_partition_tree(to_regclass('public.clicks__2026_07')) JOIN pg_class AS part ON part.oid = relid
        JOIN pg_class AS there ON there.relnamespace = to_regnamespace('"Old clicks"')
        WHERE part.relnamespace <> there.relnamespace AND (there.relname = part.relname OR there.relname IN
          (SELECT i.relname FROM pg_index JOIN pg_class AS i ON i.oid = indexrelid WHERE indrelid = part.oid)))
      THEN 'something in schema "Old clicks" has its name already, or that of a table below it or of an index'
    WHEN inhdetachpending
      THEN 'a concurrent detach of it is pending'
    ELSE 'go' END),
    'it is not attached here under this name with these bounds, or was detached before') AS verdict,
    coalesce(max(concat_ws(chr(10), to_char(clock_timestamp(), '"pschema: detached at "YYYY-MM-DD"T"HH24:MI:SS"Z"') || :'about',
      nullif(regexp_replace(obj_description(oid, 'pg_class'), '^pschema: (detaching|detached at [^,]*|building|adopted), [^\n]* of [^\n]*\n?', ''), ''))), '') AS marker
  FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = to_regclass('public.clicks') AND oid = to_regclass('public.clicks__2026_07')
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-07-01 00:00:00+00') TO ('2026-08-01 00:00:00+00')$$ \gset
SELECT :'verdict' = 'go' AS todo \gset
\if :todo
LOCK TABLE ONLY public.clicks IN ACCESS EXCLUSIVE MODE;
-- Others queue behind that lock: for the next ones this waits briefly, and gives way.
SET LOCAL lock_timeout = '500ms';
SELECT coalesce(max(CASE
    WHEN now() < '2026-08-01T00:00:00Z'::timestamptz
      THEN 'by this server''s clock it has not expired; it does at 2026-08-01T00:00:00Z'
    WHEN to_regnamespace('"Old clicks"') IS NULL
      THEN 'there is no schema "Old clicks" to move it to'
    WHEN NOT has_schema_privilege(to_regnamespace('"Old clicks"'), 'CREATE')
      THEN 'its owner may not create tables in schema "Old clicks"'
    WHEN EXISTS (SELECT FROM pg_partition_tree(to_regclass('public.clicks__2026_07')) JOIN pg_class AS part ON part.oid = relid
        JOIN pg_class AS there ON there.relnamespace = to_regnamespace('"Old clicks"')
        WHERE part.relnamespace <> there.relnamespace AND (there.relname = part.relname OR there.relname IN
          (SELECT i.relname FROM pg_index JOIN pg_class AS i ON i.oid = indexrelid WHERE indrelid = part.oid)))
      THEN 'something in schema "Old clicks" has its name already, or that of a table below it or of an index'
    WHEN inhdetachpending
      THEN 'a concurrent detach of it is pending'
    ELSE 'go' END),
    'it is not attached here under this name with these bounds, or was detached before') AS verdict,
    coalesce(max(concat_ws(chr(10), to_char(clock_timestamp(), '"pschema: detached at "YYYY-MM-DD"T"HH24:MI:SS"Z"') || :'about',
      nullif(regexp_replace(obj_description(oid, 'pg_class'), '^pschema: (detaching|detached at [^,]*|building|adopted), [^\n]* of [^\n]*\n?', ''), ''))), '') AS marker
  FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = to_regclass('public.clicks') AND oid = to_regclass('public.clicks__2026_07')
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-07-01 00:00:00+00') TO ('2026-08-01 00:00:00+00')$$ \gset
SELECT :'verdict' = 'go' AS todo \gset
\endif
\if :todo
ALTER TABLE public.clicks DETACH PARTITION public.clicks__2026_07;
ALTER TABLE public.clicks__2026_07 SET SCHEMA "Old clicks";
COMMENT ON TABLE "Old clicks".clicks__2026_07 IS :'marker';
\else
\warn 'SKIPPED detach of public.clicks__2026_07:' :verdict
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
