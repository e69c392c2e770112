"""Migration files beside a busy application: what they lock, and that creations wait for no reader or writer."""

import contextlib
import os
import re
from urllib.parse import unquote

import pytest

import golden
import locks
import psql
import trees

pytestmark = pytest.mark.live

TREE = """
CREATE TABLE t (k int NOT NULL, v text) PARTITION BY RANGE (k);
CREATE TABLE t1 PARTITION OF t FOR VALUES FROM (1) TO (2);
CREATE TABLE t2 PARTITION OF t FOR VALUES FROM (2) TO (3);
"""


def test_the_recorder_sees_a_blocking_detach(database):
    database.query(TREE)
    locks.record(database)
    database.query("ALTER TABLE t DETACH PARTITION t1")
    assert set(locks.exclusive(locks.recorded(database))) == {"t", "t1"}


def test_the_recorder_sees_partition_of(database):
    database.query(TREE)
    locks.record(database)
    database.query("CREATE TABLE t3 PARTITION OF t FOR VALUES FROM (3) TO (4)")
    assert set(locks.exclusive(locks.recorded(database))) == {"t"}


def test_the_recorder_sees_an_attach_and_a_concurrent_detach(database):
    database.query(TREE)
    locks.record(database)
    database.query("CREATE TABLE t3 (LIKE t)")
    database.query("ALTER TABLE t ATTACH PARTITION t3 FOR VALUES FROM (3) TO (4)")
    database.query("ALTER TABLE t DETACH PARTITION t1 CONCURRENTLY")
    rows = locks.recorded(database)
    assert set(locks.exclusive(rows)) == {"t1"}
    assert {mode for _, relation, mode in rows if relation == "t"} == {"AccessShareLock", "ShareUpdateExclusiveLock"}


# --- The golden cases' files ----------------------------------------------------------------------------------------


def stages(case, database):
    """Plays the case; yields each stage when its files are due: it is the test that runs them."""
    psql.run(database, case.setup)
    for stage in case.stages:
        database.server.set_clock(stage.clock)
        if stage.before:
            psql.run(database, stage.before)
        yield stage
        if stage.after:
            psql.run(database, stage.after)


def tree(database, file):
    """Every relation of the tree that the file is about, root included, by the name that a lock record gives it. What
    foreign keys lock in other trees is said in the files' heads, and tested with the references."""
    table = unquote(re.fullmatch(r"[0-9]+_[0-9]+_(.*)_[a-z]+\.sql", file).group(1))
    return {name for name, in database.query("""
        WITH RECURSIVE tree AS (
          SELECT pg_class.oid FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
          WHERE nspname || '.' || relname = %s
          UNION ALL SELECT inhrelid FROM pg_inherits JOIN tree ON inhparent = tree.oid
        ) SELECT oid::regclass::text FROM tree""", table)}


def defaults(database):
    """DEFAULT partitions and what is below them: an ATTACH beside one locks it too, whatever it is that comes."""
    return {name for name, in database.query("""
        WITH RECURSIVE tree AS (
          SELECT partdefid AS oid FROM pg_partitioned_table WHERE partdefid <> 0
          UNION SELECT inhrelid FROM pg_inherits JOIN tree ON inhparent = tree.oid
        ) SELECT oid::regclass::text FROM tree""")}


def foreign_tables(database):
    """LOCK TABLE takes none."""
    return {name for name, in database.query("SELECT oid::regclass::text FROM pg_class WHERE relkind = 'f'")}


def is_blocking_detach(statement):
    detach = "DETACH PARTITION" in statement and not statement.rstrip("; ").endswith(("CONCURRENTLY", "FINALIZE"))
    return detach or statement.startswith("LOCK TABLE ONLY")


def finishes_a_detach(statement):
    """It waits for who uses the partition, whose rows nobody sees any more, as its step says."""
    return statement.rstrip("; ").endswith("FINALIZE")


def test_only_what_is_retired_is_locked_access_exclusive(case, database):
    for stage in stages(case, database):
        for name in case.files(stage):
            if name.endswith("_move.sql"):  # the parent too, as its head says (test_default.py)
                psql.run(database, case.path("migrations", name))
                continue
            before = tree(database, name) - defaults(database)
            locks.record(database)
            psql.run(database, case.path("migrations", name))
            rows = locks.recorded(database)
            # A mark is written on a table outside the tree.
            quiet = ("_ledger.sql", "_baseline.sql", "_drop.sql", "_adopt.sql")
            assert rows or name.endswith(quiet), f"{name} locked nothing"
            exclusive = {what: statement for what, statement in locks.exclusive(rows).items()
                         if what in before and not finishes_a_detach(statement)}
            live = {what: statement for what, statement in exclusive.items() if what in tree(database, name)}
            if any(is_blocking_detach(statement) for statement in live.values()):
                # The one exception, and the head of the file must say so.
                text = golden.read(case.path("migrations", name)).decode()
                assert "readers and writers wait while such a step runs" in text, name
                live = {what: statement for what, statement in live.items() if not is_blocking_detach(statement)}
            assert not live, live


def test_creations_do_not_wait_for_readers_and_writers(case, database):
    """All the while another session has a transaction open that has read and written every relation of the tree."""
    seen = 0
    for stage in stages(case, database):
        for name in case.files(stage):
            path = case.path("migrations", name)
            phase = os.path.basename(name).removesuffix(".sql").rsplit("_", 1)[-1]
            if phase not in ("create", "baseline", "ledger") or b" FINALIZE;" in golden.read(path):
                psql.run(database, path)
                continue
            seen += 1
            with contextlib.closing(database.connect(autocommit=False)) as application:
                with application.cursor() as cursor:
                    for relation in sorted(tree(database, name) - defaults(database) - foreign_tables(database)):
                        cursor.execute(f"LOCK TABLE ONLY {relation} IN ROW EXCLUSIVE MODE")
                before = trees.dump(database)
                psql.run(database, path)
                after = trees.dump(database)
            assert after != before or not name.endswith("_create.sql"), "it did nothing, and so showed nothing"
    assert seen
