"""Throw-away PostgreSQL servers for the tests, with a clock that a test can set.

A server has its data and its only socket in a temporary directory of its own, never runs as root, and is gone when
the process that started it is, whatever ended that: a watchdog process starts the server, waits for the end of a
pipe whose other end only this process holds, and then stops the server and removes the directory.

By hand, for a look around:  python3 tests/live/servers.py MAJOR
"""

import contextlib
import glob
import os
import pwd
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timezone

import psycopg2

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# The arguments are the server's bin directory, its temporary directory, and what is preloaded into it.
WATCHDOG = """
cd "$2" || exit 1
"$1/initdb" -D data -U postgres --auth=trust --encoding=UTF8 --locale=C --no-sync >log 2>&1 &&
  cat settings >>data/postgresql.conf &&
  env LD_PRELOAD="$3" "$1/pg_ctl" -D data -l log -w -t 60 start >started 2>&1 &&
  echo ready || { cat started log; echo failed; }
exec >/dev/null 2>&1
cat
for data in standby data; do
  [ ! -d "$data" ] || "$1/pg_ctl" -D "$data" -m immediate -w stop
done
cd / && rm -rf "$2"
"""

SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{directory}'
fsync = off
full_page_writes = off
synchronous_commit = off
max_connections = 40
max_locks_per_transaction = 256
max_prepared_transactions = 0
wal_level = logical
autovacuum = off
# Far from what pschema must not depend on.
timezone = 'Asia/Kolkata'
datestyle = 'SQL, DMY'
log_timezone = 'UTC'
lc_messages = 'C'
"""


def parse_instant(text):
    """'2027-09-15T03:00:00Z' as an aware datetime."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def debian_major():
    """The newest major version of the servers that Debian's packages installed."""
    found = [int(path.split("/")[4]) for path in glob.glob("/usr/lib/postgresql/*/bin/postgres")]
    if not found:
        raise RuntimeError("no PostgreSQL server is installed; run scripts/install-deps")
    return max(found)


def majors():
    """The major versions to test: $PSCHEMA_TEST_MAJORS, as in '15 17 18', else Debian's own."""
    chosen = os.environ.get("PSCHEMA_TEST_MAJORS", "").replace(",", " ").split()
    return [int(major) for major in chosen] or [debian_major()]


