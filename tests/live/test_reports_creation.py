"""Reports C18 and C26: windows that are missing are made, whatever else is there and whatever else fails."""

import contextlib
import threading

import pytest

import psql
import pschema
from reports import at_rest, created, days, range_of, start  # noqa: F401

pytestmark = pytest.mark.live

# --- C18: holes in the middle -------------------------------------------------------------------------------------------

HOLES = """
CREATE TABLE ev (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
CREATE TABLE ev__2026_05_20 PARTITION OF ev FOR VALUES FROM ('2026-05-20 00:00+00') TO ('2026-05-21 00:00+00');
CREATE TABLE ev__2026_05_21 PARTITION OF ev FOR VALUES FROM ('2026-05-21 00:00+00') TO ('2026-05-22 00:00+00');
CREATE TABLE ev__2026_05_24 PARTITION OF ev FOR VALUES FROM ('2026-05-24 00:00+00') TO ('2026-05-25 00:00+00');
CREATE TABLE far PARTITION OF ev FOR VALUES FROM ('2026-12-31 00:00+00') TO ('2027-01-01 00:00+00');
"""
FIVE_DAYS = "pschema 1; table ev { partition by range (ts) every day { create current and 4 after; } }"


def test_c18_the_holes_ahead_are_made_and_the_far_one_counts_for_nothing(start):
    table = start(HOLES)
    schema = table.schema(FIVE_DAYS)
    before = table.database.value("SELECT 'far'::regclass::oid")
    planned = table.plan(schema, "2026-05-20T10:00:00Z").expect(0)
    assert [(o.verb, o.name) for o in planned.operations] == [("CREATE", "public.ev__2026_05_22"), ("CREATE", "public.ev__2026_05_23")]
    table.migrate(schema, "2026-05-20T10:00:00Z")
    assert table.children("ev")["public.ev__2026_05_22"] == range_of("2026-05-22 00:00:00+00", "2026-05-23 00:00:00+00")
    assert sorted(table.children("ev").values()) == sorted(days(
        ("2026-05-20", "2026-05-21"), ("2026-05-21", "2026-05-22"), ("2026-05-22", "2026-05-23"), ("2026-05-23", "2026-05-24"),
        ("2026-05-24", "2026-05-25"), ("2026-12-31", "2027-01-01")))
    assert table.database.value("SELECT 'far'::regclass::oid") == before
    at_rest(table, schema, "2026-05-20T10:00:00Z")
    # The far one is the newest by its bounds and expires by no count of windows.
    assert created(table.plan(schema, "2026-05-21T10:00:00Z")) == ["public.ev__2026_05_25"]


def test_c18_a_hole_in_the_past_is_reported_or_filled_as_asked(start):
    table = start(HOLES)
    keep = FIVE_DAYS.replace("after;", "after; keep for 10 days;")
    schema = table.schema(keep)
    planned = table.plan(schema, "2026-05-24T10:00:00Z").expect(0)
    assert created(planned) == [f"public.ev__2026_05_{day}" for day in (25, 26, 27, 28)]
    gaps = [f.rest for f in planned.findings if f.kind == "gap"]
    assert len(gaps) == 1 and "2026-05-22 to 2026-05-24" in gaps[0]
    backfill = table.schema(keep.replace("create current", "create from '2026-05-10'; create current"))
    # From the 14th on: what ended ten days ago or more is not kept, and so not made.
    assert created(table.plan(backfill, "2026-05-24T10:00:00Z").expect(0)) == [
        f"public.ev__2026_05_{day}" for day in (14, 15, 16, 17, 18, 19, 22, 23, 25, 26, 27, 28)]


def test_c18_after_a_long_downtime(start):
    """A sister: nothing ran for months; the current window and those ahead come, not those since the last one."""
    table = start(HOLES)
    schema = table.schema(FIVE_DAYS)
    assert created(table.plan(schema, "2026-11-10T10:00:00Z").expect(0)) == [f"public.ev__2026_11_{day}" for day in (10, 11, 12, 13, 14)]


