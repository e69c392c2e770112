INSERT INTO "A.b"."Weird "";DROP TABLE x;--" VALUES ('2026-08-28 10:00+00', 1), ('2026-08-28 11:00+00', -1);
DO $$
DECLARE p regclass := (SELECT inhrelid FROM pg_inherits WHERE inhparent = '"A.b"."Weird "";DROP TABLE x;--"'::regclass);
BEGIN EXECUTE format('COMMENT ON TABLE %s IS %L', p, E'it''s \\ mine\n\\warn x'); END $$;
