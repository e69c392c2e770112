-- pschema 1: create for public.wide, planned at 2026-08-28T10:00:00Z
--
-- Does:       creates 1 partition with 100 tables below, built apart in one or more transactions and attached last.
--              CREATE public.wide__2026: 2026-01-01 to 2027-01-01, hash in 100
-- Loses data: no.
-- Locks:      readers and writers of public.wide go on. A statement waits 3s for each lock at the most, then the file stops.
-- If stopped: run it again, as often as you like. Each step tests the catalog first, and skips what is done. A table that is half built stays apart, marked in its comment, seen by nobody.
-- Run with:   psql -X -f FILE, or pschema apply; not inside a transaction and not with psql -1.

\set file 20260828100000_0001_public.wide_create
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
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = 'public' AND relname = 'wide' \gset
SET ROLE :"owner";

\echo '1/3 BUILD public.wide__2026, part 1 of 3'
-- CREATE public.wide__2026 (create_ahead): 2026-01-01 to 2027-01-01, hash in 100.
-- Why: the schema creates windows ahead of time.
-- It has 503 relations, too many for the lock table of one transaction: it is built apart in 3 parts, under a marker, and attached in the last.
-- Lock: ACCESS SHARE on the parent. Skipped if a partition with these bounds is there, under any name, or this part is done.
SELECT $$, public.wide__2026 of public.wide FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')$$ AS about \gset
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.wide'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.wide__2026') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo, 'pschema: building' || :'about' AS marker \gset
SELECT count(*) = 1 AS started FROM pg_class
  WHERE oid = to_regclass('public.wide__2026') AND NOT relispartition AND split_part(obj_description(oid, 'pg_class'), chr(10), 1) = :'marker' \gset
\if :todo
\if :started
SELECT NOT EXISTS (SELECT attname, atttypid, atttypmod, attnotnull, attgenerated FROM pg_attribute
      WHERE attrelid = to_regclass('public.wide') AND attnum > 0 AND NOT attisdropped
      EXCEPT SELECT attname, atttypid, atttypmod, attnotnull, attgenerated FROM pg_attribute
      WHERE attrelid = to_regclass('public.wide__2026') AND attnum > 0 AND NOT attisdropped)
    AND NOT EXISTS (SELECT attname, atttypid, atttypmod, attnotnull, attgenerated FROM pg_attribute
      WHERE attrelid = to_regclass('public.wide__2026') AND attnum > 0 AND NOT attisdropped
      EXCEPT SELECT attname, atttypid, atttypmod, attnotnull, attgenerated FROM pg_attribute
      WHERE attrelid = to_regclass('public.wide') AND attnum > 0 AND NOT attisdropped)
    AND NOT EXISTS (SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = to_regclass('public.wide') AND contype = 'c'
      EXCEPT SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = to_regclass('public.wide__2026') AND contype = 'c')
    AND NOT EXISTS (SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = to_regclass('public.wide__2026') AND contype = 'c'
      EXCEPT SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = to_regclass('public.wide') AND contype = 'c')
    AND (SELECT count(*) FROM pg_index WHERE indrelid = to_regclass('public.wide')) = (SELECT count(*) FROM pg_index WHERE indrelid = to_regclass('public.wide__2026')) AS fits \gset
\if :fits
\else
DO $$BEGIN RAISE EXCEPTION 'STOP: public.wide__2026 was half built, and the columns, constraints or indexes of public.wide have changed since; drop it and run this file again'; END$$;
\endif
\else
BEGIN;
CREATE TABLE public.wide__2026 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY)
  PARTITION BY HASH (k);
COMMENT ON TABLE public.wide__2026 IS :'marker';
COMMIT;
\endif
\endif

\echo '2/3 BUILD public.wide__2026, part 2 of 3'
-- bucket 0 of 100 to bucket 99 of 100.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.wide'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.wide__2026') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%')
  AND NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = to_regclass('public.wide__2026') AND pg_get_expr(relpartbound, 0) = 'FOR VALUES WITH (modulus 100, remainder 99)') AS todo \gset
