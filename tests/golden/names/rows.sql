INSERT INTO logs (kind, region) VALUES ('a', NULL), ('b', NULL), ('c', NULL), ('d', NULL), ('e', 'x'), ('e', NULL), ('e', '1.5'), ('e', 'other'),
  ('f', NULL), ('g', NULL);
INSERT INTO "each" VALUES (true), (false), (NULL);
