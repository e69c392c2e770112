CREATE TABLE ev (id int, ts timestamptz) PARTITION BY RANGE (ts);
CREATE TABLE ev_default PARTITION OF ev DEFAULT;
INSERT INTO ev VALUES
  (1, '2025-05-05 10:00+00'), (2, '2025-05-05 23:59:59.999999+00'),                             -- the current window
  (3, '2025-05-04 23:59:59.999999+00'), (4, '2020-02-29 12:00+00'), (5, '2099-12-31 00:00+00'),  -- no window that is wanted
  (6, NULL), (7, 'infinity'), (8, '-infinity');                                                  -- no window at all
