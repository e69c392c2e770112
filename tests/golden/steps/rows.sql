INSERT INTO visits (kind) VALUES ('minute'), ('minutes'), ('hours'), ('hour'), ('day'), ('days'), ('week'), ('sundays'), ('weeks'), ('months'), ('payday'),
  ('quarter'), ('quarters'), ('year'), ('years'), ('changes');
