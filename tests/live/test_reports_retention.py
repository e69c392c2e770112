"""Reports C07 and C09: when a partition is old, and what may be said about it."""

import pytest

import pschema
import trees
from reports import at_rest, kinds, refused, start  # noqa: F401

pytestmark = pytest.mark.live


def detached(run):
    return [o.name for o in run.operations if o.verb == "DETACH"]


# --- C07: the edge ------------------------------------------------------------------------------------------------------

DAILY = """
CREATE TABLE ev (ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
DO $$ BEGIN
  FOR n IN 0 .. 32 LOOP
    EXECUTE format('CREATE TABLE ev__%s PARTITION OF ev FOR VALUES FROM (%L) TO (%L)', to_char(date '2026-02-27' + n, 'YYYY_MM_DD'),
                   (date '2026-02-27' + n)::text || ' 00:00+00', (date '2026-02-28' + n)::text || ' 00:00+00');
  END LOOP;
END $$;
"""


def test_c07_a_day_goes_when_its_whole_range_is_out(start):
    table = start(DAILY)
    assert len(table.children("ev")) == 33 and "public.ev__2026_03_31" in table.children("ev")
    schema = table.schema("pschema 1; table ev { partition by range (ts) every day { create current; keep for 30 days; drop immediately; } }")
    assert detached(table.plan(schema, "2026-03-30T23:59:59Z").expect(0)) == ["public.ev__2026_02_27"]
    assert detached(table.plan(schema, "2026-03-31T00:00:00Z").expect(0)) == ["public.ev__2026_02_27", "public.ev__2026_02_28"]
    table.database.query("INSERT INTO ev VALUES ('2026-02-27 12:00+00'), ('2026-02-28 12:00+00'), ('2026-03-01 00:00+00')")
    # A file that was planned at midnight and runs a second before it, by the server's clock, takes only the first.
    files = table.files(schema, "2026-03-31T00:00:00Z")
    table.database.server.set_clock("2026-03-30T23:59:00Z")
    pschema.apply(table.folder, table.database, "--allow-destructive")
    assert len(files) and "public.ev__2026_02_28" in table.children("ev") and "public.ev__2026_02_27" not in table.children("ev")
    assert trees.rows(table.database) == 2
    table.migrate(schema, "2026-03-31T00:00:01Z")
    assert trees.rows(table.database) == 1 and "public.ev__2026_03_01" in table.children("ev")
    at_rest(table, schema, "2026-03-31T00:00:01Z")


def test_c07_february_stays_for_45_days(start):
    table = start("""CREATE TABLE m (ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
        CREATE TABLE m__2026_01 PARTITION OF m FOR VALUES FROM ('2026-01-01 00:00+00') TO ('2026-02-01 00:00+00');
        CREATE TABLE m__2026_02 PARTITION OF m FOR VALUES FROM ('2026-02-01 00:00+00') TO ('2026-03-01 00:00+00');
        CREATE TABLE m__2026_03 PARTITION OF m FOR VALUES FROM ('2026-03-01 00:00+00') TO ('2026-04-01 00:00+00')""")
    keep = "pschema 1; table m {{ partition by range (ts) every month {{ create current; keep {}; }} }}"
    days = table.schema(keep.format("for 45 days"))
    assert detached(table.plan(days, "2026-03-31T00:00:00Z").expect(0)) == ["public.m__2026_01"]
    # March the 31st minus a month is the 28th of February, as in PostgreSQL: before February's end.
    month = table.schema(keep.format("for 1 month"))
    assert detached(table.plan(month, "2026-03-31T00:00:00Z").expect(0)) == ["public.m__2026_01"]
    assert detached(table.plan(month, "2026-04-01T00:00:00Z").expect(0)) == ["public.m__2026_01", "public.m__2026_02"]


HOUR = "public.h__2026_02_28_22"
HOURLY = """
CREATE TABLE h (ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
CREATE TABLE h__2026_02_28_22 PARTITION OF h FOR VALUES FROM ('2026-02-28 22:00+00') TO ('2026-02-28 23:00+00');
"""


def test_c07_what_has_expired_does_not_come_back_to_life(start):
    """At 23:00 of 28 March the cutoff is 23:00 of 28 February; an hour later it is midnight of the same day."""
    table = start(HOURLY)
    schema = table.schema("pschema 1; table h { partition by range (ts) every hour { create current; keep for 1 month; drop 2 days after detach; } }")
    assert detached(table.plan(schema, "2026-03-28T22:59:59Z").expect(0)) == []
    assert detached(table.plan(schema, "2026-03-28T23:00:00Z").expect(0)) == [HOUR]
    assert detached(table.plan(schema, "2026-03-29T00:00:00Z").expect(0)) == [HOUR]
    table.migrate(schema, "2026-03-28T23:00:00Z")
    for later in ("2026-03-29T00:00:00Z", "2026-03-29T12:30:00Z", "2026-03-30T22:30:00Z"):
        planned = table.plan(schema, later).expect(0)
        assert [o.verb for o in planned.operations] == ["CREATE"], "it was attached again"
        assert ("info", "grace_pending", HOUR) in kinds(planned)