def test_c18_holes_in_integers_lists_and_buckets(start):
    """A sister: the other kinds of levels have holes too."""
    table = start("""
        CREATE TABLE n (id bigint NOT NULL) PARTITION BY RANGE (id);
        CREATE TABLE n__0 PARTITION OF n FOR VALUES FROM (0) TO (10);
        CREATE TABLE n__20 PARTITION OF n FOR VALUES FROM (20) TO (30);
        CREATE TABLE n_far PARTITION OF n FOR VALUES FROM (1000) TO (1010);
        INSERT INTO n VALUES (5);
        CREATE TABLE l (k text) PARTITION BY LIST (k);
        CREATE TABLE l__a PARTITION OF l FOR VALUES IN ('a');
        CREATE TABLE h (k int) PARTITION BY HASH (k);
        CREATE TABLE h__h1 PARTITION OF h FOR VALUES WITH (MODULUS 3, REMAINDER 1)""")
    schema = table.schema("""pschema 1;
        table n { partition by range (id) every 10 starting 0 { create current and 3 after; } }
        table l { partition by list (k) { group a in ('a'); group b in ('b'); } }
        table h { partition by hash (k) modulus 3; }""")
    planned = table.plan(schema, "2026-05-20T10:00:00Z").expect(0)
    assert created(planned) == ["public.h__h0", "public.h__h2", "public.l__b", "public.n__10", "public.n__30"]
    table.migrate(schema, "2026-05-20T10:00:00Z")
    at_rest(table, schema, "2026-05-20T10:00:00Z")


# --- C26: a failed drop -------------------------------------------------------------------------------------------------

CREATES_AND_A_DROP = """
CREATE TABLE ev (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
CREATE TABLE ev__2026_05_10 PARTITION OF ev FOR VALUES FROM ('2026-05-10 00:00+00') TO ('2026-05-11 00:00+00');
"""
THREE_DAYS = "pschema 1; table ev { partition by range (ts) every day { create current and 2 after; keep for 3 days; drop immediately; %s } }"
NEW = ["public.ev__2026_05_20", "public.ev__2026_05_21", "public.ev__2026_05_22"]


@contextlib.contextmanager
def reader_of(database, relation):
    """Another session that has read it and does not commit."""
    with contextlib.closing(database.connect(autocommit=False)) as connection:
        connection.cursor().execute(f"SELECT count(*) FROM {relation}")
        yield connection


@pytest.mark.parametrize("default", ["", "default;"])
def test_c26_the_creates_are_there_though_the_drop_cannot_be_had(start, default):
    """The reader holds ACCESS SHARE on the expired partition all the while. The creates come first, each committed by itself;
    the removal is tried again within its budget, and then reported."""
    table = start(CREATES_AND_A_DROP + ("CREATE TABLE ev__default PARTITION OF ev DEFAULT" if default else ""))
    schema = table.schema(THREE_DAYS % default)
    at = "2026-05-20T10:00:00Z"
    table.database.server.set_clock(at)
    pschema.compile_files(schema, table.snapshot(schema), at, table.folder, **{}).expect(0)
    with reader_of(table.database, "ev__2026_05_10"):
        for path in sorted(table.folder.glob("*.sql")):  # so that the test need not wait for three seconds each time
            path.write_text(path.read_text(encoding="utf-8").replace("lock_timeout = '3s'", "lock_timeout = '100ms'")
                            .replace("SET statement_timeout = '10min'", "SET statement_timeout = '300ms'"), encoding="utf-8")
        pschema.run("sum", table.folder, "--accept").expect(0)
        failed = pschema.apply(table.folder, table.database, "--allow-destructive", "--budget", "1").expect(7)
        assert "ev__2026_05_10" in failed.err
        assert set(NEW) <= set(table.children("ev"))
        assert table.database.value("SELECT to_regclass('ev__2026_05_10') IS NOT NULL")
        table.database.query("INSERT INTO ev VALUES (1, '2026-05-21 10:00+00')")
    pschema.apply(table.folder, table.database, "--allow-destructive").expect(0)
    assert table.database.value("SELECT to_regclass('ev__2026_05_10') IS NULL")
    at_rest(table, schema, at)


