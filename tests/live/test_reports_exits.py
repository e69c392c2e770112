"""Report C61: nobody was told that maintenance stopped. What there is of it so far: the exits of plan, compile and apply."""

import contextlib
import json
import signal
import subprocess
import time

import pytest

import psql
import pschema
from reports import apply, created, kinds, start  # noqa: F401

pytestmark = pytest.mark.live

AT = "2025-05-05T12:00:00Z"
TEN_DAYS_LATER = "2025-05-15T12:00:00Z"
EVENTS = "CREATE TABLE ev (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts);"
DAYS = "pschema 1; table ev { partition by range (ts) every day { create current and 3 after; keep for 3 days; drop 7 days after detach; %s } }"


def check(table, schema, at, *more):
    table.database.server.set_clock(at)
    return pschema.run("plan", schema, "--catalog", table.snapshot(schema), "--at", at, "--check", *more)


def test_c61_drift_and_convergence(start):
    """0: nothing to do; 2: drift. Ten days without a run are drift, and the plan says what is missing and what has expired."""
    table = start(EVENTS)
    schema = table.schema(DAYS % "")
    check(table, schema, AT).expect(2)
    table.migrate(schema, AT)
    check(table, schema, AT).expect(0)
    check(table, schema, "2025-05-05T23:59:59Z").expect(0)
    late = check(table, schema, TEN_DAYS_LATER).expect(2)
    assert created(late) == [f"public.ev__2025_05_{day}" for day in (15, 16, 17, 18)]
    assert [o.name for o in late.operations if o.verb == "DETACH"] == [f"public.ev__2025_05_0{day}" for day in (5, 6, 7, 8)]
    assert late.out.splitlines()[0] == "4 to create, 0 to attach, 4 to detach, 0 to drop; 0 warnings, 1 note"
    # Without --check a plan is no question and so no answer.
    table.plan(schema, TEN_DAYS_LATER).expect(0)


def test_c61_a_warning_outranks_drift(start):
    table = start(EVENTS + "CREATE VIEW ev__2025_05_05 AS SELECT 1")
    schema = table.schema(DAYS % "")
    held = check(table, schema, AT).expect(3)
    assert created(held), "there is drift as well"
    assert {"name_unusable", "uncovered"} <= {k[1] for k in kinds(held)}, "inserts of now fail, and the plan says so"


def test_c61_pending_files_are_drift(start):
    """Compiled and not applied: nothing is planned on top, and it is not converged."""
    table = start(EVENTS)
    schema = table.schema(DAYS % "")
    table.files(schema, AT)
    waiting = check(table, schema, AT, "--pending", table.folder).expect(2)
    assert waiting.operations == [] and "not applied yet" in waiting.err
    pschema.apply(table.folder, table.database).expect(0)
    check(table, schema, AT, "--pending", table.folder).expect(0)


def test_c61_every_end_has_a_code_of_its_own(start, tmp_path):
    table = start(EVENTS)
    schema = table.schema(DAYS % "")
    files = table.files(schema, AT)
    dsn = ("--dsn", table.database.dsn)
    codes = {}
    # 64: usage; 4: the schema, the catalog, a file that cannot be read; 5: no connection.
    codes["usage"] = {pschema.run(*words).exit for words in (
        ["plan"], ["plam", schema], ["plan", schema, "--chek"], ["plan", schema, *dsn, "--at", "--check"], ["apply"],
        ["plan", schema, *dsn, "--format", "xml"], ["apply", table.folder, *dsn, "--budget", "-1"], [])}
    wrong = tmp_path / "wrong.pschema"
    wrong.write_text("pschema 1; table ev { partition by range (tz) every day { create current; } }", encoding="utf-8")
    unreadable = tmp_path / "unreadable.toml"
    unreadable.write_text("taken_at = ", encoding="utf-8")
    codes["config"] = {pschema.run("plan", wrong, *dsn, "--check").exit, pschema.run("plan", schema, "--catalog", unreadable, "--check").exit,
                       pschema.run("plan", tmp_path / "none.pschema", *dsn, "--check").exit,
                       pschema.run("plan", schema, "--catalog", tmp_path / "none.toml", "--check").exit}
    nowhere = f"host={tmp_path} dbname=none user=nobody"
    codes["connection"] = {pschema.run("plan", schema, "--dsn", nowhere, "--check").exit, pschema.run("snapshot", schema, "--dsn", nowhere).exit,
                           pschema.run("apply", table.folder, "--dsn", nowhere).exit,
                           pschema.run("plan", schema, "--dsn", table.database.dsn.replace("user=postgres", "user=nobody_such"), "--check").exit}
    # 6: another run; 7: a step failed; 8: a file was edited; 2: destructive files are left.
    key = next(line.split("pg_try_advisory_lock(")[1].split(")")[0] for line in files[0].read_text(encoding="utf-8").splitlines() if "pg_try_advisory_lock(" in line)
    with contextlib.closing(table.database.connect()) as other:
        other.cursor().execute(f"SELECT pg_advisory_lock({key})")
        codes["locked"] = {pschema.apply(table.folder, table.database).exit}
    table.database.query("CREATE VIEW ev__2025_05_05 AS SELECT 1")
    codes["failed"] = {pschema.apply(table.folder, table.database).exit}
    table.database.query("DROP VIEW ev__2025_05_05")
    codes["done"] = {pschema.apply(table.folder, table.database).exit}
    table.files(schema, TEN_DAYS_LATER)
    codes["left"] = {pschema.apply(table.folder, table.database).exit}
    edited = files[-1]
    edited.write_text(edited.read_text(encoding="utf-8") + "-- edited\n", encoding="utf-8")
    codes["edited"] = {pschema.apply(table.folder, table.database).exit, pschema.run("plan", schema, *dsn, "--check", "--pending", table.folder).exit,
                       pschema.run("sum", table.folder).exit}
    assert codes == {"usage": {64}, "config": {4}, "connection": {5}, "locked": {6}, "failed": {7}, "done": {0}, "left": {2}, "edited": {8}}


