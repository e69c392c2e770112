"""Reports C38 and C40: a detach that was interrupted, and a table that was detached and never dropped."""

import contextlib

import psycopg2
import pytest

import psql
import pschema
import trees
from reports import apply, at_rest, kinds, range_of, start, verbs  # noqa: F401

pytestmark = pytest.mark.live

# --- C38: an interrupted detach -----------------------------------------------------------------------------------------

TWO_DAYS = """
CREATE TABLE d (ts date NOT NULL, v int) PARTITION BY RANGE (ts);
CREATE TABLE d_a PARTITION OF d FOR VALUES FROM ('2025-01-01') TO ('2025-01-02');
CREATE TABLE d_b PARTITION OF d FOR VALUES FROM ('2025-01-02') TO ('2025-01-03');
INSERT INTO d VALUES ('2025-01-01', 1), ('2025-01-02', 2);
"""
AT = "2025-02-01T10:00:00Z"
KEEP = "pschema 1; table d { partition by range (ts) every day { create current; keep %s; drop 7 days after detach; } }"
NOW = "public.d__2025_02_01"


def interrupt(table, marked):
    """As in the report: a reader is open, and lock_timeout ends the wait for it."""
    if marked:
        bound = range_of("2025-01-01", "2025-01-02")
        table.database.query("COMMENT ON TABLE d_a IS %s", f"pschema: detaching, public.d_a of public.d {bound}")
    with contextlib.closing(table.database.connect(autocommit=False)) as reader:
        reader.cursor().execute("SELECT count(*) FROM d")
        with pytest.raises(psycopg2.errors.LockNotAvailable):
            table.database.query("SET lock_timeout = '100ms'; SELECT 1")  # a session of its own for each statement below
            with contextlib.closing(table.database.connect()) as session, session.cursor() as cursor:
                cursor.execute("SET lock_timeout = '200ms'")
                cursor.execute("ALTER TABLE d DETACH PARTITION d_a CONCURRENTLY")
    assert table.database.value("SELECT inhdetachpending FROM pg_inherits WHERE inhrelid = 'd_a'::regclass")


@pytest.mark.parametrize("by", ["psql", "apply"])
def test_c38_finalized_first_and_then_the_next(start, by):
    table = start(TWO_DAYS)
    schema = table.schema(KEEP % "current")
    interrupt(table, marked=True)
    planned = table.plan(schema, AT).expect(0)
    assert [(o.verb, o.name, o.reason) for o in planned.operations] == [
        ("CREATE", NOW, "create_ahead"), ("DETACH", "public.d_a", "detach_finalize"), ("DETACH", "public.d_b", "retention_expired")]
    assert ("info", "detach_pending", "public.d_a") in kinds(planned)
    files = table.files(schema, AT)
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    assert text.index("ALTER TABLE public.d DETACH PARTITION public.d_a FINALIZE") < text.index("DETACH PARTITION public.d_b CONCURRENTLY")
    if by == "psql":
        psql.run(table.database, *files)
    else:
        pschema.apply(table.folder, table.database, "--allow-destructive").expect(0)
    assert list(table.children("d")) == [NOW]
    for name in ("d_a", "d_b"):
        assert table.database.value(f"SELECT obj_description('{name}'::regclass)").startswith("pschema: detached at 2025-02-01T10:0")
    assert trees.leaves(table.database)["d_a"] == trees.leaves(table.database)["d_b"] == 1
    at_rest(table, schema, AT)


def test_c38_wanted_again(start):
    """Finalized and attached again; a new table for that range would be 42P17. Meanwhile inserts there fail, which the plan says."""
    table = start(TWO_DAYS)
    interrupt(table, marked=True)
    with pytest.raises(psycopg2.errors.CheckViolation):
        table.database.query("INSERT INTO d VALUES ('2025-01-01', 3)")
    schema = table.schema(KEEP % "for 90 days")
    planned = table.plan(schema, AT).expect(0)
    assert verbs(planned) == [("CREATE", NOW), ("DETACH", "public.d_a"), ("ATTACH", "public.d_a")]
    apply(table, schema, AT, "--allow-destructive")
    assert sorted(table.children("d")) == ["public.d__2025_02_01", "public.d_a", "public.d_b"]
    table.database.query("INSERT INTO d VALUES ('2025-01-01', 3)")
    assert table.database.value("SELECT count(*) FROM d") == 3
    assert table.database.value("SELECT obj_description('d_a'::regclass)") is None
    at_rest(table, schema, AT)


