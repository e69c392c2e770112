"""Reports C28, C31 and C32: who owns a new partition, identity columns, and generated columns."""

import psycopg2
import pytest

import psql
import pschema
from reports import apply, at_rest, kinds, start, verbs  # noqa: F401

pytestmark = pytest.mark.live

AT = "2025-01-01T10:00:00Z"

# --- C28: the owner -----------------------------------------------------------------------------------------------------


@pytest.fixture
def roles(database):
    """(app_owner, maint): maint is a member of app_owner; all is gone at the end."""
    owner, maint = "app_owner_" + database.name, "maint_" + database.name
    database.query(f"CREATE ROLE {owner}; CREATE ROLE {maint} LOGIN NOINHERIT; GRANT {owner} TO {maint}")
    yield owner, maint
    database.query(f"DROP OWNED BY {maint} CASCADE; DROP OWNED BY {owner} CASCADE; DROP ROLE {maint}; DROP ROLE {owner}")


OWNED = """CREATE SCHEMA app AUTHORIZATION {0}; SET ROLE {0};
CREATE TABLE app.ev (id int, ts date NOT NULL) PARTITION BY RANGE (ts);
CREATE TABLE app.ev__default PARTITION OF app.ev DEFAULT; INSERT INTO app.ev VALUES (1, '2025-01-01')"""
OWNED_SCHEMA = """pschema 1; table app.ev { partition by range (ts) every day {
  create current and 1 after; keep current; drop immediately; default drain { partition by hash (id) modulus 1; } partition by hash (id) modulus 2; } }"""
OWNERS = "SELECT DISTINCT pg_get_userbyid(relowner) FROM pg_class WHERE relnamespace = 'app'::regnamespace AND relkind IN ('r', 'p', 'i', 'I', 'S')"


def as_role(database, role):
    return database.dsn.replace("user=postgres", f"user={role}")


def allow_ledger(database, role):
    """What a database administrator gives to whoever runs migrations."""
    database.query(f"GRANT INSERT, UPDATE, SELECT ON ALL TABLES IN SCHEMA pschema TO {role}; GRANT USAGE ON ALL SEQUENCES IN SCHEMA pschema TO {role}")


@pytest.mark.parametrize("by", ["maint", "superuser"])
def test_c28_new_partitions_belong_to_the_parents_owner(start, roles, by):
    owner, maint = roles
    table = start(OWNED.format(owner))
    schema = table.schema(OWNED_SCHEMA)
    planned = table.plan(schema, AT)
    assert ("MOVE", "app.ev__default") in verbs(planned)
    files = table.files(schema, AT, exit_code=planned.exit)
    psql.run(table.database, *[path for path in files if "ledger" in path.name])
    allow_ledger(table.database, maint)
    dsn = as_role(table.database, maint) if by == "maint" else table.database.dsn
    pschema.run("apply", table.folder, "--dsn", dsn, "--allow-destructive").expect(0)
    assert table.database.query(OWNERS) == [(owner,)]
    assert len(table.children("app.ev__2025_01_01")) == 2 and table.database.value("SELECT count(*) FROM app.ev") == 1
    table.database.query(f"SET ROLE {owner}; ALTER TABLE app.ev ADD COLUMN later int")
    # And they can be retired again by the same role.
    planned = table.plan(schema, "2025-01-02T10:00:00Z")
    table.files(schema, "2025-01-02T10:00:00Z", exit_code=planned.exit)
    pschema.run("apply", table.folder, "--dsn", dsn, "--allow-destructive").expect(0)
    assert "app.ev__2025_01_01" not in table.children("app.ev") and table.database.query(OWNERS) == [(owner,)]


