"""Files beside an application at work: nobody waits for longer than lock_timeout and a little, no deadlock and no error
reaches a client, and what gives way to a long reader comes again."""

import contextlib
import subprocess
import threading
import time

import psycopg2
import psycopg2.extensions
import pytest

import psql
import pschema
from test_cases import Table

pytestmark = pytest.mark.live

AT = "2025-05-05T12:00:00Z"
DAYS = "pschema 1; table ev { partition by range (ts) every day { create current and 1 after; keep current; %s } }"
EV = """
CREATE TABLE ev (id bigint GENERATED ALWAYS AS IDENTITY, ts timestamptz NOT NULL %s) PARTITION BY RANGE (ts);
CREATE TABLE ev_old PARTITION OF ev FOR VALUES FROM ('2025-05-01 00:00+00') TO ('2025-05-02 00:00+00');
"""
OLD = "2025-05-01 06:00+00"
LITTLE = 1.5  # seconds on a busy machine


class Client(threading.Thread):
    """A session that does the same again and again; keeps how long the slowest took, what went wrong, how often it went
    well, and how often of that after something had gone wrong."""

    def __init__(self, database, sql):
        super().__init__(daemon=True)
        self.database, self.sql = database, sql
        self.slowest, self.done, self.errors = 0.0, 0, []
        self.accepted, self.accepted_again = 0, 0
        self.ended = threading.Event()
        self.start()

    def run(self):
        with contextlib.closing(self.database.connect()) as connection, connection.cursor() as cursor:
            while not self.ended.is_set():
                began = time.monotonic()
                try:
                    cursor.execute(self.sql)
                    self.accepted += 1
                    self.accepted_again += 1 if self.errors else 0
                except psycopg2.Error as error:
                    self.errors.append(error.pgcode)
                    if connection.info.transaction_status == psycopg2.extensions.TRANSACTION_STATUS_INERROR:
                        cursor.execute("ROLLBACK")
                self.slowest = max(self.slowest, time.monotonic() - began)
                self.done += 1
                time.sleep(0.002)

    def go_on_until(self, rounds):
        """However short the run was, each has worked during it and after it."""
        for _ in range(2000):
            if self.done >= rounds or not self.is_alive():
                return
            time.sleep(0.01)

    def end(self):
        self.ended.set()
        self.join()
        return self


@contextlib.contextmanager
def clients(database, *statements):
    running = [Client(database, sql) for sql in statements]
    try:
        yield running
        for client in running:
            client.go_on_until(client.done + 3)
    finally:
        for client in running:
            client.end()


@contextlib.contextmanager
def transaction(database, *statements):
    """A session that stays in its transaction for the block."""
    with contextlib.closing(database.connect(autocommit=False)) as connection, connection.cursor() as cursor:
        for sql in statements:
            cursor.execute(sql)
        yield cursor


def compiled(table, schema, limit, at=AT):
    table.database.server.set_clock(at)
    pschema.run("compile", schema, "--catalog", table.snapshot(schema), "--at", at, "-o", table.folder,
                "--lock-timeout", limit).expect(0)


def started(table, *extra):
    command = [pschema.program(), "apply", str(table.folder), "--dsn", table.database.dsn, "--allow-destructive", *extra]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            env=psql.clean_environment())


def wait_for_a_lock_of_ours(database):
    for _ in range(1000):
        if database.value("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
                          "AND application_name = 'pschema' AND wait_event_type = 'Lock'"):
            return
        time.sleep(0.01)
    raise AssertionError("the run waits for nothing")


@pytest.mark.parametrize("lifecycle", ["", "drop immediately;", "detach blocking;", "detach blocking; drop immediately;",
                                       "default drain;"], ids=["concurrently", "drop", "blocking", "blocking-drop", "move"])
def test_writers_and_readers_go_on(database, tmp_path, lifecycle):
    """Inserts into the current and the next window and reads of all: none fails, none waits for long."""
    table = Table(database, tmp_path, EV % "")
    database.server.set_clock("2025-05-04T12:00:00Z")
    if "default" in lifecycle:
        database.query("CREATE TABLE ev_rest PARTITION OF ev DEFAULT; INSERT INTO ev (ts) SELECT '2025-05-05 06:00+00' FROM generate_series(1, 2000)")
    else:
        database.query("CREATE TABLE ev__2025_05_05 PARTITION OF ev FOR VALUES FROM ('2025-05-05 00:00+00') TO ('2025-05-06 00:00+00')")
    compiled(table, table.schema(DAYS % lifecycle), "300ms")
    with clients(database, "INSERT INTO ev (ts) VALUES ('2025-05-05 08:00+00')", "SELECT count(*) FROM ev",
                 f"SELECT count(*) FROM ev WHERE ts < '{OLD}'", "BEGIN; SELECT count(*) FROM ev; SELECT pg_sleep(0.05); COMMIT") as busy:
        pschema.apply(table.folder, database, "--allow-destructive").expect(0)
    for client in busy:
        assert client.errors == [] and client.done > 2, client.sql
        assert client.slowest < 0.3 + 0.5 + LITTLE, client.sql
    written = busy[0].done
    assert database.value("SELECT count(*) FROM ev") == written + (2000 if "default" in lifecycle else 0)