def bin_directory(major):
    """Where the programs of that server are. scripts/servers knows, and fetches it if need be."""
    run = subprocess.run([os.path.join(ROOT, "scripts", "servers"), str(major)], capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(f"no server of PostgreSQL {major}: {run.stderr.strip()}")
    return run.stdout.split()[-1]


def unprivileged_user():
    """Whom to run a server as: nobody else if we are a user, else `postgres`, or `nobody`."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise RuntimeError("root cannot run a server, and there is no user `postgres` or `nobody`")


class Database:
    """A database of its own, made from template0."""

    def __init__(self, server, name):
        self.server = server
        self.name = name

    @property
    def dsn(self):
        return f"host={self.server.directory} user=postgres dbname={self.name}"

    def connect(self, autocommit=True):
        connection = psycopg2.connect(self.dsn)
        connection.autocommit = autocommit
        return connection

    def query(self, sql, *parameters):
        """Runs SQL in a session of its own; its rows as tuples, or [] where it gives none."""
        with contextlib.closing(self.connect()) as connection, connection.cursor() as cursor:
            # Without parameters nothing is replaced, so that a % in the SQL is a %.
            cursor.execute(sql, parameters or None)
            return cursor.fetchall() if cursor.description else []

    def value(self, sql, *parameters):
        return self.query(sql, *parameters)[0][0]

    def wait_until_left(self):
        """A session outlives its psql by a moment, and with it its locks: waits until all of psql are gone."""
        with self.server.admin.cursor() as cursor:
            for _ in range(3000):
                cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND application_name = 'psql'",
                               (self.name,))
                if cursor.fetchone()[0] == 0:
                    return
                time.sleep(0.01)
        raise RuntimeError(f"a session of psql stays in {self.name}")


class Server:
    def __init__(self, major, preloaded=("clock",)):
        """`preloaded`: C files of this folder that are preloaded into the server."""
        self.major = major
        self.count = 0
        self.user = unprivileged_user()
        # Not below $TMPDIR: the path of a socket may have 107 bytes.
        self.directory = tempfile.mkdtemp(prefix="pschema-", dir="/tmp")
        self.clock_file = os.path.join(self.directory, "clock")
        for name in preloaded:
            subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", os.path.join(ROOT, "tests", "live", name + ".c"),
                            "-o", os.path.join(self.directory, name + ".so")], check=True)
        self.preload = ":".join(os.path.join(self.directory, name + ".so") for name in preloaded)
        self.real_clock()
        identity = {}
        if self.user:
            os.chown(self.directory, self.user.pw_uid, self.user.pw_gid)
            identity = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}
        with open(os.path.join(self.directory, "settings"), "w", encoding="utf-8") as file:
            file.write(SETTINGS.format(directory=self.directory))
        environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "LANG": "C",
            "PSCHEMA_CLOCK": self.clock_file,
        }
        self.surroundings = {"cwd": "/", "env": environment, **identity}
        self.watchdog = subprocess.Popen(
            ["/bin/sh", "-c", WATCHDOG, "sh", bin_directory(major), self.directory, self.preload],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
            **self.surroundings)
        said = []
        for line in self.watchdog.stdout:
            if line.strip() in ("ready", "failed"):
                break
            said.append(line)
        if line.strip() != "ready":
            self.stop()
            raise RuntimeError(f"PostgreSQL {major} did not start:\n" + "".join(said))
        self.connect_admin()

    def connect_admin(self):
        self.admin = psycopg2.connect(f"host={self.directory} user=postgres dbname=postgres")
        self.admin.autocommit = True

    def crash(self):
        """Stops the server as a crash would, and starts it again."""
        pg_ctl = [os.path.join(bin_directory(self.major), "pg_ctl"), "-D", os.path.join(self.directory, "data")]
        quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([*pg_ctl, "-m", "immediate", "-w", "stop"], **quiet, **self.surroundings)
        preloaded = {**self.surroundings, "env": {**self.surroundings["env"], "LD_PRELOAD": self.preload}}
        subprocess.run([*pg_ctl, "-l", os.path.join(self.directory, "log"), "-w", "-t", "60", "start"], start_new_session=True,
                       **quiet, **preloaded)
        self.admin.close()
        self.connect_admin()

    def stop(self):
        """Ends the pipe, and waits for the watchdog to do its work."""
        if getattr(self, "admin", None):
            self.admin.close()
        if not self.watchdog.stdin.closed:
            self.watchdog.stdin.close()
        self.watchdog.wait(timeout=300)  # on a busy machine

    def set_clock(self, instant):
        """From now on the server's clock shows that instant ('2027-09-15T03:00:00Z') and goes on from there."""
        self._write_offset(round((parse_instant(instant).timestamp() - time.time()) * 1e9))

    def real_clock(self):
        self._write_offset(0)

    def _write_offset(self, nanoseconds):
        # In one write and into the same file: the server's processes have it mapped.
        file = os.open(self.clock_file, os.O_WRONLY | os.O_CREAT, 0o644)
        os.pwrite(file, struct.pack("=q", nanoseconds), 0)
        os.close(file)

    def clock(self):
        """What the server's clock shows, as an aware datetime in UTC."""
        with self.admin.cursor() as cursor:
            cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
            return datetime.fromtimestamp(cursor.fetchone()[0], timezone.utc)

    @contextlib.contextmanager
    def database(self):
        """A fresh database for the block; at its end the database is gone and the clock is the real one."""
        self.count += 1
        name = f"test_{self.count}"
        with self.admin.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        try:
            yield Database(self, name)
        finally:
            self.real_clock()
            with self.admin.cursor() as cursor:
                cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


class Standby:
    """A second server, below the first one's directory: a standby that streams from it, with the same clock."""

    def __init__(self, primary):
        self.primary = primary
        self.directory = os.path.join(primary.directory, "standby")
        label = self.back_up()
        self.write("backup_label", label)
        self.write("standby.signal", "")
        with open(os.path.join(self.directory, "postgresql.conf"), "a", encoding="utf-8") as file:
            file.write(f"primary_conninfo = 'host={primary.directory} user=postgres'\n")
        self.call("pg_ctl", "-D", self.directory, "-l", self.directory + ".log", "-w", "-t", "60", "-o", "-p 5433", "start")

    def back_up(self):
        """By hand, because not every server here comes with pg_basebackup."""
        old = self.primary.major < 15
        with contextlib.closing(psycopg2.connect(f"host={self.primary.directory} user=postgres dbname=postgres")) as connection:
            connection.autocommit = True
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_start_backup('x', true, false)" if old else "SELECT pg_backup_start('x', true)")
                self.call("cp", "-a", os.path.join(self.primary.directory, "data"), self.directory)
                cursor.execute("SELECT labelfile FROM " + ("pg_stop_backup(false, false)" if old else "pg_backup_stop(false)"))
                label = cursor.fetchone()[0]
        for name in ("postmaster.pid", "postmaster.opts"):
            os.remove(os.path.join(self.directory, name))
        return label

    def write(self, name, text):
        path = os.path.join(self.directory, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        if self.primary.user:
            os.chown(path, self.primary.user.pw_uid, self.primary.user.pw_gid)

    def call(self, program, *arguments):
        environment = {**self.primary.surroundings["env"], "LD_PRELOAD": self.primary.preload}
        subprocess.run([self.path(program), *arguments], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, start_new_session=True, **{**self.primary.surroundings, "env": environment})

    def path(self, program):
        return program if program == "cp" else os.path.join(bin_directory(self.primary.major), program)

    def catch_up(self):
        """Waits until all that the primary has done is there."""
        with contextlib.closing(psycopg2.connect(self.dsn("postgres"))) as connection, connection.cursor() as cursor:
            connection.autocommit = True
            with self.primary.admin.cursor() as admin:
                admin.execute("SET synchronous_commit = on")
                admin.execute("SELECT pg_logical_emit_message(true, '', '')")  # with it all that came before is written
                admin.execute("RESET synchronous_commit")
                admin.execute("SELECT pg_current_wal_flush_lsn()")
                wanted = admin.fetchone()[0]
            for _ in range(3000):
                cursor.execute("SELECT pg_last_wal_replay_lsn() >= %s", (wanted,))
                if cursor.fetchone()[0]:
                    return
                time.sleep(0.01)
        raise RuntimeError("the standby does not catch up")

    def dsn(self, name):
        return f"host={self.primary.directory} port=5433 user=postgres dbname={name}"

    def promote(self):
        self.call("pg_ctl", "-D", self.directory, "-w", "promote")

    def stop(self):
        self.call("pg_ctl", "-D", self.directory, "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.directory)


def make_standby(server):
    """Starts the server anew in recovery: a hot standby that has heard all, of a primary that is gone. For good."""
    server.admin.close()
    identity = {"user": server.user.pw_uid, "group": server.user.pw_gid, "extra_groups": []} if server.user else {}
    data = os.path.join(server.directory, "data")
    open(os.path.join(data, "standby.signal"), "w", encoding="utf-8").close()
    subprocess.run([os.path.join(bin_directory(server.major), "pg_ctl"), "-D", data, "-l", os.path.join(server.directory, "log"),
                    "-m", "fast", "-w", "-t", "60", "restart"], check=True, cwd=server.directory, stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env={"PATH": os.environ.get("PATH", os.defpath), "LANG": "C", "PSCHEMA_CLOCK": server.clock_file,
                        "LD_PRELOAD": server.preload}, **identity)
    server.admin = psycopg2.connect(f"host={server.directory} user=postgres dbname=postgres")
    server.admin.autocommit = True  # within a transaction pg_stat_activity would stay as it was


STARTED = {}


def server(major):
    """The one server of that major version in this process; started at the first call."""
    if major not in STARTED:
        STARTED[major] = Server(major)
    return STARTED[major]


def stop_all():
    while STARTED:
        STARTED.popitem()[1].stop()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.splitlines()[-1])
    with Server(int(sys.argv[1])).database() as by_hand:
        print(f"psql '{by_hand.dsn}'\nEnter ends it.")
        sys.stdin.readline()
