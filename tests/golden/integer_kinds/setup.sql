CREATE TABLE ledger (entry numeric(12, 2) NOT NULL, note text) PARTITION BY RANGE (entry);
CREATE TABLE steps (device int NOT NULL, step int NOT NULL, PRIMARY KEY (device, step)) PARTITION BY LIST (device);
CREATE TABLE depth (metres smallint NOT NULL, at timestamptz NOT NULL DEFAULT now()) PARTITION BY RANGE (metres, at);
CREATE TABLE blocks (height bigint NOT NULL, hash bytea) PARTITION BY RANGE (height);
CREATE SEQUENCE unrelated START 5000;
SELECT nextval('unrelated');