def test_c38_not_ours(start):
    """Without our marker a person started it: reported, left, and no second concurrent detach is tried on that parent (55000)."""
    table = start(TWO_DAYS)
    interrupt(table, marked=False)
    schema = table.schema(KEEP % "current")
    planned = table.plan(schema, AT).expect(3)
    assert verbs(planned) == [("CREATE", NOW)]
    assert sorted(k[:2] for k in kinds(planned) if k[0] == "warning") == [("warning", "detach_pending"), ("warning", "retirement_held")]
    apply(table, schema, AT, "--allow-destructive", compiled=3)
    assert table.database.value("SELECT inhdetachpending FROM pg_inherits WHERE inhrelid = 'd_a'::regclass")
    # A person finishes it: then d_b goes, and d_a, which bears no marker, is nobody's.
    table.database.query("ALTER TABLE d DETACH PARTITION d_a FINALIZE")
    assert verbs(table.plan(schema, AT).expect(0)) == [("DETACH", "public.d_b")]


def test_c38_a_run_of_ours_that_is_killed_while_it_waits(start):
    """The whole story with our own files: the session that waits is ended, and the same file, run again, goes on."""
    table = start(TWO_DAYS)
    schema = table.schema(KEEP % "current")
    files = table.files(schema, AT)
    retire = files[-1]
    psql.run(table.database, *files[:-1])
    with contextlib.closing(table.database.connect(autocommit=False)) as reader:
        reader.cursor().execute("SELECT count(*) FROM d")
        cut = table.tmp_path / "limited.sql"
        cut.write_text(retire.read_text(encoding="utf-8").replace("statement_timeout = '10min'", "statement_timeout = '300ms'"), encoding="utf-8")
        assert psql.attempt(table.database, cut).returncode == 3
    assert table.database.value("SELECT count(*) FROM pg_inherits WHERE inhdetachpending") == 1
    assert ("info", "detach_pending", "public.d_a") in kinds(table.plan(schema, AT))
    psql.run(table.database, retire)
    assert list(table.children("d")) == [NOW]
    at_rest(table, schema, AT)


def test_c38_at_most_one_pending_at_a_time(start):
    """Strictly one after the other, in the order of their ends."""
    table = start(TWO_DAYS)
    retire = table.files(table.schema(KEEP % "current"), AT)[-1].read_text(encoding="utf-8")
    assert retire.index("DETACH PARTITION public.d_a CONCURRENTLY") < retire.index("DETACH PARTITION public.d_b CONCURRENTLY")


def test_c38_with_a_default_that_came_meanwhile(start):
    """A sister: FINALIZE works beside a DEFAULT partition, CONCURRENTLY does not; the second detach takes the blocking form."""
    table = start(TWO_DAYS)
    interrupt(table, marked=True)
    table.database.query("CREATE TABLE d_rest PARTITION OF d DEFAULT")
    schema = table.schema(KEEP % "current")
    planned = table.plan(schema, AT)
    assert {("DETACH", "public.d_a"), ("DETACH", "public.d_b")} <= set(verbs(planned))
    apply(table, schema, AT, "--allow-destructive", compiled=planned.exit)
    assert sorted(table.children("d")) == ["public.d__2025_02_01", "public.d_rest"]


def test_c38_of_a_branch(start):
    """A sister: the pending one has buckets."""
    table = start(TWO_DAYS.replace("CREATE TABLE d_a PARTITION OF d FOR VALUES FROM ('2025-01-01') TO ('2025-01-02');",
                                   "CREATE TABLE d_a PARTITION OF d FOR VALUES FROM ('2025-01-01') TO ('2025-01-02') PARTITION BY HASH (v);"
                                   "CREATE TABLE d_a_0 PARTITION OF d_a FOR VALUES WITH (MODULUS 1, REMAINDER 0);"))
    interrupt(table, marked=True)
    schema = table.schema((KEEP % "current").replace("} }", "partition by hash (v) modulus 1; } }"))
    planned = table.plan(schema, AT)
    apply(table, schema, AT, "--allow-destructive", compiled=planned.exit)
    assert list(table.children("d")) == [NOW] and list(table.children("d_a")) == ["public.d_a_0"]
    assert trees.leaves(table.database)["d_a_0"] == 1


