"""Nothing to do on 1,000 partitions: pschema against pg_partman's run_maintenance and pg-partsmith."""

import os

import partman
import psql
import worlds
from measure import in_turn, run, seconds
from report import Row

PARTSMITH = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "peers", "partsmith_maintain.py")


def command(bench, schema, dsn):
    return [bench.pschema, "maintain", schema, "--dsn", dsn]


def rows(bench):
    count = 1_000
    today = worlds.real_today()
    schema = worlds.write(bench.folder, "maintain.pschema",
                          worlds.schema(create="current and 3 after", keep="current and 2000 before", buckets=0))
    with bench.server().database() as database:
        has_partman = partman.install(database)
        database.query("ALTER DATABASE " + database.name + " SET timezone = 'UTC'")
        database.query(worlds.root_sql())
        windows = worlds.days(count, newest=today + 3 * worlds.DAY)
        for statement in worlds.tree_sql("public.events", windows, 0, worlds.partman_child):
            database.query(statement)
        database.query("ANALYZE")
        works = [lambda: run(command(bench, schema, database.dsn))]
        if has_partman:
            partman.adopt(database, premake=3, retention="2000 days")
            call = [psql.PROGRAM, "-X", "-q", "-d", database.dsn, "-c", "SELECT partman.run_maintenance('public.events')"]
            works.append(lambda: run(call))
        if bench.peers:
            works.append(lambda: run([bench.peers, PARTSMITH, database.dsn, "4", "2000"]))
        ours, *others = [seconds(runs) for runs in in_turn(bench.times(15), *works)]
    row = Row("maintain", f"nothing to do on {count:,} partitions (`maintain`, as a whole process)", ours,
              against="pg_partman, run_maintenance by psql", aim="faster")
    if has_partman:
        row.other = others.pop(0)
        row.ratio = ours.divided_by(row.other)
        row.met = row.ratio.median < 1
    yield row
    row = Row("maintain", "the same", ours, against="pg-partsmith, a Python process that maintains")
    if others:
        row.other = others.pop(0)
        row.ratio = ours.divided_by(row.other)
    yield row
