CREATE TABLE taken (at timestamptz NOT NULL, k int NOT NULL) PARTITION BY RANGE (at);
CREATE VIEW taken__2026_08_28 AS SELECT 1 AS one;
CREATE SEQUENCE taken__2026_08_29;
CREATE TABLE taken__2026_08_30__h1 (at timestamptz, k int);

DO $$BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'golden lender') THEN CREATE ROLE "golden lender"; END IF;
END$$;
CREATE TABLE lent (at timestamptz NOT NULL, k int NOT NULL) PARTITION BY RANGE (at);
-- Expired, and current: without its second bucket.
CREATE TABLE lent_past PARTITION OF lent FOR VALUES FROM ('2026-08-20 00:00+00') TO ('2026-08-21 00:00+00');
CREATE TABLE lent_today PARTITION OF lent FOR VALUES FROM ('2026-08-28 00:00+00') TO ('2026-08-29 00:00+00') PARTITION BY HASH (k);
CREATE TABLE lent_today_0 PARTITION OF lent_today FOR VALUES WITH (MODULUS 2, REMAINDER 0);
ALTER TABLE lent_past OWNER TO "golden lender";
ALTER TABLE lent_today OWNER TO "golden lender";
