-- pschema 1: the ledger, the record of applied migrations. Makes the schema pschema with two tables, or brings an older one up to
-- date; harmless to run again. Needs CREATE on the database the first time. Loses no data, locks nothing of yours.
\set file 00000000000000_0000_pschema_ledger
\set ON_ERROR_STOP on
\set AUTOCOMMIT on
\encoding UTF8
SET search_path = pg_catalog, pg_temp; SET client_min_messages = 'warning'; SET lock_timeout = '3s'; SET default_tablespace = '';
SELECT (CASE WHEN now() <> statement_timestamp() THEN 'STOP: run this file outside a transaction, without psql -1'
  WHEN NOT pg_try_advisory_lock(31652068182027617) THEN 'STOP: another pschema run is at work in this database'
  ELSE 'true' END)::boolean AS ok \gset

\echo '1/1 LEDGER pschema.migration'
SELECT to_regnamespace('pschema') IS NULL AS no_schema, to_regclass('pschema.migration') IS NULL AS no_ledger,
  to_regclass('pschema.attempt') IS NULL AS no_attempts \gset
BEGIN;
\if :no_schema
CREATE SCHEMA pschema;
GRANT USAGE ON SCHEMA pschema TO PUBLIC;
\endif
\if :no_ledger
CREATE TABLE pschema.migration (
  name     text PRIMARY KEY,                        -- the file's name without .sql
  checksum text,                                    -- SHA-256 of the file; NULL where psql ran it
  state    text NOT NULL DEFAULT 'done',            -- done | failed; only pschema apply writes failed
  steps    integer,                                 -- how many were done; NULL where psql ran it
  started  timestamptz,                             -- NULL where psql ran it
  finished timestamptz NOT NULL DEFAULT now(),
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
COMMIT;

RESET ROLE;
SELECT NOT EXISTS (SELECT FROM pschema.migration WHERE name = :'file' AND state = 'done') AS todo \gset
\if :todo
INSERT INTO pschema.migration (name) VALUES (:'file')
  ON CONFLICT (name) DO UPDATE SET state = 'done', finished = now(), by_whom = session_user, error = NULL;
\endif
SELECT pg_advisory_unlock(31652068182027617) AS ok \gset
RESET ALL;
