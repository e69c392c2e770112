"""`pschema status`, and docs/operations.md: each state is made, shown, treated as the page says, and gone."""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import pytest

import psql
import pschema
import schemas
import servers

pytestmark = pytest.mark.live

ROOT = pathlib.Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
KEY = 31652068182027617

TABLES = """CREATE TABLE ev (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
    CREATE TABLE other (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts);"""
SCHEMA = "pschema 1; table ev, other { partition by range (ts) every day { create current; keep for 3 days; } }"
FIRST, LATER = "2025-05-05T12:00:00Z", "2025-05-12T12:00:00Z"
CREATE, RETIRE = "20250505120000_0001_public.ev_create", "20250512120000_0004_public.ev_retire"


@pytest.fixture(scope="module")
def repository(server, tmp_path_factory):
    """A repository whose files are all pending: creations of two tables, and, a week later, more and the retirement of the first."""
    folder = tmp_path_factory.mktemp("repository")
    (folder / "events.pschema").write_text(SCHEMA, encoding="utf-8")
    with server.database() as database:
        database.query(TABLES)
        for at in (FIRST, LATER):
            server.set_clock(at)
            pschema.snapshot(folder / "events.pschema", database, folder / "catalog.toml")
            pschema.compile_files(folder / "events.pschema", folder / "catalog.toml", at, folder / "migrations").expect(0)
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=n", "-c", "user.email=e@example.com", "commit", "-qm", "x"]):
        subprocess.run(["git", *words], cwd=folder, check=True, env=psql.clean_environment())
    return folder


class World:
    def __init__(self, database, folder):
        self.database, self.folder = database, folder
        self.migrations = folder / "migrations"
        self.environment = {"PSCHEMA_DSN": database.dsn, "PGHOST": database.server.directory, "PGUSER": "postgres",
                            "PGDATABASE": database.name}

    def run(self, *words, **more):
        return pschema.run(*words, cwd=self.folder, **self.environment, **more)

    def apply(self, *more):
        return self.run("apply", "migrations/", *more)

    def status(self, **more):
        """As JSON, after a look at the text, which must say the same in short."""
        text = self.run("status", "migrations/", **more)
        told = self.run("status", "migrations/", "--format", "json", **more)
        found = schemas.document(told.out, "status.json")
        assert told.exit == text.exit == found["exit"] and told.err == text.err == ""
        for file in found["files"]:
            shown = re.search(rf"^  {file['state']} +{re.escape(file['name'])}\b", text.out, re.MULTILINE)
            assert bool(shown) == (file["state"] != "applied"), text.out
        assert all(f"  {line}\n" in text.out for line in found["todo"]), text.out
        return found

    def states(self):
        return {file["name"]: file["state"] for file in self.status()["files"]}

    def of(self, name):
        return next(file for file in self.status()["files"] if file["name"] == name)

    def treat(self, section, name="", blocks=slice(None), **more):
        """Runs what a section of the page says."""
        text = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)[1]
        commands = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)[blocks]
        assert commands
        environment = psql.clean_environment(**self.environment, FILE=name, **more)
        environment["PATH"] = os.path.dirname(os.path.abspath(pschema.program())) + ":" + environment["PATH"]
        for command in commands:
            done = subprocess.run(["bash", "-ec", command], cwd=self.folder, env=environment, capture_output=True, text=True,
                                  stdin=subprocess.DEVNULL, timeout=60)
            assert done.returncode in ((0, 2) if "apply" in command else (0,)), done.stdout + done.stderr
        return "".join(commands)

    def todo(self, name=""):
        """What status itself says, with the name as the page writes it."""
        return [line.replace(name, "$FILE") if name else line for line in self.status()["todo"]]


@pytest.fixture
def world(database, repository, tmp_path):
    shutil.copytree(repository, tmp_path / "w")
    database.query(TABLES)
    return World(database, tmp_path / "w")


