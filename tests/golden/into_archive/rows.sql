INSERT INTO visits (at, visitor) SELECT '2026-05-01 00:00:00+00'::timestamptz + n * interval '1 day', n FROM generate_series(1, 20) AS n;
INSERT INTO visits (at, visitor) SELECT '2026-06-01 00:00:00+00'::timestamptz + n * interval '1 day', n FROM generate_series(1, 10) AS n;
INSERT INTO clicks SELECT '2026-05-01 00:00:00+00'::timestamptz + n * interval '1 day', 'top' FROM generate_series(1, 5) AS n;
