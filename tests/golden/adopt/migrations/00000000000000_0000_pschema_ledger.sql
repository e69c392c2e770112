-- pschema 1: the ledger, the record of applied migrations. Makes the schema pschema with three tables, or brings an older one up to
-- date; harmless to run again. Needs CREATE on the database the first time. Loses no data, locks nothing of yours.
\set file 00000000000000_0000_pschema_ledger
\set ON_ERROR_STOP on
\set AUTOCOMMIT on
\set FETCH_COUNT 0
\encoding UTF8
SET search_path = pg_catalog, pg_temp; SET client_min_messages = 'warning'; SET lock_timeout = '3s'; SET default_tablespace = '';
SELECT now() <> statement_timestamp() AS in_transaction \gset
\if :in_transaction
DO $$BEGIN RAISE EXCEPTION 'STOP: run this file outside a transaction, without psql -1'; END$$;
\endif
-- One run at a time: this lock belongs to the session and to pschema alone.
SELECT NOT pg_try_advisory_lock(31652068182027617) AS locked_out \gset
\if :locked_out
DO $$BEGIN RAISE EXCEPTION 'STOP: another pschema run is at work in this database'; END$$;
\endif

\echo '1/1 LEDGER pschema.migration'
SELECT to_regnamespace('pschema') IS NULL AS no_schema, to_regclass('pschema.migration') IS NULL AS no_ledger,
  to_regclass('pschema.attempt') IS NULL AS no_attempts, to_regclass('pschema.step') IS NULL AS no_steps \gset
BEGIN;
\if :no_schema
CREATE SCHEMA pschema;
GRANT USAGE ON SCHEMA pschema TO PUBLIC;
\endif
\if :no_ledger
CREATE TABLE pschema.migration (
  name     text PRIMARY KEY,                        -- the file's name without .sql
  checksum text,                                    -- SHA-256 of the file; NULL where psql ran it
  state    text NOT NULL DEFAULT 'done',            -- running | done | failed; psql writes done alone
  steps    integer,                                 -- how many are done, from the first on; NULL where psql ran it
  started  timestamptz,                             -- NULL where psql ran it
  finished timestamptz NOT NULL DEFAULT now(),      -- of one that runs: its last sign of life
  by_whom  text NOT NULL DEFAULT session_user,
  error    text
);
GRANT SELECT ON pschema.migration TO PUBLIC;
\endif
\if :no_attempts
CREATE TABLE pschema.attempt (                      -- append-only: what pschema apply tried, and how it ended
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name     text NOT NULL,
  checksum text,
  state    text NOT NULL,
  steps    integer NOT NULL,
  started  timestamptz NOT NULL,
  finished timestamptz NOT NULL DEFAULT now(),
  by_whom  text NOT NULL DEFAULT session_user,
  error    text
);
GRANT SELECT ON pschema.attempt TO PUBLIC;
\endif
\if :no_steps
CREATE TABLE pschema.step (                         -- which steps pschema apply has brought to their end
  name     text NOT NULL,                           -- of the file
  number   integer NOT NULL,                        -- from 1
  title    text NOT NULL,
  checksum text NOT NULL,                           -- SHA-256 of the step's text
  state    text NOT NULL,                           -- done | skipped
  finished timestamptz NOT NULL DEFAULT now(),
  said     text,                                    -- why it was skipped, or what it did instead
  PRIMARY KEY (name, number)
);
GRANT SELECT ON pschema.step TO PUBLIC;
\endif
COMMIT;
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
SELECT count(*) < 8 AS outdated FROM pg_attribute WHERE attrelid = to_regclass('pschema.migration') AND attnum > 0
  AND NOT attisdropped \gset
\if :outdated
ALTER TABLE pschema.migration ADD COLUMN IF NOT EXISTS checksum text, ADD COLUMN IF NOT EXISTS steps integer,
  ADD COLUMN IF NOT EXISTS started timestamptz, ADD COLUMN IF NOT EXISTS error text;
\endif

RESET ROLE;
SELECT NOT EXISTS (SELECT FROM pschema.migration WHERE name = :'file' AND state = 'done') AS todo \gset
\if :todo
INSERT INTO pschema.migration (name) VALUES (:'file')
  ON CONFLICT (name) DO UPDATE SET checksum = NULL, state = 'done', steps = NULL, started = NULL, finished = now(),
    by_whom = session_user, error = NULL;
\endif
SELECT pg_advisory_unlock(31652068182027617) AS ok \gset
RESET ALL;