@pytest.mark.parametrize("with_psql", [True, False])
def test_c28_whoever_is_no_member_is_told_what_is_missing(start, roles, with_psql):
    owner, maint = roles
    table = start(OWNED.format(owner))
    table.database.query(f"REVOKE {owner} FROM {maint}")
    schema = table.schema(OWNED_SCHEMA)
    files = table.files(schema, AT, exit_code=table.plan(schema, AT).exit)
    psql.run(table.database, *[path for path in files if "ledger" in path.name])
    allow_ledger(table.database, maint)
    dsn = as_role(table.database, maint)
    if with_psql:
        class Elsewhere:
            pass
        other = Elsewhere()
        other.dsn, other.wait_until_left = dsn, table.database.wait_until_left
        create = [path for path in files if path.name.endswith("_create.sql")][0]
        failed = psql.attempt(other, create)
        assert failed.returncode == 3 and f'permission denied to set role "{owner}"' in failed.stderr
    else:
        failed = pschema.run("apply", table.folder, "--dsn", dsn, "--allow-destructive").expect(7)
        assert "42501" in failed.err and f"role {maint} may not act for {owner}" in failed.err
        assert f"GRANT {owner} TO {maint};" in failed.err and "nothing of the file ran" in failed.err
    assert list(table.children("app.ev")) == ["app.ev__default"]


def test_c28_partitions_of_another_owner_are_reported_and_left(start, roles):
    owner, maint = roles
    table = start(OWNED.format(owner))
    table.database.query("CREATE TABLE app.ev__2024_12_01 PARTITION OF app.ev FOR VALUES FROM ('2024-12-01') TO ('2024-12-02')")
    schema = table.schema(OWNED_SCHEMA)
    planned = table.plan(schema, AT).expect(3)
    assert ("warning", "owner_differs", "app.ev__2024_12_01") in kinds(planned)
    assert "app.ev__2024_12_01" not in [o.name for o in planned.operations]
    table.migrate(schema, AT, exit_code=3)
    assert table.database.value("SELECT pg_get_userbyid(relowner) FROM pg_class WHERE relname = 'ev__2024_12_01'") == "postgres"
    table.database.query(f"ALTER TABLE app.ev__2024_12_01 OWNER TO {owner}")
    planned = table.plan(schema, AT)
    assert ("DETACH", "app.ev__2024_12_01") in verbs(planned)


def test_c28_the_owner_of_the_moment_of_the_run_counts(start, roles):
    """A sister: the table has come to another owner since the plan."""
    owner, maint = roles
    table = start(OWNED.format(owner))
    schema = table.schema(OWNED_SCHEMA.replace("default drain { partition by hash (id) modulus 1; }", ""))
    files = table.files(schema, AT, exit_code=table.plan(schema, AT).exit)
    table.database.query(f"RESET ROLE; DELETE FROM app.ev; GRANT USAGE, CREATE ON SCHEMA app TO {maint}; ALTER TABLE app.ev OWNER TO {maint}; ALTER TABLE app.ev__default OWNER TO {maint}")
    psql.run(table.database, *files)
    planned = table.plan(schema, AT)
    table.migrate(schema, "2025-01-01T11:00:00Z", exit_code=planned.exit)
    assert table.database.query(OWNERS) == [(maint,)]


# --- C31: identity ------------------------------------------------------------------------------------------------------

SEQUENCES = "SELECT count(*) FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace"


@pytest.mark.parametrize("kind, letter", [("ALWAYS", "a"), ("BY DEFAULT", "d")])
def test_c31_one_sequence_on_every_version(start, major, kind, letter):
    table = start(f"CREATE TABLE idt (id bigint GENERATED {kind} AS IDENTITY, ts date NOT NULL) PARTITION BY RANGE (ts)")
    schema = table.schema("pschema 1; table idt { partition by range (ts) every day { create current and 1 after; keep %s; drop 7 days after detach; } }" % "current")
    files = table.files(schema, AT)
    assert "INCLUDING ALL EXCLUDING IDENTITY" in "".join(path.read_text(encoding="utf-8") for path in files)
    psql.run(table.database, *files)
    identity = "SELECT attidentity FROM pg_attribute WHERE attrelid = 'idt__2025_01_01'::regclass AND attname = 'id'"
    assert table.database.value(identity) == (letter if major >= 17 else "")
    assert table.database.value(SEQUENCES) == 1
    table.database.query("INSERT INTO idt (ts) VALUES ('2025-01-01'), ('2025-01-02'), ('2025-01-01')")
    assert table.database.query("SELECT id FROM idt ORDER BY id") == [(1,), (2,), (3,)]
    at_rest(table, schema, AT)
    # Detached, identity is gone on 17; and it comes back with the partition.
    table.migrate(schema, "2025-01-02T10:00:00Z")
    assert table.database.value(identity) == ""
    longer = table.schema("pschema 1; table idt { partition by range (ts) every day { create current and 1 after; keep current and 1 before; drop 7 days after detach; } }")
    assert ("ATTACH", "public.idt__2025_01_01") in verbs(table.plan(longer, "2025-01-02T11:00:00Z").expect(0))
    table.migrate(longer, "2025-01-02T11:00:00Z")
    assert table.database.value(identity) == (letter if major >= 17 else "")
    assert table.database.value(SEQUENCES) == 1
    table.database.query("INSERT INTO idt (ts) VALUES ('2025-01-01')")
    assert table.database.value("SELECT max(id) FROM idt") == 4


