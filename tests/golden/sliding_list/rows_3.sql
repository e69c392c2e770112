-- The workers have dealt with what the old partition held.
INSERT INTO deleted_records SELECT 102, n FROM generate_series(1, 3) AS n;
DELETE FROM deleted_records__100;
