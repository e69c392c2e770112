"""Reports C14, C15 and C16: bounds that are open, that count the wall clock, and that are read back."""

import psycopg2
import pytest

import golden
import psql
import pschema
import trees
from reports import at_rest, created, kinds, range_of, start  # noqa: F401

pytestmark = pytest.mark.live

# --- C14: MINVALUE and MAXVALUE -----------------------------------------------------------------------------------------

OPEN = """
CREATE TABLE es (ts timestamp NOT NULL) PARTITION BY RANGE (ts);
CREATE TABLE es_p1 PARTITION OF es FOR VALUES FROM (MINVALUE) TO ('2025-01-01');
CREATE TABLE es_p20200101 PARTITION OF es FOR VALUES FROM ('2025-06-01') TO (MAXVALUE);
"""
OPEN_MONTHS = "pschema 1; table es { partition by range (ts) every month { create current and 2 after; keep for 12 months; drop immediately; } }"


def test_c14_open_partitions_never_expire_by_themselves(start):
    table = start(OPEN)
    schema = table.schema(OPEN_MONTHS)
    planned = table.plan(schema, "2025-03-15T00:00:00Z").expect(0)
    assert created(planned) == ["public.es__2025_03", "public.es__2025_04", "public.es__2025_05"]
    assert [k for k in kinds(planned) if k[1] == "unbounded_partition"] == [
        ("info", "unbounded_partition", "public.es_p1"), ("info", "unbounded_partition", "public.es_p20200101")]
    table.migrate(schema, "2025-03-15T00:00:00Z")
    assert table.children("es") == {
        "public.es_p1": "FOR VALUES FROM (MINVALUE) TO ('2025-01-01 00:00:00')",
        "public.es__2025_03": range_of("2025-03-01 00:00:00", "2025-04-01 00:00:00"),
        "public.es__2025_04": range_of("2025-04-01 00:00:00", "2025-05-01 00:00:00"),
        "public.es__2025_05": range_of("2025-05-01 00:00:00", "2025-06-01 00:00:00"),
        "public.es_p20200101": "FOR VALUES FROM ('2025-06-01 00:00:00') TO (MAXVALUE)"}
    at_rest(table, schema, "2025-03-15T00:00:00Z")
    # A year and more later: the windows of the open partition are there, nothing is created, and neither of the two goes.
    later = table.plan(schema, "2027-03-15T00:00:00Z").expect(0)
    assert created(later) == []
    assert [o.name for o in later.operations if o.verb == "DETACH"] == ["public.es__2025_03", "public.es__2025_04", "public.es__2025_05"]


def test_c14_backfill_makes_the_months_between(start):
    table = start(OPEN)
    schema = table.schema(OPEN_MONTHS.replace("create current", "create from '2024-11-01'; create current"))
    table.migrate(schema, "2025-03-15T00:00:00Z")
    assert sorted(table.children("es")) == ["public.es__2025_01", "public.es__2025_02", "public.es__2025_03", "public.es__2025_04",
                                            "public.es__2025_05", "public.es_p1", "public.es_p20200101"]


@pytest.mark.parametrize("low, high", [("'infinity'", "MAXVALUE"), ("MINVALUE", "'-infinity'")])
@pytest.mark.parametrize("type_", ["timestamptz", "date"])
def test_c14_a_partition_for_infinity_itself(start, low, high, type_):
    """A sister: the only way to give rows with infinity a partition. It covers no moment of the axis and holds nothing back."""
    table = start(f"CREATE TABLE es (ts {type_} NOT NULL) PARTITION BY RANGE (ts); "
                  f"CREATE TABLE for_ever PARTITION OF es FOR VALUES FROM ({low}) TO ({high})")
    schema = table.schema(OPEN_MONTHS)
    planned = table.plan(schema, "2025-03-15T00:00:00Z").expect(0)
    assert kinds(planned) == [("info", "unbounded_partition", "public.for_ever")]
    table.migrate(schema, "2025-03-15T00:00:00Z")
    assert len(table.children("es")) == 4
    assert at_rest(table, schema, "2027-03-15T00:00:00Z".replace("2027", "2025")).findings != []
    later = table.plan(schema, "2030-01-01T00:00:00Z").expect(0)
    assert "public.for_ever" not in [o.name for o in later.operations]


@pytest.mark.parametrize("high", ["'infinity'", "MAXVALUE"])
def test_c14_infinity_as_an_upper_bound_is_open(start, high):
    """A sister: `infinity` is not MAXVALUE to the server, and as open to us."""
    table = start("CREATE TABLE es (ts timestamp NOT NULL) PARTITION BY RANGE (ts); "
                  f"CREATE TABLE es_p20200101 PARTITION OF es FOR VALUES FROM ('2025-06-01') TO ({high})")
    planned = table.plan(table.schema(OPEN_MONTHS), "2029-03-15T00:00:00Z").expect(0)
    assert planned.operations == [] and kinds(planned) == [("info", "unbounded_partition", "public.es_p20200101")]


