"""Reports C23 and C45: names that are taken, and the same name in another schema."""

import pytest

import psql
import pschema
import trees
from reports import apply, at_rest, created, kinds, range_of, start, verbs  # noqa: F401

pytestmark = pytest.mark.live

AT = "2025-01-01T10:00:00Z"

# --- C23: the wanted name is taken --------------------------------------------------------------------------------------

RACE = "CREATE TABLE race (ts date NOT NULL, n int) PARTITION BY RANGE (ts);"
RACE_DAY = "pschema 1; table race { partition by range (ts) every day { create current; } }"
NAME = "race__2025_01_01"
SQUATTERS = {
    "table": "CREATE TABLE {} (x int)",
    "view": "CREATE VIEW {} AS SELECT 1 AS x",
    "materialized view": "CREATE MATERIALIZED VIEW {} AS SELECT 1 AS x",
    "sequence": "CREATE SEQUENCE {}",
    "foreign table": "CREATE FOREIGN DATA WRAPPER w; CREATE SERVER s FOREIGN DATA WRAPPER w; CREATE FOREIGN TABLE {} (x int) SERVER s",
    "partitioned table": "CREATE TABLE {} (x int) PARTITION BY HASH (x)",
    "composite type": "CREATE TYPE {} AS (x int)",
    "type": "CREATE TYPE {} AS ENUM ('x')",
    "index": "CREATE TABLE other (x int); CREATE INDEX {} ON other (x)",
}
MORE_SQUATTERS = {
    "domain": ("type", "CREATE DOMAIN {} AS int"),
    "range type": ("type", "CREATE TYPE {} AS RANGE (SUBTYPE = float8)"),
    "shell type": ("type", "CREATE TYPE {}"),
    "index of the table itself": ("index", "CREATE INDEX {} ON race (n)"),
    "constraint of the table itself": ("index", "ALTER TABLE race ADD CONSTRAINT {} UNIQUE (ts)"),
    "unlogged table": ("table", "CREATE UNLOGGED TABLE {} (x int)"),
    "child of another parent": ("table", "CREATE TABLE other (ts date) PARTITION BY RANGE (ts); "
                                         "CREATE TABLE {} PARTITION OF other FOR VALUES FROM ('2025-01-01') TO ('2025-01-02')"),
    "detached by hand, of the right shape": ("table", "CREATE TABLE {} (LIKE race)"),
    "child by plain inheritance": ("table", "CREATE TABLE plain (x int); CREATE TABLE {} () INHERITS (plain)"),
}


@pytest.mark.parametrize("what, setup", [*SQUATTERS.items(), *MORE_SQUATTERS.values()], ids=[*SQUATTERS, *MORE_SQUATTERS])
def test_c23_a_taken_name_is_held_and_left_alone(start, what, setup):
    table = start(RACE + setup.format(NAME))
    before = trees.dump(table.database)
    schema = table.schema(RACE_DAY)
    planned = table.plan(schema, AT).expect(3)
    assert planned.operations == []
    found, = [f for f in planned.findings if f.kind == "name_unusable"]
    assert found.severity == "warning" and found.rest.startswith(f"public.{NAME} ")
    assert "public.race" in found.rest and f"a {what} has this name" in found.rest
    assert table.files(schema, AT, exit_code=3) == []
    assert trees.dump(table.database) == before


@pytest.mark.parametrize("setup", ["CREATE SCHEMA other; CREATE TABLE other.{} (x int)", "CREATE FUNCTION {}() RETURNS int LANGUAGE sql AS 'SELECT 1'",
                                   "CREATE TABLE t (x int CONSTRAINT {} CHECK (x > 0))", "CREATE ROLE {}", "CREATE TABLE race__2025_01_011 (x int)"])
def test_c23_what_does_not_take_the_name(start, setup):
    """A sister, the other way round: other schemas, and kinds that share no namespace with tables, are no reason to hold."""
    table = start(RACE + setup.format(NAME))
    try:
        assert created(table.plan(table.schema(RACE_DAY), AT).expect(0)) == [f"public.{NAME}"]
        table.migrate(table.schema(RACE_DAY), AT)
        assert table.children("race") == {f"public.{NAME}": range_of("2025-01-01", "2025-01-02")}
    finally:
        if "ROLE" in setup:
            table.database.query("DROP ROLE race__2025_01_01")


