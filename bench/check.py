"""The two ratios that do not depend on the machine, with wide margins: a test of the suite.

    check.py BUILD    growth of compile with the number of partitions; apply against psql with the same DDL
"""

import os
import sys
import tempfile
import types

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "tests", "live")]

import servers  # noqa: E402
import worlds  # noqa: E402
from figures import apply, compiling  # noqa: E402
from measure import in_turn, run, seconds  # noqa: E402

# Ten times as many partitions take about ten times as long; what is quadratic takes a hundred times.
GROWTH = 30
# As measured it is far below two; a test or a row in the ledger that grows with the table would show.
APPLY = 3


def growth(bench):
    """Of one table, and of many."""
    commands = [compiling.nothing_to_do(bench, name, tables, worlds.days(windows), buckets)[0]
                for name, tables, windows, buckets in (
                    ("few", ["public.events"], 100, 8), ("many", ["public.events"], 1_000, 8),
                    ("tables", [f"public.events_{n:03}" for n in range(20)], 20, 0),
                    ("more_tables", [f"public.events_{n:03}" for n in range(200)], 20, 0))]
    few, many, tables, more = [min(seconds(runs).values) for runs in in_turn(3, *[lambda c=c: run(c) for c in commands])]
    return {"800 to 8,000 partitions of one table": many / few, "20 to 200 tables": more / tables}


def main():
    failed = False
    with tempfile.TemporaryDirectory(prefix="pschema-bench-") as folder:
        bench = types.SimpleNamespace(pschema=os.path.join(sys.argv[1], "cli", "pschema"), folder=folder,
                                      server=lambda: servers.server(servers.debian_major()))
        ratios = [(f"growth, {what}", ratio, GROWTH) for what, ratio in growth(bench).items()]
        try:
            ours, psql, _ = apply.against_psql(bench, 100, 2, 3)
        finally:
            servers.stop_all()
        ratios.append(("apply against psql", min(seconds(ours).values) / min(seconds(psql).values), APPLY))
        for what, ratio, most in ratios:
            print(f"{what}: {ratio:.2f} times, at most {most}")
            failed |= ratio > most
    sys.exit(1 if failed else 0)


main()
