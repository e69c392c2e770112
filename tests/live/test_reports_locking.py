"""Reports C22, C24 and C36: weak locks, one run at a time, and detaching beside readers. test_locks.py has what each golden
case's files lock."""

import contextlib
import subprocess
import threading
import time

import psycopg2
import pytest

import locks
import psql
import pschema
import trees
from reports import at_rest, range_of, start, verbs  # noqa: F401

pytestmark = pytest.mark.live

AT = "2025-05-05T12:00:00Z"

# --- C22: the weaker lock -----------------------------------------------------------------------------------------------

EVENTS = "CREATE TABLE ev (id int, ts timestamptz NOT NULL, PRIMARY KEY (id, ts)) PARTITION BY RANGE (ts);"
SIX_DAYS = "pschema 1; table ev { partition by range (ts) every day { create current and 5 after; %s } }"


@contextlib.contextmanager
def transaction(database, *statements):
    """A session that has run these and does not commit before the block ends."""
    with contextlib.closing(database.connect(autocommit=False)) as connection:
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
            yield cursor


def test_c22_creates_end_while_a_reader_is_open(start):
    table = start(EVENTS)
    schema = table.schema(SIX_DAYS % "")
    table.database.server.set_clock(AT)
    pschema.run("compile", schema, "--catalog", table.snapshot(schema), "--at", AT, "-o", table.folder, "--lock-timeout", "2s").expect(0)
    with transaction(table.database, "SELECT count(*) FROM ev", "INSERT INTO ev SELECT 1, now() WHERE false"):
        before = time.monotonic()
        psql.run(table.database, *sorted(table.folder.glob("*.sql")))
        assert time.monotonic() - before < 2
        assert len(table.children("ev")) == 6
        with pytest.raises(psycopg2.errors.LockNotAvailable):  # what the report does instead
            table.database.query("SET lock_timeout = '100ms'; CREATE TABLE late PARTITION OF ev FOR VALUES FROM ('2025-06-01') TO ('2025-06-02')")


def test_c22_each_window_is_a_short_transaction_of_its_own(start):
    table = start(EVENTS)
    create = [path for path in table.files(table.schema(SIX_DAYS % ""), AT) if path.name.endswith("_create.sql")]
    lines = create[0].read_text(encoding="utf-8").splitlines()
    assert lines.count("BEGIN;") == lines.count("COMMIT;") == 6
    assert not any("PARTITION OF" in line for line in lines if not line.startswith("--"))


def test_c22_the_plan_names_the_locks_on_referenced_tables(start):
    table = start("CREATE TABLE customer (id int PRIMARY KEY); CREATE TABLE ev (id int REFERENCES customer, ts timestamptz NOT NULL) PARTITION BY RANGE (ts);")
    schema = table.schema(SIX_DAYS % "")
    said = pschema.run("plan", schema, "--catalog", table.snapshot(schema), "--at", AT, "--format", "json").expect(0).out
    assert "SHARE ROW EXCLUSIVE on public.customer" in said
    create = [path for path in table.files(schema, AT) if path.name.endswith("_create.sql")]
    text = create[0].read_text(encoding="utf-8")
    assert "SHARE ROW EXCLUSIVE on public.customer" in text[:text.index("\\set")] or text.count("SHARE ROW EXCLUSIVE on public.customer") == 6
    locks.record(table.database)
    psql.run(table.database, *sorted(table.folder.glob("*.sql")))
    modes = {mode for _, relation, mode in locks.recorded(table.database) if relation == "ev"}
    assert "AccessExclusiveLock" not in modes and "ShareUpdateExclusiveLock" in modes


def test_c22_buckets_lists_and_deep_trees_too(start):
    """A sister: a branch with its whole subtree beside a reader of all of the tree."""
    table = start("CREATE TABLE ev (id int, ts timestamptz NOT NULL, r text) PARTITION BY RANGE (ts);"
                  "CREATE TABLE li (r text, id int) PARTITION BY LIST (r); CREATE TABLE h (id int) PARTITION BY HASH (id)")
    schema = table.schema("""pschema 1;
        table ev { partition by range (ts) every day { create current; partition by list (r) { group a in ('a'); group b in ('b'); partition by hash (id) modulus 2; } } }
        table li { partition by list (r) { group a in ('a'); group b in ('b', null); } }
        table h { partition by hash (id) modulus 4; }""")
    with transaction(table.database, "SELECT count(*) FROM ev", "SELECT count(*) FROM li", "SELECT count(*) FROM h"):
        table.migrate(schema, AT)
    assert len(table.children("li")) == 2 and len(table.children("h")) == 4
    assert len(table.children("ev__2025_05_05__b")) == 2


# --- C24: several runners -----------------------------------------------------------------------------------------------

