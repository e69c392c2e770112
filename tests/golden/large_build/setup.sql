CREATE TABLE wide (at date NOT NULL, k int NOT NULL, note text, PRIMARY KEY (at, k)) PARTITION BY RANGE (at);
CREATE INDEX ON wide (k);
