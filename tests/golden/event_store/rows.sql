-- Two hundred events of seven tenants, one an hour from 28 August 11:00 UTC on: they fall into weeks 35 and 36.
INSERT INTO issue_events (id, organization_id, payload)
SELECT (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
  n % 7, jsonb_build_object('n', n)
FROM generate_series(1, 200) AS n,
  LATERAL (SELECT timestamptz '2026-08-28 10:00:00+00' + n * interval '1 hour' AS minted) AS m,
  LATERAL (SELECT lpad(to_hex((extract(epoch FROM minted) * 1000)::bigint), 12, '0') AS hex) AS h;