# --- C40: detached and never dropped ------------------------------------------------------------------------------------

STRANGERS = """
CREATE TABLE d_p20240101 (ts date NOT NULL, v int);
CREATE TABLE by_hand PARTITION OF d FOR VALUES FROM ('2024-12-31') TO ('2025-01-01');
ALTER TABLE d DETACH PARTITION by_hand;
"""


@pytest.fixture
def detached(start):
    """d_a and d_b are detached by a file at 10:00 of 1 February; nothing has dropped them."""
    table = start(TWO_DAYS + STRANGERS)
    table.migrate(table.schema(KEEP % "current"), AT)
    assert list(table.children("d")) == [NOW]
    return table


def drops(run):
    return [o.name for o in run.operations if o.verb == "DROP"]


def exists(table, name):
    return table.database.value("SELECT to_regclass(%s) IS NOT NULL", name)


LATER = "2025-02-08T11:00:00Z"


def test_c40_dropped_after_its_grace_by_whatever_run(detached):
    """By another folder, as of another host: the mark is in the database. The two without one are not touched."""
    table = detached
    schema = table.schema(KEEP % "current")
    early = table.plan(schema, "2025-02-08T09:59:00Z").expect(0)
    assert drops(early) == [] and ("info", "grace_pending", "public.d_a") in kinds(early)
    assert drops(table.plan(schema, LATER).expect(0)) == ["public.d_a", "public.d_b"]
    table.folder = table.tmp_path / "another_host"
    files = table.files(schema, LATER)
    psql.run(table.database, *files)
    assert [exists(table, name) for name in ("d_a", "d_b", "by_hand", "d_p20240101")] == [False, False, True, True]
    at_rest(table, schema, LATER)


def test_c40_killed_between_the_detach_and_its_time(start):
    """The run died after the detach and before the mark had its time: the next plan writes the time, and the grace begins then."""
    table = start(TWO_DAYS)
    schema = table.schema(KEEP % "current")
    table.database.query("COMMENT ON TABLE d_a IS %s", f"pschema: detaching, public.d_a of public.d {range_of('2025-01-01', '2025-01-02')}")
    table.database.query("ALTER TABLE d DETACH PARTITION d_a")
    planned = table.plan(schema, LATER).expect(3)
    assert ("DETACH", "public.d_a") in verbs(planned) and drops(planned) == []
    # The mark was made by hand here, and so without a ledger. Nothing else is odd about it.
    assert [k[1] for k in kinds(planned)] == ["ledger_missing"]
    table.migrate(schema, LATER, exit_code=3)
    assert table.database.value("SELECT obj_description('d_a'::regclass)").startswith("pschema: detached at 2025-02-08T11:0")
    assert "public.d_a" not in drops(table.plan(schema, "2025-02-15T10:00:00Z"))
    assert "public.d_a" in drops(table.plan(schema, "2025-02-15T12:00:00Z"))


def test_c40_attached_again_by_hand(detached):
    """The mark is stale: not dropped, not detached by its mark, and cleared, so that a later detach by hand is not taken for ours."""
    table = detached
    table.database.query("ALTER TABLE d ATTACH PARTITION d_a FOR VALUES FROM ('2025-01-01') TO ('2025-01-02')")
    schema = table.schema(KEEP % "for 90 days")
    planned = table.plan(schema, LATER).expect(0)
    assert "public.d_a" not in drops(planned) and ("info", "stale_marker", "public.d_a") in kinds(planned)
    table.migrate(schema, LATER)
    assert table.database.value("SELECT obj_description('d_a'::regclass)") is None
    table.database.query("ALTER TABLE d DETACH PARTITION d_a")
    assert "public.d_a" not in drops(table.plan(table.schema(KEEP % "current"), "2025-06-08T11:00:00Z"))


def test_c40_attached_again_by_hand_and_still_expired(detached):
    """A sister: it is detached again, and its grace begins anew."""
    table = detached
    table.database.query("ALTER TABLE d ATTACH PARTITION d_a FOR VALUES FROM ('2025-01-01') TO ('2025-01-02')")
    schema = table.schema(KEEP % "current")
    planned = table.plan(schema, "2025-02-07T11:00:00Z")
    assert ("DETACH", "public.d_a") in verbs(planned) and drops(planned) == []
    table.migrate(schema, "2025-02-07T11:00:00Z", exit_code=planned.exit)
    assert table.database.value("SELECT obj_description('d_a'::regclass)").startswith("pschema: detached at 2025-02-07T11:0")
    assert drops(table.plan(schema, LATER)) == ["public.d_b"]


