-- Week 33 lacks bucket 2 of 4: tenants of the other buckets alone.
INSERT INTO issue_events (id, organization_id, payload)
SELECT (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
  (ARRAY[0, 3, 4])[n % 3 + 1], '{}'
FROM generate_series(1, 160) AS n,
  LATERAL (SELECT timestamptz '2026-08-10 00:00:00+00' + n * interval '1 hour' AS minted) AS m,
  LATERAL (SELECT lpad(to_hex((extract(epoch FROM minted) * 1000)::bigint), 12, '0') AS hex) AS h;

-- Week 34 takes all.
INSERT INTO issue_events (id, organization_id, payload)
SELECT (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
  n % 7, '{}'
FROM generate_series(1, 160) AS n,
  LATERAL (SELECT timestamptz '2026-08-17 00:00:00+00' + n * interval '1 hour' AS minted) AS m,
  LATERAL (SELECT lpad(to_hex((extract(epoch FROM minted) * 1000)::bigint), 12, '0') AS hex) AS h;
