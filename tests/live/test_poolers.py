"""A pooler between pschema and the server: used where it keeps a session for its client, refused where it does not."""

import contextlib
import os
import subprocess
import tempfile
import time

import psycopg2
import pytest

import psql
import pschema
import servers
from test_cases import Table

pytestmark = pytest.mark.live

AT = "2025-05-05T12:00:00Z"
SCHEMA = "pschema 1; table ev { partition by range (ts) every day { create current and 1 after; keep current; } }"
EV = """
CREATE TABLE ev (ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
CREATE TABLE ev_old PARTITION OF ev FOR VALUES FROM ('2025-05-01 00:00+00') TO ('2025-05-02 00:00+00');
"""
SETTINGS = """
[databases]
* = host={server}
[pgbouncer]
listen_addr =
unix_socket_dir = {directory}
auth_type = trust
auth_file = {directory}/users
pool_mode = {mode}
default_pool_size = {size}
server_reset_query_always = {always}
ignore_startup_parameters = extra_float_digits
"""


class Pool:
    def __init__(self, server, database, mode, size, always=0):
        self.directory = tempfile.mkdtemp(prefix="pool-", dir="/tmp")
        self.dsn = f"host={self.directory} port=6432 user=postgres dbname={database.name}"
        for name, text in (("users", '"postgres" ""\n'),
                           ("ini", SETTINGS.format(server=server.directory, directory=self.directory, mode=mode, size=size, always=always))):
            with open(os.path.join(self.directory, name), "w", encoding="utf-8") as file:
                file.write(text)
        identity = {}
        if user := servers.unprivileged_user():
            os.chown(self.directory, user.pw_uid, user.pw_gid)
            identity = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self.process = subprocess.Popen(["/usr/sbin/pgbouncer", "-q", os.path.join(self.directory, "ini")], cwd="/",
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **identity)
        for _ in range(500):
            with contextlib.suppress(psycopg2.OperationalError):
                self.connect().close()
                return
            time.sleep(0.02)
        raise RuntimeError("pgbouncer did not start")

    def connect(self):
        connection = psycopg2.connect(self.dsn)
        connection.autocommit = True
        return connection

    def close(self):
        self.process.terminate()
        self.process.wait()


@pytest.fixture
def pool(server, database):
    with contextlib.ExitStack() as stack:
        def start(*arguments):
            one = Pool(server, database, *arguments)
            stack.callback(one.close)
            return one
        yield start


@pytest.mark.parametrize("command, mode, size, always", [("apply", "transaction", 1, 0), ("apply", "transaction", 5, 0),
                                                         ("apply", "transaction", 5, 1), ("snapshot", "statement", 2, 0)])
def test_a_pool_that_keeps_no_session_is_refused(database, pool, tmp_path, command, mode, size, always):
    """Also where nobody else uses it just then. Nothing is done, and nothing is left behind in the sessions of the pool,
    which are the application's."""
    table = Table(database, tmp_path, EV)
    schema = table.schema(SCHEMA)
    table.files(schema, AT)
    between = pool(mode, size, always)
    arguments = [table.folder, "--allow-destructive"] if command == "apply" else [schema, "-o", tmp_path / "out.toml"]
    refused = pschema.run(command, *arguments, "--dsn", between.dsn).expect(5)
    assert "pooler" in refused.err and "session mode" in refused.err
    assert list(table.children("ev")) == ["public.ev_old"]
    with contextlib.closing(between.connect()) as application, application.cursor() as cursor:
        cursor.execute("SELECT current_setting('search_path'), current_setting('lock_timeout')")
        assert cursor.fetchone() == ('"$user", public', "0")
    assert database.value("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database "
                          "WHERE datname = current_database())") == 0


def test_a_pool_in_session_mode_is_as_good_as_none(database, pool, tmp_path):
    """Even with one session only: pschema never needs two at a time."""
    table = Table(database, tmp_path, EV)
    files = table.files(table.schema(SCHEMA), AT)
    between = pool("session", 1)
    pschema.run("apply", table.folder, "--dsn", between.dsn, "--allow-destructive").expect(0)
    assert sorted(table.children("ev")) == ["public.ev__2025_05_05", "public.ev__2025_05_06"]
    pschema.run("apply", table.folder, "--dsn", between.dsn).expect(0)
    by_psql = subprocess.run([psql.PROGRAM, "-X", "-q", "-d", between.dsn, "-f", str(files[-1])], capture_output=True, text=True,
                             env=psql.clean_environment(), check=True)
    assert "was applied before" in by_psql.stderr


def test_a_pool_that_has_no_second_session_holds_nobody_up(database, pool, tmp_path):
    """Who blocks is asked on a second connection; there the question waits in the pool, and the run does not wait for it."""
    table = Table(database, tmp_path, EV)
    table.files(table.schema(SCHEMA), AT)
    between = pool("session", 1)
    with contextlib.closing(database.connect(autocommit=False)) as application, application.cursor() as cursor:
        cursor.execute("LOCK TABLE ev IN ACCESS EXCLUSIVE MODE")
        began = time.monotonic()
        pschema.run("apply", table.folder, "--dsn", between.dsn, "--budget", "0").expect(7)
        assert time.monotonic() - began < 30  # pgbouncer would let it wait for two minutes
    pschema.run("apply", table.folder, "--dsn", between.dsn, "--allow-destructive").expect(0)
