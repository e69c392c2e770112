-- One row an hour of the days that are there: 25 of them on 25 October 2026, when the clock is put back.
INSERT INTO clicks SELECT extract(epoch FROM t)::bigint * 1000, h, '00000000-0000-0000-0000-000000000000'
  FROM generate_series('2026-10-23 22:00:00+00'::timestamptz, '2026-10-26 22:00:00+00', '1 hour') WITH ORDINALITY AS s (t, h);
