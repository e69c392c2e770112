INSERT INTO wide SELECT '2026-08-28', k FROM generate_series(1, 1000) AS k;
