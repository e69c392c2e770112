-- Measurements by month, with an identity column and an index.
CREATE TABLE measurements (
    id         bigint GENERATED ALWAYS AS IDENTITY,
    created_at timestamptz NOT NULL,
    value      double precision,
    PRIMARY KEY (id, created_at)
) PARTITION BY RANGE (created_at);
CREATE INDEX ON measurements (created_at);
