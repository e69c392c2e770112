CREATE TABLE events (at timestamptz NOT NULL, n int) PARTITION BY RANGE (at);

CREATE TABLE events_in_grace (at timestamptz NOT NULL, n int);
COMMENT ON TABLE events_in_grace IS
  'pschema: detached at 2026-08-25T10:00:01Z, public.events_in_grace of public.events FOR VALUES FROM (''2026-08-23 00:00:00+00'') TO (''2026-08-24 00:00:00+00'')';

CREATE TABLE events_past_grace (at timestamptz NOT NULL, n int);
COMMENT ON TABLE events_past_grace IS
  'pschema: detached at 2026-08-21T10:00:00Z, public.events_past_grace of public.events FOR VALUES FROM (''2026-08-19 00:00:00+00'') TO (''2026-08-20 00:00:00+00'')';

-- Somebody may read it now: its row in pg_class is younger than the marker.
CREATE TABLE events_changed (at timestamptz NOT NULL, n int);
COMMENT ON TABLE events_changed IS
  'pschema: detached at 2026-08-20T10:00:00Z, public.events_changed of public.events FOR VALUES FROM (''2026-08-18 00:00:00+00'') TO (''2026-08-19 00:00:00+00'')';
GRANT SELECT ON events_changed TO PUBLIC;

CREATE TABLE events_before (at timestamptz NOT NULL, n int);
COMMENT ON TABLE events_before IS
  'pschema: detached at 2026-08-20T10:00:00Z, public.events_before of public.events FOR VALUES FROM (''2026-08-17 00:00:00+00'') TO (''2026-08-18 00:00:00+00'')';
ALTER TABLE events_before RENAME TO events_renamed;

CREATE TABLE gone_2026_08_16 (at timestamptz NOT NULL, n int);
COMMENT ON TABLE gone_2026_08_16 IS
  'pschema: detached at 2026-08-20T10:00:00Z, public.gone_2026_08_16 of public.gone FOR VALUES FROM (''2026-08-16 00:00:00+00'') TO (''2026-08-17 00:00:00+00'')';

-- Stopped before the detach: such a marker alone allows nothing.
CREATE TABLE events_unfinished (at timestamptz NOT NULL, n int);
COMMENT ON TABLE events_unfinished IS
  'pschema: detaching, public.events_unfinished of public.events FOR VALUES FROM (''2026-08-15 00:00:00+00'') TO (''2026-08-16 00:00:00+00'')';

-- Attached again by hand; the comment below the marker is the user's.
CREATE TABLE events_again PARTITION OF events FOR VALUES FROM ('2026-08-27 00:00+00') TO ('2026-08-28 00:00+00');
COMMENT ON TABLE events_again IS
E'pschema: detached at 2026-08-20T10:00:00Z, public.events_again of public.events FOR VALUES FROM (''2026-08-27 00:00:00+00'') TO (''2026-08-28 00:00:00+00'')\nlooked into by hand';

CREATE TABLE queue (at timestamptz NOT NULL, n int) PARTITION BY RANGE (at);
CREATE TABLE queue_full (at timestamptz NOT NULL, n int);
COMMENT ON TABLE queue_full IS
  'pschema: detached at 2026-08-25T10:00:00Z, public.queue_full of public.queue FOR VALUES FROM (''2026-08-23 00:00:00+00'') TO (''2026-08-24 00:00:00+00'')';
CREATE TABLE queue_empty (at timestamptz NOT NULL, n int);
COMMENT ON TABLE queue_empty IS
  'pschema: detached at 2026-08-25T10:00:00Z, public.queue_empty of public.queue FOR VALUES FROM (''2026-08-24 00:00:00+00'') TO (''2026-08-25 00:00:00+00'')';

-- Kept again: one fits, one has got a column of another type meanwhile, one has lost one.
CREATE TABLE wide (at timestamptz NOT NULL, n bigint, note text) PARTITION BY RANGE (at);
CREATE TABLE wide_fits (note text, n bigint, at timestamptz NOT NULL);
COMMENT ON TABLE wide_fits IS
E'pschema: detached at 2026-08-25T10:00:00Z, public.wide_fits of public.wide FOR VALUES FROM (''2026-08-23 00:00:00+00'') TO (''2026-08-24 00:00:00+00'')\nkept for the audit';
CREATE TABLE wide_narrow (at timestamptz NOT NULL, n int, note text);
COMMENT ON TABLE wide_narrow IS
  'pschema: detached at 2026-08-25T10:00:00Z, public.wide_narrow of public.wide FOR VALUES FROM (''2026-08-24 00:00:00+00'') TO (''2026-08-25 00:00:00+00'')';
CREATE TABLE wide_short (at timestamptz NOT NULL, n bigint);
COMMENT ON TABLE wide_short IS
  'pschema: detached at 2026-08-25T10:00:00Z, public.wide_short of public.wide FOR VALUES FROM (''2026-08-25 00:00:00+00'') TO (''2026-08-26 00:00:00+00'')';
