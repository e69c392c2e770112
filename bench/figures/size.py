"""Printed and watched: the binary, a clean build without a cache, the tests."""

import os
import shutil
import subprocess

from measure import Sample, run, timed
from report import Row

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def rows(bench):
    yield Row("size", "the binary", Sample([os.path.getsize(bench.pschema)]), "bytes")
    stripped = os.path.join(bench.folder, "stripped")
    run(["strip", "-o", stripped, bench.pschema])
    yield Row("size", "the binary, stripped", Sample([os.path.getsize(stripped)]), "bytes")
    if bench.quick:
        return
    build = os.path.join(bench.folder, "build")
    environment = {**os.environ, "CCACHE_DISABLE": "1"}
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "env": environment}
    subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DPSCHEMA_TESTS=OFF"], **quiet)
    yield Row("size", f"a clean release build of the program, {os.cpu_count()} processors",
              Sample([timed(lambda: subprocess.run(["ninja", "-C", build, "pschema"], **quiet))]))
    shutil.rmtree(build)
    tests = ["ctest", "--test-dir", bench.build, "-L", "^(unit|golden)$"]
    listed = subprocess.run([*tests, "-N"], capture_output=True, text=True)
    if "Total Tests: 0" not in listed.stdout:
        done = run(tests, expect=range(256))
        yield Row("size", "unit and golden tests", Sample([done.seconds]), note="" if done.code == 0 else "some failed")
