CREATE TABLE clicks (
    ts_ms      bigint NOT NULL,
    account_id bigint NOT NULL,
    visitor    uuid   NOT NULL
) PARTITION BY RANGE (ts_ms);