@pytest.mark.parametrize("level, taken", [
    ("partition by list (n) { group one in (1); group two in (2); }", "race__two"),
    ("partition by hash (n) modulus 2;", "race__h1"),
    ("partition by list (n) { group one in (1); default; }", "race__default"),
])
def test_c23_names_of_groups_buckets_and_defaults(start, level, taken):
    """A sister: members of every kind of level."""
    strategy = "LIST" if "list" in level else "HASH"
    table = start(RACE.replace("RANGE (ts)", f"{strategy} (n)") + f"CREATE INDEX {taken} ON race (ts)")
    planned = table.plan(table.schema(f"pschema 1; table race {{ {level} }}"), AT).expect(3)
    assert ("warning", "name_unusable", f"public.{taken}") in kinds(planned)
    assert len(created(planned)) == 1
    apply(table, table.schema(f"pschema 1; table race {{ {level} }}"), AT, compiled=3)
    assert len(table.children("race")) == 1


@pytest.mark.parametrize("setup", ["CREATE VIEW {} AS SELECT 1", "CREATE INDEX {} ON race (n)", "CREATE TYPE {} AS ENUM ('x')"])
def test_c23_a_name_below_holds_the_whole_window(start, setup):
    """A sister: a bucket's name is taken. The day is not made without that bucket."""
    table = start(RACE + setup.format(NAME + "__h1"))
    schema = table.schema(RACE_DAY.replace("create current;", "create current and 1 after; partition by hash (n) modulus 2;"))
    planned = table.plan(schema, AT).expect(3)
    assert created(planned) == ["public.race__2025_01_02"]
    assert ("warning", "name_unusable", f"public.{NAME}__h1") in kinds(planned)


def test_c23_taken_since_the_plan(start):
    """The file stops with everything of its step rolled back, and names what is there; no IF NOT EXISTS takes it for done."""
    table = start(RACE)
    schema = table.schema(RACE_DAY)
    files = table.files(schema, AT)
    assert not any("IF NOT EXISTS" in line for path in files for line in path.read_text(encoding="utf-8").splitlines()
                   if "PARTITION" in line or NAME in line)
    table.database.query(f"CREATE TABLE {NAME} (x int)")
    failed = pschema.apply(table.folder, table.database).expect(7)
    assert NAME in failed.err and "already exists" in failed.err
    assert table.children("race") == {}
    assert table.database.value("SELECT count(*) FROM pschema.migration WHERE name LIKE '%create' AND state = 'done'") == 0
    assert ("warning", "name_unusable", f"public.{NAME}") in kinds(table.plan(schema, AT).expect(3))


def test_c23_the_same_window_under_another_name_is_there(start):
    """Proved by bounds and not by name, at the plan and in the file."""
    table = start(RACE)
    schema = table.schema(RACE_DAY)
    files = table.files(schema, AT)
    table.database.query("CREATE TABLE by_hand PARTITION OF race FOR VALUES FROM ('2025-01-01') TO ('2025-01-02')")
    psql.run(table.database, *files)
    assert list(table.children("race")) == ["public.by_hand"]
    at_rest(table, schema, AT)


@pytest.mark.parametrize("setup", ["CREATE VIEW public.race__2025_01_01__rows AS SELECT 1", "CREATE TYPE public.race__2025_01_01__rows AS ENUM ('x')"])
def test_c23_the_name_of_a_helper_table(start, setup):
    """A sister: the table through which a move goes needs a name too, and a taken one must not stop each night's run."""
    table = start(RACE + "CREATE TABLE race__default PARTITION OF race DEFAULT; INSERT INTO race VALUES ('2025-01-01', 1);" + setup)
    schema = table.schema(RACE_DAY.replace("create current;", "create current; default drain;"))
    apply(table, schema, AT, "--allow-destructive")
    assert trees.leaves(table.database) == {NAME: 1, "race__default": 0}
    at_rest(table, schema, AT)


# --- C45: the same name in another schema -------------------------------------------------------------------------------

TWO_SCHEMAS = """
CREATE SCHEMA s1; CREATE SCHEMA s2;
CREATE TABLE s1.ev (ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
CREATE TABLE s2.ev_p20250101 PARTITION OF s1.ev FOR VALUES FROM ('2025-01-01 00:00+00') TO ('2025-01-02 00:00+00');
CREATE TABLE s1.ev_p20250101 (important text); INSERT INTO s1.ev_p20250101 VALUES ('kept');
INSERT INTO s1.ev VALUES ('2025-01-01 10:00+00');
"""
CURRENT_DAY = "pschema 1; table s1.ev { partition by range (ts) every day { create current; keep current; %s } }"


