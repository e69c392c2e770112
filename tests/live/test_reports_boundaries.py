"""Reports C01, C03, C05 and C10: where windows begin and end, whoever asks from wherever."""

import pytest

import golden
import psql
import pschema
import trees
from reports import at_rest, created, kinds, range_of, start  # noqa: F401
from test_cases import uuid_bounds

pytestmark = pytest.mark.live

# --- C01: days of Berlin, from sessions anywhere ----------------------------------------------------------------------

BERLIN = """
CREATE TABLE ev (id bigint, ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
CREATE TABLE ev_p20250330 PARTITION OF ev FOR VALUES FROM ('2025-03-29 23:00:00+00') TO ('2025-03-30 22:00:00+00');
"""
BERLIN_DAYS = """pschema 1;
table ev { partition by range (ts) every day at time zone 'Europe/Berlin' { create current and 2 after; } }
"""
ZONES = ["UTC", "America/New_York", "Asia/Tokyo"]


def test_c01_same_files_and_same_bounds_from_every_session_zone(server, databases, tmp_path):
    """Snapshot, compile and psql each run in a session of another zone; the database's own zone is another one still."""
    server.set_clock("2025-03-30T10:00:00Z")
    schema = tmp_path / "schema.pschema"
    schema.write_text(BERLIN_DAYS, encoding="utf-8")
    written = []
    for zone in ZONES:
        database = databases()
        database.query(f"ALTER DATABASE {database.name} SET timezone = '{zone}'")
        database.query(BERLIN)
        here = {"PGTZ": zone, "TZ": zone}
        folder, catalog = tmp_path / zone.replace("/", "_"), tmp_path / "catalog.toml"
        pschema.run("snapshot", schema, "--dsn", database.dsn, "-o", catalog, **here).expect(0)
        pschema.run("compile", schema, "--catalog", catalog, "--at", "2025-03-30T10:00:00Z", "-o", folder, **here).expect(0)
        written.append(golden.content(folder))
        psql.run(database, *(folder / name for name in golden.sql_files(folder)), **here)
        assert trees.children(database, "ev") == {
            "public.ev_p20250330": range_of("2025-03-29 23:00:00+00", "2025-03-30 22:00:00+00"),
            "public.ev__2025_03_31": range_of("2025-03-30 22:00:00+00", "2025-03-31 22:00:00+00"),
            "public.ev__2025_04_01": range_of("2025-03-31 22:00:00+00", "2025-04-01 22:00:00+00")}
        # The row that a run in UTC has no partition for.
        database.query("INSERT INTO ev VALUES (1, '2025-03-30 23:00+00')")
        assert trees.leaves(database)["ev__2025_03_31"] == 1
    assert written[0] == written[1] == written[2]


def test_c01_apply_in_a_session_of_another_zone(start):
    table = start(BERLIN)
    table.files(table.schema(BERLIN_DAYS), "2025-03-30T10:00:00Z")
    pschema.run("apply", table.folder, "--dsn", table.database.dsn, PGTZ="Asia/Tokyo", PGDATESTYLE="German",
                TZ="America/New_York").expect(0)
    assert table.children("ev")["public.ev__2025_03_31"] == range_of("2025-03-30 22:00:00+00", "2025-03-31 22:00:00+00")


def test_c01_the_moment_of_an_instant_without_offset_is_the_levels(start):
    """`create from` without an offset is midnight of Berlin, not of the session or of UTC."""
    table = start("CREATE TABLE ev (id bigint, ts timestamptz NOT NULL) PARTITION BY RANGE (ts)")
    schema = table.schema(BERLIN_DAYS.replace("create current and 2 after;", "create from '2025-03-29' to '2025-03-31';"))
    table.migrate(schema, "2025-03-30T10:00:00Z")
    assert table.children("ev") == {
        "public.ev__2025_03_29": range_of("2025-03-28 23:00:00+00", "2025-03-29 23:00:00+00"),
        "public.ev__2025_03_30": range_of("2025-03-29 23:00:00+00", "2025-03-30 22:00:00+00")}


