"""The threads of a run under ThreadSanitizer, with a real server: tests/threads/stop_threads.cpp."""

import os
import subprocess

import pytest

import psql
import pschema

pytestmark = pytest.mark.live


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL,
                          env=psql.clean_environment(TSAN_OPTIONS="halt_on_error=1"))


def test_one_thread_runs_and_the_other_cancels(database):
    program = os.path.join(os.path.dirname(os.path.dirname(pschema.program())), "tests", "threads", "stop_threads")
    done = run(program, database.dsn)
    if "unexpected memory mapping" in done.stderr:  # where the kernel scatters addresses more than ThreadSanitizer can bear
        done = run("setarch", "-R", program, database.dsn)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
