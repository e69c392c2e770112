"""docs/security.md: which rights a run needs, what it says where one is missing, and what hostile roles cannot do."""

import pathlib
import re

import psycopg2
import pytest

import psql
import pschema
import trees
from reports import start  # noqa: F401

pytestmark = pytest.mark.live

AT, LATER = "2025-01-01T10:00:00Z", "2025-01-20T10:00:00Z"
SCHEMA = """pschema 1; table app.ev { partition by range (ts) every day { create current; keep current; detach into schema app_old; drop 7 days after detach; default drain; } }"""
TABLE = """CREATE SCHEMA app AUTHORIZATION {0}; CREATE SCHEMA app_old AUTHORIZATION {0}; SET ROLE {0};
    CREATE TABLE app.ev (id int, ts date NOT NULL) PARTITION BY RANGE (ts); CREATE TABLE app.ev__default PARTITION OF app.ev DEFAULT;
    INSERT INTO app.ev VALUES (1, '2025-01-01')"""


@pytest.fixture
def roles(database):
    """(owner, maint): an owner that logs in and no more, and a member that inherits nothing."""
    owner, maint = "owner_" + database.name, "maint_" + database.name
    database.query(f"REVOKE CREATE ON SCHEMA public FROM PUBLIC; CREATE ROLE {owner} LOGIN; CREATE ROLE {maint} LOGIN NOINHERIT; GRANT {owner} TO {maint}")
    yield owner, maint
    database.query(f"DROP OWNED BY {maint} CASCADE; DROP OWNED BY {owner} CASCADE; DROP ROLE {maint}; DROP ROLE {owner}")


class AsRole:
    def __init__(self, database, role):
        self.dsn = database.dsn.replace("user=postgres", f"user={role}")
        self.wait_until_left = database.wait_until_left


def grant_ledger(database, role):
    """The grants of the page, and no others."""
    page = (pathlib.Path(__file__).parents[2] / "docs" / "security.md").read_text(encoding="utf-8")
    grants = re.search(r"```sql\n(.*?)```", page, re.DOTALL)[1]
    database.query(grants.replace("migrator", role))


def made(start, owner):
    """The table, its files of one life, all pending, and the ledger that a superuser made."""
    table = start(TABLE.format(owner))
    files = table.files(table.schema(SCHEMA), AT, exit_code=table.plan(table.schema(SCHEMA), AT).exit)
    psql.run(table.database, *[path for path in files if "ledger" in path.name])
    return table


@pytest.mark.parametrize("by, with_psql", [("owner", False), ("maint", True)])
def test_a_whole_life_with_the_rights_of_the_page(start, roles, by, with_psql):
    """Create, move, detach into a schema, drop; snapshot, plan and status too. Everything belongs to the owner."""
    owner, maint = roles
    role = {"owner": owner, "maint": maint}[by]
    table = made(start, owner)
    database = table.database
    grant_ledger(database, role)
    mine = AsRole(database, role)

    def live(at):
        database.server.set_clock(at)
        pschema.snapshot(table.schema(SCHEMA), mine, table.tmp_path / "c.toml")
        pschema.compile_files(table.schema(SCHEMA), table.tmp_path / "c.toml", at, table.folder)
        if with_psql:
            psql.run(mine, *sorted(table.folder.glob("*.sql")))
        else:
            pschema.apply(table.folder, mine, "--allow-destructive").expect(0)

    live(AT)
    assert database.value("SELECT count(*) FROM app.ev__2025_01_01") == 1
    live("2025-01-02T10:00:00Z")
    assert database.value("SELECT count(*) FROM app_old.ev__2025_01_01") == 1
    live(LATER)
    assert database.value("SELECT to_regclass('app_old.ev__2025_01_01') IS NULL")
    assert database.query("SELECT DISTINCT pg_get_userbyid(relowner)::text FROM pg_class WHERE relnamespace IN ('app'::regnamespace, 'app_old'::regnamespace)") == [(owner,)]
    assert pschema.run("status", table.folder, "--dsn", mine.dsn).expect(0)
    assert database.query("SELECT DISTINCT by_whom FROM pschema.migration WHERE name NOT LIKE '0%'") == [(role,)]