def test_c26_a_removal_that_fails_night_after_night(start):
    """A sister, and how the outage came about: the removal of the first night is still waiting when those of later nights come. Their
    creations run all the same, each night, and each night says that something failed."""
    table = start(CREATES_AND_A_DROP)
    schema = table.schema(THREE_DAYS % "")
    with reader_of(table.database, "ev__2026_05_10"):
        for day in (20, 21, 22):
            at = f"2026-05-{day}T10:00:00Z"
            table.database.server.set_clock(at)
            run = pschema.run("compile", schema, "--catalog", table.snapshot(schema), "--at", at, "-o", table.folder, "--statement-timeout", "200ms")
            assert run.exit in (0, 3)
            failed = pschema.apply(table.folder, table.database, "--allow-destructive", "--budget", "0").expect(7)
            assert "ev__2026_05_10" in failed.err
            assert f"public.ev__2026_05_{day + 2}" in table.children("ev")
    pschema.apply(table.folder, table.database, "--allow-destructive")
    assert table.database.value("SELECT to_regclass('ev__2026_05_10') IS NULL")


def test_c26_creates_come_before_retirements_over_all_tables(start):
    """A sister: the drop of one table that sorts first must not stand before the creates of another."""
    table = start(CREATES_AND_A_DROP + "CREATE TABLE zz (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts)")
    schema = table.schema((THREE_DAYS % "").replace("table ev", "table ev, zz"))
    names = [path.name for path in table.files(schema, "2026-05-20T10:00:00Z")]
    phases = [name.removesuffix(".sql").rsplit("_", 1)[1] for name in names if "ledger" not in name and "baseline" not in name]
    assert phases == ["create", "create", "drop"]


def test_c26_without_leave_to_destroy_creates_run_and_the_rest_is_pending(start):
    table = start(CREATES_AND_A_DROP)
    schema = table.schema(THREE_DAYS % "")
    table.files(schema, "2026-05-20T10:00:00Z")
    pschema.apply(table.folder, table.database).expect(2)
    assert set(table.children("ev")) == {*NEW, "public.ev__2026_05_10"}


def test_c26_one_creation_that_fails_keeps_those_before_it(start):
    """A sister: each window is a transaction of its own."""
    table = start("CREATE TABLE ev (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts)")
    schema = table.schema(THREE_DAYS % "")
    files = table.files(schema, "2026-05-20T10:00:00Z")
    table.database.query("CREATE VIEW ev__2026_05_21 AS SELECT 1")
    for path in files[:-1]:
        psql.run(table.database, path)
    failed = psql.attempt(table.database, files[-1])
    assert failed.returncode == 3 and "ev__2026_05_21" in failed.stderr
    assert sorted(table.children("ev")) == ["public.ev__2026_05_20"]
    table.database.query("DROP VIEW ev__2026_05_21")
    psql.run(table.database, files[-1])
    assert sorted(table.children("ev")) == NEW


def test_c26_a_writer_does_not_wait_long_behind_a_removal(start):
    """A sister: with a reader on the partition and a DEFAULT beside it the blocking detach waits for the table's lock for no longer
    than lock_timeout at a time, so that inserts go on in between."""
    table = start(CREATES_AND_A_DROP + "CREATE TABLE ev__default PARTITION OF ev DEFAULT")
    schema = table.schema(THREE_DAYS % "default;")
    table.files(schema, "2026-05-20T10:00:00Z")
    pschema.apply(table.folder, table.database).expect(2)
    removal = [path for path in sorted(table.folder.glob("*.sql")) if path.name.endswith("_drop.sql")]
    assert len(removal) == 1 and "SET lock_timeout = '3s'" in removal[0].read_text(encoding="utf-8")
    with reader_of(table.database, "ev__2026_05_10"):
        run = threading.Thread(target=psql.attempt, args=(table.database, removal[0]))
        run.start()
        with contextlib.closing(table.database.connect()) as writer, writer.cursor() as cursor:
            cursor.execute("SET statement_timeout = '10s'")
            for n in range(5):
                cursor.execute("INSERT INTO ev VALUES (%s, '2026-05-21 10:00+00')", (n,))
        run.join()
    assert table.database.value("SELECT count(*) FROM ev") == 5
