"""The database is not what it was when the files were written: another version, another clock, a table dropped, renamed or replaced."""

import re

import pytest

import psql
import pschema
import servers
import trees
from reports import apply, start  # noqa: F401

pytestmark = pytest.mark.live

AT, LATER = "2025-05-05T12:00:00Z", "2025-05-12T12:00:00Z"
TABLE = "CREATE TABLE ev (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts); "
SCHEMA = "pschema 1; table ev { partition by range (ts) every day { create current and 1 after; keep current; drop 7 days after detach; } }"


def pending(start, setup=TABLE, schema=SCHEMA):
    table = start(setup)
    return table, table.files(table.schema(schema), AT)


def both(table, files):
    """By apply, and the same file by psql: refused both ways, and nothing is done."""
    before = trees.dump(table.database)
    refused = pschema.apply(table.folder, table.database).expect(7)
    told = psql.attempt(table.database, files[-1])
    assert told.returncode == 3 and trees.dump(table.database) == before
    return refused.err, told.stderr


@pytest.mark.parametrize("change, psql_says", [
    ("DROP TABLE ev", 'relation "public.ev" does not exist'),
    ("ALTER TABLE ev RENAME TO ev_2024", 'relation "public.ev" does not exist'),
    ("ALTER TABLE ev RENAME TO ev_2024; CREATE TABLE ev (id int, ts timestamptz NOT NULL)", '"ev"'),
], ids=["dropped", "renamed", "a plain table in its place"])
def test_the_table_is_not_there_under_its_name(start, change, psql_says):
    table, files = pending(start)
    table.database.query(change)
    refused, told = both(table, files)
    assert "there is no partitioned table public.ev: it was dropped or renamed" in refused and "42P01" in refused
    assert psql_says in told


def test_renamed_and_back(start):
    """What the file named is there again: it goes on as if nothing had been."""
    table, files = pending(start)
    table.database.query("ALTER TABLE ev RENAME TO x")
    pschema.apply(table.folder, table.database).expect(7)
    table.database.query("ALTER TABLE x RENAME TO ev")
    pschema.apply(table.folder, table.database).expect(0)
    assert list(table.children("ev")) == ["public.ev__2025_05_05", "public.ev__2025_05_06"]


def test_renamed_and_another_partitioned_table_in_its_place(start):
    """The file speaks of bounds below a name, so it makes the windows of whatever bears the name now, and leaves the renamed one alone."""
    table, files = pending(start)
    table.database.query("ALTER TABLE ev RENAME TO ev_2024; " + TABLE)
    pschema.apply(table.folder, table.database).expect(0)
    assert len(table.children("ev")) == 2 and table.children("ev_2024") == {}


def test_a_retirement_of_a_renamed_table_skips(start):
    table, _ = pending(start)
    pschema.apply(table.folder, table.database).expect(0)
    table.files(table.schema(SCHEMA), LATER)
    table.database.query("ALTER TABLE ev RENAME TO ev_2024; ALTER TABLE ev__2025_05_06 RENAME TO kept; INSERT INTO ev_2024 VALUES (1, '2025-05-05 12:00Z')")
    done = pschema.apply(table.folder, table.database, "--allow-destructive").expect(7)
    assert "there is no partitioned table public.ev" in done.err
    assert table.database.value("SELECT count(*) FROM ev_2024") == 1 and len(table.children("ev_2024")) == 2


def test_a_clock_that_is_behind(start, server):
    """Creations go on; what has expired by the plan has not by the server, is skipped, said, and seen by the next plan."""
    table, _ = pending(start)
    pschema.apply(table.folder, table.database).expect(0)
    table.files(table.schema(SCHEMA), LATER)
    server.set_clock(AT)
    late = "the server's clock shows 2025-05-05T12:00:"
    assert late in pschema.run("status", table.folder, "--dsn", table.database.dsn).out
    done = pschema.apply(table.folder, table.database, "--allow-destructive").expect(0)
    assert late in done.err and "by this server's clock it has not expired" in done.err
    assert sorted(table.children("ev"))[0] == "public.ev__2025_05_05" and len(table.children("ev")) == 4
    server.set_clock(LATER)
    assert ("DETACH", "public.ev__2025_05_05") in [(o.verb, o.name) for o in table.plan(table.schema(SCHEMA), LATER).operations]
    assert late not in pschema.run("status", table.folder, "--dsn", table.database.dsn).out