# --- C03: hours of an epoch key over the autumn change ----------------------------------------------------------------

def test_c03_twenty_five_hours_without_a_hole_or_a_name_twice(start):
    table = start("CREATE TABLE clk (clock int NOT NULL, v int) PARTITION BY RANGE (clock)")
    schema = table.schema("""pschema 1;
        table clk { partition by range (clock) every hour as epoch seconds {
          create from '2026-10-24 22:00' to '2026-10-25 23:00'; } }""")
    table.migrate(schema, "2026-10-24T22:30:00Z")
    there = table.children("clk")
    first = 1792879200
    assert sorted(there.values()) == sorted(
        f"FOR VALUES FROM ({first + 3600 * n}) TO ({first + 3600 * n + 3600})" for n in range(25))
    assert there["public.clk__2026_10_24_22"] == "FOR VALUES FROM (1792879200) TO (1792882800)"
    # The two hours that Berlin's clocks call "02".
    assert there["public.clk__2026_10_25_00"] == "FOR VALUES FROM (1792886400) TO (1792890000)"
    assert there["public.clk__2026_10_25_01"] == "FOR VALUES FROM (1792890000) TO (1792893600)"
    assert there["public.clk__2026_10_25_22"] == "FOR VALUES FROM (1792965600) TO (1792969200)"
    at_rest(table, schema, "2026-10-24T22:30:00Z")


def test_c03_days_of_berlin_on_an_epoch_key(start):
    """A sister: the day of 25 hours is one partition, and none repeats or is missing around it."""
    table = start("CREATE TABLE clk (clock bigint NOT NULL) PARTITION BY RANGE (clock)")
    schema = table.schema("""pschema 1; table clk {
        partition by range (clock) every day as epoch milliseconds at time zone 'Europe/Berlin' { create current and 2 after; } }""")
    table.migrate(schema, "2026-10-24T10:00:00Z")
    assert table.children("clk") == {
        "public.clk__2026_10_24": range_of(1792792800000, 1792879200000),
        "public.clk__2026_10_25": range_of(1792879200000, 1792969200000),
        "public.clk__2026_10_26": range_of(1792969200000, 1793055600000)}


def test_c03_the_last_hour_that_an_integer_can_hold(start):
    """A sister: 2038-01-19T04:00Z is 2147486400, more than an integer has; said at compile time, not at 03:00."""
    table = start("CREATE TABLE clk (clock int NOT NULL) PARTITION BY RANGE (clock)")
    schema = table.schema("pschema 1; table clk { partition by range (clock) every hour as epoch seconds { create current and 1 after; } }")
    assert created(table.plan(schema, "2038-01-19T01:30:00Z").expect(0)) == ["public.clk__2038_01_19_01", "public.clk__2038_01_19_02"]
    assert "PS3009" in table.plan(schema, "2038-01-19T02:30:00Z").expect(4).err
    assert table.files(schema, "2038-01-19T02:30:00Z", exit_code=4) == []


# --- C05: steps of several units --------------------------------------------------------------------------------------

FIVE_DAYS = "pschema 1; table m { partition by range (d) every 5 days starting '2025-06-01' { create current and 1 after; } }"
NINE_WEEKS = "pschema 1; table m { partition by range (d) every 9 weeks starting '2025-06-02' { create current and 1 after; } }"
DATES = "CREATE TABLE m (d date NOT NULL) PARTITION BY RANGE (d)"


def test_c05_five_days_hang_on_their_anchor(start):
    table = start(DATES)
    schema = table.schema(FIVE_DAYS)
    first = {"public.m__2025_06_01": range_of("2025-06-01", "2025-06-06"), "public.m__2025_06_06": range_of("2025-06-06", "2025-06-11")}
    table.migrate(schema, "2025-06-03T00:00:00Z")
    assert table.children("m") == first
    at_rest(table, schema, "2025-06-04T00:00:00Z")
    at_rest(table, schema, "2025-06-05T23:59:59Z")
    assert created(table.plan(schema, "2025-06-06T00:00:00Z").expect(0)) == ["public.m__2025_06_11"]
    table.migrate(schema, "2025-06-06T00:00:00Z")
    assert table.children("m") == {**first, "public.m__2025_06_11": range_of("2025-06-11", "2025-06-16")}