def test_c14_a_window_that_an_open_partition_covers_in_part_is_held(start):
    """A sister: the open partition begins in the middle of a month."""
    table = start("CREATE TABLE es (ts timestamp NOT NULL) PARTITION BY RANGE (ts); "
                  "CREATE TABLE rest PARTITION OF es FOR VALUES FROM ('2025-04-10') TO (MAXVALUE)")
    schema = table.schema(OPEN_MONTHS)
    planned = table.plan(schema, "2025-03-15T00:00:00Z").expect(3)
    assert created(planned) == ["public.es__2025_03"]
    held = [f.rest for f in planned.findings if f.kind == "range_overlap"]
    assert len(held) == 1 and "2025-04-01 to 2025-05-01" in held[0] and "public.rest covers" in held[0]
    assert ["2025-04-01" in f.rest and "2025-04-10" in f.rest for f in planned.findings if f.kind == "uncovered"] == [True]
    table.migrate(schema, "2025-03-15T00:00:00Z", exit_code=3)
    at_rest(table, schema, "2025-03-15T00:00:00Z", exit_code=3)


def test_c14_composite_keys(start):
    """A sister: what stands behind the leading column. MINVALUE at both ends is a window, all else is not."""
    table = start("""CREATE TABLE es (ts date NOT NULL, n int NOT NULL) PARTITION BY RANGE (ts, n);
        CREATE TABLE window_ PARTITION OF es FOR VALUES FROM ('2024-01-01', MINVALUE) TO ('2024-02-01', MINVALUE);
        CREATE TABLE into_february PARTITION OF es FOR VALUES FROM ('2024-02-01', MINVALUE) TO ('2024-03-01', 5);
        CREATE TABLE with_the_first PARTITION OF es FOR VALUES FROM ('2024-04-01', MINVALUE) TO ('2024-05-01', MAXVALUE);
        CREATE TABLE open_ PARTITION OF es FOR VALUES FROM ('2025-04-01', 7) TO (MAXVALUE, MAXVALUE)""")
    schema = table.schema(OPEN_MONTHS.replace("range (ts)", "range (ts, n)"))
    planned = table.plan(schema, "2025-03-15T00:00:00Z").expect(3)
    assert [(o.verb, o.name) for o in planned.operations if o.depth == 1] == [
        ("CREATE", "public.es__2025_03"), ("DETACH", "public.window_")]
    seen = {whom: kind for _, kind, whom in kinds(planned)}
    assert seen["public.into_february"] == seen["public.with_the_first"] == "unmanaged_partition"
    assert seen["public.open_"] == "unbounded_partition"
    table.migrate(schema, "2025-03-15T00:00:00Z", exit_code=3)
    assert table.children("es")["public.es__2025_03"] == "FOR VALUES FROM ('2025-03-01', MINVALUE) TO ('2025-04-01', MINVALUE)"


def test_c14_open_partitions_of_integers(start):
    table = start("""CREATE TABLE es (id bigint NOT NULL) PARTITION BY RANGE (id);
        CREATE TABLE low PARTITION OF es FOR VALUES FROM (MINVALUE) TO (0);
        CREATE TABLE es__0 PARTITION OF es FOR VALUES FROM (0) TO (10);
        CREATE TABLE high PARTITION OF es FOR VALUES FROM (20) TO (MAXVALUE);
        INSERT INTO es VALUES (5)""")
    schema = table.schema("pschema 1; table es { partition by range (id) every 10 { create current and 3 after; keep current; drop immediately; } }")
    planned = table.plan(schema, "2025-03-15T00:00:00Z").expect(0)
    assert created(planned) == ["public.es__10"]
    assert [k[1:] for k in kinds(planned)] == [("unbounded_partition", "public.high"), ("unbounded_partition", "public.low")]
    table.migrate(schema, "2025-03-15T00:00:00Z")
    at_rest(table, schema, "2025-03-15T00:00:00Z")


