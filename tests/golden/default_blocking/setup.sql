CREATE TABLE measurements (created_at timestamp NOT NULL, value int) PARTITION BY RANGE (created_at);
CREATE TABLE measurements_old PARTITION OF measurements FOR VALUES FROM ('2026-05-01') TO ('2026-06-01');
COMMENT ON TABLE measurements_old IS 'May, by hand';
