"""A server whose messages are in a language that nobody knows (language.c): no decision hangs on a message. The same life
is led with a server that speaks English and with that one: states, SQLSTATEs, exits, catalogs and rows are the same. On
Debian's own server alone (conftest.py), because the others are built without the calls that translate."""

import contextlib
import json
import os
import subprocess
import time

import psycopg2
import pytest

import psql
import pschema
import servers
import trees
from test_cases import Table

pytestmark = pytest.mark.live

AT, LATER, LAST = "2025-05-05T12:00:00Z", "2025-05-12T12:00:00Z", "2025-05-25T12:00:00Z"
SCHEMA = "pschema 1; table ev { partition by range (ts) every day { create current; keep current; drop 7 days after detach; } }"
TABLE = """
CREATE TABLE ev (id int, ts timestamptz NOT NULL, PRIMARY KEY (id, ts)) PARTITION BY RANGE (ts);
CREATE TABLE note (id int, ts timestamptz, FOREIGN KEY (id, ts) REFERENCES ev);
INSERT INTO note VALUES (NULL, NULL);
"""


@pytest.fixture(scope="module")
def foreign(major):
    one = servers.Server(major, ("clock", "language"))
    yield one
    one.stop()


def test_the_server_speaks_no_english(foreign):
    with foreign.database() as database, pytest.raises(psycopg2.Error) as error:
        database.query("SELECT 1 / 0")
    assert error.value.pgcode == "22012" and str(error.value).startswith("øRRøR:  døvøsøøn by zørø")


class Life:
    """What happens, and what of it does not hang on the language."""

    def __init__(self, database, folder):
        self.database = database
        self.table = Table(database, folder, TABLE)
        self.told = []

    def apply(self, *more, user="postgres"):
        dsn = self.database.dsn.replace("user=postgres", f"user={user}")
        run = pschema.run("apply", self.table.folder, "--dsn", dsn, "--allow-destructive", "--format", "json", *more)
        self.note(run.exit, json.loads(run.out))
        return run

    def note(self, exit_code, document):
        files = [(f["name"], f["state"], f["steps"], f["of_steps"],
                  f["failure"] and {key: f["failure"][key] for key in ("step", "title", "line", "sqlstate", "attempts", "budget_spent",
                                                                     "connection_lost", "state", "advice")}) for f in document["files"]]
        self.told.append((exit_code, files, [o["sqlstate"] for o in document["obstacles"]]))

    def look(self):
        rows = self.database.query("SELECT name, state, steps, error IS NULL FROM pschema.migration ORDER BY 1")
        steps = self.database.query("SELECT name, number, state FROM pschema.step ORDER BY 1, 2")
        status = pschema.run("status", self.table.folder, "--dsn", self.database.dsn, "--format", "json")
        states = [(file["name"], file["state"]) for file in json.loads(status.out)["files"]]
        self.told.append((trees.dump(self.database), trees.digests(self.database), rows, steps, status.exit, states))

    @contextlib.contextmanager
    def locked(self, sql):
        with contextlib.closing(self.database.connect(autocommit=False)) as connection:
            connection.cursor().execute(sql)
            yield

    def plan(self, at):
        self.table.database.server.set_clock(at)
        pschema.run("compile", self.table.schema(SCHEMA), "--catalog", self.table.snapshot(self.table.schema(SCHEMA)), "--at", at,
                    "-o", self.table.folder, "--lock-timeout", "150ms").expect(0)
        self.told.append(sorted(path.name for path in self.table.folder.iterdir()))

    def lead(self):
        self.plan(AT)
        with self.locked("LOCK TABLE ev"):  # a lock time-out
            self.apply("--budget", "0")
        self.look()
        with self.locked("CREATE TABLE ev__2025_05_05 (); COMMIT; BEGIN"):  # a name that is taken
            self.apply()
        self.database.query("DROP TABLE ev__2025_05_05")
        self.apply()
        self.look()
        self.database.query("INSERT INTO ev VALUES (1, '2025-05-05 06:00+00')")
        self.plan(LATER)
        role = f"stranger_{self.database.server.count}"
        self.database.query(f"CREATE ROLE {role} LOGIN")  # a right that is missing
        self.apply(user=role)
        self.database.query(f"DROP ROLE {role}")
        with self.locked("SELECT count(*) FROM note"):  # a detach that is interrupted, by psql and by apply
            *before, retire = sorted(self.table.folder.glob("*20250512*.sql"))
            psql.run(self.database, *before)
            self.told.append(psql.attempt(self.database, retire).returncode)
            self.told.append(self.database.value("SELECT inhdetachpending FROM pg_inherits WHERE inhrelid = 'ev__2025_05_05'::regclass"))
            self.apply("--budget", "0")
            self.look()
            self.terminated()
        self.apply()
        self.look()
        self.plan(LAST)
        psql.run(self.database, *sorted(self.table.folder.glob("*20250525*.sql")))
        self.apply()
        self.look()
        self.told.append([pschema.run("status", self.table.folder, "--dsn", self.database.dsn.replace("dbname=", "dbname=no_")).exit])
        return self.told

    def terminated(self):
        """A session that is ended while it waits."""
        leaks = f"suppressions={os.path.join(os.path.dirname(os.path.abspath(__file__)), 'lost.supp')}:print_suppressions=0"
        run = subprocess.Popen([pschema.program(), "apply", str(self.table.folder), "--dsn", self.database.dsn, "--allow-destructive",
                                "--format", "json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                               env=psql.clean_environment(LSAN_OPTIONS=leaks))
        for _ in range(3000):
            if self.database.value("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database()"
                                   " AND application_name = 'pschema' AND wait_event_type = 'Lock'"):
                break
            time.sleep(0.005)
        told = json.loads(run.communicate(timeout=60)[0])
        for file in told["files"]:  # how often it had been tried by then is chance
            if file["failure"]:
                file["failure"]["attempts"] = 1
        self.note(run.returncode, told)


def test_the_same_life(server, foreign, tmp_path):
    told = []
    for number, one in enumerate((server, foreign)):
        with one.database() as database:
            (tmp_path / str(number)).mkdir()
            told.append(Life(database, tmp_path / str(number)).lead())
    assert told[0] == told[1]
    exits = [entry[0] for entry in told[0] if isinstance(entry, tuple) and isinstance(entry[0], int)]
    assert exits == [7, 7, 0, 7, 7, 7, 0, 0], "the life is not the one that is meant"
