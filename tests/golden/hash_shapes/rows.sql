INSERT INTO preserved SELECT generate_series(1, 30);
INSERT INTO complete SELECT generate_series(1, 30);
INSERT INTO mixed SELECT kind, k FROM unnest('{preserved,complete}'::text[]) AS kind, generate_series(1, 30) AS k;
