INSERT INTO deleted_records SELECT 101, n FROM generate_series(1, 10) AS n;
