"""`pschema maintain`: what it does in a night, what it leaves, and what it says of it."""

import contextlib
import json
import os
import re
import subprocess
import time

import pytest

import psql
import pschema
import schemas
import trees

pytestmark = pytest.mark.live

NIGHT = "2025-05-05T02:00:00Z"
EV = "CREATE TABLE ev (id bigint GENERATED ALWAYS AS IDENTITY, ts timestamptz NOT NULL) PARTITION BY RANGE (ts);"
OLD = "CREATE TABLE ev_old PARTITION OF ev FOR VALUES FROM ('2025-04-01 00:00+00') TO ('2025-04-02 00:00+00');"
DAYS = "pschema 1; table ev { partition by range (ts) every day { create current and 2 after; keep current and 7 before; %s } }"


class Nights:
    def __init__(self, database, tmp_path, schema, setup):
        self.database, self.folder = database, tmp_path
        self.path = tmp_path / "schema.pschema"
        self.path.write_text(schema, encoding="utf-8")
        self.database.query(setup)

    def run(self, *extra, at=NIGHT, **environment):
        self.database.server.set_clock(at)
        return pschema.run("maintain", self.path, "--dsn", self.database.dsn, *extra, **environment)

    def partitions(self, parent="public.ev"):
        return sorted(trees.children(self.database, parent))


@pytest.fixture
def nights(database, tmp_path):
    return lambda schema=DAYS % "drop immediately;", setup=EV + OLD: Nights(database, tmp_path, schema, setup)


def metrics_in(path):
    """{name: {labels: value}} of the text format, read strictly."""
    found, typed = {}, set()
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# HELP "):
            assert re.fullmatch(r"# HELP [a-z_]+ \S.*", line)
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert kind == "gauge" and name not in typed
            typed.add(name)
        else:
            name, labels, value = re.fullmatch(r'([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+)\})? (\S+)', line).groups()
            assert name in typed and (labels or "") not in found.get(name, {})
            found.setdefault(name, {})[labels or ""] = float(value)
    return found


def test_a_night_does_what_is_due_and_the_next_finds_nothing(nights, database, tmp_path):
    night = nights()
    metrics = tmp_path / "pschema.prom"
    held = night.run("--metrics", metrics).expect(2)
    assert "--allow-destructive" in held.err
    assert night.partitions() == ["public.ev__2025_05_05", "public.ev__2025_05_06", "public.ev__2025_05_07", "public.ev_old"]
    seen = metrics_in(metrics)
    assert seen["pschema_pending_operations"]['table="public.ev",kind="detach"'] == 1
    assert seen["pschema_pending_operations"]['table="public.ev",kind="create"'] == 0
    assert 69 * 3600 < seen["pschema_future_seconds"]['table="public.ev"'] <= 70 * 3600
    assert seen["pschema_last_run_exit_code"][""] == 2 and seen["pschema_last_success_timestamp_seconds"][""] > 0
    night.run("--allow-destructive", "--metrics", metrics).expect(0)
    assert night.partitions() == ["public.ev__2025_05_05", "public.ev__2025_05_06", "public.ev__2025_05_07"]
    assert set(metrics_in(metrics)["pschema_pending_operations"].values()) == {0}
    before = database.query("SELECT name, state FROM pschema.migration ORDER BY name")
    assert [n for n, _ in before][1:] == [n for n, _ in before if n.startswith("maintain_20250505")] and {s for _, s in before} == {"done"}
    assert night.run("--allow-destructive").expect(0).operations == []
    assert database.query("SELECT name, state FROM pschema.migration ORDER BY name") == before


def test_the_answer_as_json(nights):
    night = nights()
    first = schemas.document(night.run("--format", "json").expect(2).out, "maintain.json")
    assert [o["kind"] for o in first["plan"]["tables"][0]["operations"]] == ["create", "create", "create", "detach"]
    assert [o["kind"] for o in first["left"]["tables"][0]["operations"]] == ["detach"] and first["exit"] == 2
    again = schemas.document(night.run("--allow-destructive", "--format", "json").expect(0).out, "maintain.json")
    assert [f["state"] for f in again["files"]] == ["done"] and again["left"]["tables"][0]["operations"] == []
    night.path.write_text(night.path.read_text(encoding="utf-8").replace("every day", "every dy"), encoding="utf-8")
    refused = json.loads(night.run("--format", "json").expect(4).out)
    assert refused["command"] == "maintain" and refused["diagnostics"][0]["code"]


def test_another_run_at_work(nights, database, tmp_path):
    night = nights()
    metrics = tmp_path / "pschema.prom"
    night.run("--allow-destructive", "--metrics", metrics).expect(0)
    succeeded = metrics_in(metrics)["pschema_last_success_timestamp_seconds"]
    with contextlib.closing(database.connect()) as other, other.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(31652068182027617)")
        night.run("--allow-destructive", "--metrics", metrics).expect(6)
        seen = metrics_in(metrics)
        assert seen["pschema_last_run_exit_code"][""] == 6 and seen["pschema_last_success_timestamp_seconds"] == succeeded
        assert 'table="public.ev"' in seen["pschema_future_seconds"]  # of the run before
        night.run("--ok-if-locked").expect(0)


def test_a_server_that_is_not_there_leaves_metrics(tmp_path):
    schema = tmp_path / "s.pschema"
    schema.write_text(DAYS % "")
    metrics = tmp_path / "pschema.prom"
    pschema.run("maintain", schema, "--dsn", f"host={tmp_path} port=1", "--metrics", metrics, "--metrics-label", 'db="a\\b"').expect(5)
    assert metrics_in(metrics)["pschema_last_run_exit_code"] == {'db="\\"a\\\\b\\""': 5}
    pschema.run("maintain", schema, "--metrics-label", "table=x").expect(64)


