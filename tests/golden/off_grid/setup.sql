-- Ten days at a time, from the middle of September on.
CREATE TABLE overlapped (at date NOT NULL) PARTITION BY RANGE (at);
CREATE TABLE overlapped_a PARTITION OF overlapped FOR VALUES FROM ('2026-09-20') TO ('2026-09-30');
CREATE TABLE overlapped_b PARTITION OF overlapped FOR VALUES FROM ('2026-09-30') TO ('2026-10-10');

-- The current window itself cannot be made: part of it is taken. So the expired one stays.
CREATE TABLE now_missing (at timestamp NOT NULL) PARTITION BY RANGE (at);
CREATE TABLE now_missing_june PARTITION OF now_missing FOR VALUES FROM ('2026-06-01') TO ('2026-07-01');
CREATE TABLE now_missing_half PARTITION OF now_missing FOR VALUES FROM ('2026-07-15') TO ('2026-08-28 12:00');

-- Without a gap: the current month counts as there, and June leaves.
CREATE TABLE tiled (at timestamptz NOT NULL) PARTITION BY RANGE (at);
CREATE TABLE tiled_june PARTITION OF tiled FOR VALUES FROM ('2026-06-10 00:00+00') TO ('2026-06-20 00:00+00');
CREATE TABLE tiled_a PARTITION OF tiled FOR VALUES FROM ('2026-07-20 00:00+00') TO ('2026-08-20 00:00+00');
CREATE TABLE tiled_b PARTITION OF tiled FOR VALUES FROM ('2026-08-20 00:00+00') TO ('2026-09-01 00:00+00');

CREATE TABLE unbounded (at timestamptz NOT NULL) PARTITION BY RANGE (at);
CREATE TABLE unbounded_before PARTITION OF unbounded FOR VALUES FROM (MINVALUE) TO ('2026-08-01 00:00+00');
CREATE TABLE unbounded_after PARTITION OF unbounded FOR VALUES FROM ('2026-10-01 00:00+00') TO ('infinity');

-- A text that is no ULID.
CREATE TABLE unreadable (id text COLLATE "C" NOT NULL) PARTITION BY RANGE (id);
CREATE TABLE unreadable_x PARTITION OF unreadable FOR VALUES FROM ('x') TO ('y');

-- ('100', '2026-01-01') is within a window, and so off the grid.
CREATE TABLE composite (n int NOT NULL, at date NOT NULL) PARTITION BY RANGE (n, at);
CREATE TABLE composite_x PARTITION OF composite FOR VALUES FROM (50, '2026-01-01') TO (100, MINVALUE);