def test_c31_moves_and_branches_keep_their_numbers(start):
    """A sister: rows that are moved bring the ids that they have; serial and default sequences are one, too."""
    table = start("""CREATE TABLE idt (id bigint GENERATED ALWAYS AS IDENTITY, n serial, ts date NOT NULL) PARTITION BY RANGE (ts);
        CREATE TABLE idt_rest PARTITION OF idt DEFAULT; INSERT INTO idt (ts) VALUES ('2025-01-01'), ('2025-01-01'), ('2024-01-01')""")
    schema = table.schema("pschema 1; table idt { partition by range (ts) every day { create current; default drain; partition by hash (n) modulus 2; } }")
    planned = table.plan(schema, AT)
    apply(table, schema, AT, "--allow-destructive", compiled=planned.exit)
    assert table.database.query("SELECT id, n FROM idt ORDER BY id") == [(1, 1), (2, 2), (3, 3)]
    assert table.database.value(SEQUENCES) == 2
    table.database.query("INSERT INTO idt (ts) VALUES ('2025-01-01')")
    assert table.database.query("SELECT id, n FROM idt__2025_01_01 ORDER BY id") == [(1, 1), (2, 2), (4, 4)]


# --- C32: generated columns ---------------------------------------------------------------------------------------------

EXPRESSIONS = """SELECT a.attgenerated::text, pg_get_expr(adbin, adrelid) FROM pg_attribute a JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE attrelid = %s::regclass AND attname = 'b'"""


def generated(kind):
    return f"CREATE TABLE g (a int, b int GENERATED ALWAYS AS (a * 2) {kind}, ts date NOT NULL) PARTITION BY RANGE (ts)"


def test_c32_the_same_expression(start, major):
    for kind, letter in [("STORED", "s")] + ([("VIRTUAL", "v")] if major >= 18 else []):
        table = start("DROP TABLE IF EXISTS g; " + generated(kind))
        schema = table.schema("pschema 1; table g { partition by range (ts) every day { create current; } }")
        table.database.query("DROP SCHEMA IF EXISTS pschema CASCADE")
        table.folder = table.tmp_path / kind
        table.migrate(schema, AT)
        assert table.database.query(EXPRESSIONS, "g__2025_01_01") == [(letter, "(a * 2)")]
        table.database.query("INSERT INTO g VALUES (21, DEFAULT, '2025-01-01')")
        assert table.database.query("SELECT a, b FROM g") == [(21, 42)]


