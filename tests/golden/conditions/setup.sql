CREATE TABLE orders (
    id      bigint NOT NULL,
    at      timestamptz NOT NULL,
    settled boolean NOT NULL DEFAULT false,
    PRIMARY KEY (id, at)
) PARTITION BY RANGE (at);
CREATE TABLE log (n bigint NOT NULL, text text) PARTITION BY RANGE (n);
