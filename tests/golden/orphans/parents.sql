CREATE TABLE events (at timestamptz NOT NULL, n int) PARTITION BY RANGE (at);
CREATE TABLE queue (at timestamptz NOT NULL, n int) PARTITION BY RANGE (at);
CREATE TABLE wide (at timestamptz NOT NULL, n bigint, note text) PARTITION BY RANGE (at);
