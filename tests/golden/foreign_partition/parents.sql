CREATE TABLE far (at timestamptz NOT NULL, k int NOT NULL) PARTITION BY RANGE (at);
CREATE TABLE dim (at timestamptz NOT NULL, k int NOT NULL) PARTITION BY RANGE (at);
