-- Two a day from 1 July 12:00 UTC to 29 September: 61 in July, 62 in August, 57 in September.
INSERT INTO events (id, created_at, payload)
SELECT (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
  minted, 'event ' || n
FROM generate_series(1, 180) AS n,
  LATERAL (SELECT timestamptz '2026-07-01 00:00:00+00' + n * interval '12 hours' AS minted) AS m,
  LATERAL (SELECT lpad(to_hex((extract(epoch FROM minted) * 1000)::bigint), 12, '0') AS hex) AS h;
