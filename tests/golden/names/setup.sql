CREATE SCHEMA parts;
CREATE TABLE logs (
    kind   text NOT NULL,
    at     timestamptz NOT NULL DEFAULT '2026-08-28 10:00+00',
    region text,
    n      int NOT NULL DEFAULT -1
) PARTITION BY LIST (kind);
CREATE TABLE "each" (ok boolean) PARTITION BY LIST (ok);
