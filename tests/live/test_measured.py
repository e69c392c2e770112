"""Files that ask the server again: what has changed between the plan and the run decides, and doubt keeps."""

import contextlib

import pytest

import psql
from test_cases import Table

pytestmark = pytest.mark.live

DAYS = ["2026-08-28T10:00:00Z", "2026-08-29T10:00:00Z", "2026-08-30T10:00:00Z"]


def condition_table(database, tmp_path, condition):
    table = Table(database, tmp_path, "CREATE TABLE o (at timestamptz NOT NULL, open boolean) PARTITION BY RANGE (at)")
    schema = table.schema("pschema 1; table o { partition by range (at) every day {"
                          f" create current; keep while {condition}; }} }}")
    table.migrate(schema, DAYS[0])
    database.query("INSERT INTO o VALUES ('2026-08-28 12:00+00', false)")
    return table, schema


OPEN = "sql $$ SELECT EXISTS (SELECT FROM {partition} WHERE open) $$"


def test_keys_that_have_gone_back(databases, tmp_path):
    """The rows that moved the cursor were deleted again before the file ran: nothing is detached."""
    database = databases()
    table = Table(database, tmp_path, "CREATE TABLE m (id bigint PRIMARY KEY) PARTITION BY RANGE (id)")
    schema = table.schema("pschema 1; table m { partition by range (id) every 10 { create current and 2 after; keep current; } }")
    table.migrate(schema, DAYS[0])
    database.query("INSERT INTO m VALUES (1), (25)")
    files = table.files(schema, DAYS[1])
    assert any(path.name.endswith("_retire.sql") for path in files)
    database.query("DELETE FROM m WHERE id = 25")
    before = table.children("public.m")
    psql.run(database, *[path for path in files if path.name.endswith("_retire.sql")])
    assert table.children("public.m") == before


def test_a_key_in_the_default_partition_moves_nothing(databases, tmp_path):
    database = databases()
    table = Table(database, tmp_path, "CREATE TABLE m (id bigint PRIMARY KEY) PARTITION BY RANGE (id)")
    schema = table.schema("pschema 1; table m { partition by range (id) every 10 { create current; keep current; default; } }")
    table.migrate(schema, DAYS[0])
    database.query("INSERT INTO m VALUES (1), (1000)")
    assert table.plan(schema, DAYS[1]).operations == []


def test_a_condition_that_holds_again(databases, tmp_path):
    database = databases()
    table, schema = condition_table(database, tmp_path, OPEN)
    files = table.files(schema, DAYS[1])
    database.query("UPDATE o SET open = true")
    psql.run(database, *files)
    assert any("o__2026_08_28" in str(child) for child in table.children("public.o"))
    assert table.plan(schema, DAYS[1]).operations == []


def test_a_condition_that_fails_on_this_server(databases, tmp_path):
    database = databases()
    database.query("CREATE FUNCTION is_open(regclass) RETURNS boolean LANGUAGE sql AS 'SELECT false'")
    table, schema = condition_table(database, tmp_path, "sql $$ SELECT public.is_open('{partition}') $$")
    files = table.files(schema, DAYS[1])
    assert any(path.name.endswith("_retire.sql") for path in files)
    database.query("DROP FUNCTION is_open")
    psql.run(database, *files)
    assert any("o__2026_08_28" in str(child) for child in table.children("public.o"))
    assert table.plan(schema, DAYS[1]).operations == [], "what is not known keeps, in the plan too"


def test_a_condition_that_waits_for_a_lock_is_no_answer(databases, tmp_path):
    """A lock that was not had passes; the file stops there, and run again it asks again."""
    database = databases()
    table, schema = condition_table(database, tmp_path, OPEN)
    files = table.files(schema, DAYS[1])
    retire = next(path for path in files if path.name.endswith("_retire.sql"))
    hasty = tmp_path / "hasty.sql"
    hasty.write_text(retire.read_text(encoding="utf-8").replace("lock_timeout = '3s'", "lock_timeout = '50ms'"), encoding="utf-8")
    with contextlib.closing(database.connect(autocommit=False)) as other:
        other.cursor().execute("LOCK TABLE o__2026_08_28")
        stopped = psql.attempt(database, hasty)
        assert stopped.returncode == 3 and "lock timeout" in stopped.stderr and "SKIPPED" not in stopped.stderr
    psql.run(database, *files)
    assert not any("o__2026_08_28" in str(child) for child in table.children("public.o")), "it was detached"


def test_a_condition_cannot_write(databases, tmp_path):
    """Neither when the snapshot asks nor when the file does; the transaction around the question writes on."""
    database = databases()
    database.query("CREATE TABLE seen (n int); CREATE FUNCTION look() RETURNS boolean LANGUAGE plpgsql AS"
                   " 'BEGIN INSERT INTO public.seen VALUES (1); RETURN false; EXCEPTION WHEN read_only_sql_transaction THEN RETURN false; END'")
    table, schema = condition_table(database, tmp_path, "sql $$ SELECT public.look() $$")
    table.migrate(schema, DAYS[1])
    assert not any("o__2026_08_28" in str(child) for child in table.children("public.o")), "it was detached"
    assert database.query("SELECT count(*) FROM seen") == [(0,)]


@pytest.mark.parametrize("query", ["true); DELETE FROM public.o; SELECT (true", "true); COMMIT; DELETE FROM public.o; SELECT (true"])
def test_a_query_of_several_statements_changes_nothing(databases, tmp_path, query):
    database = databases()
    table, schema = condition_table(database, tmp_path, f"sql $$ {query} $$")
    assert table.plan(schema, DAYS[1]).exit in (0, 3)
    assert database.query("SELECT count(*) FROM o") == [(1,)]
