"""A ledger that was made before `pschema.step` existed, by the file that made it then."""

import re

import pytest

import psql
import pschema
from reports import start  # noqa: F401

pytestmark = pytest.mark.live

AT, LATER = "2025-05-05T12:00:00Z", "2025-05-07T12:00:00Z"
TABLE = "CREATE TABLE ev (id int, ts timestamptz NOT NULL) PARTITION BY RANGE (ts)"
SCHEMA = "pschema 1; table ev { partition by range (ts) every day { create current; keep current and 9 before; } }"
LEDGER = "00000000000000_0000_pschema_ledger"
HINT = "the ledger was made by an older pschema"


def as_it_was(text):
    """The ledger's file of then: what was added to it since is taken out."""
    text, cut = re.subn(r"\\if :no_steps\n.*?\\endif\n", "", text, flags=re.DOTALL)
    assert cut == 1 and ", to_regclass('pschema.step') IS NULL AS no_steps" in text
    return text.replace(", to_regclass('pschema.step') IS NULL AS no_steps", "").replace("three tables", "two tables")


def tables(database):
    return {name for name, in database.query("SELECT relname FROM pg_class WHERE relnamespace = 'pschema'::regnamespace AND relkind = 'r'")}


@pytest.fixture(params=["apply", "psql"])
def older(start, request):
    """A table whose first file was run, by apply or by psql, beside a ledger of then. Gives the ledger's file of now too."""
    table = start(TABLE)
    table.files(table.schema(SCHEMA), AT)
    path = table.folder / (LEDGER + ".sql")
    now = path.read_text(encoding="utf-8")
    path.write_text(as_it_was(now), encoding="utf-8")
    pschema.run("sum", table.folder, "--accept").expect(0)
    if request.param == "psql":
        psql.run(table.database, *sorted(table.folder.glob("*.sql")))
    else:
        pschema.apply(table.folder, table.database).expect(0)
    assert tables(table.database) == {"migration", "attempt"}
    return table, path, now


@pytest.mark.parametrize("by", ["apply", "psql"])
def test_a_folder_of_now_brings_it_up_to_date(older, tmp_path, by):
    """Another folder, of another repository, on the same database."""
    table, _, now = older
    table.database.query(TABLE.replace(" ev ", " other "))
    table.folder = tmp_path / "another"
    table.files(table.schema(SCHEMA.replace(" ev ", " other ")), AT)
    assert (table.folder / (LEDGER + ".sql")).read_text(encoding="utf-8") == now
    before = table.database.query("SELECT name, by_whom FROM pschema.migration ORDER BY 1")
    if by == "psql":
        psql.run(table.database, *sorted(table.folder.glob("*.sql")))
        assert pschema.apply(table.folder, table.database).expect(0).err.count("applied before") == 1
    else:
        told = pschema.run("status", table.folder, "--dsn", table.database.dsn).expect(2).out
        assert re.search(f"^  pending +{LEDGER}", told, re.MULTILINE)
        assert HINT not in pschema.apply(table.folder, table.database).expect(0).err
        assert table.database.value("SELECT count(*) FROM pschema.step WHERE name LIKE '%other_create'") == 1
    assert tables(table.database) == {"migration", "attempt", "step"}
    assert table.database.query("SELECT name, by_whom FROM pschema.migration WHERE name NOT LIKE '%other%' ORDER BY 1") == before
    pschema.run("status", table.folder, "--dsn", table.database.dsn).expect(0)
    assert "[1/" not in pschema.apply(table.folder, table.database).expect(0).err


def test_a_folder_of_then_goes_on(older):
    """apply says so once, with what to do, which works."""
    table, path, now = older
    table.files(table.schema(SCHEMA), LATER)
    done = pschema.apply(table.folder, table.database).expect(0)
    assert done.err.count(HINT) == 1 and len(table.children("ev")) == 2 and tables(table.database) == {"migration", "attempt"}
    path.unlink()
    pschema.run("sum", table.folder, "--accept").expect(0)
    table.files(table.schema(SCHEMA), "2025-05-08T12:00:00Z")
    assert path.read_text(encoding="utf-8") == now
    assert HINT not in pschema.apply(table.folder, table.database).expect(0).err
    assert tables(table.database) == {"migration", "attempt", "step"} and len(table.children("ev")) == 3
    assert table.database.value("SELECT count(*) FROM pschema.step WHERE name LIKE '20250508%'") == 1
    assert HINT not in pschema.apply(table.folder, table.database).expect(0).err


def test_not_by_somebody_else(older):
    """Who may write the ledger and does not own it adds no table to it that would be his: others trust the owner's alone."""
    table, path, now = older
    database = table.database
    role = "migrator_" + database.name
    database.query(f"CREATE ROLE {role} LOGIN; GRANT CREATE ON SCHEMA public, pschema TO {role}; ALTER TABLE ev OWNER TO {role}; ALTER TABLE ev__2025_05_05 OWNER TO {role}; "
                   f"GRANT SELECT, INSERT, UPDATE ON pschema.migration, pschema.attempt TO {role}")
    path.write_text(now, encoding="utf-8")
    pschema.run("sum", table.folder, "--accept").expect(0)
    table.files(table.schema(SCHEMA), LATER)
    mine = database.dsn.replace("user=postgres", f"user={role}")
    told = pschema.run("apply", table.folder, "--dsn", mine).expect(0)
    assert HINT in told.err and "its owner may run" in told.err and "step" not in tables(database)
    assert len(table.children("ev")) == 2
    psql.run(database, path)
    assert "step" in tables(database)
    database.query(f"DROP TABLE ev; DROP OWNED BY {role} CASCADE; DROP ROLE {role}")
