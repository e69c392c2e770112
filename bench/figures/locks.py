"""The heaviest lock on the parent, and how long it is held at a stretch, by step.

A second session looks at pg_locks again and again while one file runs on an idle table. What the server holds for less than
the time between two looks may be missed; that time is printed.
"""

import os
import subprocess
from datetime import datetime, timedelta, timezone

import worlds
from measure import Sample, run
from report import Row

LOOK = """SELECT extract(epoch FROM clock_timestamp())::float8, coalesce(array_agg(mode) FILTER (WHERE mode IS NOT NULL), '{}')
FROM pg_locks WHERE granted AND locktype = 'relation' AND relation = %s AND pid <> pg_backend_pid()"""
WEIGHTS = ("AccessShareLock", "RowShareLock", "RowExclusiveLock", "ShareUpdateExclusiveLock", "ShareLock",
           "ShareRowExclusiveLock", "ExclusiveLock", "AccessExclusiveLock")
WORDS = {"AccessShareLock": "ACCESS SHARE", "RowShareLock": "ROW SHARE", "RowExclusiveLock": "ROW EXCLUSIVE",
         "ShareUpdateExclusiveLock": "SHARE UPDATE EXCLUSIVE", "ShareLock": "SHARE",
         "ShareRowExclusiveLock": "SHARE ROW EXCLUSIVE", "ExclusiveLock": "EXCLUSIVE", "AccessExclusiveLock": "ACCESS EXCLUSIVE"}


def watch(database, process):
    """(moment, heaviest mode or None) of each look until the process is gone."""
    looks = []
    with database.connect() as connection, connection.cursor() as cursor:
        cursor.execute("SELECT 'public.events'::regclass::oid")
        root = cursor.fetchone()[0]
        while process.poll() is None:
            cursor.execute(LOOK, (root,))
            moment, modes = cursor.fetchone()
            looks.append((moment, max(modes, key=WEIGHTS.index, default=None)))
    connection.close()
    return looks


def stretches(looks):
    """The heaviest mode, the lengths of time for which it was seen without a gap, and the longest time between looks."""
    modes = [mode for _, mode in looks if mode]
    if not modes:
        return None, [], 0
    heaviest = max(modes, key=WEIGHTS.index)
    lengths, began = [], None
    for moment, mode in looks:
        if mode == heaviest:
            began = began or moment
            last = moment
        elif began:
            lengths.append(last - began)
            began = None
    if began:
        lengths.append(last - began)
    gaps = sorted(b - a for (a, _), (b, _) in zip(looks, looks[1:]))
    return heaviest, lengths, gaps[len(gaps) // 2]


def watched(database, command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    looks = watch(database, process)
    if process.wait() != 0:
        raise RuntimeError(f"{command} left with {process.returncode}: {process.stderr.read().decode()}")
    return stretches(looks)


def steps(count):
    """What a file does, and the schema from which it comes; each does one thing to the database that refill() makes."""
    yield "CREATE", worlds.schema(create=f"current and {count} after", keep="forever", buckets=2)
    yield "DETACH", worlds.schema(keep="current", buckets=2, drop="drop 1 minute after detach;")
    yield "DETACH blocking", worlds.schema(keep="current", buckets=2, drop="detach blocking;")
    yield "DROP", worlds.schema(keep="current", buckets=2, drop="drop 1 minute after detach;")


def one(bench, database, what, text, number):
    """Compiles that schema on the database as it is, and watches its file run."""
    folder = os.path.join(bench.folder, f"locks{number}")
    schema = worlds.write(bench.folder, f"locks{number}.pschema", text)
    catalog = os.path.join(bench.folder, f"locks{number}.toml")
    run([bench.pschema, "snapshot", schema, "--dsn", database.dsn, "-o", catalog])
    done = run([bench.pschema, "compile", schema, "--catalog", catalog, "-o", folder])
    if ".sql" not in done.out:
        raise RuntimeError(f"nothing to do for {what}: {done.err}")
    return watched(database, [bench.pschema, "apply", folder, "--dsn", database.dsn, "--allow-destructive"])


def refill(database, count):
    """So many expired windows, today's and those of the next days."""
    for statement in worlds.tree_sql("public.events", worlds.days(count + 3, worlds.real_today() + 2 * worlds.DAY), 2):
        database.query(statement)


def rows(bench):
    count = 10 if bench.quick else 50
    least = {"CREATE": "ShareUpdateExclusiveLock", "DETACH": "ShareUpdateExclusiveLock", "DETACH blocking": "AccessExclusiveLock",
             "DROP": None}
    for number, (what, text) in enumerate(steps(count)):
        server = bench.server()
        with server.database() as database:
            database.query(worlds.root_sql())
            refill(database, 0 if what == "CREATE" else count)
            if what == "DROP":
                one(bench, database, "DETACH", text, f"{number}before")
                server.set_clock((datetime.now(timezone.utc) + timedelta(minutes=2)).strftime("%Y-%m-%dT%H:%M:%SZ"))
            heaviest, lengths, gap = one(bench, database, what, text, number)
            yield Row("locks", f"lock of a step {what} on the parent: {WORDS.get(heaviest, 'none')}, held at a stretch",
                      Sample(lengths) if lengths else None, aim="the least that PostgreSQL has for it",
                      met=heaviest == least[what], note=f"{count} steps, seen {len(lengths)} times, a look each {gap * 1000:.2f} ms")
