CREATE TABLE orders (id bigint, ordered_on date NOT NULL, PRIMARY KEY (id, ordered_on)) PARTITION BY RANGE (ordered_on);
CREATE TABLE lines (order_id bigint, ordered_on date, FOREIGN KEY (order_id, ordered_on) REFERENCES orders);
