CREATE TABLE "Reading" (
  id bigint GENERATED ALWAYS AS IDENTITY,
  tenant int NOT NULL,
  "at" timestamp NOT NULL,
  "val ue" numeric(10,2),
  doubled numeric GENERATED ALWAYS AS ("val ue" * 2) STORED,
  PRIMARY KEY (id, tenant, "at")
) PARTITION BY RANGE ("at", id);
CREATE INDEX ON "Reading" (tenant);
CREATE TABLE "Reading_rest" PARTITION OF "Reading" DEFAULT;
CREATE TABLE "Reading__2026_02" PARTITION OF "Reading" FOR VALUES FROM ('2026-02-01', MINVALUE) TO ('2026-03-01', MINVALUE)
  PARTITION BY HASH (tenant);
CREATE TABLE "Reading__2026_02__h0" PARTITION OF "Reading__2026_02" FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE "Reading__2026_02__h1" PARTITION OF "Reading__2026_02" FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO "Reading" (tenant, "at", "val ue") SELECT i, timestamp '2025-10-01' + i * interval '1 day', i FROM generate_series(1, 200) AS i;
