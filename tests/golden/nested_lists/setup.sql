CREATE TABLE usage (tier text, at timestamptz NOT NULL, tenant_id bigint NOT NULL, n bigint) PARTITION BY LIST (tier);
CREATE INDEX ON usage (tenant_id, at);