TWO = """pschema 1;
table ev { partition by range (ts) every day { create current and 2 after; keep current and 7 before; drop immediately; } }
table other { partition by range (ts) every day { create current and 2 after; keep current and 7 before; drop immediately; } }"""
OTHER = "CREATE TABLE other (ts timestamptz NOT NULL) PARTITION BY RANGE (ts);"


def test_a_table_that_fails_does_not_hold_back_the_others(nights, database, tmp_path):
    night = nights(TWO, EV + OTHER)
    metrics = tmp_path / "pschema.prom"
    with contextlib.closing(database.connect(autocommit=False)) as other, other.cursor() as cursor:
        cursor.execute("LOCK TABLE ev IN ACCESS EXCLUSIVE MODE")
        failed = night.run("--budget", "1", "--lock-timeout", "200ms", "--metrics", metrics).expect(7)
        assert "55P03" in failed.err
        other.rollback()
    assert len(night.partitions("public.other")) == 3 and night.partitions() == []
    seen = metrics_in(metrics)
    assert seen["pschema_pending_operations"]['table="public.ev",kind="create"'] == 3
    assert seen["pschema_pending_operations"]['table="public.other",kind="create"'] == 0
    assert "pschema_last_success_timestamp_seconds" not in seen
    night.run("--metrics", metrics).expect(0)
    assert len(night.partitions()) == 3


def test_a_table_that_does_not_fit_does_not_hold_back_the_others(nights, database, tmp_path):
    night = nights(TWO, EV + "CREATE TABLE other (ts text NOT NULL) PARTITION BY RANGE (ts);")
    metrics = tmp_path / "pschema.prom"
    night.run("--metrics", metrics).expect(4)
    assert len(night.partitions()) == 3
    seen = metrics_in(metrics)
    assert seen["pschema_table_refused"] == {'table="public.ev"': 0, 'table="public.other"': 1}


def test_beside_a_folder_of_files(nights, database, tmp_path):
    """A night leaves what waits in a folder to it, and nothing of a night is missed or superseded there."""
    night = nights()
    folder = tmp_path / "migrations"
    database.server.set_clock(NIGHT)
    pschema.run("compile", night.path, "--dsn", database.dsn, "-o", folder).expect(0)
    assert night.run("--pending", folder, "--allow-destructive").expect(2).operations == []
    assert database.value("SELECT to_regclass('pschema.migration')") is None
    night.run("--allow-destructive").expect(0)
    pschema.run("status", folder, "--dsn", database.dsn).expect(2)
    pschema.apply(folder, database, "--allow-destructive").expect(0)
    pschema.run("status", folder, "--dsn", database.dsn).expect(0)
    night.run("--allow-destructive", at="2025-05-06T02:00:00Z").expect(0)
    pschema.run("status", folder, "--dsn", database.dsn).expect(0)
    pschema.run("compile", night.path, "--dsn", database.dsn, "-o", folder).expect(0)
    assert pschema.run("status", folder, "--dsn", database.dsn).expect(0)


def test_killed_and_run_again(nights, database):
    """Wherever it was, the next night plans from what is there."""
    night = nights()
    for wait in (0.02, 0.05, 0.08, 0.12):
        database.server.set_clock(NIGHT)
        run = subprocess.Popen([pschema.program(), "maintain", str(night.path), "--dsn", database.dsn, "--allow-destructive"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=psql.clean_environment())
        time.sleep(wait)
        run.kill()
        run.wait()
    for _ in range(100):  # the server ends a session whose client is gone
        if night.run("--allow-destructive").exit != 6:
            break
        time.sleep(0.05)
    assert night.run("--allow-destructive").expect(0).operations == []
    assert len(night.partitions()) == 3


def test_nothing_to_do_costs_a_look(nights, database, server):
    """One connection that reads the catalog, and nothing else. Ten tables of a hundred partitions."""
    names = [f"t{n}" for n in range(10)]
    night = nights("pschema 1;\n" + "\n".join(f"table {n} {{ partition by range (ts) every day {{ create current and 98 after; keep current and 1 before; }} }}" for n in names),
                   "".join(f"CREATE TABLE {n} (ts timestamptz NOT NULL) PARTITION BY RANGE (ts);" for n in names))
    night.run("--max-create", "2000").expect(0)
    night.run().expect(0)
    database.query("ALTER DATABASE %s SET log_statement = 'all'" % database.name)
    log = os.path.join(server.directory, "log")
    begin = os.path.getsize(log)
    wal = database.value("SELECT pg_current_wal_insert_lsn()")
    took = []
    for _ in range(3):
        began = time.monotonic()
        night.run().expect(0)
        took.append(time.monotonic() - began)
    assert database.value("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), %s) < 20000", wal)  # what the server writes by itself
    with open(log, encoding="utf-8", errors="replace") as file:
        file.seek(begin)
        said = file.read()
    statements = re.findall(r"LOG:  statement: *(?:BEGIN[^;]*; *)?(\w+)", said)
    assert statements and set(statements) <= {"SELECT", "SET", "BEGIN", "COMMIT", "WITH", "SHOW", "RESET"}, set(statements)
    print(f"nothing to do, 10 tables of 100 partitions: {min(took) * 1000:.0f} ms at least")
