-- Two a day from noon of 1 January to midnight of 31 May, both in Bangkok.
INSERT INTO stock_trn (id, product_id, quantity, created_at)
SELECT (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
  'product ' || n % 5, n, minted
FROM generate_series(1, 300) AS n,
  LATERAL (SELECT timestamptz '2026-01-01 00:00:00+07' + n * interval '12 hours' AS minted) AS m,
  LATERAL (SELECT lpad(to_hex((extract(epoch FROM minted) * 1000)::bigint), 12, '0') AS hex) AS h;
