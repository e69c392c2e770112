INSERT INTO usage SELECT t, '2026-08-28 10:00+00', k, k FROM generate_series(1, 4) AS k,
  unnest(ARRAY['gold', 'it''s "gold"', 'free', NULL, '1', '2', 'something else']) AS t;
