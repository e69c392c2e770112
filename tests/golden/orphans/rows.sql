INSERT INTO events_in_grace VALUES ('2026-08-23 12:00+00', 1);
INSERT INTO events_changed VALUES ('2026-08-18 12:00+00', 1);
INSERT INTO queue_full VALUES ('2026-08-23 12:00+00', 1);
INSERT INTO wide_fits VALUES ('note', 1, '2026-08-23 12:00+00');