LOCKED = 6


@pytest.mark.parametrize("by", ["apply", "psql", "both"])
def test_c24_eight_at_the_same_instant(server, databases, tmp_path, by, start):
    table = start(EVENTS)
    schema = table.schema(SIX_DAYS % "partition by hash (id) modulus 2;")
    files = table.files(schema, AT)
    alone = databases()
    alone.query(EVENTS)
    psql.run(alone, *files)
    commands = []
    for n in range(8):
        if by == "apply" or (by == "both" and n % 2):
            commands.append([pschema.program(), "apply", str(table.folder), "--dsn", table.database.dsn])
        else:
            commands.append([psql.PROGRAM, "-X", "-q", "-d", table.database.dsn, *(part for path in files for part in ("-f", str(path)))])
    runs = [subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             env=psql.clean_environment()) for command in commands]
    ends = [(run.communicate()[1], run.returncode) for run in runs]
    for said, code in ends:
        assert not any(word in said for word in ("42P07", "23505", "XX000", "already exists", "duplicate key", "tuple concurrently", "deadlock")), said
        assert code in (0, LOCKED, 3), said
        if code == 3:  # psql has no code of its own for it
            assert "another pschema run is at work" in said
    if not any(code == 0 for _, code in ends):
        psql.run(table.database, *files)  # psql runs may each have met another at some file
    table.database.wait_until_left()
    pschema.apply(table.folder, table.database).expect(0)
    ours = [line for line in trees.dump(table.database)]
    assert ours == trees.dump(alone)
    assert table.database.query("SELECT count(*), count(DISTINCT name) FROM pschema.migration") == [(len(files), len(files))]
    at_rest(table, schema, AT)