@pytest.mark.parametrize("low, high", [("'Infinity'", "MAXVALUE"), ("20", "'Infinity'"), ("MINVALUE", "'-Infinity'")])
def test_c14_infinity_of_numeric(start, low, high):
    """A sister: numeric has an infinity too, with a capital letter."""
    table = start(f"CREATE TABLE es (id numeric NOT NULL) PARTITION BY RANGE (id); CREATE TABLE far PARTITION OF es FOR VALUES FROM ({low}) TO ({high})")
    schema = table.schema("pschema 1; table es { partition by range (id) every 10 starting 0 { create current and 1 after; keep current; drop immediately; } }")
    planned = table.plan(schema, "2025-03-15T00:00:00Z").expect(0)
    assert kinds(planned) == [("info", "unbounded_partition", "public.far")]
    assert created(planned) == ["public.es__0", "public.es__10"]


# --- C15: timestamp and date --------------------------------------------------------------------------------------------

def test_c15_the_wall_clock_of_the_zone_without_an_offset(start):
    table = start("CREATE TABLE tt (d timestamp NOT NULL) PARTITION BY RANGE (d); CREATE TABLE dd (d date NOT NULL) PARTITION BY RANGE (d)")
    schema = table.schema("pschema 1; time zone 'Europe/Berlin'; table tt, dd { partition by range (d) every day { create current; } }")
    files = table.files(schema, "2025-03-30T22:30:00Z")
    assert not any("+00'" in line for path in files for line in path.read_text(encoding="utf-8").splitlines() if "FOR VALUES" in line)
    psql.run(table.database, *files)
    assert table.children("tt") == {"public.tt__2025_03_31": range_of("2025-03-31 00:00:00", "2025-04-01 00:00:00")}
    assert table.children("dd") == {"public.dd__2025_03_31": range_of("2025-03-31", "2025-04-01")}


def test_c15_the_day_of_the_change_is_a_day(start):
    """The day of 23 hours has 24 on the wall; it expires at the midnight that Berlin sees."""
    table = start("CREATE TABLE tt (d timestamp NOT NULL) PARTITION BY RANGE (d)")
    schema = table.schema("pschema 1; time zone 'Europe/Berlin'; table tt { partition by range (d) every day { create current; keep for 1 day; } }")
    table.migrate(schema, "2025-03-30T10:00:00Z")
    assert table.children("tt") == {"public.tt__2025_03_30": range_of("2025-03-30 00:00:00", "2025-03-31 00:00:00")}
    table.database.query("INSERT INTO tt VALUES ('2025-03-30 02:30')")  # an hour that Berlin's clocks do not show
    assert "DETACH" not in [o.verb for o in table.plan(schema, "2025-03-31T21:59:59Z").operations]
    assert "DETACH" in [o.verb for o in table.plan(schema, "2025-03-31T22:00:00Z").operations]


def test_c15_refused(start):
    table = start("CREATE TABLE dd (d date NOT NULL) PARTITION BY RANGE (d)")
    short = table.schema("pschema 1; table dd { partition by range (d) every hour at time zone 'Europe/Berlin' { create current; } }")
    assert "PS2009" in pschema.run("plan", short, "--dsn", table.database.dsn).expect(4).err
    # Without a zone too: a date has no hours.
    assert pschema.run("plan", table.schema("pschema 1; table dd { partition by range (d) every hour { create current; } }"),
                       "--dsn", table.database.dsn).expect(4).err
    offset = table.schema("pschema 1; table dd { partition by range (d) every day { create from '2025-01-01T00:00+01:00'; } }")
    assert "PS3008" in pschema.run("plan", offset, "--dsn", table.database.dsn).expect(4).err


# --- C16: reading bounds back -------------------------------------------------------------------------------------------

HOSTILE_SETTINGS = {"datestyle": "'SQL, DMY'", "timezone": "'America/New_York'", "intervalstyle": "'iso_8601'", "extra_float_digits": "-3",
                    "bytea_output": "'escape'", "quote_all_identifiers": "on", "search_path": "'pg_catalog'", "lc_monetary": "'C'"}