@pytest.fixture
def standby(server):
    """Of a primary that lives and goes on."""
    one = servers.Standby(server)
    yield one
    one.stop()


def test_a_standby_of_a_living_primary(start, standby):
    """Refuses a run, by both, and says all else as its primary does, also in the midst of what the primary does; once it
    is promoted, it runs what waits."""
    table, _ = pending(start)
    primary = table.database
    pschema.apply(table.folder, primary).expect(0)
    table.files(table.schema(SCHEMA), LATER)
    replica = standby.dsn(primary.name)
    standby.catch_up()

    def both_say(*words):
        said = [pschema.run(*words, "--dsn", dsn) for dsn in (primary.dsn, replica)]
        assert said[0].exit == said[1].exit and said[0].err == said[1].err
        return [re.sub(r"(taken_at = |at )\S*\d:\d\d\S*", "", run.out) for run in said]

    for words in (["snapshot", table.schema(SCHEMA)], ["plan", table.schema(SCHEMA), "--at", LATER], ["check", table.schema(SCHEMA), "--at", LATER],
                  ["explain", "ev__2025_05_05", table.schema(SCHEMA), "--at", LATER]):
        first, second = both_say(*words)
        assert first == second and first, words
    status = pschema.run("status", table.folder, "--dsn", replica).expect(2)
    assert "connect to the primary" in status.out
    before = trees.dump(primary)
    assert "25006" in pschema.run("apply", table.folder, "--dsn", replica, "--allow-destructive").expect(7).err
    assert trees.dump(primary) == before
    standby.promote()
    pschema.run("apply", table.folder, "--dsn", replica, "--allow-destructive").expect(0)
    pschema.apply(table.folder, primary, "--allow-destructive").expect(0)
    assert trees.dump(Promoted(replica)) == trees.dump(primary) != before


class Promoted:
    query = servers.Database.query
    connect = servers.Database.connect

    def __init__(self, dsn):
        self.dsn = dsn


IDENTITY = """CREATE TABLE ev (id bigint GENERATED ALWAYS AS IDENTITY, ts timestamptz NOT NULL) PARTITION BY RANGE (ts)"""
IDENTITY_SCHEMA = """pschema 1; table ev { partition by range (ts) every day { create current; keep %s; drop 70 days after detach; partition by hash (id) modulus 2; } }"""


def test_a_plan_for_another_version(start, server, major):
    """A detached branch with an identity column may come back before 17 and not after: the file asks the server that it meets."""
    table = start(IDENTITY)
    apply(table, table.schema(IDENTITY_SCHEMA % "current"), AT)
    table.database.query("INSERT INTO ev (ts) VALUES ('2025-05-05 12:00Z')")
    apply(table, table.schema(IDENTITY_SCHEMA % "current"), LATER, "--allow-destructive")
    catalog = table.snapshot(table.schema(IDENTITY_SCHEMA % "for 30 days"))
    lines = ["server = 150000" if line.startswith("server = ") else line for line in catalog.read_text(encoding="utf-8").splitlines()]
    catalog.write_text("\n".join(lines) + "\n", encoding="utf-8")
    pschema.compile_files(table.tmp_path / "schema.pschema", catalog, "2025-05-12T13:00:00Z", table.folder)
    done = pschema.apply(table.folder, table.database)
    if major >= 17:
        assert "PostgreSQL 17 and later would leave" in done.expect(7).err and "public.ev__2025_05_05" not in table.children("ev")
    else:
        assert done.expect(0) and table.database.value("SELECT count(*) FROM ev") == 1
