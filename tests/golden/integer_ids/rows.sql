INSERT INTO messages (body) SELECT 'message ' || n FROM generate_series(1, 190) AS n;
-- Ids that were taken and not used: the sequence stands at 240, the highest key at 190.
SELECT nextval(pg_get_serial_sequence('messages', 'msg_id')) FROM generate_series(1, 50);
