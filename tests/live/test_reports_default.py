"""Reports C20 and C21: rows in a DEFAULT partition that belong elsewhere, and the scan of a big one. test_default.py has the
moves themselves: what readers and subscribers see, interruption, foreign keys."""

import contextlib
import time

import pytest

import psql
import pschema
import trees
from reports import apply, at_rest, created, kinds, start, verbs  # noqa: F401

pytestmark = pytest.mark.live

AT = "2025-05-05T12:00:00Z"
DAYS = "pschema 1; table ev { partition by range (ts) every day { create current and 2 after; %s } }"

# --- C20 ----------------------------------------------------------------------------------------------------------------

REPORTED = """
CREATE TABLE ev (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
CREATE TABLE ev_default PARTITION OF ev DEFAULT;
INSERT INTO ev VALUES (1, '2025-05-05 10:00+00');
"""
OTHERS = ["public.ev__2025_05_06", "public.ev__2025_05_07"]


def test_c20_default_holds_the_window_and_the_run_goes_on(start):
    """Seen in the plan, and not as a raw 23514 in every nightly run: the others are made, and the exit asks for a person."""
    table = start(REPORTED)
    schema = table.schema(DAYS % "default;")
    planned = table.plan(schema, AT).expect(3)
    assert created(planned) == OTHERS and ("warning", "default_holds_rows") in [k[:2] for k in kinds(planned)]
    applied = apply(table, schema, AT, compiled=3)
    assert "23514" not in applied.err
    assert sorted(table.children("ev")) == [*OTHERS, "public.ev_default"]
    again = at_rest(table, schema, AT, exit_code=3)
    assert ("warning", "default_holds_rows") in [k[:2] for k in kinds(again)]


def test_c20_drain_moves_the_range_and_nothing_else(start):
    """Half-open: the first moment of the window comes along and the first of the next does not; NULL and infinity stay."""
    table = start(REPORTED.replace("timestamptz NOT NULL", "timestamptz") + """
        INSERT INTO ev VALUES (2, '2025-05-05 00:00+00'), (3, '2025-05-05 23:59:59.999999+00'), (4, '2025-05-04 23:59:59.999999+00'),
          (5, '2025-05-08 00:00+00'), (6, NULL), (7, 'infinity'), (8, '-infinity')""")
    schema = table.schema(DAYS % "default drain;")
    planned = table.plan(schema, AT).expect(0)
    assert ("MOVE", "public.ev_default") in verbs(planned) and created(planned)[0] in ("public.ev__2025_05_05", OTHERS[0])
    assert not any(word in path.read_text(encoding="utf-8") for path in table.files(schema, AT) for word in ("TRUNCATE", "DROP TABLE public.ev_default"))
    pschema.apply(table.folder, table.database, "--allow-destructive").expect(0)
    ids = "SELECT array_agg(id ORDER BY id) FROM "
    assert table.database.value(ids + "ev__2025_05_05") == [1, 2, 3]
    assert table.database.value(ids + "ev_default") == [4, 5, 6, 7, 8]
    assert table.database.value("SELECT count(*) FROM ev") == 8
    at_rest(table, schema, AT)


def test_c20_a_row_that_comes_between_plan_and_run(start):
    """The file's step for that window fails as a whole, says what to do, and keeps those before it; the next plan sees the row."""
    table = start(REPORTED.replace("INSERT", "--"))
    schema = table.schema(DAYS % "default;")
    table.files(schema, AT)
    table.database.query("INSERT INTO ev VALUES (1, '2025-05-06 10:00+00')")
    failed = pschema.apply(table.folder, table.database).expect(7)
    assert "ev__2025_05_06" in failed.err and "DEFAULT" in failed.err and "default drain" in failed.err
    assert sorted(table.children("ev")) == ["public.ev__2025_05_05", "public.ev_default"]
    assert trees.rows(table.database) == 1
    planned = table.plan(schema, AT).expect(3)
    assert created(planned) == ["public.ev__2025_05_07"]