OLD_WRITER = f"INSERT INTO ev (ts) VALUES ('{OLD}')"
NO_PARTITION = "23514"


@pytest.mark.parametrize("lifecycle", ["drop 7 days after detach;", "detach blocking;", "detach into schema attic;", "drop immediately;",
                                       "detach blocking; drop immediately;"], ids=["concurrently", "blocking", "moved", "drop", "blocking-drop"])
def test_writers_of_a_window_that_is_retired(database, tmp_path, lifecycle):
    """Rows are taken until the window is retired, and none is lost that was; after that an insert gets what it would get
    of a table without that window, and nothing else; none waits for long, and those of other windows notice nothing."""
    table = Table(database, tmp_path, "CREATE SCHEMA attic;" + EV % ", PRIMARY KEY (id, ts)")
    compiled(table, table.schema(DAYS % lifecycle), "300ms")
    in_transactions = f"BEGIN; {OLD_WRITER}; SELECT pg_sleep(0.03); {OLD_WRITER}; COMMIT"
    creations = [path for path in sorted(table.folder.glob("*.sql")) if not path.name.endswith(("_retire.sql", "_drop.sql"))]
    psql.run(database, *creations)
    with clients(database, OLD_WRITER, OLD_WRITER, in_transactions, "INSERT INTO ev (ts) VALUES ('2025-05-05 08:00+00')") as busy:
        for client in busy:
            client.go_on_until(5)
            assert client.errors == []
        pschema.apply(table.folder, database, "--allow-destructive").expect(0)
    for client in busy:
        assert client.slowest < 0.3 + 0.5 + LITTLE, client.sql
        assert set(client.errors) <= {NO_PARTITION} and client.accepted_again == 0, client.sql
    *old, current = busy
    assert current.errors == [] and all(client.errors for client in old)
    assert database.value("SELECT count(*) FROM ev") == current.accepted
    taken = old[0].accepted + old[1].accepted + 2 * old[2].accepted
    if "immediately" in lifecycle:
        assert database.value("SELECT to_regclass('ev_old') IS NULL")
    else:
        assert database.value(f"SELECT count(*) FROM {'attic' if 'attic' in lifecycle else 'public'}.ev_old") == taken


@pytest.mark.parametrize("end, kept", [("commit", 2), ("rollback", 1)])
def test_a_transaction_that_wrote_before_the_detach(database, tmp_path, end, kept):
    """A concurrent detach waits for it, and nobody waits for the detach. What it wrote before counts; what it writes later
    is refused, and with it, as ever, the transaction, unless it has a savepoint."""
    table = Table(database, tmp_path, EV % "" + f"; {OLD_WRITER};")
    compiled(table, table.schema(DAYS % "drop 7 days after detach;"), "300ms")
    with transaction(database, OLD_WRITER, "SAVEPOINT s") as client:
        run = started(table)
        wait_for_a_lock_of_ours(database)
        began = time.monotonic()
        for sql in (OLD_WRITER, "INSERT INTO ev (ts) VALUES ('2025-05-05 08:00+00')"):
            refused = None
            try:
                client.execute(sql)
            except psycopg2.Error as error:
                refused = error.pgcode
                client.execute("ROLLBACK TO SAVEPOINT s")
            assert refused == (NO_PARTITION if sql == OLD_WRITER else None)
        assert time.monotonic() - began < LITTLE and run.poll() is None
        getattr(client.connection, end)()
    said = run.communicate(timeout=60)[0]
    assert run.returncode == 0, said
    assert database.value("SELECT count(*) FROM ev_old") == kept
    assert database.value("SELECT count(*) FROM ev") == kept - 1


def test_a_long_reader_makes_a_blocking_step_come_again(database, tmp_path):
    """It gives way each time, so that the inserts behind it go on; when the reader has left it is done."""
    table = Table(database, tmp_path, EV % "")
    database.query("CREATE TABLE ev__2025_05_05 PARTITION OF ev FOR VALUES FROM ('2025-05-05 00:00+00') TO ('2025-05-06 00:00+00')")
    compiled(table, table.schema(DAYS % "detach blocking;"), "100ms")
    with clients(database, "INSERT INTO ev (ts) VALUES ('2025-05-05 08:00+00')") as busy:
        with transaction(database, "SELECT count(*) FROM ev"):
            run = started(table)
            wait_for_a_lock_of_ours(database)
            time.sleep(1.5)
            assert run.poll() is None
        said = run.communicate(timeout=60)[0]
    assert run.returncode == 0, said
    pauses = [int(line.rsplit(" in ", 1)[1].split()[0]) for line in said.splitlines() if "trying again in" in line]
    assert len(pauses) >= 2 and max(pauses) > min(pauses), said
    assert busy[0].errors == [] and busy[0].slowest < 0.1 + LITTLE
    assert "public.ev_old" not in table.children("ev")


