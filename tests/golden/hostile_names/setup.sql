CREATE SCHEMA "A.b";
CREATE TABLE "A.b"."Weird "";DROP TABLE x;--" ("Ts X" timestamptz NOT NULL, "Na""me" int NOT NULL)
  PARTITION BY RANGE ("Ts X");
COMMENT ON TABLE "A.b"."Weird "";DROP TABLE x;--" IS 'x''; DROP TABLE q.victim; --';
