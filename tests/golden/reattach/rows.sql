INSERT INTO visits SELECT d::date, 'x' FROM generate_series('2026-08-24'::date, '2026-09-06', '1 day') AS d;
COMMENT ON TABLE visits__2026_w35 IS 'the first week
-- with a second line';