@pytest.mark.parametrize("path", ["s1", "''", "s2, s1, pg_catalog", "public"])
def test_c45_only_the_partition_goes(start, path):
    table = start(TWO_SCHEMAS)
    table.database.query(f"ALTER DATABASE {table.database.name} SET search_path = {path}")
    schema = table.schema(CURRENT_DAY % "drop immediately;")
    planned = table.plan(schema, "2025-02-01T10:00:00Z").expect(0)
    assert verbs(planned) == [("CREATE", "s1.ev__2025_02_01"), ("DETACH", "s2.ev_p20250101"), ("DROP", "s2.ev_p20250101")]
    table.migrate(schema, "2025-02-01T10:00:00Z")
    assert list(table.children("s1.ev")) == ["s1.ev__2025_02_01"]
    assert table.database.query("SELECT important FROM s1.ev_p20250101") == [("kept",)]
    assert table.database.value("SELECT to_regclass('s2.ev_p20250101') IS NULL")


def test_c45_new_partitions_go_where_the_schema_says(start):
    table = start(TWO_SCHEMAS)
    schema = table.schema((CURRENT_DAY % "drop 1 day after detach;").replace("ev {", "ev { in schema s2;"))
    table.migrate(schema, "2025-02-01T10:00:00Z")
    assert list(table.children("s1.ev")) == ["s2.ev__2025_02_01"]
    # The next day it goes too, by its own schema, and the name in s1 does not matter.
    table.database.query("CREATE TABLE s1.ev__2025_02_01 (x int)")
    table.migrate(schema, "2025-02-03T10:00:00Z")
    table.migrate(schema, "2025-02-04T11:00:00Z")
    assert table.database.query("SELECT to_regclass('s2.ev__2025_02_01'), to_regclass('s1.ev__2025_02_01')::text") == [(None, "s1.ev__2025_02_01")]


def test_c45_orphans_of_one_name_in_several_schemas(start):
    """A sister: a copy of a detached partition, marker included, in another schema (a backup, a restore) is not the partition.
    Nor is what took its name after it was moved away."""
    table = start(TWO_SCHEMAS)
    schema = table.schema(CURRENT_DAY % "drop 1 day after detach;")
    table.migrate(schema, "2025-02-01T10:00:00Z")
    marker = table.database.value("SELECT obj_description('s2.ev_p20250101'::regclass)")
    assert marker.startswith("pschema: detached at 2025-02-01T10:0")
    table.database.query("CREATE SCHEMA backup; CREATE TABLE backup.ev_p20250101 AS SELECT * FROM s2.ev_p20250101")
    for other in ("backup.ev_p20250101", "s1.ev_p20250101"):
        table.database.query(f"COMMENT ON TABLE {other} IS '{marker.replace(chr(39), chr(39) * 2)}'")
    planned = table.plan(schema, "2025-02-03T10:00:00Z").expect(3)
    assert [o.name for o in planned.operations if o.verb == "DROP"] == ["s2.ev_p20250101"]
    assert sorted(k for k in kinds(planned) if k[1] == "orphan_renamed") == [
        ("warning", "orphan_renamed", "backup.ev_p20250101"), ("warning", "orphan_renamed", "s1.ev_p20250101")]
    files = table.files(schema, "2025-02-03T10:00:00Z", exit_code=3)
    # Between plan and run it is moved away, and a plain table takes its place.
    table.database.query("ALTER TABLE s2.ev_p20250101 RENAME TO away; CREATE TABLE s2.ev_p20250101 (precious int)")
    psql.run(table.database, *files)
    assert table.database.value("SELECT count(*) FROM pg_class WHERE relname IN ('away', 'ev_p20250101') AND relkind = 'r'") == 4
    assert table.database.value("SELECT count(*) FROM s2.away") == 1


def test_c45_two_roots_of_one_name(start):
    """A sister: s1.ev and s2.ev with partitions of one name each; each retires its own."""
    table = start("""CREATE SCHEMA s1; CREATE SCHEMA s2;
        CREATE TABLE s1.ev (ts timestamptz NOT NULL) PARTITION BY RANGE (ts); CREATE TABLE s2.ev (ts timestamptz NOT NULL) PARTITION BY RANGE (ts);
        CREATE TABLE s2.a PARTITION OF s1.ev FOR VALUES FROM ('2025-01-01 00:00+00') TO ('2025-01-02 00:00+00');
        CREATE TABLE s1.a PARTITION OF s2.ev FOR VALUES FROM ('2025-01-01 00:00+00') TO ('2025-01-02 00:00+00')""")
    schema = table.schema(CURRENT_DAY % "drop immediately;" + " table s2.ev { partition by range (ts) every day { create current; keep forever; } }")
    table.migrate(schema, "2025-02-01T10:00:00Z")
    assert list(table.children("s1.ev")) == ["s1.ev__2025_02_01"]
    assert sorted(table.children("s2.ev")) == ["s1.a", "s2.ev__2025_02_01"]