@pytest.mark.parametrize("key, row, outside, head", [
    ("ts int", "20250505", "0), (3, -7), (4, 20259999), (5, 99999999", "every day as yyyymmdd"),
    ('ts text COLLATE "C"', "'20250505'", "''), (3, '2'), (4, '2025050'), (5, '99999999'", "every day as yyyymmdd"),
    ("ts bigint", "1746439200000", "-9223372036854775808), (3, 9223372036854775807), (4, 9e15::bigint", "every day as epoch milliseconds"),
    ("ts numeric", "1746439200000.25", "'NaN'), (3, 'Infinity'), (4, '-Infinity'), (5, 1e20", "every day as epoch milliseconds"),
    ("ts int", "1746439200", "2147483647", "every day as epoch seconds"),
    ("ts date", "'2025-05-05'", "'2025-05-08'", "every day"),
    ("ts timestamp", "'2025-05-05 10:00'", "'2025-05-08 00:00'", "every day"),
    ("ts uuid", "'01969fe3-5d00-7abc-8000-000000000001'", "'9f4c1e0a-5a0b-4f4e-9d5c-2f6a7b8c9d0e'", "every day as uuidv7"),
    ("ts bigint", "1746439200000", "99999999999999", "every day as epoch milliseconds"),
    ("ts int", "20250505", "20250599", "every day as yyyymmdd"),
    ('ts text COLLATE "C"', "'20250505'", "'zzz'", "every day as yyyymmdd"),
])
def test_c20_in_every_kind_of_key(start, key, row, outside, head):
    """A sister: held and drained alike whatever the key is written in. Strays, which are in the DEFAULT partition because no
    window takes them, are no reason to hold, and do not hide the others."""
    table = start(f"CREATE TABLE ev (id int, {key} NOT NULL) PARTITION BY RANGE (ts); CREATE TABLE ev_default PARTITION OF ev DEFAULT; "
                  f"INSERT INTO ev VALUES (1, {row}), (2, {outside})")
    strays = table.database.value("SELECT count(*) FROM ev") - 1
    held = table.schema(DAYS.replace("every day", head) % "default;")
    assert created(table.plan(held, AT).expect(3)) == OTHERS
    drain = table.schema(DAYS.replace("every day", head) % "default drain;")
    apply(table, drain, AT, "--allow-destructive")
    assert trees.leaves(table.database) == {"ev__2025_05_05": 1, "ev__2025_05_06": 0, "ev__2025_05_07": 0, "ev_default": strays}
    at_rest(table, drain, AT)


def test_c20_into_a_branch(start):
    """A sister: the window that is wanted has buckets; the rows are routed into them, none is left in a table that is not attached."""
    table = start(REPORTED + "INSERT INTO ev SELECT n, '2025-05-05 11:00+00' FROM generate_series(2, 40) AS n")
    schema = table.schema(DAYS % "default drain; partition by hash (id) modulus 3;")
    planned = table.plan(schema, AT)
    assert planned.exit in (0, 3)
    apply(table, schema, AT, "--allow-destructive", compiled=planned.exit)
    leaves = trees.leaves(table.database)
    assert leaves["ev_default"] == 0 and sum(count for name, count in leaves.items() if name.startswith("ev__2025_05_05__h")) == 40


def test_c20_a_default_of_another_shape_is_never_emptied_for_nothing(start):
    """A sister: the DEFAULT partition is itself partitioned; its rows are found below it."""
    table = start("""CREATE TABLE ev (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
        CREATE TABLE ev_default PARTITION OF ev DEFAULT PARTITION BY HASH (id);
        CREATE TABLE ev_default__h0 PARTITION OF ev_default FOR VALUES WITH (MODULUS 2, REMAINDER 0);
        CREATE TABLE ev_default__h1 PARTITION OF ev_default FOR VALUES WITH (MODULUS 2, REMAINDER 1);
        INSERT INTO ev SELECT n, '2025-05-05 11:00+00' FROM generate_series(1, 20) AS n""")
    held = table.schema(DAYS % "default { partition by hash (id) modulus 2; }")
    planned = table.plan(held, AT).expect(3)
    assert created(planned) == OTHERS and ("warning", "default_holds_rows") in [k[:2] for k in kinds(planned)]
    drain = table.schema(DAYS % "default drain { partition by hash (id) modulus 2; }")
    apply(table, drain, AT, "--allow-destructive")
    assert trees.leaves(table.database)["ev__2025_05_05"] == 20 and table.database.value("SELECT count(*) FROM ev") == 20
    at_rest(table, drain, AT)


