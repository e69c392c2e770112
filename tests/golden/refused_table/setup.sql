CREATE TABLE accounts (
    id     bigint NOT NULL,
    tenant bigint NOT NULL,
    at     timestamptz NOT NULL,
    CONSTRAINT accounts_key PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE TABLE accounts__2026_03 PARTITION OF accounts FOR VALUES FROM ('2026-03-01 00:00+00') TO ('2026-04-01 00:00+00');
CREATE TABLE visits (at timestamptz NOT NULL) PARTITION BY RANGE (at);
