CREATE TABLE "Reading" (
  id bigint GENERATED ALWAYS AS IDENTITY,
  tenant int NOT NULL,
  "at" timestamp NOT NULL,
  "val ue" numeric(10,2),
  doubled numeric GENERATED ALWAYS AS ("val ue" * 2) STORED,
  PRIMARY KEY (id, tenant, "at")
) PARTITION BY RANGE ("at", id);
CREATE INDEX ON "Reading" (tenant);