def test_c05_nine_weeks_hang_on_their_monday(start):
    table = start(DATES)
    schema = table.schema(NINE_WEEKS)
    table.migrate(schema, "2025-06-20T00:00:00Z")
    assert table.children("m") == {"public.m__2025_w23": range_of("2025-06-02", "2025-08-04"),
                                   "public.m__2025_w32": range_of("2025-08-04", "2025-10-06")}
    at_rest(table, schema, "2025-08-03T23:00:00Z")


def test_c05_before_the_anchor_the_grid_goes_on(start):
    """A sister: a run before the anchor's day, and a step of days over a change of the clocks."""
    table = start(DATES)
    assert created(table.plan(table.schema(FIVE_DAYS), "2025-05-31T00:00:00Z").expect(0)) == [
        "public.m__2025_05_27", "public.m__2025_06_01"]
    table.database.query("CREATE TABLE z (ts timestamptz NOT NULL) PARTITION BY RANGE (ts)")
    schema = table.schema("pschema 1; table z { partition by range (ts) every 5 days starting '2025-03-26' at time zone "
                          "'Europe/Berlin' { create current and 1 after; } }")
    table.migrate(schema, "2025-03-27T00:00:00Z")
    assert table.children("z") == {
        "public.z__2025_03_26": range_of("2025-03-25 23:00:00+00", "2025-03-30 22:00:00+00"),
        "public.z__2025_03_31": range_of("2025-03-30 22:00:00+00", "2025-04-04 22:00:00+00")}


# --- C10: UUIDv7 --------------------------------------------------------------------------------------------------------

UUIDS = "CREATE TABLE uu (id uuid NOT NULL) PARTITION BY RANGE (id)"
UUID_MONTHS = "pschema 1; table uu { partition by range (id) every month as uuidv7 { create current and 1 after; } }"
JANUARY, FEBRUARY, MARCH, APRIL = "01941f29-7c00", "0194bece-a000", "01954f00-b000", "0195eea5-d400"
OTHER_TOOL = "-0000-0000-000000000000"


def test_c10_months_tile(start):
    table = start(UUIDS)
    schema = table.schema(UUID_MONTHS)
    table.migrate(schema, "2025-01-10T00:00:00Z")
    assert table.children("uu") == {"public.uu__2025_01": uuid_bounds(JANUARY, FEBRUARY), "public.uu__2025_02": uuid_bounds(FEBRUARY, MARCH)}
    table.database.query("INSERT INTO uu VALUES ('01941f29-7c00-7000-8000-000000000001'), ('0194bece-9fff-7fff-bfff-ffffffffffff'), "
                         "('0194bece-a000-7000-8000-000000000000')")
    assert trees.leaves(table.database) == {"uu__2025_01": 2, "uu__2025_02": 1}
    at_rest(table, schema, "2025-01-10T00:00:00Z")


def test_c10_a_neighbour_of_another_tools_month_begins_at_its_literal(start):
    table = start(UUIDS + f"; CREATE TABLE theirs PARTITION OF uu FOR VALUES FROM ('{JANUARY}{OTHER_TOOL}') TO ('{FEBRUARY}{OTHER_TOOL}')")
    schema = table.schema(UUID_MONTHS)
    assert created(table.plan(schema, "2025-01-10T00:00:00Z").expect(0)) == ["public.uu__2025_02"]
    table.migrate(schema, "2025-01-10T00:00:00Z")
    assert table.children("uu")["public.uu__2025_02"] == range_of(FEBRUARY + OTHER_TOOL, MARCH + "-7000-8000-000000000000")
    at_rest(table, schema, "2025-01-10T00:00:00Z")


