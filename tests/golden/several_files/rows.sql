INSERT INTO orders VALUES ('2026-10-01 02:59:59+00', 1);   -- still September in Sao Paulo
INSERT INTO invoices VALUES ('2026-08-31', 1);
INSERT INTO stock VALUES ('2026-09-30 16:59:59+00', 1);    -- not yet October in Bangkok
