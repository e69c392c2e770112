"""Migration files beside a busy application: what they lock, and that creations do not wait for readers or writers."""

import pytest

import locks

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