def test_c10_between_two_months_of_another_tool(start):
    """A sister: both ends are theirs; and their month expires as ours do, comes back, and goes, at their literals."""
    table = start(UUIDS + f"; CREATE TABLE t1 PARTITION OF uu FOR VALUES FROM ('{JANUARY}{OTHER_TOOL}') TO ('{FEBRUARY}{OTHER_TOOL}');"
                          f" CREATE TABLE t3 PARTITION OF uu FOR VALUES FROM ('{MARCH}{OTHER_TOOL}') TO ('{APRIL}{OTHER_TOOL}')")
    schema = table.schema(UUID_MONTHS)
    table.migrate(schema, "2025-02-10T00:00:00Z")
    assert table.children("uu")["public.uu__2025_02"] == range_of(FEBRUARY + OTHER_TOOL, MARCH + OTHER_TOOL)
    shorter = table.schema(UUID_MONTHS.replace("after;", "after; keep current; drop 1 day after detach;"))
    table.migrate(shorter, "2025-02-11T00:00:00Z")
    assert sorted(table.children("uu")) == ["public.t3", "public.uu__2025_02"]
    longer = table.schema(UUID_MONTHS.replace("after;", "after; keep current and 1 before; drop 1 day after detach;"))
    assert [(o.verb, o.name) for o in table.plan(longer, "2025-02-11T01:00:00Z").operations] == [("ATTACH", "public.t1")]
    table.migrate(longer, "2025-02-11T01:00:00Z")
    assert table.children("uu")["public.t1"] == range_of(JANUARY + OTHER_TOOL, FEBRUARY + OTHER_TOOL)
    at_rest(table, longer, "2025-02-11T01:00:00Z")


def test_c10_an_end_one_microsecond_early_is_seen(start):
    """A sister: the very partitions of the report, an upper bound of a millisecond early. The hole is named."""
    table = start(UUIDS + f"; CREATE TABLE theirs PARTITION OF uu FOR VALUES FROM ('{JANUARY}{OTHER_TOOL}') TO ('0194bece-9fff-7abc-9123-456789abcdef')")
    planned = table.plan(table.schema(UUID_MONTHS), "2025-01-10T00:00:00Z").expect(3)
    assert created(planned) == ["public.uu__2025_02"]
    uncovered = [f.rest for f in planned.findings if f.kind == "uncovered"]
    assert len(uncovered) == 1 and "2025-01-31T23:59:59.999" in uncovered[0].replace(" ", "T")


SNOWFLAKE = "snowflake '2010-11-04T01:42:54.657Z'"


@pytest.mark.parametrize("key, encoding, low, high, later", [
    # Milliseconds since the epoch above 22 bits, and a bound with bits below them.
    ("bigint", SNOWFLAKE, 1874244142494646272, 1885478166328246272 + 5, "2025-02-10T00:00:00Z"),
    ("bigint", "epoch nanoseconds", 1735689600000000000, 1738368000000000001, "2025-02-10T00:00:00Z"),
    ('text COLLATE "C"', "ulid", "01JGFJJZ000000000000000000", "01JJZCX8000000000000000001", "2025-02-10T00:00:00Z"),
])
def test_c10_bounds_between_two_instants_hold_back_and_do_not_stop_a_file(start, key, encoding, low, high, later):
    """A sister: other encodings have keys between two instants too. Such a partition is not a window of ours, so that nothing
    retires it; a window that it covers in part is held back, and not left for the server to refuse at night."""
    table = start(f"CREATE TABLE k (id {key} NOT NULL) PARTITION BY RANGE (id); "
                  f"CREATE TABLE theirs PARTITION OF k FOR VALUES FROM ('{low}') TO ('{high}')")
    schema = table.schema(f"pschema 1; table k {{ partition by range (id) every month as {encoding} {{ create current and 1 after; keep current; drop immediately; }} }}")
    planned = table.plan(schema, later).expect(3)
    assert ("info", "unmanaged_partition", "public.theirs") in kinds(planned)
    assert [k[1] for k in kinds(planned) if k[0] == "warning"] == ["range_overlap", "uncovered"]
    assert created(planned) == ["public.k__2025_03"]
    table.migrate(schema, later, exit_code=3)
    assert sorted(table.children("k")) == ["public.k__2025_03", "public.theirs"]
    at_rest(table, schema, later, exit_code=3)