@pytest.mark.parametrize("change, why", [
    # Attached and detached by hand since, with other bounds or the same ones: the mark is older than the last word.
    ("ALTER TABLE d ATTACH PARTITION d_a FOR VALUES FROM ('2025-01-01') TO ('2025-01-02'); ALTER TABLE d DETACH PARTITION d_a", "orphan_changed"),
    ("ALTER TABLE d_a RENAME TO d_saved", "orphan_renamed"),
    ("CREATE SCHEMA kept; ALTER TABLE d_a SET SCHEMA kept", "orphan_renamed"),
    ("COMMENT ON TABLE d_a IS NULL", None),
    ("COMMENT ON TABLE d_a IS 'precious'", None),
])
def test_c40_a_mark_that_no_longer_agrees_kills_nothing(detached, change, why):
    """In the plan, and in a file that was planned before."""
    table = detached
    schema = table.schema(KEEP % "current")
    before = table.files(schema, LATER)
    table.database.query(change)
    planned = table.plan(schema, LATER)
    assert "public.d_a" not in drops(planned) and "kept.d_a" not in drops(planned)
    assert why is None or why in [k[1] for k in kinds(planned)]
    for path in before:
        psql.attempt(table.database, path)
    assert table.database.value("SELECT count(*) FROM pg_class WHERE relname IN ('d_a', 'd_saved') AND relkind = 'r'") == 1


def test_c40_of_a_parent_that_is_gone(detached):
    """A sister: the table was renamed, or dropped; its detached partitions are somebody's yet, for a file of before too."""
    table = detached
    files = table.files(table.schema(KEEP % "current"), LATER)
    table.database.query("ALTER TABLE d RENAME TO other")
    for path in files:
        psql.attempt(table.database, path)
    assert exists(table, "d_a") and exists(table, "d_b")
    schema = table.schema((KEEP % "current").replace("table d ", "table other "))
    planned = table.plan(schema, LATER).expect(3)
    assert drops(planned) == []
    assert [k[1:] for k in kinds(planned) if k[0] == "warning"] == [("orphan_parent_missing", "public.d_a"), ("orphan_parent_missing", "public.d_b")]


def test_c40_made_anew_under_the_same_name(detached):
    """As a restore makes it, comment included: it looks like ours in all but its age. A file of before skips it, if it has no mark;
    a plan says what to do, if it has one."""
    table = detached
    schema = table.schema(KEEP % "current")
    files = table.files(schema, LATER)
    marker = table.database.value("SELECT obj_description('d_a'::regclass)")
    table.database.query("DROP TABLE d_a; CREATE TABLE d_a (ts date NOT NULL, v int); INSERT INTO d_a VALUES ('2025-01-01', 9)")
    assert "SKIPPED" in psql.run(table.database, *files)
    assert exists(table, "d_a")
    table.database.query("COMMENT ON TABLE d_a IS %s", marker)
    table.database.query("GRANT SELECT ON d_a TO PUBLIC")  # a restore writes grants after comments
    planned = table.plan(schema, "2025-02-09T11:00:00Z").expect(3)
    assert drops(planned) == [] and ("warning", "orphan_changed", "public.d_a") in kinds(planned)


@pytest.mark.parametrize("grace, before, after", [("36 hours", "2025-02-02T21:59:00Z", "2025-02-02T22:01:00Z"),
                                                  ("2 weeks", "2025-02-15T09:59:00Z", "2025-02-15T10:01:00Z")])
def test_c40_other_graces(start, grace, before, after):
    """A sister: the end of the grace in other units, in the plan and by the server's clock."""
    table = start(TWO_DAYS)
    schema = table.schema((KEEP % "current").replace("7 days", grace))
    table.migrate(schema, AT)
    assert drops(table.plan(schema, before)) == []
    assert drops(table.plan(schema, after)) == ["public.d_a", "public.d_b"]
    files = table.files(schema, after)
    table.database.server.set_clock(before)
    psql.run(table.database, *files)
    assert exists(table, "d_a")
