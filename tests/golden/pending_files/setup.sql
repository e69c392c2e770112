CREATE TABLE edited (at timestamptz NOT NULL, n int) PARTITION BY RANGE (at);
CREATE TABLE blocked (at timestamptz NOT NULL, n int) PARTITION BY RANGE (at);
CREATE TABLE kept (at timestamptz NOT NULL, n int) PARTITION BY RANGE (at);
