"""Hooks: when they run and when not, what they are told, and what their ends mean."""

import gzip
import json
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import time

import pytest

import golden
import psql
import pschema
import schemas

pytestmark = pytest.mark.live

ROOT = pathlib.Path(__file__).parents[2]
FIRST, SECOND, LATER = "2025-05-05T12:00:00Z", "2025-05-06T12:00:00Z", "2025-05-12T12:00:00Z"
SCHEMA = """pschema 1;
table public.ev, public."plain" {
  partition by range (ts) every day { create current; keep for 3 days; drop immediately; }
}"""

# Writes its event down, one on a line, and then does what a file beside it says for this partition.
HOOK = """#!/usr/bin/python3
import json, os, pathlib, sys
folder = pathlib.Path(__file__).parent
event = json.load(sys.stdin)
event["arguments"], event["environment"] = sys.argv[1:], {k: v for k, v in os.environ.items() if k.startswith("PSCHEMA_")}
event["open"] = sorted(int(n) for n in os.listdir("/proc/self/fd") if int(n) > 2)
with open(folder / "events", "a") as file:
    file.write(json.dumps(event) + "\\n")
todo = folder / "todo.py"
if todo.exists():
    exec(todo.read_text())
"""


class World:
    def __init__(self, database, folder):
        self.database, self.folder = database, folder
        self.hook = folder / "hook.py"
        self.hook.write_text(HOOK)
        self.hook.chmod(self.hook.stat().st_mode | stat.S_IXUSR)

    def compile(self, at, schema):
        self.database.server.set_clock(at)
        (self.folder / "s.pschema").write_text(schema, encoding="utf-8")
        pschema.snapshot(self.folder / "s.pschema", self.database, self.folder / "catalog.toml")
        pschema.compile_files(self.folder / "s.pschema", self.folder / "catalog.toml", at, self.folder / "m").expect(0)

    def words(self, hooks, *more):
        given = [word for hook in hooks for word in ("--hook", f"{hook}={self.hook} {hook}")]
        return ["apply", self.folder / "m", "--dsn", self.database.dsn, "--allow-destructive", *given, *more]

    def apply(self, hooks, *more, allow=True):
        return pschema.run(*self.words(hooks, *more, *(["--allow-hooks"] if allow else [])))

    def start(self, hooks, *more):
        return subprocess.Popen([pschema.program(), *map(str, self.words(hooks, *more, "--allow-hooks"))], text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env=psql.clean_environment())

    def todo(self, code):
        (self.folder / "todo.py").write_text(code)

    def events(self):
        """Since the last call."""
        path = self.folder / "events"
        text = path.read_text() if path.exists() else ""
        path.unlink(missing_ok=True)
        return [json.loads(line) for line in text.splitlines()]

    def exists(self, name):
        return self.database.value("SELECT to_regclass(%s) IS NOT NULL", name)

    def states(self):
        done = pschema.run("status", self.folder / "m", "--dsn", self.database.dsn, "--format", "json")
        return {f["name"]: f["state"] for f in json.loads(done.out)["files"]}


ALL = [f"{when}_{what}" for when in ("before", "after") for what in ("create", "attach", "detach", "drop", "move")]


TABLES = """CREATE TABLE ev (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
    CREATE TABLE plain (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts)"""


@pytest.fixture(scope="module")
def repository(server, tmp_path_factory):
    """What was applied a week ago, two partitions for each of two tables (`first`), and all files, among which another
    partition for each and the drop of the old ones are pending (`m`)."""
    folder = tmp_path_factory.mktemp("repository")
    with server.database() as database:
        database.query(TABLES)
        past = World(database, folder)
        for at in (FIRST, SECOND):
            past.compile(at, SCHEMA)
            past.apply([]).expect(0)
        shutil.copytree(folder / "m", folder / "first")
        past.compile(LATER, SCHEMA)
    return folder


@pytest.fixture
def world(database, repository, tmp_path):
    for name in ("first", "m"):
        shutil.copytree(repository / name, tmp_path / name)
    database.query(TABLES)
    database.server.set_clock(SECOND)
    pschema.apply(tmp_path / "first", database).expect(0)
    database.server.set_clock(LATER)
    return World(database, tmp_path)


def order(events):
    return [(e["hook"], e["partition"]["name"]) for e in events]


