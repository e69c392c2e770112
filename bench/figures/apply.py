"""`pschema apply` of a file of creations against psql with the same DDL, without any test, each statement a transaction."""

import contextlib
import os
import re

import psql
import worlds
from measure import in_turn, run, seconds
from report import Row

GROUPED = "psql, the same DDL, a transaction for each window"
TOGETHER = "psql, the same DDL, all in one transaction"


def compiled(bench, database, count, buckets):
    """A folder of migrations that makes so many windows; and the statements alone that the file would run."""
    folder = os.path.join(bench.folder, f"apply{count}")
    schema = worlds.write(bench.folder, f"apply{count}.pschema",
                          worlds.schema(create=f"current and {count - 1} after", buckets=buckets))
    catalog = os.path.join(bench.folder, f"apply{count}.toml")
    run([bench.pschema, "snapshot", schema, "--dsn", database.dsn, "-o", catalog])
    run([bench.pschema, "compile", schema, "--catalog", catalog, "--max-create", count, "-o", folder])
    return folder, schema, statements(folder)


def statements(folder):
    """The DDL between BEGIN and COMMIT of each step of the file."""
    [name] = [name for name in os.listdir(folder) if name.endswith("_create.sql")]
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        steps = re.findall(r"^BEGIN;\n(.*?)^COMMIT;\n", file.read(), re.MULTILINE | re.DOTALL)
    return [step for step in steps if "CREATE TABLE" in step]


def scripts(bench, steps):
    """What psql runs: path by name."""
    settings = "SET search_path = pg_catalog, pg_temp; SET client_min_messages = 'warning'; SET timezone = 'UTC';\n"
    texts = {"alone": settings + "".join(steps),
             "grouped": settings + "".join(f"BEGIN;\n{step}COMMIT;\n" for step in steps),
             "together": settings + "BEGIN;\n" + "".join(steps) + "COMMIT;\n"}
    return {name: worlds.write(bench.folder, f"{name}.sql", text) for name, text in texts.items()}


def as_psql(path, dsn):
    return [psql.PROGRAM, "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", dsn, "-f", path]


class Fresh:
    """Databases that hold the root and nothing else, made and dropped outside of what is timed."""

    def __init__(self, server):
        self.server = server

    @contextlib.contextmanager
    def database(self):
        with self.server.database() as database:
            database.query(worlds.root_sql())
            yield database

    def timed(self, command_for, leaves):
        """The finished process, which has to have made that many tables that hold rows."""
        with self.database() as database:
            done = run(command_for(database.dsn))
            made = database.value("SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relispartition")
            if made != leaves:
                raise RuntimeError(f"{done} made {made} partitions instead of {leaves}")
            return done


def against_psql(bench, count, buckets, times, kinds=("alone",)):
    """Finished runs of apply, then of psql in each kind of grouping."""
    fresh = Fresh(bench.server())
    with fresh.database() as database:
        folder, _, steps = compiled(bench, database, count, buckets)
    paths = scripts(bench, steps)
    works = [lambda: fresh.timed(lambda dsn: [bench.pschema, "apply", folder, "--dsn", dsn], count * buckets)]
    for kind in kinds:
        works.append(lambda kind=kind: fresh.timed(lambda dsn: as_psql(paths[kind], dsn), count * buckets))
    [file] = [name for name in os.listdir(folder) if name.endswith("_create.sql")]
    works.append(lambda: fresh.timed(lambda dsn: as_psql(os.path.join(folder, file), dsn), count * buckets))
    return in_turn(times, *works)


def again(bench, count, buckets):
    """A second run of a folder, and of its file's tests where the ledger says nothing."""
    fresh = Fresh(bench.server())
    with fresh.database() as database:
        folder, _, _ = compiled(bench, database, count, buckets)
        apply = [bench.pschema, "apply", folder, "--dsn", database.dsn]
        run(apply)
        yield Row("apply", "apply of a folder that was applied", seconds([run(apply) for _ in range(bench.times(9))]))
        untold = []
        for _ in range(bench.times(9)):
            database.query("DELETE FROM pschema.migration")
            untold.append(run(apply))
        yield Row("apply", f"apply where all {count} steps are done and the ledger does not know", seconds(untold))


def rows(bench):
    count, buckets = (50, 2) if bench.quick else (500, 2)
    ours, alone, grouped, together, file = [
        seconds(runs) for runs in against_psql(bench, count, buckets, bench.times(9), ("alone", "grouped", "together"))]
    ratio = ours.divided_by(alone)
    title = f"apply of {count} windows × {buckets} buckets"
    yield Row("apply", title, ours, against="psql, the same DDL without tests, a transaction for each statement", other=alone,
              ratio=ratio, aim="at most 1.05 times", met=ratio.median <= 1.05)
    yield Row("apply", title, ours, against=GROUPED, other=grouped, ratio=ours.divided_by(grouped))
    yield Row("apply", title, ours, against=TOGETHER, other=together, ratio=ours.divided_by(together))
    yield Row("apply", title, ours, against="psql -f with the file itself", other=file, ratio=ours.divided_by(file))
    yield from again(bench, count, buckets)