KEEP_ONE = "pschema 1; table g { partition by range (ts) every day { create current; keep %s; drop 7 days after detach; } }"
CHANGES = {
    # What becomes of the detached table (d) or of the parent (g) before it is wanted again.
    "child is generated, parent plain": ("ALTER TABLE g ALTER b DROP EXPRESSION", "generated on one side only"),
    "child is plain, parent generated": ("ALTER TABLE g__2024_12_31 ALTER b DROP EXPRESSION", "generated on one side only"),
    "another expression": ("ALTER TABLE g__2024_12_31 DROP COLUMN b; ALTER TABLE g__2024_12_31 ADD COLUMN b int GENERATED ALWAYS AS (a * 3) STORED", "expression"),
    "column is missing": ("ALTER TABLE g__2024_12_31 DROP COLUMN a CASCADE", ""),
    "column more": ("ALTER TABLE g__2024_12_31 ADD COLUMN c int", ""),
    "column came to the parent": ("ALTER TABLE g ADD COLUMN c int", ""),
    "other type": ("ALTER TABLE g__2024_12_31 DROP COLUMN b; ALTER TABLE g__2024_12_31 ADD COLUMN b bigint GENERATED ALWAYS AS (a * 2) STORED", "bigint"),
    "may be NULL": ("ALTER TABLE g__2024_12_31 ALTER ts DROP NOT NULL", "NULL"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_c32_a_candidate_for_attach_is_compared_before(start, change):
    """PostgreSQL 15 lets in a child that generates what the parent stores, and 16 one with another expression; no row sits there then
    where the parent's rules would have put it. So the plan compares, and the file does not find it out in the night."""
    statement, why = CHANGES[change]
    table = start(generated("STORED") + "; CREATE TABLE g__2024_12_31 PARTITION OF g FOR VALUES FROM ('2024-12-31') TO ('2025-01-01')")
    table.migrate(table.schema(KEEP_ONE % "current"), AT)
    assert list(table.children("g")) == ["public.g__2025_01_01"]
    table.database.query(statement)
    schema = table.schema(KEEP_ONE % "current and 1 before")
    planned = table.plan(schema, AT).expect(3)
    assert "ATTACH" not in [o.verb for o in planned.operations]
    found, = [f for f in planned.findings if f.kind == "orphan_shape"]
    assert found.rest.startswith("public.g__2024_12_31 ") and why in found.rest
    table.migrate(schema, AT, exit_code=3)
    assert list(table.children("g")) == ["public.g__2025_01_01"]


@pytest.mark.parametrize("statement", ["ALTER TABLE g ADD COLUMN t text COLLATE \"C\"; ALTER TABLE g__2024_12_31 ADD COLUMN t text",
                                       "ALTER TABLE g ADD CHECK (a > 0)"])
def test_c32_what_the_server_compares_itself(start, statement):
    """A sister: collations and constraints are the server's to refuse, and it does on every version. The step is rolled back whole,
    marker included, and the orphan is what it was."""
    table = start(generated("STORED") + "; CREATE TABLE g__2024_12_31 PARTITION OF g FOR VALUES FROM ('2024-12-31') TO ('2025-01-01')")
    table.migrate(table.schema(KEEP_ONE % "current"), AT)
    table.database.query(statement)
    marker = "SELECT obj_description('g__2024_12_31'::regclass)"
    before = table.database.value(marker)
    schema = table.schema(KEEP_ONE % "current and 1 before")
    table.files(schema, AT, exit_code=table.plan(schema, AT).exit)
    failed = pschema.apply(table.folder, table.database).expect(7)
    assert "42P21" in failed.err or "42804" in failed.err
    assert table.database.value(marker) == before and before.startswith("pschema: detached at")
    assert list(table.children("g")) == ["public.g__2025_01_01"]


def test_c32_a_column_that_was_dropped_and_made_again_is_no_difference(start):
    """A sister, the other way round: the order of the columns and dropped ones do not matter to ATTACH."""
    table = start(generated("STORED") + "; CREATE TABLE g__2024_12_31 PARTITION OF g FOR VALUES FROM ('2024-12-31') TO ('2025-01-01')")
    table.migrate(table.schema(KEEP_ONE % "current"), AT)
    table.database.query("ALTER TABLE g__2024_12_31 DROP COLUMN b; ALTER TABLE g__2024_12_31 ADD COLUMN b int GENERATED ALWAYS AS (a * 2) STORED")
    schema = table.schema(KEEP_ONE % "current and 1 before")
    assert verbs(table.plan(schema, AT)) == [("ATTACH", "public.g__2024_12_31")]
    table.migrate(schema, AT, exit_code=table.plan(schema, AT).exit)
    assert len(table.children("g")) == 2


def test_c32_a_generated_key_is_not_for_partitions(start):
    """PostgreSQL refuses it too, so that no table has one; the program says no word on top."""
    with pytest.raises(psycopg2.errors.InvalidObjectDefinition):
        start("CREATE TABLE g (a date, ts date GENERATED ALWAYS AS (a) STORED) PARTITION BY RANGE (ts)")
