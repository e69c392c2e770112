CREATE TABLE measurements (created_at timestamp NOT NULL, value int) PARTITION BY RANGE (created_at);
