"""Inserts by several clients while maintenance creates, detaches and drops beside them.

Inserts come at a fixed rate, and the latency of one counts from the moment at which it was due, so that those which a lock
holds up count as well. Each tick asks the tool for one window more ahead and one fewer behind: it creates one, detaches one
and drops one.
"""

import glob
import os
import subprocess
import tempfile
import time

import partman
import psql
import worlds
from figures.maintain import PARTSMITH
from measure import Sample, run
from report import Row

KEPT = 60          # windows behind the current one at the beginning
CLIENTS = 8
RATE = 400         # inserts a second, of all clients together
INSERT = """\\set id random(1, 9000000000000000000)
\\set back random(0, 259200)
INSERT INTO public.events (id, at, tenant, payload)
  VALUES (:id, now() - :back * interval '1 second', :client_id, repeat('x', 100));
"""
POINTS = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999, "worst": 1.0}


def nobody(_bench, _database):
    return None


def by_pschema(bench, database):
    folder = tempfile.mkdtemp(dir=bench.folder)

    def tick(number):
        schema = worlds.write(folder, "events.pschema", worlds.schema(
            create=f"current and {3 + number} after", keep=f"current and {KEPT - number} before", buckets=0,
            drop="drop immediately;"))
        run([bench.pschema, "maintain", schema, "--dsn", database.dsn, "--allow-destructive"])
    return tick


def by_partman(_bench, database):
    if not partman.install(database):
        return None
    partman.adopt(database, premake=3, retention=f"{KEPT} days")

    def tick(number):
        partman.want(database, 3 + number, f"{KEPT - number} days")
        run([psql.PROGRAM, "-X", "-q", "-d", database.dsn, "-c", "SELECT partman.run_maintenance('public.events')"])
    return tick


def by_partsmith(bench, database):
    if not bench.peers:
        return None
    return lambda number: run([bench.peers, PARTSMITH, database.dsn, str(4 + number), str(1 + KEPT - number)])


TOOLS = {"none": nobody, "pschema": by_pschema, "pg_partman": by_partman, "pg-partsmith": by_partsmith}


def build(database):
    database.query(f"ALTER DATABASE {database.name} SET timezone = 'UTC'")
    database.query(worlds.root_sql())
    today = worlds.real_today()
    for statement in worlds.tree_sql("public.events", worlds.days(KEPT + 4, today + 3 * worlds.DAY), 0, worlds.partman_child):
        database.query(statement)


def latencies(folder):
    """In seconds, from the logs of pgbench: the third column is a transaction's, in microseconds from when it was due."""
    found = []
    for path in glob.glob(os.path.join(folder, "log.*")):
        with open(path, encoding="utf-8") as file:
            found.extend(int(line.split()[2]) / 1e6 for line in file)
    return sorted(found)


def ticked(tick, seconds, failures):
    """One tick a second until the time is over; how many there were."""
    began = time.monotonic()
    number = 0
    while time.monotonic() - began < seconds - 1:
        number += 1
        try:
            tick(number)
        except RuntimeError as error:
            failures.append(str(error))
            return number
        time.sleep(max(0, began + number - time.monotonic()))
    return number


def round_of(bench, tool, seconds):
    """Latencies of one round, or None where there is no such tool; the ticks, and how many windows are left."""
    with bench.server().database() as database, tempfile.TemporaryDirectory(dir=bench.folder) as folder:
        build(database)
        tick = TOOLS[tool](bench, database)
        if tool != "none" and tick is None:
            return None
        script = worlds.write(folder, "insert.sql", INSERT)
        pgbench = os.path.join(os.path.dirname(psql.PROGRAM), "pgbench")
        command = [pgbench, "-n", "-f", script, "-c", str(CLIENTS), "-j", "1", "-T", str(seconds), "-R", str(RATE), "-l",
                   "--log-prefix", os.path.join(folder, "log"), database.dsn]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        failures, ticks = [], 0
        if tick:
            ticks = ticked(tick, seconds, failures)
        out, err = process.communicate()
        if process.returncode != 0 or "number of failed transactions: 0 " not in out:
            failures.append("inserts failed: " + (err or out).strip().splitlines()[-1])
        left = database.value("SELECT count(*) FROM pg_inherits WHERE inhparent = 'public.events'::regclass")
        return latencies(folder), ticks, left, failures


def measured(bench, rounds, seconds):
    """By tool: a list of (latencies, ticks, left, failures), the rounds in turn."""
    found = {tool: [] for tool in TOOLS}
    for _ in range(rounds):
        for tool in TOOLS:
            result = round_of(bench, tool, seconds)
            if result:
                found[tool].append(result)
    return found


def at(sorted_values, share):
    return sorted_values[min(int(len(sorted_values) * share), len(sorted_values) - 1)]


def rows(bench):
    rounds, seconds = (1, 6) if bench.quick else (5, 20)
    found = measured(bench, rounds, seconds)
    title = f"latency of inserts, {CLIENTS} clients, {RATE} a second"
    for point, share in POINTS.items():
        calm = Sample([at(values, share) for values, *_ in found["none"]])
        yield Row("latency", f"{title}, nothing beside them: {point}", calm)
        for tool in list(TOOLS)[1:]:
            row = Row("latency", f"{title}, maintenance by {tool}: {point}", against="without maintenance", other=calm)
            if found[tool]:
                row.ours = Sample([at(values, share) for values, *_ in found[tool]])
                row.ratio = row.ours.divided_by(calm)
                row.note = note(found[tool])
                if tool == "pschema" and point == "p99.9":
                    row.aim = "at most 1.5 times, no failed insert"
                    row.met = row.ratio.median <= 1.5 and not any(failures for *_, failures in found[tool])
            yield row


def note(results):
    ticks = sum(ticks for _, ticks, _, _ in results)
    failures = [failure for *_, failed in results for failure in failed]
    wanted = KEPT + 4
    left = sorted({left for _, _, left, _ in results})
    text = f"{ticks} ticks; {left} windows at the end, of {wanted}"
    return text + ("; " + " / ".join(failures) if failures else "; no failed insert")
