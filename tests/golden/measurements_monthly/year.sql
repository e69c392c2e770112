-- The months that the year in between would have made, and a measurement at noon UTC of each day of the thirteen.
SET timezone = 'UTC';
SELECT format('CREATE TABLE public.measurements__%s PARTITION OF public.measurements FOR VALUES FROM (%L) TO (%L)',
    to_char(month, 'YYYY_MM'), month, month + interval '1 month')
FROM generate_series(timestamptz '2026-11-01 00:00:00+00', '2027-08-01 00:00:00+00', '1 month') AS month
\gexec
INSERT INTO measurements (created_at, value)
SELECT day, extract(day FROM day)
FROM generate_series(timestamptz '2026-08-01 12:00:00+00', '2027-08-31 12:00:00+00', '1 day') AS day;