def test_c16_settings_of_the_database_do_not_reach_the_snapshot(server, databases, tmp_path):
    setup = """CREATE TABLE public.dd (d date NOT NULL) PARTITION BY RANGE (d);
        CREATE TABLE public.dd_2 PARTITION OF public.dd FOR VALUES FROM (date '2025-02-01') TO (date '2025-03-01');
        CREATE TABLE public.tz (d timestamptz NOT NULL, x interval) PARTITION BY RANGE (d);
        CREATE TABLE public.tz_2 PARTITION OF public.tz FOR VALUES FROM ('2025-02-01 00:00+00') TO ('2025-03-01 00:00+00');
        CREATE TABLE public."int" (a interval NOT NULL, b float8, c bytea) PARTITION BY LIST (a);
        CREATE TABLE public.int_1 PARTITION OF public."int" FOR VALUES IN ('1 mon 3 days -04:05:06')"""
    schema = tmp_path / "schema.pschema"
    schema.write_text('pschema 1; table dd, tz { partition by range (d) every month { create current; keep forever; } }\n'
                      'table "int" { partition by list (a) { group one in (\'1 mon 3 days -04:05:06\'); } }', encoding="utf-8")
    server.set_clock("2025-02-10T00:00:00Z")
    snapshots = []
    for hostile in (False, True):
        database = databases()
        database.query("SET datestyle = 'ISO, YMD'; SET timezone = 'UTC'; " + setup)
        for name, value in HOSTILE_SETTINGS.items() if hostile else ():
            database.query(f"ALTER DATABASE {database.name} SET {name} = {value}")
        pschema.snapshot(schema, database, tmp_path / "catalog.toml")
        text = (tmp_path / "catalog.toml").read_text(encoding="utf-8")
        snapshots.append([line for line in text.splitlines() if not line.startswith("taken_at")])
        planned = pschema.plan(schema, tmp_path / "catalog.toml", "2025-02-10T00:00:00Z").expect(0)
        assert planned.operations == [] and kinds(planned) == []
        # And the files find them, under whatever settings psql begins.
        pschema.compile_files(schema, tmp_path / "catalog.toml", "2025-03-10T00:00:00Z", tmp_path / f"m{hostile}").expect(0)
        folder = tmp_path / f"m{hostile}"
        psql.run(database, *(folder / name for name in golden.sql_files(folder)))
        assert trees.children(database, "public.dd") == {"public.dd_2": range_of("2025-02-01", "2025-03-01"),
                                                         "public.dd__2025_03": range_of("2025-03-01", "2025-04-01")}
    assert snapshots[0] == snapshots[1]


@pytest.mark.parametrize("type_, values, written", [
    ("bytea", r"'\xdeadbeef'", r"'\xdeadbeef'"),
    ("float8", "'0.1'", "'0.1'"),
    ("numeric", "1.50", "1.50"),
    ("interval", "'1 day'", "'1 day'"),
    ("timestamptz", "'2025-02-01 00:00+00'", "'2025-02-01T00:00Z'"),
])
def test_c16_list_values_under_hostile_settings(start, type_, values, written):
    """A sister: values of lists go through the same settings."""
    table = start(f"CREATE TABLE l (k {type_} NOT NULL) PARTITION BY LIST (k); CREATE TABLE l_a PARTITION OF l FOR VALUES IN ({values})")
    for name, value in HOSTILE_SETTINGS.items():
        table.database.query(f"ALTER DATABASE {table.database.name} SET {name} = {value}")
    schema = table.schema(f"pschema 1; table l {{ partition by list (k) {{ group a in ({written}); }} }}")
    planned = table.plan(schema, "2025-02-10T00:00:00Z").expect(0)
    assert planned.operations == [] and planned.findings == []


def test_c16_what_cannot_be_read_is_never_old(start):
    """20250132 is no day: another tool's end of January."""
    table = start("""CREATE TABLE k (id int NOT NULL) PARTITION BY RANGE (id);
        CREATE TABLE theirs PARTITION OF k FOR VALUES FROM (20250101) TO (20250132)""")
    schema = table.schema("pschema 1; table k { partition by range (id) every month as yyyymmdd { create current; keep current; drop immediately; } }")
    planned = table.plan(schema, "2026-03-15T00:00:00Z").expect(3)
    assert [(o.verb, o.name) for o in planned.operations] == [("CREATE", "public.k__2026_03")]
    assert ("warning", "unreadable_bound", "public.theirs") in kinds(planned)
    table.migrate(schema, "2026-03-15T00:00:00Z", exit_code=3)
    assert sorted(table.children("k")) == ["public.k__2026_03", "public.theirs"]


def test_c16_a_file_refuses_a_window_of_another_reading(start):
    """The file's own test of a detach reads the bound under the pinned settings, in a session that has others."""
    table = start("""CREATE TABLE dd (d date NOT NULL) PARTITION BY RANGE (d);
        CREATE TABLE dd_2 PARTITION OF dd FOR VALUES FROM (date '2025-02-01') TO (date '2025-03-01')""".replace("date '2025", "'2025"))
    schema = table.schema("pschema 1; table dd { partition by range (d) every month { create current; keep current; drop immediately; } }")
    files = table.files(schema, "2025-03-10T00:00:00Z")
    said = psql.run(table.database, *files, PGDATESTYLE="SQL, DMY", PGTZ="America/New_York", PGOPTIONS="-c quote_all_identifiers=on")
    assert "SKIPPED" not in said
    assert sorted(table.children("dd")) == ["public.dd__2025_03"]
    with pytest.raises(psycopg2.errors.UndefinedTable):
        table.database.query("SELECT FROM dd_2")
