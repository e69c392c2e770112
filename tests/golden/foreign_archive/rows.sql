-- What the foreign tables stand for.
CREATE TABLE remote.readings__2026_05 (LIKE readings INCLUDING GENERATED);
CREATE TABLE remote.logs__2026_05 (LIKE logs);
CREATE TABLE remote.logs__default (LIKE logs);
CREATE TABLE remote.visits__2026_05 (LIKE visits);
CREATE TABLE remote.stock__cold__h0 (LIKE stock);
CREATE TABLE remote.stock__cold__h1 (LIKE stock);
INSERT INTO readings (at, value) SELECT '2026-05-02', g FROM generate_series(1, 10) AS g;
INSERT INTO logs SELECT '2026-05-02', 'line ' || g FROM generate_series(1, 10) AS g;
INSERT INTO logs VALUES ('2030-01-01', 'far away');
INSERT INTO visits SELECT '2026-05-02', g FROM generate_series(1, 10) AS g;
INSERT INTO stock SELECT g, CASE g % 2 WHEN 0 THEN 'asia' ELSE 'eu' END FROM generate_series(1, 20) AS g;