@pytest.mark.parametrize("clause", ["create from '2026-02-28';", "create from '2026-02-28' to '2026-03-02';"])
def test_c07_nor_is_it_created_anew(start, clause):
    """A sister: a clause that asks for all windows since a date does not ask for one that was expired before."""
    table = start("CREATE TABLE h (ts timestamptz NOT NULL) PARTITION BY RANGE (ts)")
    schema = table.schema(f"pschema 1; table h {{ partition by range (ts) every 6 hours {{ create current; {clause} keep for 1 month; drop immediately; }} }}")
    wanted = [o.name for o in table.plan(schema, "2026-03-29T00:00:00Z").expect(0).operations]
    assert "public.h__2026_02_28_12" not in wanted and "public.h__2026_02_28_18" in wanted
    assert "public.h__2026_02_28_12" in [o.name for o in table.plan(schema, "2026-03-28T17:59:59Z").expect(0).operations]


def test_c07_the_edge_in_the_levels_zone(start):
    """A sister: 90 days are 90 days of Berlin, over a change of the clocks; the edge is Berlin's midnight, not UTC's."""
    table = start("""CREATE TABLE ev (ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
        CREATE TABLE ev__2026_01_01 PARTITION OF ev FOR VALUES FROM ('2025-12-31 23:00+00') TO ('2026-01-01 23:00+00')""")
    schema = table.schema("pschema 1; table ev { partition by range (ts) every day at time zone 'Europe/Berlin' { create current; keep for 90 days; } }")
    # 2 January 00:00 and 90 days is 2 April 00:00, in summer time.
    assert detached(table.plan(schema, "2026-04-01T21:59:59Z").expect(0)) == []
    assert detached(table.plan(schema, "2026-04-01T22:00:00Z").expect(0)) == ["public.ev__2026_01_01"]


def test_c07_the_edge_of_an_integer_axis(start):
    """A sister: the end is less than the distance below the cursor, or it is out."""
    table = start("""CREATE TABLE n (id bigint NOT NULL) PARTITION BY RANGE (id);
        CREATE TABLE n__0 PARTITION OF n FOR VALUES FROM (0) TO (10);
        CREATE TABLE n__10 PARTITION OF n FOR VALUES FROM (10) TO (20);
        CREATE TABLE n__20 PARTITION OF n FOR VALUES FROM (20) TO (30);
        INSERT INTO n VALUES (1), (24)""")
    schema = table.schema("pschema 1; table n { partition by range (id) every 10 starting 0 { create current; keep behind 15; } }")
    assert detached(table.plan(schema, "2026-03-31T00:00:00Z").expect(0)) == []
    table.database.query("INSERT INTO n VALUES (25)")
    assert detached(table.plan(schema, "2026-03-31T00:00:00Z").expect(0)) == ["public.n__0"]


# --- C09: a retention without a unit ------------------------------------------------------------------------------------

EVENTS = """
CREATE TABLE ev (ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
CREATE TABLE ev__2026_03 PARTITION OF ev FOR VALUES FROM ('2026-03-01 00:00+00') TO ('2026-04-01 00:00+00');
CREATE TABLE ids (id bigint NOT NULL) PARTITION BY RANGE (id);
"""


@pytest.mark.parametrize("clause, code", [
    ("keep 10;", "PS2016"), ("keep for 10;", "PS2016"), ("keep for -3 days;", "PS2017"), ("keep for 0 days;", "PS2017"),
    ("create ahead 0 days;", "PS2017"), ("create ahead -1 days;", "PS2017"), ("create current and -1 after;", "PS1"),
    ("keep behind 10;", "PS2015"), ("keep current and -1 before;", "PS1"), ("drop 10 after detach;", "PS2016"),
    ("drop -1 days after detach;", "PS2017"), ("create ahead 14;", "PS2016"), ("keep for 10 ms;", "PS"), ("keep for '10';", "PS"),
])
def test_c09_refused_before_anything_is_written(start, clause, code):
    table = start(EVENTS)
    keep = "" if clause.startswith("keep") else "keep for 3 months;"
    create = "" if clause.startswith("create") else "create current;"
    said = refused(table, table.schema(f"pschema 1; table ev {{ partition by range (ts) every month {{ {create} {keep} {clause} }} }}"))
    assert f"error[{code}" in said


def test_c09_the_message_says_that_the_unit_is_missing(start):
    table = start(EVENTS)
    said = refused(table, table.schema("pschema 1; table ev { partition by range (ts) every month { create current; keep for 10; } }"))
    assert "unit" in said and "10 days" in said


def test_c09_shorter_than_one_step_is_a_warning(start):
    table = start(EVENTS)
    schema = table.schema("pschema 1; table ev { partition by range (ts) every month { create current; keep for 12 hours; drop immediately; } }")
    planned = table.plan(schema, "2026-03-15T00:00:00Z").expect(0)
    assert "warning[PS2019]" in planned.err
    assert planned.operations == [], "the current month stays, whatever `keep` says"
    assert detached(table.plan(schema, "2026-04-01T12:00:00Z")) == ["public.ev__2026_03"]


def test_c09_a_bare_number_belongs_to_an_integer_axis(start):
    table = start(EVENTS)
    level = "pschema 1; table ids {{ partition by range (id) every 100 starting 0 {{ create current; {} }} }}"
    table.plan(table.schema(level.format("keep behind 10;")), "2026-03-15T00:00:00Z").expect(0)
    for clause in ("keep for 10 days;", "keep behind -1;", "keep behind 0;", "keep for 10;", "keep behind 10 days;"):
        refused(table, table.schema(level.format(clause)))


def test_c09_a_grace_of_nothing_is_said_otherwise(start):
    """A sister: `drop 0 days after detach` could be meant as `drop immediately`, which is to be said."""
    table = start(EVENTS)
    said = refused(table, table.schema("pschema 1; table ev { partition by range (ts) every month { create current; keep current; drop 0 days after detach; } }"))
    assert "PS2017" in said
