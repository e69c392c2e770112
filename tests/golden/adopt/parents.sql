CREATE SCHEMA archive;
CREATE TABLE visits (at timestamptz NOT NULL, n int, page text) PARTITION BY RANGE (at);
CREATE TABLE clicks (at timestamptz NOT NULL, n int) PARTITION BY RANGE (at);
