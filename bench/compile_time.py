"""How long one `pschema compile` takes, as a whole process.

Usage: compile_time.py PSCHEMA [--runs N] [--limit MILLISECONDS]

Compiles the event store of tests/golden into a fresh folder each time, and prints the least, the median and the greatest wall clock time. With
--limit it fails where even the least is above it: other work on the machine makes a run longer, nothing makes it shorter.
"""

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser()
parser.add_argument("pschema")
parser.add_argument("--runs", type=int, default=21)
parser.add_argument("--limit", type=float)
arguments = parser.parse_args()

case = pathlib.Path(__file__).resolve().parents[1] / "tests" / "golden" / "event_store"
times = []
for number in range(arguments.runs + 1):
    with tempfile.TemporaryDirectory() as folder:
        command = [arguments.pschema, "compile", str(case / "schema.pschema"), "--catalog", str(case / "1.catalog.toml"),
                   "--at", "2026-08-28T10:00:00Z", "-o", folder + "/migrations"]
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        took = (time.perf_counter() - began) * 1000
        files = len(list(pathlib.Path(folder, "migrations").glob("*.sql")))
        if files != 2:
            sys.exit(f"the compile wrote {files} files instead of 2")
    if number > 0:  # the first one warms the page cache
        times.append(took)

median = statistics.median(times)
print(f"compile of the event store, {arguments.runs} runs, wall clock: "
      f"least {min(times):.1f} ms, median {median:.1f} ms, greatest {max(times):.1f} ms")
if arguments.limit and min(times) > arguments.limit:
    sys.exit(f"no run took less than {arguments.limit} ms")
