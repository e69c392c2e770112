CREATE TABLE price (amount numeric, what text) PARTITION BY LIST (amount);
CREATE TABLE price_cheap PARTITION OF price FOR VALUES IN (1.50, 2);
CREATE TABLE price_rest PARTITION OF price DEFAULT;
INSERT INTO price VALUES (1.5, 'cheap'), (2.00, 'cheap'), (10.0, 'dear'), (10.00, 'dear'), (NULL, 'unknown'), (77, 'odd');
CREATE TABLE flag (code char(4), day timestamptz NOT NULL) PARTITION BY LIST (code);
CREATE TABLE flag_rest PARTITION OF flag DEFAULT;
INSERT INTO flag VALUES ('ab', '2026-01-01'), (NULL, '2026-01-02'), ('zz', '2026-01-03');
CREATE TABLE yearly (day timestamptz NOT NULL, n int) PARTITION BY LIST (day);
INSERT INTO price SELECT 1.500, 'more' FROM generate_series(1, 5);