# What is taken away, by a superuser, and what the run then asks for. {o} owner, {m} who runs it, {d} the database.
MISSING = {
    "ledger": ("REVOKE ALL ON pschema.migration FROM {m}, PUBLIC", "GRANT SELECT, INSERT, UPDATE ON pschema.migration TO {m};"),
    "attempts": ("REVOKE ALL ON pschema.attempt FROM {m}", "GRANT SELECT, INSERT ON pschema.attempt TO {m};"),
    "steps": ("REVOKE UPDATE ON pschema.step FROM {m}", "GRANT SELECT, INSERT, UPDATE ON pschema.step TO {m};"),
    "schema of the ledger": ("REVOKE ALL ON SCHEMA pschema FROM PUBLIC, {m}", "GRANT USAGE ON SCHEMA pschema TO {m};"),
    "membership": ("REVOKE {o} FROM {m}", "GRANT {o} TO {m};"),
    "schema": ("ALTER SCHEMA app OWNER TO postgres; GRANT USAGE ON SCHEMA app TO {o}", "GRANT USAGE, CREATE ON SCHEMA app TO {o};"),
    "make the ledger": ("DROP SCHEMA pschema CASCADE", "GRANT CREATE ON DATABASE {d} TO {m};"),
}


@pytest.mark.parametrize("what", MISSING)
def test_a_missing_right_is_named_before_anything_runs(start, roles, what):
    owner, maint = roles
    table = made(start, owner)
    database = table.database
    grant_ledger(database, maint)
    names = {"o": owner, "m": maint, "d": database.name}
    revoke, grant = (text.format(**names) for text in MISSING[what])
    database.query(revoke)
    before = trees.dump(database)
    refused = pschema.apply(table.folder, AsRole(database, maint), "--allow-destructive").expect(7)
    assert grant in refused.err and trees.dump(database) == before
    database.query(grant)
    pschema.apply(table.folder, AsRole(database, maint), "--allow-destructive").expect(0)
    assert trees.dump(database) != before


def test_a_member_without_set(start, roles, major):
    """Since 16 a membership may lack the right to take the role."""
    owner, maint = roles
    table = made(start, owner)
    grant_ledger(table.database, maint)
    if major >= 16:
        table.database.query(f"REVOKE {owner} FROM {maint}; GRANT {owner} TO {maint} WITH SET FALSE, INHERIT TRUE")
        assert f"GRANT {owner} TO {maint};" in pschema.apply(table.folder, AsRole(table.database, maint)).expect(7).err
        table.database.query(f"REVOKE {owner} FROM {maint}; GRANT {owner} TO {maint} WITH SET TRUE, INHERIT FALSE")
    pschema.apply(table.folder, AsRole(table.database, maint), "--allow-destructive").expect(0)


def test_one_table_without_rights_holds_back_itself_alone(start, roles):
    owner, maint = roles
    table = start(TABLE.format(owner) + "; RESET ROLE; CREATE TABLE mine (ts date NOT NULL) PARTITION BY RANGE (ts); "
                  f"ALTER TABLE mine OWNER TO {maint}; GRANT CREATE ON SCHEMA public TO {maint}; REVOKE {owner} FROM {maint}")
    schema = table.schema(SCHEMA + " table mine { partition by range (ts) every day { create current; } }")
    files = table.files(schema, AT, exit_code=table.plan(schema, AT).exit)
    psql.run(table.database, *[path for path in files if "ledger" in path.name])
    grant_ledger(table.database, maint)
    refused = pschema.apply(table.folder, AsRole(table.database, maint)).expect(7)
    assert f"GRANT {owner} TO {maint};" in refused.err and list(table.children("mine")) == ["public.mine__2025_01_01"]
    assert "may not act for" in table.database.value("SELECT error FROM pschema.migration WHERE state = 'failed'")


# --- Whoever may make a schema in the database

