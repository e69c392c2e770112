-- Roles and tablespaces belong to the whole server, so another database may have made them.
SELECT NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'notes reader') AS todo \gset
\if :todo
CREATE ROLE "notes reader";
CREATE ROLE notes_writer;
\endif
SELECT NOT EXISTS (SELECT FROM pg_tablespace WHERE spcname = 'fast') AS todo \gset
\if :todo
SET allow_in_place_tablespaces = on;
CREATE TABLESPACE fast LOCATION '';
\endif
CREATE TABLE notes (
    at     timestamptz NOT NULL,
    tenant bigint NOT NULL,
    author text NOT NULL,
    "Body" text
) PARTITION BY RANGE (at);
GRANT SELECT ON notes TO "notes reader";
GRANT SELECT, INSERT ON notes TO notes_writer WITH GRANT OPTION;
GRANT UPDATE (author, "Body") ON notes TO notes_writer;
GRANT SELECT (at) ON notes TO PUBLIC;
CREATE POLICY own ON notes FOR ALL TO notes_writer USING (author = current_user) WITH CHECK (author = current_user AND "Body" <> 'no; \it''s');
CREATE POLICY "Read: all" ON notes AS RESTRICTIVE FOR SELECT USING (tenant > 0);
ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE notes FORCE ROW LEVEL SECURITY;
ALTER TABLE ONLY notes REPLICA IDENTITY FULL;
CREATE TABLE by_hand PARTITION OF notes FOR VALUES FROM ('2026-07-01 00:00:00+00') TO ('2026-08-01 00:00:00+00');