def test_c61_a_failed_run_says_it_each_time_and_the_next_goes_on(start):
    """Nothing that failed is taken for done: the ledger has it as failed, the exit stays, and a mended cause is enough."""
    table = start(EVENTS)
    schema = table.schema(DAYS % "")
    table.files(schema, AT)
    table.database.query("CREATE VIEW ev__2025_05_06 AS SELECT 1")
    for _ in range(2):
        failed = pschema.apply(table.folder, table.database).expect(7)
        assert "ev__2025_05_06" in failed.err
        assert table.database.query("SELECT count(*) FROM pschema.migration WHERE state = 'failed'") == [(1,)]
    table.database.query("DROP VIEW ev__2025_05_06")
    pschema.apply(table.folder, table.database).expect(0)
    assert len(table.children("ev")) == 4


def test_c61_what_a_monitor_wants_to_know(start):
    """In the plan's JSON, so that no text need be read: rows in the DEFAULT partition, orphans and when they may go, half-done detaches."""
    table = start(EVENTS + """CREATE TABLE ev_rest PARTITION OF ev DEFAULT; INSERT INTO ev VALUES (1, '2020-01-01');
        CREATE TABLE old PARTITION OF ev FOR VALUES FROM ('2025-04-01 00:00+00') TO ('2025-04-02 00:00+00')""")
    schema = table.schema(DAYS % "default;")
    apply(table, schema, AT, "--allow-destructive")
    said = check(table, schema, AT, "--format", "json").expect(0)
    document = json.loads(said.out)
    text = json.dumps(document)
    assert "default_rows" in text and "grace_pending" in text and "2025-05-12T12:0" in text


@pytest.mark.parametrize("sent, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_c61_stopped_by_a_signal(start, sent, code):
    """While it waits for a lock: the statement is cancelled on the server, what was done stands, the lock is free, and the next run goes on."""
    table = start(EVENTS)
    schema = table.schema(DAYS % "default;")
    table.files(schema, AT)
    with contextlib.closing(table.database.connect(autocommit=False)) as reader:
        reader.cursor().execute("LOCK TABLE ev IN SHARE UPDATE EXCLUSIVE MODE")  # as ANALYZE takes it, and ATTACH
        run = subprocess.Popen([pschema.program(), "apply", str(table.folder), "--dsn", table.database.dsn], env=psql.clean_environment(),
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        for _ in range(500):
            if table.database.value(waiting) == 1:
                break
            time.sleep(0.01)
        run.send_signal(sent)
        said = run.communicate(timeout=10)[1]
        assert run.returncode == code, said
        for _ in range(200):
            if table.database.value(waiting) == 0 and table.database.value("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") == 0:
                break
            time.sleep(0.01)
        else:
            raise AssertionError("something of the run is left on the server")
    pschema.apply(table.folder, table.database).expect(0)
    assert len(table.children("ev")) == 5
