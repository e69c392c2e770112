"""The test servers themselves: what the other tests take for granted."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

import servers

pytestmark = pytest.mark.live


def test_version_and_settings(database):
    assert database.value("SHOW server_version").split(".")[0].split()[0] == str(database.server.major)
    assert database.value("SHOW timezone") == "Asia/Kolkata"
    assert database.value("SELECT reset_val FROM pg_settings WHERE name = 'DateStyle'") == "SQL, DMY"
    assert database.value("SHOW listen_addresses") == ""
    assert database.value("SHOW lc_messages") == "C"
    assert database.value("SHOW max_locks_per_transaction") == "256"
    assert database.value("SHOW fsync") == "off"


def test_clock_follows_at_once_in_old_and_new_sessions(database):
    connection = database.connect()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        for instant in ("2027-09-15T03:00:00Z", "2040-02-29T23:59:00Z", "2026-08-28T10:00:00Z"):
            database.server.set_clock(instant)
            expected = servers.parse_instant(instant)
            cursor.execute("SELECT now(), clock_timestamp()")
            readings = list(cursor.fetchone()) + list(database.query("SELECT now(), clock_timestamp()")[0])
            for reading in readings:
                assert 0 <= (reading - expected).total_seconds() < 5
    connection.close()


def test_clock_goes_on(database):
    database.server.set_clock("2027-09-15T03:00:00Z")
    before = database.server.clock()
    assert database.query("SELECT pg_sleep(0.3)")
    passed = (database.server.clock() - before).total_seconds()
    assert 0.3 <= passed < 5


@pytest.mark.parametrize("limit", ["statement_timeout", "lock_timeout"])
def test_time_limits_work_while_the_clock_is_set(limit, database):
    database.server.set_clock("2033-01-01T00:00:00Z")
    database.query("CREATE TABLE taken ()")
    holder = database.connect(autocommit=False)
    holder.cursor().execute("LOCK TABLE taken")
    waiter = database.connect()
    with waiter.cursor() as cursor:
        cursor.execute(f"SET {limit} = '200ms'")
        started = time.monotonic()
        with pytest.raises(Exception, match=limit.replace("_", " ")):
            cursor.execute("SELECT FROM taken")
        assert 0.2 <= time.monotonic() - started < 5
    waiter.close()
    holder.close()


def test_real_clock_comes_back(database):
    database.server.set_clock("2033-01-01T00:00:00Z")
    database.server.real_clock()
    assert abs(database.server.clock().timestamp() - time.time()) < 5


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_no_server_outlives_its_owner(end, major):
    code = ("import servers, sys, time; s = servers.Server(%d); print(s.directory, flush=True); time.sleep(60)" % major)
    owner = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True,
                             cwd=os.path.dirname(os.path.abspath(__file__)), stderr=subprocess.DEVNULL)
    directory = owner.stdout.readline().strip()
    with open(os.path.join(directory, "data", "postmaster.pid"), encoding="ascii") as file:
        postmaster = int(file.readline())
    assert os.path.exists(f"/proc/{postmaster}")
    owner.send_signal(end)
    owner.wait()
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and (os.path.exists(directory) or running(postmaster)):
        time.sleep(0.05)
    assert not running(postmaster)
    assert not os.path.exists(directory)


def running(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return re.search(r"\) (\w)", file.read()).group(1) != "Z"
    except FileNotFoundError:
        return False
