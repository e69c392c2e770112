INSERT INTO wall (kind) VALUES ('day_int'), ('day_big'), ('day_num'), ('day_text'), ('month_int'), ('month_big'), ('month_num'), ('month_text'),
  ('hour_int'), ('hour_big'), ('hour_num'), ('hour_text');