\if :todo
BEGIN;
CREATE TABLE public.wide__2026__h0 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h0 FOR VALUES WITH (MODULUS 100, REMAINDER 0);
CREATE TABLE public.wide__2026__h1 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h1 FOR VALUES WITH (MODULUS 100, REMAINDER 1);
CREATE TABLE public.wide__2026__h2 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h2 FOR VALUES WITH (MODULUS 100, REMAINDER 2);
CREATE TABLE public.wide__2026__h3 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h3 FOR VALUES WITH (MODULUS 100, REMAINDER 3);
CREATE TABLE public.wide__2026__h4 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h4 FOR VALUES WITH (MODULUS 100, REMAINDER 4);
CREATE TABLE public.wide__2026__h5 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h5 FOR VALUES WITH (MODULUS 100, REMAINDER 5);
CREATE TABLE public.wide__2026__h6 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h6 FOR VALUES WITH (MODULUS 100, REMAINDER 6);
CREATE TABLE public.wide__2026__h7 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h7 FOR VALUES WITH (MODULUS 100, REMAINDER 7);
CREATE TABLE public.wide__2026__h8 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h8 FOR VALUES WITH (MODULUS 100, REMAINDER 8);
CREATE TABLE public.wide__2026__h9 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h9 FOR VALUES WITH (MODULUS 100, REMAINDER 9);
CREATE TABLE public.wide__2026__h10 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h10 FOR VALUES WITH (MODULUS 100, REMAINDER 10);
CREATE TABLE public.wide__2026__h11 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h11 FOR VALUES WITH (MODULUS 100, REMAINDER 11);
CREATE TABLE public.wide__2026__h12 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h12 FOR VALUES WITH (MODULUS 100, REMAINDER 12);
CREATE TABLE public.wide__2026__h13 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h13 FOR VALUES WITH (MODULUS 100, REMAINDER 13);
CREATE TABLE public.wide__2026__h14 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h14 FOR VALUES WITH (MODULUS 100, REMAINDER 14);
CREATE TABLE public.wide__2026__h15 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h15 FOR VALUES WITH (MODULUS 100, REMAINDER 15);
CREATE TABLE public.wide__2026__h16 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h16 FOR VALUES WITH (MODULUS 100, REMAINDER 16);
CREATE TABLE public.wide__2026__h17 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h17 FOR VALUES WITH (MODULUS 100, REMAINDER 17);
CREATE TABLE public.wide__2026__h18 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h18 FOR VALUES WITH (MODULUS 100, REMAINDER 18);
CREATE TABLE public.wide__2026__h19 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h19 FOR VALUES WITH (MODULUS 100, REMAINDER 19);
CREATE TABLE public.wide__2026__h20 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h20 FOR VALUES WITH (MODULUS 100, REMAINDER 20);
CREATE TABLE public.wide__2026__h21 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h21 FOR VALUES WITH (MODULUS 100, REMAINDER 21);
CREATE TABLE public.wide__2026__h22 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h22 FOR VALUES WITH (MODULUS 100, REMAINDER 22);
CREATE TABLE public.wide__2026__h23 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h23 FOR VALUES WITH (MODULUS 100, REMAINDER 23);
CREATE TABLE public.wide__2026__h24 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h24 FOR VALUES WITH (MODULUS 100, REMAINDER 24);
CREATE TABLE public.wide__2026__h25 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h25 FOR VALUES WITH (MODULUS 100, REMAINDER 25);
CREATE TABLE public.wide__2026__h26 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h26 FOR VALUES WITH (MODULUS 100, REMAINDER 26);
CREATE TABLE public.wide__2026__h27 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h27 FOR VALUES WITH (MODULUS 100, REMAINDER 27);
CREATE TABLE public.wide__2026__h28 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h28 FOR VALUES WITH (MODULUS 100, REMAINDER 28);
CREATE TABLE public.wide__2026__h29 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h29 FOR VALUES WITH (MODULUS 100, REMAINDER 29);
CREATE TABLE public.wide__2026__h30 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h30 FOR VALUES WITH (MODULUS 100, REMAINDER 30);
CREATE TABLE public.wide__2026__h31 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h31 FOR VALUES WITH (MODULUS 100, REMAINDER 31);
CREATE TABLE public.wide__2026__h32 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h32 FOR VALUES WITH (MODULUS 100, REMAINDER 32);
CREATE TABLE public.wide__2026__h33 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h33 FOR VALUES WITH (MODULUS 100, REMAINDER 33);
CREATE TABLE public.wide__2026__h34 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h34 FOR VALUES WITH (MODULUS 100, REMAINDER 34);
CREATE TABLE public.wide__2026__h35 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h35 FOR VALUES WITH (MODULUS 100, REMAINDER 35);
CREATE TABLE public.wide__2026__h36 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h36 FOR VALUES WITH (MODULUS 100, REMAINDER 36);
CREATE TABLE public.wide__2026__h37 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h37 FOR VALUES WITH (MODULUS 100, REMAINDER 37);
CREATE TABLE public.wide__2026__h38 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h38 FOR VALUES WITH (MODULUS 100, REMAINDER 38);
CREATE TABLE public.wide__2026__h39 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h39 FOR VALUES WITH (MODULUS 100, REMAINDER 39);
CREATE TABLE public.wide__2026__h40 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h40 FOR VALUES WITH (MODULUS 100, REMAINDER 40);
CREATE TABLE public.wide__2026__h41 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h41 FOR VALUES WITH (MODULUS 100, REMAINDER 41);
CREATE TABLE public.wide__2026__h42 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h42 FOR VALUES WITH (MODULUS 100, REMAINDER 42);
CREATE TABLE public.wide__2026__h43 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h43 FOR VALUES WITH (MODULUS 100, REMAINDER 43);
CREATE TABLE public.wide__2026__h44 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h44 FOR VALUES WITH (MODULUS 100, REMAINDER 44);
CREATE TABLE public.wide__2026__h45 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h45 FOR VALUES WITH (MODULUS 100, REMAINDER 45);
CREATE TABLE public.wide__2026__h46 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h46 FOR VALUES WITH (MODULUS 100, REMAINDER 46);
CREATE TABLE public.wide__2026__h47 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h47 FOR VALUES WITH (MODULUS 100, REMAINDER 47);
CREATE TABLE public.wide__2026__h48 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h48 FOR VALUES WITH (MODULUS 100, REMAINDER 48);
CREATE TABLE public.wide__2026__h49 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h49 FOR VALUES WITH (MODULUS 100, REMAINDER 49);
CREATE TABLE public.wide__2026__h50 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h50 FOR VALUES WITH (MODULUS 100, REMAINDER 50);
CREATE TABLE public.wide__2026__h51 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h51 FOR VALUES WITH (MODULUS 100, REMAINDER 51);
CREATE TABLE public.wide__2026__h52 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h52 FOR VALUES WITH (MODULUS 100, REMAINDER 52);
CREATE TABLE public.wide__2026__h53 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h53 FOR VALUES WITH (MODULUS 100, REMAINDER 53);
CREATE TABLE public.wide__2026__h54 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h54 FOR VALUES WITH (MODULUS 100, REMAINDER 54);
CREATE TABLE public.wide__2026__h55 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h55 FOR VALUES WITH (MODULUS 100, REMAINDER 55);
CREATE TABLE public.wide__2026__h56 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h56 FOR VALUES WITH (MODULUS 100, REMAINDER 56);
CREATE TABLE public.wide__2026__h57 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h57 FOR VALUES WITH (MODULUS 100, REMAINDER 57);
CREATE TABLE public.wide__2026__h58 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h58 FOR VALUES WITH (MODULUS 100, REMAINDER 58);
CREATE TABLE public.wide__2026__h59 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h59 FOR VALUES WITH (MODULUS 100, REMAINDER 59);
CREATE TABLE public.wide__2026__h60 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h60 FOR VALUES WITH (MODULUS 100, REMAINDER 60);
CREATE TABLE public.wide__2026__h61 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h61 FOR VALUES WITH (MODULUS 100, REMAINDER 61);
CREATE TABLE public.wide__2026__h62 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h62 FOR VALUES WITH (MODULUS 100, REMAINDER 62);
CREATE TABLE public.wide__2026__h63 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h63 FOR VALUES WITH (MODULUS 100, REMAINDER 63);
CREATE TABLE public.wide__2026__h64 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h64 FOR VALUES WITH (MODULUS 100, REMAINDER 64);
CREATE TABLE public.wide__2026__h65 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h65 FOR VALUES WITH (MODULUS 100, REMAINDER 65);
CREATE TABLE public.wide__2026__h66 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h66 FOR VALUES WITH (MODULUS 100, REMAINDER 66);
CREATE TABLE public.wide__2026__h67 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h67 FOR VALUES WITH (MODULUS 100, REMAINDER 67);
CREATE TABLE public.wide__2026__h68 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h68 FOR VALUES WITH (MODULUS 100, REMAINDER 68);
CREATE TABLE public.wide__2026__h69 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h69 FOR VALUES WITH (MODULUS 100, REMAINDER 69);
CREATE TABLE public.wide__2026__h70 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h70 FOR VALUES WITH (MODULUS 100, REMAINDER 70);
CREATE TABLE public.wide__2026__h71 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h71 FOR VALUES WITH (MODULUS 100, REMAINDER 71);
CREATE TABLE public.wide__2026__h72 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h72 FOR VALUES WITH (MODULUS 100, REMAINDER 72);
CREATE TABLE public.wide__2026__h73 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h73 FOR VALUES WITH (MODULUS 100, REMAINDER 73);
CREATE TABLE public.wide__2026__h74 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h74 FOR VALUES WITH (MODULUS 100, REMAINDER 74);
CREATE TABLE public.wide__2026__h75 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h75 FOR VALUES WITH (MODULUS 100, REMAINDER 75);
CREATE TABLE public.wide__2026__h76 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h76 FOR VALUES WITH (MODULUS 100, REMAINDER 76);
CREATE TABLE public.wide__2026__h77 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h77 FOR VALUES WITH (MODULUS 100, REMAINDER 77);
CREATE TABLE public.wide__2026__h78 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h78 FOR VALUES WITH (MODULUS 100, REMAINDER 78);
CREATE TABLE public.wide__2026__h79 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h79 FOR VALUES WITH (MODULUS 100, REMAINDER 79);
CREATE TABLE public.wide__2026__h80 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h80 FOR VALUES WITH (MODULUS 100, REMAINDER 80);
CREATE TABLE public.wide__2026__h81 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h81 FOR VALUES WITH (MODULUS 100, REMAINDER 81);
CREATE TABLE public.wide__2026__h82 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h82 FOR VALUES WITH (MODULUS 100, REMAINDER 82);
CREATE TABLE public.wide__2026__h83 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h83 FOR VALUES WITH (MODULUS 100, REMAINDER 83);
CREATE TABLE public.wide__2026__h84 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h84 FOR VALUES WITH (MODULUS 100, REMAINDER 84);
CREATE TABLE public.wide__2026__h85 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h85 FOR VALUES WITH (MODULUS 100, REMAINDER 85);
CREATE TABLE public.wide__2026__h86 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h86 FOR VALUES WITH (MODULUS 100, REMAINDER 86);
CREATE TABLE public.wide__2026__h87 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h87 FOR VALUES WITH (MODULUS 100, REMAINDER 87);
CREATE TABLE public.wide__2026__h88 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h88 FOR VALUES WITH (MODULUS 100, REMAINDER 88);
CREATE TABLE public.wide__2026__h89 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h89 FOR VALUES WITH (MODULUS 100, REMAINDER 89);
CREATE TABLE public.wide__2026__h90 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h90 FOR VALUES WITH (MODULUS 100, REMAINDER 90);
CREATE TABLE public.wide__2026__h91 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h91 FOR VALUES WITH (MODULUS 100, REMAINDER 91);
CREATE TABLE public.wide__2026__h92 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h92 FOR VALUES WITH (MODULUS 100, REMAINDER 92);
CREATE TABLE public.wide__2026__h93 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h93 FOR VALUES WITH (MODULUS 100, REMAINDER 93);
CREATE TABLE public.wide__2026__h94 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h94 FOR VALUES WITH (MODULUS 100, REMAINDER 94);
CREATE TABLE public.wide__2026__h95 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h95 FOR VALUES WITH (MODULUS 100, REMAINDER 95);
CREATE TABLE public.wide__2026__h96 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h96 FOR VALUES WITH (MODULUS 100, REMAINDER 96);
CREATE TABLE public.wide__2026__h97 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h97 FOR VALUES WITH (MODULUS 100, REMAINDER 97);
CREATE TABLE public.wide__2026__h98 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h98 FOR VALUES WITH (MODULUS 100, REMAINDER 98);
CREATE TABLE public.wide__2026__h99 (LIKE public.wide INCLUDING ALL EXCLUDING IDENTITY);
ALTER TABLE public.wide__2026 ATTACH PARTITION public.wide__2026__h99 FOR VALUES WITH (MODULUS 100, REMAINDER 99);
COMMIT;
\endif

\echo '3/3 CREATE public.wide__2026'
-- Lock: SHARE UPDATE EXCLUSIVE on public.wide, ACCESS EXCLUSIVE on the new tables.
SELECT NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid
  WHERE inhparent = 'public.wide'::regclass AND NOT inhdetachpending
    AND pg_get_expr(relpartbound, 0) = $$FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')$$)
  AND NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.wide__2026') AND NOT relispartition
    AND obj_description(oid, 'pg_class') LIKE 'pschema: detach%') AS todo, '' AS comment \gset
\if :todo
BEGIN;
COMMENT ON TABLE public.wide__2026 IS :'comment';
ALTER TABLE public.wide ATTACH PARTITION public.wide__2026
  FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
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
