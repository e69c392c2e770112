CREATE TABLE visits (day date NOT NULL, place text, n int DEFAULT 1, PRIMARY KEY (day, place)) PARTITION BY RANGE (day);