def test_pending_and_destructive(world):
    before = world.status()
    assert not before["ledger"] and {f["state"] for f in before["files"]} == {"pending"} and before["exit"] == 2
    assert "".join(world.todo()[:1]) in world.treat("pending")
    states = world.states()
    assert states[CREATE] == "applied" and states[RETIRE] == "pending" and world.of(RETIRE)["destructive"]
    assert world.todo() == [world.treat("destructive").strip()]
    after = world.status()
    assert {f["state"] for f in after["files"]} == {"applied"} and after["exit"] == 0 and after["todo"] == []
    applied = world.of(CREATE)["ledger"]
    assert applied["by"] == "postgres" and applied["attempts"] == 1 and applied["steps"] == 1 and applied["milliseconds"] < 60_000
    assert world.database.query("SELECT number, title, state FROM pschema.step WHERE name = %s", CREATE) == [
        (1, "1/1 CREATE public.ev__2025_05_05", "done")]


def test_half_done_names_its_step_and_holds_nobody_else(world):
    world.database.query("CREATE VIEW ev__2025_05_05 AS SELECT 1")
    report = schemas.document(world.run("apply", "migrations/", "--format", "json").expect(7).out, "apply.json")
    done = {file["name"]: file["state"] for file in report["files"]}
    assert done[CREATE] == "failed" and done[CREATE.replace("ev", "other").replace("0001", "0002")] == "done"
    later = RETIRE.replace("_0004_", "_0001_").replace("retire", "create")
    assert done[later] == "blocked" and done[later.replace("ev", "other").replace("_0001_", "_0002_")] == "done"
    file = world.of(CREATE)
    assert file["state"] == "half-done" and file["next_step"] == "1/1 CREATE public.ev__2025_05_05" and file["of_steps"] == 1
    assert "42P07" in file["ledger"]["error"] and file["ledger"]["attempts"] == 1
    assert "pschema apply migrations/" in world.todo()
    world.database.query("DROP VIEW ev__2025_05_05")
    world.treat("half-done")
    assert world.of(CREATE)["state"] == "applied" and world.of(CREATE)["ledger"]["attempts"] == 2
    assert world.database.query("SELECT state FROM pschema.attempt WHERE name = %s ORDER BY id", CREATE) == [("failed",), ("done",)]


