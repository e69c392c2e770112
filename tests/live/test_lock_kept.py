"""A run holds its lock to its end, also where a file of another origin gives it back on its way."""

import contextlib
import json
import subprocess
import time

import pytest

import psql
import pschema
from test_cases import Table

pytestmark = pytest.mark.live

AT = "2025-05-05T12:00:00Z"
SCHEMA = "pschema 1; table %s { partition by range (ts) every day { create current; keep current; } }"
EV = "CREATE TABLE ev (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts); CREATE TABLE later (LIKE ev) PARTITION BY RANGE (ts);"
KEY = 31652068182027617
# What takes the lock away. A file of ours may not, so that is one of another origin, which is run with permission only.
WAYS = {"discard": "DISCARD ALL;", "unlock": f"SELECT pg_advisory_unlock({KEY});", "all": "SELECT pg_advisory_unlock_all();"}


@pytest.fixture
def table(database, tmp_path):
    return Table(database, tmp_path, EV)


def folder(table, *foreign):
    """The ledger's file, then those of another origin, then two of ours."""
    table.files(table.schema(SCHEMA % "ev, later"), AT)
    for number, text in enumerate(foreign, start=1):
        (table.folder / f"{number:014}_other.sql").write_text(text + "\n", encoding="utf-8")
    pschema.run("sum", table.folder).expect(0)


@pytest.mark.parametrize("way", WAYS)
def test_given_back_and_taken_again(table, way):
    folder(table, WAYS[way] + " SELECT 1;")
    done = pschema.apply(table.folder, table.database, "--allow-destructive").expect(0)
    assert done.err.count("it is taken again") == 1
    assert list(table.children("ev")) == ["public.ev__2025_05_05"] and list(table.children("later")) == ["public.later__2025_05_05"]


def test_a_run_that_kept_it_says_nothing(table):
    folder(table, "SELECT 1;")
    assert "lock" not in pschema.apply(table.folder, table.database, "--allow-destructive").expect(0).err


@contextlib.contextmanager
def waiting_in_its_file(table, way, *others):
    """A run that has given its lock back and waits in the file that did it, for as long as the block takes."""
    folder(table, WAYS[way] + " INSERT INTO gate VALUES (1);", *others)
    table.database.query("CREATE TABLE gate (id int)")
    with contextlib.closing(table.database.connect(autocommit=False)) as holder:
        holder.cursor().execute("LOCK TABLE gate")
        run = subprocess.Popen([pschema.program(), "apply", str(table.folder), "--dsn", table.database.dsn, "--allow-destructive",
                                "--format", "json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, env=psql.clean_environment())
        for _ in range(2000):
            if table.database.value("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'gate'::regclass"):
                break
            time.sleep(0.01)
        yield run
        holder.rollback()


def test_another_run_has_it(table):
    """No file runs after the one that gave it away; the exit is that of a run that does not get the lock."""
    with contextlib.closing(table.database.connect()) as other:
        with waiting_in_its_file(table, "unlock") as run:
            other.cursor().execute(f"SELECT pg_advisory_lock({KEY})")
        out, err = run.communicate(timeout=60)
    assert run.returncode == 6 and "a file gave the run's lock back" in err, err
    told = json.loads(out)
    assert told["lock_lost"] and not told["lock_held_by_another"] and told["exit"] == 6
    assert [file["state"] for file in told["files"]] == ["done", "done", "not tried", "not tried"]
    assert table.children("ev") == {} and table.children("later") == {}
    pschema.apply(table.folder, table.database).expect(0)
    assert len(table.children("ev")) == len(table.children("later")) == 1


def test_another_run_came_between(table):
    """It ran a file of another origin, which is not safe to run twice, and is not."""
    once = "CREATE TABLE once ();"
    with waiting_in_its_file(table, "discard", once) as run:
        table.database.query(once + "INSERT INTO pschema.migration (name) VALUES ('00000000000002_other')")
    out, err = run.communicate(timeout=60)
    assert run.returncode == 0, err
    assert [file["state"] for file in json.loads(out)["files"]] == ["done", "done", "applied before", "done", "done"]
    assert len(table.children("ev")) == len(table.children("later")) == 1