def test_order_and_what_is_told(world):
    done = world.apply(ALL).expect(0)
    events = world.events()
    expected = [(hook, f"{table}__2025_05_12") for table in ("ev", "plain") for hook in ("before_create", "after_create")]
    expected += [(f"{when}_{what}", f"{table}__2025_05_0{day}") for table in ("plain", "ev") for day in (5, 6)
                 for what in ("detach", "drop") for when in ("before", "after")]
    assert order(events) == expected
    for event in events:
        arguments, environment, descriptors = (event.pop(key) for key in ("arguments", "environment", "open"))
        schemas.document(json.dumps(event), "hook.json")
        assert arguments == [event["hook"]]
        # 3 is the listing's own: the connection to the server is not handed on.
        assert descriptors == [3]
        assert environment == {"PSCHEMA_EVENT": event["hook"], "PSCHEMA_TABLE": event["table"]["sql"],
                               "PSCHEMA_PARTITION": event["partition"]["sql"]}
        day = int(event["partition"]["name"][-2:])
        assert event["bounds"] == f"FOR VALUES FROM ('2025-05-{day:02} 00:00:00+00') TO ('2025-05-{day + 1:02} 00:00:00+00')"
        assert event["table"]["schema"] == "public" and event["database"] == world.database.name and event["at"].startswith("2025-05-12T")
        assert (event["operation"], event["reason"]) in {("create", "create_ahead"), ("detach", "retention_expired"),
                                                         ("drop", "follows_detach")}
    assert f"  before_create runs {world.hook}\n" in done.err
    world.apply(ALL).expect(0)
    assert world.events() == []  # nothing is to be done


def test_without_permission_nothing_runs(world):
    done = world.apply(["before_drop"], allow=False).expect(64)
    assert "--allow-hooks" in done.err and "before_drop" in done.err
    assert world.exists("ev__2025_05_05") and not world.exists("ev__2025_05_12") and world.events() == []
    world.apply(["before_drop"], "--no-hooks", allow=False).expect(0)
    assert not world.exists("ev__2025_05_05") and world.events() == []


def test_wrong_usage(tmp_path):
    for words in (["--hook", "before_dropp=x"], ["--hook", "x"], ["--hook", "before_drop= "],
                  ["--hook", "before_drop=a", "--hook", "before_drop=b"], ["--hook", "before_drop=a", "--hook-timeout", "0"]):
        assert "hook" in pschema.run("apply", tmp_path, "--allow-hooks", *words).expect(64).err


def test_a_refusal_keeps_its_partition_alone(world):
    world.todo("print('the archive is full'); sys.exit(3 if '05_05' in event['partition']['name'] "
               "and event['table']['name'] == 'ev' else 0)")
    done = world.apply(["before_drop", "after_drop"], "--format", "json").expect(7)
    assert "  before_drop: the archive is full\n" in done.err
    assert "the hook before_drop" in done.err and "left with 3, for public.ev__2025_05_05" in done.err
    # Detached already, by the step before; not dropped.
    assert [world.exists(f"ev__2025_05_0{d}") for d in (5, 6)] == [True, False]
    assert [world.exists(f"plain__2025_05_0{d}") for d in (5, 6)] == [False, False]
    report = schemas.document(done.out, "apply.json")
    name = next(n for n in world.states() if n.endswith("public.ev_drop"))
    file = next(f for f in report["files"] if f["name"] == name)
    assert file["state"] == "failed" and file["failure"]["hook"] == "before_drop" and file["steps"] == 1
    assert [s["state"] for s in file["each"]] == ["done", "failed", "done", "done"]
    assert world.states()[name] == "half-done"
    assert world.database.query("SELECT steps, state FROM pschema.migration WHERE name = %s", name) == [(1, "failed")]
    world.events()
    world.todo("")
    world.apply(["before_drop", "after_drop"]).expect(0)
    assert order(world.events()) == [("before_drop", "ev__2025_05_05"), ("after_drop", "ev__2025_05_05")]
    assert not world.exists("ev__2025_05_05") and set(world.states().values()) == {"applied"}


def test_a_refused_creation_stops_its_file(world):
    world.todo("sys.exit(event['table']['name'] == 'ev')")
    done = world.apply(["before_create"]).expect(7)
    assert not world.exists("ev__2025_05_12") and world.exists("plain__2025_05_12")
    assert "nothing of the step was done" in done.err


