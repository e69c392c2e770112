"""Rows in DEFAULT partitions: a wanted window that has some is held back, or takes them along, and nobody sees one missing or twice."""

import contextlib
import os
import signal
import subprocess
import threading
import time

import psycopg2
import pytest

import golden
import psql
import pschema
import trees

pytestmark = pytest.mark.live

AT = "2025-05-05T10:00:00Z"
TABLE = """
CREATE TABLE ev (id int, ts timestamptz NOT NULL, note text) PARTITION BY RANGE (ts);
CREATE TABLE ev_default PARTITION OF ev DEFAULT;
INSERT INTO ev SELECT i, timestamptz '2025-05-05 00:00+00' + i * interval '1 second', repeat('x', 50) FROM generate_series(1, 20000) AS i;
INSERT INTO ev SELECT -i, timestamptz '2025-04-01 00:00+00' + i * interval '1 second', 'old' FROM generate_series(1, 500) AS i;
"""


class Events:
    def __init__(self, database, tmp_path, setup=TABLE):
        self.database, self.tmp_path, self.folder = database, tmp_path, tmp_path / "migrations"
        database.query(setup)

    def schema(self, default, more=""):
        path = self.tmp_path / "schema.pschema"
        path.write_text("pschema 1;\ntable ev { partition by range (ts) every day { create current and 2 after; "
                        f"{default} {more} }} }}\n", encoding="utf-8")
        return path

    def plan(self, schema):
        self.database.server.set_clock(AT)
        catalog = self.tmp_path / "catalog.toml"
        pschema.snapshot(schema, self.database, catalog)
        return pschema.plan(schema, catalog, AT)

    def files(self, schema, exit_code=0):
        self.plan(schema)
        pschema.compile_files(schema, self.tmp_path / "catalog.toml", AT, self.folder).expect(exit_code)
        return [self.folder / name for name in golden.sql_files(self.folder)]

    def move_file(self, schema, exit_code=0):
        """Everything is applied but the file that moves; its path."""
        files = self.files(schema, exit_code)
        moves = [path for path in files if path.name.endswith("_move.sql")]
        assert len(moves) == 1
        psql.run(self.database, *[path for path in files if path not in moves])
        return moves[0]


@pytest.fixture
def events(database, tmp_path):
    return Events(database, tmp_path)


def kinds(run):
    return [(f.severity, f.kind) for f in run.findings]


def test_held_without_drain_and_the_others_are_made(events):
    schema = events.schema("default;")
    planned = events.plan(schema).expect(3)
    assert [(o.verb, o.name) for o in planned.operations] == [("CREATE", "public.ev__2025_05_06"), ("CREATE", "public.ev__2025_05_07")]
    assert ("warning", "default_holds_rows") in kinds(planned) and ("info", "default_rows") in kinds(planned)
    psql.run(events.database, *events.files(schema, 3))
    assert set(trees.children(events.database, "ev")) == {"public.ev_default", "public.ev__2025_05_06", "public.ev__2025_05_07"}
    assert trees.rows(events.database) == 20500


def test_held_where_the_schema_does_not_mention_the_default(events):
    assert ("warning", "default_holds_rows") in kinds(events.plan(events.schema("")).expect(3))


def test_moves(events):
    schema = events.schema("default drain;")
    planned = events.plan(schema).expect(0)
    assert (2, "MOVE", "public.ev_default") in [(o.depth, o.verb, o.name) for o in planned.operations]
    psql.run(events.database, *events.files(schema))
    assert trees.leaves(events.database) == {"ev__2025_05_05": 20000, "ev__2025_05_06": 0, "ev__2025_05_07": 0, "ev_default": 500}
    assert events.plan(schema).operations == []


@pytest.mark.parametrize("isolation", ["READ COMMITTED", "REPEATABLE READ"])
def test_readers_see_every_row_once(events, isolation):
    move = events.move_file(events.schema("default drain;"))
    seen, failed, done = set(), [], threading.Event()

    def read():
        try:
            with contextlib.closing(events.database.connect(autocommit=False)) as connection, connection.cursor() as cursor:
                while not done.is_set():
                    cursor.execute(f"SET TRANSACTION ISOLATION LEVEL {isolation}")
                    if isolation == "REPEATABLE READ":  # a snapshot that is older than the lock on the table
                        cursor.execute("SELECT 1")
                        time.sleep(0.02)
                    cursor.execute("SELECT count(*), count(DISTINCT id) FROM ev")
                    seen.add(cursor.fetchone())
                    connection.rollback()
        except psycopg2.Error as error:
            failed.append(error)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    time.sleep(0.3)
    for attempt in range(20):  # a reader may be in the way for longer than lock_timeout
        if psql.attempt(events.database, move).returncode == 0:
            break
    time.sleep(0.3)
    done.set()
    for reader in readers:
        reader.join()
    assert not failed
    assert seen == {(20500, 20500)}
    assert trees.leaves(events.database)["ev__2025_05_05"] == 20000


