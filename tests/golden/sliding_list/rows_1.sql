INSERT INTO deleted_records SELECT 100, n FROM generate_series(1, 12) AS n;
