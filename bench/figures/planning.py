"""Planning alone, in memory on both sides: no catalog is read, no file, no SQL is written."""

import json
import os

import worlds
from measure import Sample, run
from report import Row

SITUATIONS = {"nothing": "nothing to do", "bucket": "one bucket missing in the middle", "expired": "all but 12 windows expired"}
PEER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "peers", "partsmith_plan.py")


def make_worlds(folder, count, buckets):
    windows = worlds.days(count)
    missing = f"{worlds.child('public.events', windows[count // 2])}__h{buckets // 2}"
    table = ["public.events"]
    worlds.made_up(folder, "nothing", table, windows, buckets)
    worlds.made_up(folder, "bucket", table, windows, buckets, without=(missing,))
    worlds.made_up(folder, "expired", table, windows, buckets, keep="current and 10 before", drop="drop 7 days after detach;")


def ours(bench, folder):
    """By name of the benchmark, such as plan/nothing: seconds of each repetition, and how many operations."""
    done = run([os.path.join(bench.build, "bench", "bench_planning"), folder, "--benchmark_format=json",
                f"--benchmark_repetitions={bench.times(9)}", "--benchmark_min_time=0.2"])
    found = {}
    for entry in json.loads(done.out)["benchmarks"]:
        if entry["run_type"] == "iteration":
            seconds, _ = found.setdefault(entry["run_name"], ([], int(entry["operations"])))
            seconds.append(entry["cpu_time"] * {"ns": 1e-9, "us": 1e-6, "ms": 1e-3}[entry["time_unit"]])
    return found


def rows(bench):
    count, buckets = (1_250, 8) if bench.quick else worlds.BIG
    folder = os.path.join(bench.folder, "planning")
    os.makedirs(folder)
    make_worlds(folder, count, buckets)
    mine = ours(bench, folder)
    theirs = json.loads(run([bench.peers, PEER, count, buckets, bench.times(5)]).out) if bench.peers else {}
    for name, title in SITUATIONS.items():
        seconds, operations = mine[f"plan/{name}"]
        other = theirs.get(name)
        row = Row("planning", f"planning alone, {count * buckets:,} partitions, {title}", Sample(seconds),
                  against="pg-partsmith's planner", aim="at least 100 times as fast",
                  note=f"{operations} operations" + (f"; pg-partsmith {other['operations']}" if other else ""))
        if other:
            row.other = Sample(other["seconds"])
            row.ratio = Sample([second / row.other.median for second in seconds])
            row.met = row.ratio.median <= 0.01
        yield row
    for name, title in SITUATIONS.items():
        yield Row("planning", f"the same with the proof of the plan, {title}", Sample(mine[f"prove/{name}"][0]))
