CREATE TABLE orders (id bigint, ordered_on date NOT NULL, PRIMARY KEY (id, ordered_on)) PARTITION BY RANGE (ordered_on);
CREATE TABLE lines (order_id bigint, ordered_on date, FOREIGN KEY (order_id, ordered_on) REFERENCES orders);
CREATE TABLE orders__2026_04 PARTITION OF orders FOR VALUES FROM ('2026-04-01') TO ('2026-05-01');
CREATE TABLE orders__2026_05 PARTITION OF orders FOR VALUES FROM ('2026-05-01') TO ('2026-06-01');
INSERT INTO orders VALUES (1, '2026-04-10'), (2, '2026-05-10'), (3, '2026-05-11');
INSERT INTO lines VALUES (2, '2026-05-10');
