CREATE TABLE orders (at timestamptz NOT NULL, n int) PARTITION BY RANGE (at);
CREATE TABLE invoices (at date NOT NULL, n int) PARTITION BY RANGE (at);
CREATE TABLE stock (at timestamptz NOT NULL, n int) PARTITION BY RANGE (at);
