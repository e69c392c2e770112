INSERT INTO orders VALUES (1, '2026-08-05', true), (2, '2026-08-06', true), (3, '2026-08-07', true), (4, '2026-09-10', true), (5, '2026-09-12', false);
INSERT INTO log VALUES (1, 'a'), (2, 'b'), (3, 'c');