def test_killed_at_any_moment_and_run_again(events):
    move = events.move_file(events.schema("default drain;"))
    for milliseconds in (20, 40, 60, 80, 100, 150, 200):
        process = subprocess.Popen([psql.PROGRAM, "-X", "-q", "-d", events.database.dsn, "-f", str(move)],
                                   env=psql.clean_environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(milliseconds / 1000)
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
        process.wait()
        events.database.wait_until_left()
        assert events.database.value("SELECT count(*) FROM ev") == 20500
        assert trees.rows(events.database) == 20500
    psql.run(events.database, move)
    psql.run(events.database, move)
    assert trees.leaves(events.database) == {"ev__2025_05_05": 20000, "ev__2025_05_06": 0, "ev__2025_05_07": 0, "ev_default": 500}


def test_a_column_that_came_since_stops_the_move(events):
    move = events.move_file(events.schema("default drain;"))
    events.database.query("ALTER TABLE ev ADD COLUMN extra int; UPDATE ev SET extra = 1")
    assert "SKIPPED MOVE" in psql.run(events.database, move)
    assert events.database.value("SELECT count(extra) FROM ev") == 20500
    assert "public.ev__2025_05_05" not in trees.children(events.database, "ev")


REFERENCED = """
CREATE TABLE ev (id int, ts timestamptz NOT NULL, PRIMARY KEY (id, ts)) PARTITION BY RANGE (ts);
CREATE TABLE ev_default PARTITION OF ev DEFAULT;
INSERT INTO ev VALUES (1, '2025-05-05 10:00+00'), (2, '2025-04-01 00:00+00');
CREATE TABLE li (ev int, ts timestamptz, FOREIGN KEY (ev, ts) REFERENCES ev ON DELETE CASCADE);
"""


def test_rows_that_are_referenced_are_not_moved(database, tmp_path):
    events = Events(database, tmp_path, REFERENCED + "INSERT INTO li VALUES (1, '2025-05-05 10:00+00')")
    planned = events.plan(events.schema("default drain;")).expect(3)
    assert ("warning", "default_holds_rows") in kinds(planned)
    assert "MOVE" not in [o.verb for o in planned.operations]


def test_rows_that_are_referenced_since_are_not_moved(database, tmp_path):
    events = Events(database, tmp_path, REFERENCED)
    move = events.move_file(events.schema("default drain;"))
    database.query("INSERT INTO li VALUES (1, '2025-05-05 10:00+00')")
    assert "SKIPPED MOVE" in psql.run(database, move)
    assert database.value("SELECT count(*) FROM li") == 1
    database.query("TRUNCATE li; INSERT INTO li VALUES (2, '2025-04-01 00:00+00'); DELETE FROM pschema.migration WHERE name LIKE '%move'")
    psql.run(database, move)
    assert trees.leaves(database)["ev__2025_05_05"] == 1
    assert database.value("SELECT count(*) FROM li") == 1


def test_a_foreign_key_that_came_since_stops_the_move(database, tmp_path):
    events = Events(database, tmp_path, REFERENCED.replace("CREATE TABLE li", "CREATE TABLE unused (ev int, ts timestamptz); --"))
    move = events.move_file(events.schema("default drain;"))
    database.query("CREATE TABLE late (ev int, ts timestamptz, FOREIGN KEY (ev, ts) REFERENCES ev ON DELETE CASCADE); "
                   "INSERT INTO late VALUES (1, '2025-05-05 10:00+00')")
    assert "SKIPPED MOVE" in psql.run(database, move)
    assert database.value("SELECT count(*) FROM late") == 1


def test_an_orphan_comes_back_and_takes_its_rows_along(database, tmp_path):
    events = Events(database, tmp_path, "CREATE TABLE ev (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts); "
                                        "CREATE TABLE ev_default PARTITION OF ev DEFAULT")
    short = events.schema("default drain;", "keep current; drop 7 days after detach;")
    database.query("CREATE TABLE ev__2025_05_04 PARTITION OF ev FOR VALUES FROM ('2025-05-04 00:00+00') TO ('2025-05-05 00:00+00'); "
                   "INSERT INTO ev VALUES (1, '2025-05-04 10:00+00')")
    psql.run(database, *events.files(short))
    assert trees.leaves(database)["ev__2025_05_04"] == 1 and "public.ev__2025_05_04" not in trees.children(database, "ev")
    database.query("INSERT INTO ev VALUES (2, '2025-05-04 11:00+00')")
    longer = events.schema("default drain;", "keep current and 3 before; drop 7 days after detach;")
    planned = events.plan(longer).expect(0)
    assert [(o.verb, o.name) for o in planned.operations] == [("ATTACH", "public.ev__2025_05_04"), ("MOVE", "public.ev_default")]
    psql.run(database, *events.files(longer))
    assert trees.leaves(database)["ev__2025_05_04"] == 2 and "public.ev__2025_05_04" in trees.children(database, "ev")
    assert events.plan(longer).operations == []


def test_a_subscriber_gets_both_halves(events, databases):
    """A publication of the root; the subscriber has a plain table."""
    move = events.move_file(events.schema("default drain;"))
    events.database.server.real_clock()
    # Without an index each deletion reads the whole copy: fewer rows will do.
    events.database.query("DELETE FROM ev_default WHERE id > 200")
    other = databases()
    other.query("CREATE TABLE ev (id int, ts timestamptz NOT NULL, note text)")
    events.database.query("ALTER TABLE ev REPLICA IDENTITY FULL; ALTER TABLE ev_default REPLICA IDENTITY FULL; "
                          "CREATE PUBLICATION p FOR TABLE ev WITH (publish_via_partition_root = true)")
    events.database.query("SELECT pg_create_logical_replication_slot('s', 'pgoutput')")
    other.query(f"CREATE SUBSCRIPTION s CONNECTION '{events.database.dsn}' PUBLICATION p WITH (create_slot = false, slot_name = 's')")
    try:
        wait_for(lambda: other.value("SELECT count(*) FROM ev") == 700)
        psql.run(events.database, move)
        events.database.query("INSERT INTO ev VALUES (-1000, '2025-05-05 12:00+00', 'last')")
        wait_for(lambda: other.value("SELECT count(*) FROM ev WHERE id = -1000") == 1)
        assert other.value("SELECT count(*) FROM ev") == 701
        assert other.value("SELECT count(DISTINCT id) FROM ev") == 701
        assert trees.leaves(events.database)["ev__2025_05_05"] == 201
    finally:
        other.query("ALTER SUBSCRIPTION s DISABLE")
        other.query("ALTER SUBSCRIPTION s SET (slot_name = NONE)")
        other.query("DROP SUBSCRIPTION s")
        wait_for(lambda: not events.database.value("SELECT active FROM pg_replication_slots WHERE slot_name = 's'"))
        events.database.query("SELECT pg_drop_replication_slot('s')")


def wait_for(condition):
    for _ in range(1200):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("it did not come to that within a minute")


def test_in_schema_that_is_not_there(database, tmp_path):
    database.query("CREATE TABLE ev (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts)")
    schema = tmp_path / "schema.pschema"
    schema.write_text("pschema 1;\ntable ev { in schema parts; partition by range (ts) every day { create current; } }\n")
    catalog = tmp_path / "catalog.toml"
    pschema.snapshot(schema, database, catalog)
    assert "PS3016" in pschema.plan(schema, catalog, AT).expect(4).err
    database.query("CREATE SCHEMA parts")
    pschema.snapshot(schema, database, catalog)
    assert [o.name for o in pschema.plan(schema, catalog, AT).expect(0).operations] == ["parts.ev__2025_05_05"]


OTHER_REFERENCES = """
CREATE TABLE o (id int, ts date NOT NULL, PRIMARY KEY (id, ts)) PARTITION BY RANGE (ts);
CREATE TABLE o_a PARTITION OF o FOR VALUES FROM ('2025-05-01') TO ('2025-05-02');
CREATE TABLE o_d PARTITION OF o FOR VALUES FROM ('2025-05-05') TO ('2025-05-06');
CREATE TABLE li (oid int, ots date, FOREIGN KEY (oid, ots) REFERENCES o ON DELETE CASCADE);
INSERT INTO o VALUES (1, '2025-05-01');
"""


@pytest.mark.parametrize("drop", ["immediately", "7 days after detach"])
@pytest.mark.parametrize("default", ["", "default;"])
def test_referenced_since_is_skipped_by_the_file(database, tmp_path, drop, default):
    database.query(OTHER_REFERENCES)
    schema = tmp_path / "schema.pschema"
    schema.write_text(f"pschema 1;\ntable o {{ partition by range (ts) every day {{ create current; keep current; drop {drop}; {default} }} }}\n")
    database.server.set_clock(AT)
    catalog, folder = tmp_path / "catalog.toml", tmp_path / "migrations"
    pschema.snapshot(schema, database, catalog)
    assert "DETACH" in [o.verb for o in pschema.plan(schema, catalog, AT).expect(0).operations]
    pschema.compile_files(schema, catalog, AT, folder).expect(0)
    database.query("INSERT INTO li VALUES (1, '2025-05-01')")
    said = psql.run(database, *[folder / name for name in golden.sql_files(folder)])
    assert "rows of public.li still reference it" in said
    assert "public.o_a" in trees.children(database, "o")
    assert database.value("SELECT count(*) FROM li") == 1
    assert database.value("SELECT obj_description('o_a'::regclass, 'pg_class')") is None
    assert database.value("SELECT count(*) FROM pg_constraint WHERE conrelid = 'li'::regclass AND contype = 'f' AND conparentid = 0") == 1