SPY = """CREATE TABLE public.spied (who text); GRANT ALL ON public.spied TO PUBLIC;
    CREATE FUNCTION public.spy() RETURNS text LANGUAGE plpgsql SET search_path = '' AS
      $$BEGIN INSERT INTO public.spied VALUES (current_user); RETURN 'x'; END$$;
    CREATE FUNCTION public.spy_trigger() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM public.spy(); RETURN NEW; END';
    CREATE FUNCTION public.spy_row(text) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN PERFORM public.spy(); RETURN true; END';"""
COLUMNS = """name text PRIMARY KEY, checksum text, state text DEFAULT 'done', steps int, started timestamptz, finished timestamptz DEFAULT now(),
    by_whom text DEFAULT session_user, error text"""
TRAPS = {
    "a trigger": f"CREATE TABLE pschema.migration ({COLUMNS}); GRANT ALL ON pschema.migration TO PUBLIC;"
                 "CREATE TRIGGER t BEFORE INSERT OR UPDATE ON pschema.migration FOR EACH ROW EXECUTE FUNCTION public.spy_trigger()",
    "a view": "CREATE VIEW pschema.migration AS SELECT public.spy() AS name, NULL::text AS checksum, 'done'::text AS state, 1 AS steps,"
              " now() AS started, now() AS finished, ''::text AS by_whom, ''::text AS error; GRANT ALL ON pschema.migration TO PUBLIC",
    "row security": f"CREATE TABLE pschema.migration ({COLUMNS}); INSERT INTO pschema.migration VALUES ('x'); GRANT ALL ON pschema.migration TO PUBLIC;"
                    "ALTER TABLE pschema.migration ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON pschema.migration USING (public.spy_row(name))",
    "the schema alone": "GRANT ALL ON SCHEMA pschema TO PUBLIC",
}


@pytest.mark.parametrize("trap", TRAPS)
def test_a_planted_ledger_runs_no_code(start, roles, trap):
    """Whether a superuser or an ordinary owner comes along, by whatever command: refused, or read without harm."""
    attacker, owner = roles
    table = start(TABLE.format(owner))
    database = table.database
    table.files(table.schema(SCHEMA), AT, exit_code=table.plan(table.schema(SCHEMA), AT).exit)
    database.query(f"REVOKE {attacker} FROM {owner}; {SPY}; GRANT CREATE ON DATABASE {database.name} TO {attacker}; SET ROLE {attacker}; CREATE SCHEMA pschema; "
                   f"GRANT USAGE ON SCHEMA pschema TO PUBLIC; {TRAPS[trap]}")
    create = next(path for path in sorted(table.folder.glob("*_move.sql")))
    for victim in (database, AsRole(database, owner)):
        assert "ALTER SCHEMA pschema OWNER TO" in pschema.apply(table.folder, victim, "--allow-destructive").expect(7).err
        pschema.run("status", table.folder, "--dsn", victim.dsn)
        pschema.run("snapshot", table.schema(SCHEMA), "--dsn", victim.dsn)
        if trap != "the schema alone":
            assert "STOP: the ledger" in psql.attempt(victim, create).stderr
    assert database.query("SELECT * FROM public.spied") == []
    assert trees.leaves(database)["app.ev__default"] == 1 and "app.ev__2025_01_01" not in trees.leaves(database)


def test_a_trap_springs_where_nobody_looks(database):
    """The traps above are real: a careless INSERT does run the code."""
    database.query(SPY + "CREATE SCHEMA pschema; " + TRAPS["a trigger"])
    database.query("INSERT INTO pschema.migration (name) VALUES ('x')")
    assert database.query("SELECT * FROM public.spied") == [("postgres",)]


def test_attempts_can_be_kept_from_change(start, roles):
    """With the grants of the page nobody who runs migrations can change or take away what was tried."""
    owner, maint = roles
    table = made(start, owner)
    grant_ledger(table.database, maint)
    pschema.apply(table.folder, AsRole(table.database, maint), "--allow-destructive").expect(0)
    for change in ("UPDATE pschema.attempt SET state = 'done'", "DELETE FROM pschema.attempt", "TRUNCATE pschema.attempt"):
        with pytest.raises(psycopg2.errors.InsufficientPrivilege):
            table.database.query(f"SET ROLE {maint}; {change}")