def test_c24_the_lock_outlives_transactions_and_ends_with_the_session(start):
    """A session's lock: held over all files and steps, gone when the run is killed."""
    table = start(EVENTS)
    files = table.files(table.schema(SIX_DAYS % ""), AT)
    key, = {line.split("pg_try_advisory_lock(")[1].split(")")[0] for path in files
            for line in path.read_text(encoding="utf-8").splitlines() if "pg_try_advisory_lock(" in line}
    with contextlib.closing(table.database.connect()) as other:
        other.cursor().execute(f"SELECT pg_advisory_lock({key})")
        refused = pschema.apply(table.folder, table.database).expect(LOCKED)
        assert "another" in refused.err
        by_psql = psql.attempt(table.database, files[0])
        assert by_psql.returncode == 3 and "another pschema run is at work" in by_psql.stderr
        assert table.children("ev") == {}
    for _ in range(100):
        if pschema.apply(table.folder, table.database).exit == 0:
            break
        time.sleep(0.05)
    assert len(table.children("ev")) == 6
    assert table.database.value("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == 0


def test_c24_other_databases_of_the_server_do_not_wait(server, databases, tmp_path, start):
    """A sister: the key is one for each database."""
    table = start(EVENTS)
    files = table.files(table.schema(SIX_DAYS % ""), AT)
    other = databases()
    key = next(line.split("pg_try_advisory_lock(")[1].split(")")[0] for line in files[0].read_text(encoding="utf-8").splitlines()
               if "pg_try_advisory_lock(" in line)
    with contextlib.closing(other.connect()) as session:
        session.cursor().execute(f"SELECT pg_advisory_lock({key})")
        pschema.apply(table.folder, table.database).expect(0)


# --- C36: CONCURRENTLY --------------------------------------------------------------------------------------------------

OLD_AND_NEW = EVENTS + """
CREATE TABLE ev__2025_05_01 PARTITION OF ev FOR VALUES FROM ('2025-05-01 00:00+00') TO ('2025-05-02 00:00+00');
CREATE TABLE ev__2025_05_05 PARTITION OF ev FOR VALUES FROM ('2025-05-05 00:00+00') TO ('2025-05-06 00:00+00');
INSERT INTO ev VALUES (1, '2025-05-01 10:00+00');
"""
KEEP_CURRENT = "pschema 1; table ev { partition by range (ts) every day { create current; keep current; %s } }"


def statements(path):
    return [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("--")]


def test_c36_detached_alone_and_dropped_in_a_later_file(start):
    """At the top level and outside a transaction; with a grace the drop is a later plan's file."""
    table = start(OLD_AND_NEW)
    schema = table.schema(KEEP_CURRENT % "drop 1 day after detach;")
    files = table.files(schema, AT)
    retire, = [path for path in files if path.name.endswith("_retire.sql")]
    lines = statements(retire)
    at = next(n for n, line in enumerate(lines) if line.endswith("DETACH PARTITION public.ev__2025_05_01 CONCURRENTLY;"))
    before = lines[:at]
    assert before.count("BEGIN;") == before.count("COMMIT;") and not any("DROP TABLE" in line for line in lines)
    assert not any(line.startswith("DO ") for line in lines if "DETACH" in line)
    psql.run(table.database, *files)
    drop = [path for path in table.files(schema, "2025-05-06T13:00:00Z") if path.name.endswith("_drop.sql")]
    assert len(drop) == 1 and any("DROP TABLE public.ev__2025_05_01" in line for line in statements(drop[0]))


@pytest.mark.parametrize("drop", ["drop 1 day after detach;", "drop immediately;"])
def test_c36_others_read_and_write_while_it_waits(start, drop):
    table = start(OLD_AND_NEW)
    files = table.files(table.schema(KEEP_CURRENT % drop), AT)
    with transaction(table.database, "SELECT 1 FROM ev LIMIT 1") as reader:
        run = threading.Thread(target=psql.run, args=(table.database, *files))
        run.start()
        for _ in range(500):
            if table.database.value("SELECT count(*) FROM pg_inherits WHERE inhdetachpending") == 1:
                break
            time.sleep(0.01)
        else:
            raise AssertionError("the detach does not wait, so this shows nothing")
        with contextlib.closing(table.database.connect()) as other, other.cursor() as cursor:
            cursor.execute("SET statement_timeout = '500ms'")
            for n in range(10):
                cursor.execute("INSERT INTO ev VALUES (%s, '2025-05-05 10:00+00')", (n,))
                cursor.execute("SELECT count(*) FROM ev")
                assert cursor.fetchone() == (n + 1,)
        reader.connection.rollback()
        run.join()
    assert list(table.children("ev")) == ["public.ev__2025_05_05"]


def test_c36_gone_already(start):
    """IF EXISTS does not cover the child; the file's own test does, at each of the ways to be gone."""
    table = start(OLD_AND_NEW)
    files = table.files(table.schema(KEEP_CURRENT % "drop 1 day after detach;"), AT)
    table.database.query("ALTER TABLE ev DETACH PARTITION ev__2025_05_01")
    said = psql.run(table.database, *files)
    assert "SKIPPED" in said and "42P01" not in said
    assert table.database.value("SELECT obj_description('ev__2025_05_01'::regclass)") is None, "a detach by hand is not ours"
    table.database.query("DROP TABLE ev__2025_05_01; DELETE FROM pschema.migration WHERE name LIKE '%retire'")
    psql.run(table.database, *files)


def test_c36_a_default_partition_that_came_since(start):
    """A sister: CONCURRENTLY is refused beside one (55000); the file skips and does not stop each night."""
    table = start(OLD_AND_NEW)
    files = table.files(table.schema(KEEP_CURRENT % ""), AT)
    table.database.query("CREATE TABLE ev_rest PARTITION OF ev DEFAULT")
    assert "SKIPPED" in psql.run(table.database, *files)
    assert "public.ev__2025_05_01" in table.children("ev")
    planned = table.plan(table.schema(KEEP_CURRENT % ""), AT).expect(0)
    assert ("DETACH", "public.ev__2025_05_01") in verbs(planned)
    table.migrate(table.schema(KEEP_CURRENT % ""), "2025-05-05T12:01:00Z")
    assert "public.ev__2025_05_01" not in table.children("ev")


def test_c36_inside_a_transaction_the_file_stops_at_its_head(start, tmp_path):
    """A sister: psql -1 and an outer BEGIN."""
    table = start(OLD_AND_NEW)
    files = table.files(table.schema(KEEP_CURRENT % ""), AT)
    psql.run(table.database, *files[:-1])
    outer = tmp_path / "outer.sql"
    outer.write_text("BEGIN;\n\\i " + str(files[-1]) + "\nCOMMIT;\n", encoding="utf-8")
    refused = psql.attempt(table.database, outer)
    assert refused.returncode == 3 and "outside a transaction" in refused.stderr
    assert "public.ev__2025_05_01" in table.children("ev")


def test_c36_bounds_of_the_one_that_goes_are_tested_under_the_name(start):
    """A sister: the name belongs to another partition of the same parent by now."""
    table = start(OLD_AND_NEW)
    files = table.files(table.schema(KEEP_CURRENT % "drop immediately;"), AT)
    table.database.query("DROP TABLE ev__2025_05_01; CREATE TABLE ev__2025_05_01 PARTITION OF ev "
                         "FOR VALUES FROM ('2025-05-06 00:00+00') TO ('2025-05-07 00:00+00')")
    assert "SKIPPED" in psql.run(table.database, *files)
    assert table.children("ev")["public.ev__2025_05_01"] == range_of("2025-05-06 00:00:00+00", "2025-05-07 00:00:00+00")
