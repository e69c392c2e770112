CREATE TABLE accounts (
    id     bigint NOT NULL,
    tenant bigint NOT NULL,
    at     timestamptz NOT NULL,
    CONSTRAINT accounts_key PRIMARY KEY (id, at, tenant)
) PARTITION BY RANGE (at);
CREATE TABLE visits (at timestamptz NOT NULL) PARTITION BY RANGE (at);
