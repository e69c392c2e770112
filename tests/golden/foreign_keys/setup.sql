CREATE TABLE customers (id int PRIMARY KEY);
CREATE TABLE orders (
    id          int NOT NULL,
    ordered_at  timestamptz NOT NULL,
    customer_id int REFERENCES customers,
    PRIMARY KEY (id, ordered_at)
) PARTITION BY RANGE (ordered_at);
CREATE TABLE items (order_id int, ordered_at timestamptz, FOREIGN KEY (order_id, ordered_at) REFERENCES orders);
INSERT INTO customers VALUES (1);
