"""Report C55: a branch is published whole and removed whole."""

import contextlib
import os
import signal
import subprocess
import threading
import time

import psycopg2
import pytest

import psql
import pschema
import trees
from reports import at_rest, created, start  # noqa: F401

pytestmark = pytest.mark.live

AT = "2025-05-05T12:00:00Z"
DAYS_OF_BUCKETS = """pschema 1; table ev { partition by range (ts) every day {
  create current and 2 after; keep for 3 days; drop %s; partition by hash (id) modulus 4; } }"""
EVENTS = "CREATE TABLE ev (id int NOT NULL, ts timestamptz NOT NULL, PRIMARY KEY (id, ts)) PARTITION BY RANGE (ts);"
DAYS = ["public.ev__2025_05_05", "public.ev__2025_05_06", "public.ev__2025_05_07"]
BUCKETS = [f"FOR VALUES WITH (modulus 4, remainder {n})" for n in range(4)]


def test_c55_no_insert_meets_a_branch_without_a_bucket(start):
    """An application writes keys of every bucket all the while, and files are killed in the middle: a row is refused because its day is
    not there yet, and never because of a bucket."""
    table = start(EVENTS)
    files = table.files(table.schema(DAYS_OF_BUCKETS % "immediately"), AT)
    psql.run(table.database, *files[:-1])
    refusals, done = set(), threading.Event()

    def write():
        with contextlib.closing(table.database.connect()) as connection, connection.cursor() as cursor:
            n = 0
            while not done.is_set():
                n += 1
                try:
                    cursor.execute("INSERT INTO ev VALUES (%s, '2025-05-06 10:00+00')", (n,))
                except psycopg2.errors.CheckViolation as error:
                    refusals.add(str(error).splitlines()[0])

    writer = threading.Thread(target=write)
    writer.start()
    for milliseconds in (15, 25, 35, 45, 60):
        run = subprocess.Popen([psql.PROGRAM, "-X", "-q", "-d", table.database.dsn, "-f", str(files[-1])], env=psql.clean_environment(),
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(milliseconds / 1000)
        with contextlib.suppress(ProcessLookupError):
            os.kill(run.pid, signal.SIGKILL)
        run.wait()
        table.database.wait_until_left()
        for day in table.children("ev"):
            assert sorted(table.children(day).values()) == BUCKETS
    psql.run(table.database, files[-1])
    time.sleep(0.05)
    done.set()
    writer.join()
    assert refusals <= {'no partition of relation "ev" found for row'} and refusals
    assert sorted(table.children("ev")) == DAYS
    at_rest(table, table.schema(DAYS_OF_BUCKETS % "immediately"), AT)


def test_c55_built_apart_and_attached_last(start):
    """By every statement of the file: the ATTACH to the root comes after those of the buckets."""
    table = start(EVENTS)
    text = table.files(table.schema(DAYS_OF_BUCKETS % "immediately"), AT)[-1].read_text(encoding="utf-8")
    for day in DAYS:
        root = text.index(f"ALTER TABLE public.ev ATTACH PARTITION {day}\n" if f"ATTACH PARTITION {day}\n" in text else f"ALTER TABLE public.ev ATTACH PARTITION {day} ")
        assert all(text.index(f"ALTER TABLE {day} ATTACH PARTITION {day}__h{n}") < root for n in range(4))


def test_c55_killed_after_two_buckets(start):
    """By the server, with the program at work: nothing half made is left, and the next run makes all."""
    table = start(EVENTS)
    schema = table.schema(DAYS_OF_BUCKETS % "immediately")
    files = table.files(schema, AT)
    psql.run(table.database, *files[:-1])
    lines = files[-1].read_text(encoding="utf-8").splitlines(keepends=True)
    third = next(n for n, line in enumerate(lines) if line.startswith("CREATE TABLE") and "ev__2025_05_05__h2" in line)
    cut = table.tmp_path / "cut.sql"
    cut.write_text("".join(lines[:third]), encoding="utf-8")
    psql.attempt(table.database, cut)
    assert table.children("ev") == {} and table.database.value("SELECT count(*) FROM pg_class WHERE relname LIKE 'ev\\_\\_%'") == 0
    pschema.apply(table.folder, table.database).expect(0)
    assert sorted(table.children("ev")) == DAYS
    at_rest(table, schema, AT)


LACKING = EVENTS + """
CREATE TABLE ev__2025_05_05 PARTITION OF ev FOR VALUES FROM ('2025-05-05 00:00+00') TO ('2025-05-06 00:00+00') PARTITION BY HASH (id);
CREATE TABLE ev__2025_05_05__h0 PARTITION OF ev__2025_05_05 FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE ev__2025_05_05__h1 PARTITION OF ev__2025_05_05 FOR VALUES WITH (MODULUS 4, REMAINDER 1);
CREATE TABLE "another name" PARTITION OF ev__2025_05_05 FOR VALUES WITH (MODULUS 4, REMAINDER 3);
"""


def test_c55_exactly_the_missing_bucket(start):
    table = start(LACKING)
    schema = table.schema(DAYS_OF_BUCKETS % "immediately")
    planned = table.plan(schema, AT).expect(0)
    assert [(o.name, o.reason) for o in planned.operations if "05_05" in o.name] == [("public.ev__2025_05_05__h2", "hash_gap")]
    table.migrate(schema, AT)
    assert sorted(table.children("ev__2025_05_05").values()) == BUCKETS
    assert table.children("ev__2025_05_05")["public.ev__2025_05_05__h2"] == BUCKETS[2]
    at_rest(table, schema, AT)


@pytest.mark.parametrize("drop", ["immediately", "1 day after detach"])
def test_c55_expires_as_one(start, drop):
    """Detached with all its buckets, also those that bear other names; they go with their branch alone."""
    table = start(LACKING + "CREATE TABLE spare (LIKE ev); INSERT INTO ev SELECT n, '2025-05-05 10:00+00' FROM generate_series(1, 0) AS n")
    schema = table.schema(DAYS_OF_BUCKETS % drop)
    table.migrate(schema, AT)
    table.database.query("INSERT INTO ev SELECT n, '2025-05-05 10:00+00' FROM generate_series(1, 40) AS n")
    late = "2025-05-09T00:00:00Z"
    planned = table.plan(schema, late).expect(0)
    assert [(o.verb, o.name) for o in planned.operations if o.verb != "CREATE"] == [("DETACH", DAYS[0])] + (
        [("DROP", DAYS[0])] if drop == "immediately" else [])
    files = table.files(schema, late)
    assert not any("__h" in line for path in files for line in path.read_text(encoding="utf-8").splitlines()
                   if line.startswith(("DROP", "ALTER TABLE public.ev__2025_05_05 DETACH")))
    psql.run(table.database, *files)
    if drop != "immediately":
        assert len(table.children("ev__2025_05_05")) == 4 and table.database.value("SELECT count(*) FROM ev__2025_05_05") == 40
        at_rest(table, schema, late)
        table.migrate(schema, "2025-05-10T00:01:00Z")
    assert table.database.query("SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace "
                                "AND (relname LIKE 'ev\\_\\_2025\\_05\\_05%' OR relname = 'another name')") == []


def test_c55_a_branch_that_comes_back_has_its_gap_filled(start):
    """A sister: an orphan with a bucket missing is attached again, and the next plan fills it; nothing is lost."""
    table = start(LACKING)
    table.database.query("INSERT INTO ev SELECT n, '2025-05-05 10:00+00' FROM generate_series(1, 3) AS n WHERE n IN (1)")
    rows = table.database.value("SELECT count(*) FROM ev")
    schema = table.schema((DAYS_OF_BUCKETS % "7 days after detach").replace("keep for 3 days", "keep current"))
    table.database.query("ALTER TABLE ev DETACH PARTITION ev__2025_05_05; ALTER TABLE ev ATTACH PARTITION ev__2025_05_05 "
                         "FOR VALUES FROM ('2025-05-05 00:00+00') TO ('2025-05-06 00:00+00')")
    table.migrate(schema, "2025-05-07T10:00:00Z")
    assert DAYS[0] not in table.children("ev")
    longer = table.schema(DAYS_OF_BUCKETS % "7 days after detach")
    for _ in range(2):
        planned = table.plan(longer, "2025-05-07T11:00:00Z")
        table.migrate(longer, "2025-05-07T11:00:00Z", exit_code=planned.exit)
    assert sorted(table.children("ev__2025_05_05").values()) == BUCKETS
    assert table.database.value("SELECT count(*) FROM ev") == rows
    at_rest(table, longer, "2025-05-07T11:00:00Z")


def test_c55_null_keys_find_a_bucket(start):
    """A sister: NULL is a key of bucket 0, as PostgreSQL has it; a set that is complete takes it."""
    table = start("CREATE TABLE ev (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts);")
    table.migrate(table.schema(DAYS_OF_BUCKETS % "immediately"), AT)
    table.database.query("INSERT INTO ev VALUES (NULL, '2025-05-05 10:00+00')")
    assert trees.leaves(table.database)["ev__2025_05_05__h0"] == 1


def test_c55_a_subtree_of_three_levels(start):
    """A sister: day, list and hash: whatever is missing at any depth is made, exactly."""
    table = start("CREATE TABLE ev (id int NOT NULL, ts timestamptz NOT NULL, r text) PARTITION BY RANGE (ts);")
    schema = table.schema("""pschema 1; table ev { partition by range (ts) every day { create current; partition by list (r) {
        group a in ('a'); group b in ('b', null); default; partition by hash (id) modulus 2; } } }""")
    table.migrate(schema, AT)
    everything = trees.dump(table.database)
    rows = trees.leaves(table.database)
    assert len(rows) == 6
    for victim in ("ev__2025_05_05__b__h1", "ev__2025_05_05__a", "ev__2025_05_05__default"):
        table.database.query(f"DROP TABLE {victim}")
    planned = table.plan(schema, AT).expect(0)
    assert sorted(created(planned)) == ["public.ev__2025_05_05__a", "public.ev__2025_05_05__b__h1", "public.ev__2025_05_05__default"]
    table.folder = table.tmp_path / "again"
    table.migrate(schema, AT)
    assert trees.dump(table.database) == everything
    at_rest(table, schema, AT)
