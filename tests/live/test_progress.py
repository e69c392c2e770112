"""What `apply` says while it runs: a line that is rewritten on a terminal, plain lines elsewhere, and who blocks."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import pytest

import psql
import pschema

pytestmark = pytest.mark.live

WATCHER = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pschema watcher'"


@pytest.fixture
def folder(database, tmp_path):
    """Two creations that are pending."""
    database.query("CREATE TABLE ev (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts)")
    schema = tmp_path / "ev.pschema"
    schema.write_text("pschema 1; table ev { partition by range (ts) every day { create current and 1 after; } }")
    pschema.snapshot(schema, database, tmp_path / "catalog.toml")
    pschema.compile_files(schema, tmp_path / "catalog.toml", "2025-05-05T12:00:00Z", tmp_path / "m").expect(0)
    return tmp_path / "m"


@contextlib.contextmanager
def blocked(database, name="a\nblocker"):
    """Somebody keeps the table, in a transaction that is idle."""
    with contextlib.closing(database.connect(autocommit=False)) as connection, connection.cursor() as cursor:
        cursor.execute("SET application_name = %s; LOCK TABLE ev IN ACCESS EXCLUSIVE MODE", (name,))
        yield connection


class Terminal:
    """A run whose standard error is a terminal of that width."""

    def __init__(self, database, folder, *extra, columns=200, **environment):
        self.master, slave = pty.openpty()
        self.resize(columns)
        self.process = subprocess.Popen(
            [pschema.program(), "apply", folder, "--dsn", database.dsn, *extra], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=slave, env=psql.clean_environment(**{"TERM": "xterm", **environment}))
        os.close(slave)
        self.text = ""

    def resize(self, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def read_until(self, pattern, seconds=30):
        """Everything so far, once the pattern is in it; at its end where there is none."""
        end = time.monotonic() + seconds
        while pattern is None or not re.search(pattern, self.text):
            assert time.monotonic() < end, self.text
            if not select.select([self.master], [], [], 0.1)[0]:
                continue
            try:
                more = os.read(self.master, 65536)
            except OSError:  # the other end is closed
                more = b""
            if not more:
                assert pattern is None, self.text
                break
            self.text += more.decode("utf-8")
        return self.text

    def end(self, exit_code):
        self.read_until(None)
        assert self.process.wait(timeout=30) == exit_code, self.text
        os.close(self.master)
        return self.text


def left_on_screen(text, columns):
    """The lines that stay, of what was written to a terminal that is wide enough for each of them."""
    rows = [""]
    for part in re.split(r"(\r\n|\r\x1b\[K)", text):
        if part == "\r\n":
            rows.append("")
        elif part == "\r\x1b[K":
            rows[-1] = ""
        else:
            assert "\r" not in part and "\x1b" not in part, repr(part)
            rows[-1] += part
            assert len(rows[-1]) < columns, rows[-1]
    return rows


def test_on_a_terminal_one_line_says_who_blocks(database, folder):
    with blocked(database) as blocker:
        terminal = Terminal(database, folder)
        text = terminal.read_until(r"waits for pid \d+")
        pid = blocker.info.backend_pid
        assert re.search(rf"\[2/2\] 1/2 CREATE public\.ev__\S+, \d s, 1 step left, waits for pid {pid} "
                         r"\(postgres, a\S*blocker\), idle in transaction for \d+ s: SET application_name = ", text), text
        assert any(database.value(WATCHER) == 0 or time.sleep(0.2) for _ in range(20))  # gone again each time
    rows = left_on_screen(terminal.end(0), 200)
    assert [row[:5] for row in rows[:2]] == ["[1/2]", "[2/2]"] and rows[2:] == ["2 done", ""], rows


def test_a_narrow_terminal_and_one_that_becomes_narrower(database, folder):
    with blocked(database):
        terminal = Terminal(database, folder, columns=60)
        text = terminal.read_until("…")
        assert all(len(line) < 60 for line in re.findall(r"\x1b\[K(\[2/2\] 1/2[^\r]*)", text))
        terminal.resize(20)
        text = terminal.read_until(r"\r\x1b\[2A\x1b\[J")  # it stood on three rows
    assert "\r\x1b[K" in terminal.end(0)


def test_stopped_on_a_terminal_nothing_of_the_line_is_left(database, folder):
    with blocked(database):
        terminal = Terminal(database, folder)
        terminal.read_until(r"waits for pid")
        terminal.process.send_signal(signal.SIGINT)
        rows = left_on_screen(terminal.end(130), 200)
    assert not any("waits for" in row or "steps left" in row for row in rows), rows


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_can_take_nothing_back_gets_lines(database, folder, term):
    text = Terminal(database, folder, TERM=term).end(0)
    assert "\x1b" not in text and "\r\n  1/2 CREATE" in text


def test_elsewhere_a_plain_line_says_who_blocks(database, folder):
    with blocked(database) as blocker:
        run = subprocess.Popen([pschema.program(), "apply", folder, "--dsn", database.dsn], stdin=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True, env=psql.clean_environment())
        said = []
        for line in run.stderr:
            said.append(line)
            if "waits for a lock" in line:
                break
        pid = blocker.info.backend_pid
        assert re.fullmatch(rf"  waits for a lock since \d s, behind pid {pid} \(postgres, .*\), idle in transaction for \d+ s: .*\n",
                            line), said
        blocker.rollback()
        rest = run.stderr.read()
        assert run.wait(timeout=30) == 0 and rest.count("waits for a lock") == 0, rest


def test_who_may_not_see_the_query_is_told_so(database, folder):
    database.query("CREATE ROLE watched_by_few LOGIN; ALTER TABLE ev OWNER TO watched_by_few; "
                   "GRANT CREATE ON SCHEMA public TO watched_by_few; GRANT CREATE ON DATABASE " + database.name + " TO watched_by_few")
    try:
        with blocked(database):
            dsn = database.dsn.replace("user=postgres", "user=watched_by_few")
            done = subprocess.run([pschema.program(), "apply", folder, "--dsn", dsn, "--budget", "0"], stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, env=psql.clean_environment(), timeout=60)
        assert done.returncode == 7
        assert re.search(r"\(postgres, a\S*blocker\)", done.stderr) and "what it runs is not shown to this role" in done.stderr, done.stderr
        assert "LOCK TABLE ev" not in done.stderr
    finally:
        database.query("DROP OWNED BY watched_by_few CASCADE")
        database.query("DROP ROLE watched_by_few")


def test_quiet(database, folder):
    done = pschema.run("apply", folder, "--dsn", database.dsn, "--quiet").expect(0)
    assert done.err == "2 done\n" and done.out == ""
