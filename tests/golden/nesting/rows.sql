INSERT INTO deep
SELECT kind, at, at, n, n, CASE kind WHEN 'words' THEN w1 ELSE 'a' END, 'b', 0, 0, n, n
  FROM unnest('{months,tens,slides,buckets}'::text[]) AS outer_level, unnest('{months,tens,words,slides,buckets}'::text[]) AS w1,
    unnest(ARRAY[outer_level || '_' || w1, 'words']) AS kind, (VALUES ('2026-08-31 23:59:59+00'::timestamptz, 9)) AS v (at, n)
  WHERE kind <> 'words' OR outer_level = 'tens';