# --- C21: a big DEFAULT -------------------------------------------------------------------------------------------------

def test_c21_the_plan_and_the_file_name_lock_scan_and_size(start):
    table = start(REPORTED.replace("INSERT", "--") + "\nINSERT INTO ev SELECT n, '2025-01-01 00:00+00' FROM generate_series(1, 100000) AS n")
    schema = table.schema(DAYS % "default;")
    planned = table.plan(schema, AT).expect(0)
    assert len(created(planned)) == 3
    sizes = [f.rest for f in planned.findings if f.kind == "default_rows"]
    assert len(sizes) == 1 and sizes[0].startswith("public.ev_default ") and "100000" in sizes[0]
    text = pschema.run("plan", schema, "--catalog", table.snapshot(schema), "--at", AT, "--format", "json").expect(0).out
    assert "ACCESS EXCLUSIVE (and a scan of the 100000 rows that it had) on public.ev_default" in text
    files = [path for path in table.files(schema, AT) if path.name.endswith("_create.sql")]
    said = files[0].read_text(encoding="utf-8")
    head = said[:said.index("\\set")]
    assert "public.ev_default" in head and "ACCESS EXCLUSIVE" in head and "scan" in head
    steps = said.split("\\echo")[1:]
    assert all("scan of the 100000 rows that it had) on public.ev_default" in step for step in steps) and len(steps) == 3
    psql.run(table.database, *table.folder.glob("*_create.sql"))
    assert len(table.children("ev")) == 4


def test_c21_lock_timeout_bounds_the_wait(start):
    """A reader of the DEFAULT partition: the file gives up after lock_timeout, and nothing of its step is left."""
    table = start(REPORTED.replace("INSERT", "--"))
    schema = table.schema(DAYS % "default;")
    table.database.server.set_clock(AT)
    pschema.run("compile", schema, "--catalog", table.snapshot(schema), "--at", AT, "-o", table.folder, "--lock-timeout", "200ms").expect(0)
    with contextlib.closing(table.database.connect(autocommit=False)) as reader:
        reader.cursor().execute("SELECT count(*) FROM ev_default")
        before = time.monotonic()
        create, = table.folder.glob("*_create.sql")
        failed = psql.attempt(table.database, create)
        assert failed.returncode == 3 and "lock timeout" in failed.stderr
        assert time.monotonic() - before < 2
        pschema.apply(table.folder, table.database, "--budget", "0").expect(7)
        assert sorted(table.children("ev")) == ["public.ev_default"]
        assert trees.leaves(table.database) == {"ev_default": 0}
    pschema.apply(table.folder, table.database).expect(0)
    assert len(table.children("ev")) == 4


def test_c21_unmeasured_is_said(start):
    """A sister: whoever takes the snapshot may not read the DEFAULT partition; that is not taken for an empty one."""
    table = start(REPORTED + "CREATE ROLE planner_c21 LOGIN; GRANT USAGE ON SCHEMA public TO planner_c21")
    try:
        schema = table.schema(DAYS % "default;")
        table.database.server.set_clock(AT)
        dsn = table.database.dsn.replace("user=postgres", "user=planner_c21")
        pschema.run("snapshot", schema, "--dsn", dsn, "-o", table.tmp_path / "c.toml").expect(0)
        planned = pschema.plan(schema, table.tmp_path / "c.toml", AT)
        assert "default_unmeasured" in [k[1] for k in kinds(planned)]
        assert "default_rows" not in [k[1] for k in kinds(planned)]
    finally:
        table.database.query("DROP OWNED BY planner_c21; DROP ROLE planner_c21")
