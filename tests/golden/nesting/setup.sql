CREATE TABLE deep (
    kind text NOT NULL,
    at1  timestamptz NOT NULL, at2 timestamptz NOT NULL,
    n1   int NOT NULL,         n2  int NOT NULL,
    w1   text NOT NULL,        w2  text NOT NULL,
    s1   int NOT NULL,         s2  int NOT NULL,
    h1   int NOT NULL,         h2  int NOT NULL
) PARTITION BY LIST (kind);
