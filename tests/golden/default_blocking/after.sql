INSERT INTO measurements VALUES ('2026-08-05', 3), ('2020-01-01', 4);
