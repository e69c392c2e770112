INSERT INTO "Reading" (tenant, "at", "val ue") SELECT i, timestamp '2026-01-01' + i * interval '1 hour', i FROM generate_series(1, 100) AS i;