def test_a_failing_after_hook_undoes_nothing(world):
    world.todo("sys.exit(9)")
    done = world.apply(["after_create"], "--format", "json").expect(7)
    assert "left with 9" in done.err and "1 hook" not in done.err and "2 hooks failed behind what was done" in done.err
    assert set(world.states().values()) == {"applied"}
    report = schemas.document(done.out, "apply.json")
    assert sum(len(f["hook_failures"]) for f in report["files"]) == 2
    world.apply(["after_create"]).expect(0)


def test_patience_ends(world):
    """It has started somebody who holds its output open, and goes with it."""
    world.todo("import subprocess, time\nif event['partition']['name'] != 'ev__2025_05_06': sys.exit()\n"
               "p = subprocess.Popen(['sleep', '600']); open(folder / 'sleepers', 'a').write(f'{p.pid}\\n'); print('going'); sys.stdout.flush(); time.sleep(600)")
    began = time.monotonic()
    run = world.start(["before_detach"], "--hook-timeout", "1")
    err = run.communicate(timeout=60)[1]
    assert run.returncode == 7 and "was stopped after 1 s" in err
    assert time.monotonic() - began < 20
    sleepers = [int(pid) for pid in (world.folder / "sleepers").read_text().split()]
    assert sleepers and not any(pathlib.Path(f"/proc/{pid}/cmdline").exists() and
                                pathlib.Path(f"/proc/{pid}/cmdline").read_text() for pid in sleepers)


