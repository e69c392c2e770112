INSERT INTO shapes
SELECT kind, 1, 1, '2026-08-28' FROM unnest('{other_name,differ,less,conflict,branch,leaf,numbers,unknown}'::text[]) AS kind;