def killed_while_it_waits(world):
    """A run with kill -9 while its creation waits for a lock. Its session is ended too, as it would go on."""
    with contextlib.closing(world.database.connect(autocommit=False)) as other:
        other.cursor().execute("LOCK TABLE ev IN ACCESS SHARE MODE; LOCK TABLE ev IN SHARE UPDATE EXCLUSIVE MODE")
        run = subprocess.Popen([pschema.program(), "apply", "migrations/"], cwd=world.folder, stdin=subprocess.DEVNULL,
                               env=psql.clean_environment(**world.environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(1000):
            if world.database.value("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"):
                break
            time.sleep(0.01)
        during = world.status()
        run.send_signal(signal.SIGKILL)
        run.wait()
        world.database.query("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'pschema' AND datname = current_database()")
    return during


def test_running_and_lost(world):
    during = killed_while_it_waits(world)
    assert during["database"]["lock"]["application"] == "pschema" and during["database"]["lock"]["user"] == "postgres"
    assert {f["name"]: f["state"] for f in during["files"]}[CREATE] == "running"
    assert during["todo"] == [f"# wait for pid {during['database']['lock']['pid']} to end"]
    lost = world.of(CREATE)
    assert lost["state"] == "half-done" and lost["ledger"]["state"] == "running"
    assert "lost, last heard of" in world.run("status", "migrations/").out
    world.treat("lost")
    assert world.of(CREATE)["state"] == "applied"
    assert world.database.query("SELECT state, error IS NULL FROM pschema.attempt WHERE name = %s ORDER BY id", CREATE) == [
        ("failed", False), ("done", True)]


def test_running_can_be_ended(world):
    with contextlib.closing(world.database.connect()) as other:
        other.cursor().execute(f"SELECT pg_advisory_lock({KEY})")
        lock = world.status()["database"]["lock"]
        world.apply().expect(6)
        world.treat("running", PID=str(lock["pid"]))
    assert world.status()["database"]["lock"] is None
    world.apply().expect(2)


def test_out_of_order(world):
    text = (world.migrations / f"{CREATE}.sql").read_bytes()
    (world.migrations / f"{CREATE}.sql").unlink()
    world.run("sum", "migrations/", "--accept").expect(0)
    world.apply().expect(2)
    (world.migrations / f"{CREATE}.sql").write_bytes(text)
    report = schemas.document(world.run("sum", "migrations/", "--format", "json").expect(0).out, "sum.json")
    assert report["added"] == [f"{CREATE}.sql"] and report["written"]
    assert world.of(CREATE)["out_of_order"] and not world.of(RETIRE)["out_of_order"]
    assert "out of order" in world.run("status", "migrations/").out
    world.treat("out of order")
    assert world.states()[CREATE] == "applied"


def test_edited_after_it_ran(world):
    world.apply().expect(2)
    path = world.migrations / f"{CREATE}.sql"
    path.write_text(path.read_text(encoding="utf-8") + "-- edited\n", encoding="utf-8")
    world.run("sum", "migrations/", "--accept").expect(0)
    file = world.of(CREATE)
    assert file["state"] == "edited" and "after it was applied" in file["why"] and world.status()["exit"] == 8
    world.apply().expect(8)
    assert world.todo(CREATE) == [world.treat("edited", CREATE, slice(0, 1)).strip()]
    subprocess.run(["git", "checkout", "-q", "--", "migrations/pschema.sum"], cwd=world.folder, check=True)
    assert world.states()[CREATE] == "applied"


def test_edited_half_way(world):
    """Behind the step that is done the file may be edited; before its end not."""
    path = world.migrations / f"{CREATE}.sql"
    text = path.read_text(encoding="utf-8")
    step = text[text.index("\\echo"):text.index("RESET ROLE")].replace("1/1", "2/2").replace("2025_05_05", "2025_06_05").replace(
        "2025-05-05", "2025-06-05").replace("2025-05-06", "2025-06-06")
    two = text.replace("\n-- Recorded", "\n" + step.replace("-- Recorded as applied.\n", "") + "\n-- Recorded", 1)
    path.write_text(two, encoding="utf-8")
    world.run("sum", "migrations/", "--accept").expect(0)
    world.database.query("CREATE VIEW ev__2025_06_05 AS SELECT 1")
    world.apply().expect(7)
    file = world.of(CREATE)
    assert file["state"] == "half-done" and file["ledger"]["steps"] == 1 and file["next_step"].startswith("2/2")
    assert [s["title"] for s in file["ledger"]["ended"]] == ["1/1 CREATE public.ev__2025_05_05"]
    path.write_text(two.replace("1/1 CREATE", "1/1 create"), encoding="utf-8")
    world.run("sum", "migrations/", "--accept").expect(0)
    assert world.of(CREATE)["state"] == "edited" and "step 1" in world.apply().expect(8).err
    path.write_text(two.replace("2025_06_05", "2025_06_05b"), encoding="utf-8")
    world.treat("edited", CREATE, slice(1, 2))
    assert world.of(CREATE)["state"] == "half-done"
    world.apply().expect(2)
    assert world.states()[CREATE] == "applied"


def test_missing(world):
    world.apply().expect(2)
    for name in (CREATE, RETIRE):  # one that ran, and one that did not
        (world.migrations / f"{name}.sql").unlink()
        assert world.of(name)["state"] == "missing" and world.status()["exit"] == 8
        world.apply().expect(8)
        assert world.todo(name)[0] == world.treat("missing", name).strip()
        assert world.states()[name] != "missing"
    (world.migrations / f"{CREATE}.sql").unlink()
    world.treat("missing on purpose", CREATE)
    assert CREATE not in world.states() and world.status()["exit"] == 2


def test_other_folders_and_unlisted_files(world):
    world.apply().expect(2)
    world.database.query("INSERT INTO pschema.migration VALUES ('20250101000000_0001_public.elsewhere_create')")
    assert world.status()["elsewhere"] == ["20250101000000_0001_public.elsewhere_create"] and world.status()["exit"] == 2
    shutil.copy(world.migrations / f"{RETIRE}.sql", world.migrations / f"{RETIRE.replace('_0004_', '_0009_')}.sql")
    found = world.status()
    assert found["exit"] == 8 and found["todo"] == [world.treat("unlisted").strip()]
    assert world.status()["exit"] == 2


def test_superseded(world):
    """A later file touches the partition whose retirement waits."""
    world.apply().expect(2)
    later = "20250601120000_0001_public.ev_create"
    (world.migrations / f"{later}.sql").write_text((world.migrations / f"{CREATE}.sql").read_text(encoding="utf-8").replace(CREATE, later), encoding="utf-8")
    world.run("sum", "migrations/").expect(0)
    assert world.of(RETIRE)["state"] == "pending"
    assert world.apply().expect(3)
    file = world.of(RETIRE)
    assert file["state"] == "superseded" and file["superseded_by"] == later and world.status()["exit"] == 3
    told = world.apply("--allow-destructive").expect(3)
    assert f"superseded: {RETIRE}, because {later} ran" in told.err
    assert world.database.value("SELECT count(*) FROM pg_inherits WHERE inhrelid = 'ev__2025_05_05'::regclass") == 1
    advice = world.todo(RETIRE)[0]
    assert advice in world.treat("superseded", RETIRE)
    assert "superseded" not in world.states().values()
    world.apply("--allow-destructive").expect(0)
    assert world.database.value("SELECT count(*) FROM pg_inherits WHERE inhrelid = 'ev__2025_05_05'::regclass") == 0, "planned anew"


def test_read_only(world):
    world.database.query(f"ALTER DATABASE {world.database.name} SET default_transaction_read_only = on")
    assert world.status()["database"]["read_only"]
    report = schemas.document(world.run("apply", "migrations/", "--format", "json").expect(7).out, "apply.json")
    assert [o["sqlstate"] for o in report["obstacles"]] == ["25006"] and report["files"] == []
    world.treat("read-only")
    assert world.states()[CREATE] == "applied"


def test_no_ledger(world):
    world.apply("--allow-destructive").expect(0)
    world.database.query("DROP SCHEMA pschema CASCADE")
    assert not world.status()["ledger"]
    world.treat("no ledger")
    assert world.states()[CREATE] == "applied"


def test_a_standby(world, databases, major):
    """A server of its own, which then goes into recovery."""
    primary = World(world.database, world.folder)
    server = servers.Server(major)
    try:
        with server.admin.cursor() as cursor:
            cursor.execute("CREATE DATABASE d TEMPLATE template0")
        standby = World(servers.Database(server, "d"), world.folder)
        standby.database.query(TABLES)
        standby.apply().expect(2)
        servers.make_standby(server)
        found = standby.status()
        assert found["database"]["in_recovery"] and found["exit"] == 2 and found["todo"] == ["# connect to the primary"]
        assert "standby" in standby.apply("--allow-destructive").expect(7).err
        assert standby.run("plan", "events.pschema", "--dsn", standby.database.dsn, "--at", LATER).exit in (0, 3)
        failed = psql.attempt(standby.database, standby.migrations / f"{RETIRE}.sql")
        assert failed.returncode != 0 and "read-only transaction" in failed.stderr
        standby.treat("a standby", PRIMARY=primary.database.dsn)
        assert primary.states()[CREATE] == "applied"
    finally:
        server.stop()


def test_every_section_of_the_page_is_tried():
    tried = re.findall(r'treat\("([^"]+)"', pathlib.Path(__file__).read_text(encoding="utf-8"))
    assert set(re.findall(r"^## (.+)$", PAGE, re.MULTILINE)) == set(tried)