def test_the_budget_ends_it(database, tmp_path):
    table = Table(database, tmp_path, EV % "")
    compiled(table, table.schema(DAYS % "detach blocking;"), "50ms")
    with transaction(database, "SELECT count(*) FROM ev"):
        run = pschema.apply(table.folder, database, "--allow-destructive", "--budget", "1").expect(7)
    assert "55P03" in run.err
    pschema.apply(table.folder, database, "--allow-destructive").expect(0)


@pytest.mark.parametrize("lifecycle, held", [("detach blocking;", "ev_old"), ("default drain;", "ev_rest")], ids=["detach", "move"])
def test_who_queues_behind_two_locks_waits_no_longer(database, tmp_path, lifecycle, held):
    """The parent is locked, and then the run meets a lock on the partition itself: the parent's readers do not wait for
    one lock_timeout after the other."""
    table = Table(database, tmp_path, EV % "")
    if "default" in lifecycle:
        database.query("CREATE TABLE ev_rest PARTITION OF ev DEFAULT; INSERT INTO ev (ts) VALUES ('2025-05-05 06:00+00')")
    compiled(table, table.schema(DAYS.replace(" and 1 after", "") % lifecycle), "5s")
    with transaction(database, f"LOCK TABLE {held} IN ROW EXCLUSIVE MODE"):
        run = started(table, "--budget", "0")
        wait_for_a_lock_of_ours(database)
        began = time.monotonic()
        database.query(f"EXPLAIN SELECT FROM ev WHERE ts = '{OLD}'")
        assert time.monotonic() - began < 0.5 + LITTLE
        said = run.communicate(timeout=60)[0]
    assert run.returncode == 7 and "55P03" in said, said
    pschema.apply(table.folder, database, "--allow-destructive").expect(0)


KEYS = """
CREATE TABLE one (id int PRIMARY KEY); CREATE TABLE two (id int PRIMARY KEY);
INSERT INTO one VALUES (1); INSERT INTO two VALUES (1);
""" + EV % ", a int DEFAULT 1 REFERENCES one, b int DEFAULT 1 REFERENCES two"


@pytest.mark.parametrize("first, second", [("one", "two"), ("two", "one")])
def test_no_deadlock_reaches_a_client(database, tmp_path, first, second):
    """ATTACH locks both tables that the foreign keys lead to. A client that has written one and then writes the other
    would close the circle when the run has waited for longer than deadlock_timeout, and be the one that is ended."""
    table = Table(database, tmp_path, KEYS)
    compiled(table, table.schema(DAYS % ""), "4s")
    with transaction(database, f"UPDATE {first} SET id = id") as client:
        run = started(table)
        wait_for_a_lock_of_ours(database)
        time.sleep(1.3)
        client.execute(f"UPDATE {second} SET id = id")
        client.connection.commit()
    said = run.communicate(timeout=60)[0]
    assert run.returncode == 0, said


INCOMING = """
CREATE TABLE ev (id int, ts timestamptz NOT NULL, PRIMARY KEY (id, ts)) PARTITION BY RANGE (ts);
CREATE TABLE ev_old PARTITION OF ev FOR VALUES FROM ('2025-05-01 00:00+00') TO ('2025-05-02 00:00+00');
CREATE TABLE note (id int, ts timestamptz, FOREIGN KEY (id, ts) REFERENCES ev);
INSERT INTO ev VALUES (1, '2025-05-01 06:00+00');
"""


@pytest.mark.parametrize("by", ["apply", "psql"])
def test_a_timeout_within_a_concurrent_detach_is_a_detach_that_pends(database, tmp_path, by):
    """A reader of a table whose foreign key leads here holds up the second phase. The detach is half done then, and is
    brought to its end: by the next attempt of apply, or the next run of psql. Others read that table meanwhile."""
    table = Table(database, tmp_path, INCOMING)
    compiled(table, table.schema(DAYS % "drop 7 days after detach;"), "200ms")
    files = sorted(table.folder.glob("*.sql"))
    with transaction(database, "SELECT count(*) FROM note"):
        with clients(database, "SELECT count(*) FROM note", "INSERT INTO note VALUES (NULL, NULL)") as busy:
            if by == "apply":
                run = started(table)
                wait_for_a_lock_of_ours(database)
                time.sleep(1)
                assert run.poll() is None
            else:
                psql.run(database, *files[:-1])
                assert psql.attempt(database, files[-1]).returncode == 3
            assert database.value("SELECT inhdetachpending FROM pg_inherits WHERE inhrelid = 'ev_old'::regclass")
    for client in busy:
        assert client.errors == [] and client.slowest < 0.2 + LITTLE, client.sql
    if by == "apply":
        said = run.communicate(timeout=60)[0]
        assert run.returncode == 0 and "trying again" in said, said
    else:
        psql.run(database, files[-1])
    assert database.value("SELECT obj_description('ev_old'::regclass)").startswith("pschema: detached at 2025-05-05T12:0")
    assert database.value("SELECT count(*) FROM ev_old") == 1 and "public.ev_old" not in table.children("ev")
    assert database.value("SELECT count(*) FROM pschema.migration WHERE state <> 'done'") == 0
