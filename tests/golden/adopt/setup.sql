CREATE SCHEMA archive;
CREATE TABLE visits (at timestamptz NOT NULL, n int, page text) PARTITION BY RANGE (at);
CREATE TABLE clicks (at timestamptz NOT NULL, n int) PARTITION BY RANGE (at);

-- Kept by `drop never`; its comment goes on below the marker.
CREATE TABLE visits_2026_05 (at timestamptz NOT NULL, page text, n int);
INSERT INTO visits_2026_05 VALUES ('2026-05-03 10:00+00', '/', 1);
COMMENT ON TABLE visits_2026_05 IS
E'pschema: detached at 2026-07-01T10:00:00Z, public.visits_2026_05 of public.visits FOR VALUES FROM (''2026-05-01 00:00:00+00'') TO (''2026-06-01 00:00:00+00'')\nkept for the audit';

CREATE TABLE visits_2026_04 (at timestamptz NOT NULL, n int, page text);
INSERT INTO visits_2026_04 VALUES ('2026-04-03 10:00+00', 2);
COMMENT ON TABLE visits_2026_04 IS
  'pschema: detached at 2026-07-01T10:00:00Z, public.visits_2026_04 of public.visits FOR VALUES FROM (''2026-04-01 00:00:00+00'') TO (''2026-05-01 00:00:00+00'')';
ALTER TABLE visits_2026_04 RENAME TO visits_renamed;

-- Its parent was called visits_old.
CREATE TABLE visits_old_2026_03 (at timestamptz NOT NULL, n int, page text);
INSERT INTO visits_old_2026_03 VALUES ('2026-03-03 10:00+00', 3);
COMMENT ON TABLE visits_old_2026_03 IS
  'pschema: detached at 2026-07-01T10:00:00Z, public.visits_old_2026_03 of public.visits_old FOR VALUES FROM (''2026-03-01 00:00:00+00'') TO (''2026-04-01 00:00:00+00'')';

-- Another tool's, of a window that is kept.
CREATE TABLE "Visits of June" (n int, at timestamptz NOT NULL, page text);
INSERT INTO "Visits of June" VALUES (4, '2026-06-03 10:00+00');
COMMENT ON TABLE "Visits of June" IS 'by the old script';

-- Moved away when it was detached.
CREATE TABLE archive.clicks__2026_05 (at timestamptz NOT NULL, n int);
INSERT INTO archive.clicks__2026_05 VALUES ('2026-05-03 10:00+00', 5);
COMMENT ON TABLE archive.clicks__2026_05 IS
  'pschema: detached at 2026-08-20T10:00:00Z, archive.clicks__2026_05 of public.clicks FOR VALUES FROM (''2026-05-01 00:00:00+00'') TO (''2026-06-01 00:00:00+00'')';

CREATE TABLE clicks_changed (at timestamptz NOT NULL, n int);
INSERT INTO clicks_changed VALUES ('2026-02-03 10:00+00', 6), ('2026-02-04 10:00+00', 6);
COMMENT ON TABLE clicks_changed IS
  'pschema: detached at 2026-07-01T10:00:00Z, public.clicks_changed of public.clicks FOR VALUES FROM (''2026-02-01 00:00:00+00'') TO (''2026-03-01 00:00:00+00'')';
GRANT SELECT ON clicks_changed TO PUBLIC;

CREATE TABLE clicks_legacy (at timestamptz NOT NULL, n int);
INSERT INTO clicks_legacy VALUES ('2026-01-03 10:00+00', 7), ('2026-01-04 10:00+00', 7);

-- Not all of its rows are of December.
CREATE TABLE clicks_wrong (at timestamptz NOT NULL, n int);
INSERT INTO clicks_wrong VALUES ('2025-12-03 10:00+00', 8), ('2026-08-27 10:00+00', 8);
