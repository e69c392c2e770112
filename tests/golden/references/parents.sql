CREATE TABLE o (id int, ts date NOT NULL, PRIMARY KEY (id, ts)) PARTITION BY RANGE (ts);
CREATE TABLE "Line" (oid int, ots date, CONSTRAINT "points to o" FOREIGN KEY (oid, ots) REFERENCES o ON DELETE CASCADE);