def test_stopped_in_a_hook(world):
    world.todo("import time; print('going'); sys.stdout.flush(); time.sleep(600 if event['table']['name'] == 'ev' else 0)")
    run = world.start(["before_drop"])
    for line in run.stderr:
        if "before_drop: going" in line and order(world.events())[-1] == ("before_drop", "ev__2025_05_05"):
            break
    held = world.database.query("SELECT mode FROM pg_locks WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                                " AND locktype = 'relation' AND pid <> pg_backend_pid()")
    state = world.database.query("SELECT state FROM pg_stat_activity WHERE application_name = 'pschema'")
    run.send_signal(signal.SIGTERM)
    run.communicate(timeout=30)
    assert run.returncode == 143
    assert held == [] and state == [("idle",)]  # no lock and no transaction beside a hook
    name = next(n for n in world.states() if n.endswith("public.ev_drop"))
    assert world.states()[name] == "half-done" and world.exists("ev__2025_05_05")
    world.todo("")
    world.apply(["before_drop"]).expect(0)


def test_retries_fire_once(world):
    """The table is kept by somebody until the step has been tried again."""
    with world.database.connect(autocommit=False) as connection, connection.cursor() as cursor:
        cursor.execute("LOCK TABLE ev IN ACCESS EXCLUSIVE MODE")
        run = world.start(["before_create", "after_create"])
        for line in run.stderr:
            if "attempt 1 failed" in line:
                break
        connection.rollback()
        run.communicate(timeout=60)
    connection.close()
    assert run.returncode == 0
    assert order(world.events()) == [(hook, f"{table}__2025_05_12") for table in ("ev", "plain")
                                     for hook in ("before_create", "after_create")]


def test_the_after_hook_runs_where_the_ledger_could_not_be_told_at_once(world):
    """Somebody keeps the ledger until the row of the first step has been tried again, which then finds its work done."""
    with world.database.connect(autocommit=False) as connection, connection.cursor() as cursor:
        cursor.execute("LOCK TABLE pschema.step IN SHARE MODE")
        run = world.start(["before_create", "after_create"])
        for line in run.stderr:
            if "the ledger was not written" in line:
                break
        connection.rollback()
        run.communicate(timeout=60)
    connection.close()
    assert run.returncode == 0
    assert order(world.events()) == [(hook, f"{table}__2025_05_12") for table in ("ev", "plain")
                                     for hook in ("before_create", "after_create")]
    assert world.database.query("SELECT DISTINCT state FROM pschema.step") == [("done",)]


def test_what_is_gone_when_the_hook_is_done_is_left_alone(world):
    """The tests of the step are asked again behind a hook."""
    world.todo(f"""import subprocess
subprocess.run(["psql", "-Xqc", "DROP TABLE public.plain__2025_05_05", {world.database.dsn!r}], check=True)
os.remove(todo)""")
    done = world.apply(["before_detach", "after_detach"]).expect(0)
    assert "SKIPPED" in done.err
    assert ("after_detach", "plain__2025_05_05") not in order(world.events())


@pytest.mark.parametrize("name, last", [
    ("large_build", [("before_create", "create_ahead"), ("after_create", "create_ahead")]),
    ("move_is_seen", [("before_create", "create_ahead"), ("before_move", "default_rows"), ("after_move", "default_rows"),
                      ("after_create", "create_ahead")])])
def test_an_operation_of_several_steps_and_two_in_one(database, tmp_path, name, last):
    case = golden.Case(name)
    psql.run(database, case.setup)
    database.server.set_clock(case.stages[0].clock)
    (tmp_path / "m").mkdir()
    for file in case.files(case.stages[0]):
        shutil.copy(case.path("migrations", file), tmp_path / "m")
    pschema.run("sum", tmp_path / "m").expect(0)
    world = World(database, tmp_path)
    done = world.apply(ALL)
    events = world.events()
    assert done.exit == 0 and "no hook runs" not in done.err, done.err
    assert [(e["hook"], e["reason"]) for e in events[-len(last):]] == last, events[-len(last):]
    assert [e["hook"] for e in events].count("before_create") == [e["hook"] for e in events].count("after_create")


def test_hostile_names(database, tmp_path):
    """Of a table and, with a newline, of a partition."""
    written = '"we\'ird"" $(x)"'
    hostile = 'ol\nd" \'; $(x) (no_reason): \\'
    database.query(f"""CREATE TABLE {written} (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
        CREATE TABLE "{hostile.replace('"', '""')}" PARTITION OF {written} FOR VALUES FROM ('2025-05-01Z') TO ('2025-05-02Z')""")
    world = World(database, tmp_path)
    world.compile(FIRST, f"pschema 1; table public.{written} {{ partition by range (ts) every day {{ create current; keep for 1 day; "
                         "drop immediately; } }")
    done = world.apply(ALL).expect(0)
    events = world.events()
    assert {e["table"]["name"] for e in events} == {"we'ird\" $(x)"}
    assert [e["hook"] for e in events] == ["before_create", "after_create", "before_detach", "after_detach", "before_drop", "after_drop"]
    assert all(e["partition"]["name"] == hostile and e["reason"] in ("retention_expired", "follows_detach") for e in events[2:]), events
    assert all(e["environment"]["PSCHEMA_PARTITION"] == e["partition"]["sql"] for e in events)
    assert "ol\nd" not in done.err


def test_the_archive_of_the_page(world):
    """docs/hooks.md: what is dropped has been kept; what cannot be kept is not dropped."""
    page = (ROOT / "docs" / "hooks.md").read_text(encoding="utf-8")
    script = world.folder / "archive.sh"
    script.write_text(page[page.index("#!/bin/sh"):].split("```")[0])
    script.chmod(0o755)
    world.database.query("INSERT INTO plain VALUES (1, '2025-05-05 10:00:00Z'), (2, '2025-05-05 11:00:00Z')")
    archive = world.folder / "archive"
    words = ["apply", world.folder / "m", "--dsn", world.database.dsn, "--allow-destructive", "--allow-hooks",
             "--hook", f"before_drop={script}"]
    where = {"ARCHIVE": str(archive), "PGHOST": world.database.server.directory, "PGUSER": "postgres", "PGDATABASE": world.database.name,
             "PATH": os.path.dirname(psql.PROGRAM) + ":" + os.environ["PATH"]}
    pschema.run(*words, **where).expect(7)  # there is no such folder
    assert all(world.exists(f"{t}__2025_05_0{d}") for t in ("ev", "plain") for d in (5, 6))
    archive.mkdir()
    done = pschema.run(*words, **where).expect(0)
    assert not any(world.exists(f"{t}__2025_05_0{d}") for t in ("ev", "plain") for d in (5, 6))
    kept = {path.name.split("-")[0]: path for path in archive.glob("*.csv.gz")}
    assert len(kept) == 4 and "before_drop: archived as" in done.err
    with gzip.open(kept["public.plain__2025_05_05"], "rt") as file:
        assert [line.split(",")[0] for line in file] == ["id", "1", "2"]
    assert json.loads(next(archive.glob("public.plain__2025_05_05-*.json")).read_text())["operation"] == "drop"
