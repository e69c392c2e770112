CREATE TABLE ours (at timestamptz NOT NULL) PARTITION BY RANGE (at);
CREATE TABLE wanted (at timestamptz NOT NULL) PARTITION BY RANGE (at);
CREATE TABLE at_once (at timestamptz NOT NULL) PARTITION BY RANGE (at);
CREATE TABLE theirs (at timestamptz NOT NULL) PARTITION BY RANGE (at);
CREATE TABLE buckets (k int NOT NULL) PARTITION BY HASH (k);
