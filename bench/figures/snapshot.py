"""`pschema snapshot` of a large tree, as a whole process, against psql with the catalog queries that answer the same."""

import os

import psql
import worlds
from measure import Sample, in_turn, run, seconds
from report import Row

# Every relation of the tree with its parent, bound, owner and comment, and every key: what a snapshot has of a partition.
# The recursive form follows the tree, the flat one the database; the faster one counts.
TREE = """
 SELECT c.oid, t.parent, n.nspname, c.relname, c.relkind, c.relpersistence, pg_get_expr(c.relpartbound, 0), r.rolname, t.pending,
  d.description, p.partstrat, p.partattrs
 FROM {tree} JOIN pg_class c ON c.oid = t.relid JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_roles r ON r.oid = c.relowner
 LEFT JOIN pg_description d ON d.objoid = c.oid AND d.classoid = 'pg_class'::regclass AND d.objsubid = 0
 LEFT JOIN pg_partitioned_table p ON p.partrelid = c.oid{order}
"""
FLAT = "(SELECT inhrelid AS relid, inhparent AS parent, inhdetachpending AS pending FROM pg_inherits) AS t"
RECURSIVE = ("WITH RECURSIVE t (relid, parent, pending) AS (SELECT 'public.events'::regclass::oid, 0::oid, false UNION ALL"
             " SELECT i.inhrelid, i.inhparent, i.inhdetachpending FROM t JOIN pg_inherits i ON i.inhparent = t.relid)")
ORDER = " ORDER BY c.relname COLLATE \"C\""


def queries():
    yield "flat", TREE.format(tree=FLAT, order="")
    yield "recursive", RECURSIVE + TREE.format(tree="t", order="")
    yield "recursive, sorted", RECURSIVE + TREE.format(tree="t", order=ORDER)


def build(database, windows, buckets):
    database.query(worlds.root_sql())
    connection = database.connect(autocommit=False)
    with connection, connection.cursor() as cursor:
        for number, statement in enumerate(worlds.tree_sql("public.events", windows, buckets)):
            cursor.execute(statement)
            if number % 200 == 199:
                connection.commit()  # each relation takes a place in the lock table until then
    connection.close()
    database.query("ANALYZE")


def rows(bench):
    count, buckets = (250, 8) if bench.quick else (2_500, 8)
    with bench.server().database() as database:
        build(database, worlds.days(count, worlds.real_today() + worlds.DAY), buckets)
        schema = worlds.write(bench.folder, "snapshot.pschema", worlds.schema(buckets=buckets))
        mine = [bench.pschema, "snapshot", schema, "--dsn", database.dsn, "-o", os.path.join(bench.folder, "snapshot.toml")]
        base = [psql.PROGRAM, "-X", "-q", "-A", "-t", "-d", database.dsn, "-o", os.path.join(bench.folder, "snapshot.txt"), "-c"]
        times = bench.times(9)
        names = [name for name, _ in queries()]
        results = in_turn(times, lambda: run(mine), *[lambda q=q: run([*base, q]) for _, q in queries()])
        ours, *others = [seconds(result) for result in results]
        fastest = min(range(2), key=lambda i: others[i].median)
        ratio = ours.divided_by(others[fastest])
        yield Row("snapshot", f"snapshot of a tree of {count * buckets:,} partitions", ours,
                  against=f"psql with the fastest catalog query ({names[fastest]})", other=others[fastest], ratio=ratio,
                  aim="at most 1.2 times", met=ratio.median <= 1.2)
        yield Row("snapshot", "the same", ours, against="psql, its rows in the order of their names", other=others[2],
                  ratio=ours.divided_by(others[2]))
        noop = [bench.pschema, "plan", schema, "--dsn", database.dsn, "--check"]
        yield Row("snapshot", "plan --dsn --check on that tree", seconds([run(noop) for _ in range(bench.times(5))]))
