"""Several tables in one run: one that does not fit, tables that reference one another, a file of one that fails."""

import json

import pytest

import golden
import psql
import pschema
from test_cases import Table, brief, case_file

BAD_KEY = "PS3007 the primary key `accounts_key` of `public.accounts` lacks the partition column `tenant`"
AT = "2026-03-10T00:00:00Z"


def case(name="refused_table"):
    return golden.Case(name)


# --- Without a server -----------------------------------------------------------------------------------------------


@pytest.mark.golden
def test_a_refused_table_in_json():
    stage = case().stages[0]
    planned = pschema.run("plan", *pschema.files_of(stage.schema), "--catalog", case().catalog(stage), "--at", AT, "--format", "json").expect(4)
    plan = json.loads(planned.out)
    assert [table["table"] for table in plan["tables"]] == ["public.visits"]
    refused, = plan["refused"]
    assert refused["table"] == "public.accounts"
    error, = refused["errors"]
    assert f"{error['code']} {error['message']}" == BAD_KEY and error["hint"]


@pytest.mark.golden
def test_the_error_is_shown_in_its_place_and_the_plan_after_it():
    stage = case().stages[0]
    planned = pschema.plan(stage.schema, case().catalog(stage), AT).expect(4)
    assert "schema.pschema:6:24: error[PS3007]: the primary key `accounts_key`" in planned.err
    assert f"[refused] public.accounts: {BAD_KEY}\n" in planned.out


@pytest.mark.golden
@pytest.mark.parametrize("more", [[], ["--check"]])
def test_4_outranks_3_and_2(more, tmp_path):
    """The other table has a warning and an operation."""
    schema = tmp_path / "s.pschema"
    schema.write_text("""pschema 1;
        table accounts { partition by range (at) every month { create current; partition by hash (tenant) modulus 2; } }
        table visits { partition by range (at) every month { create until '2026-04-01'; } }""", encoding="utf-8")
    planned = pschema.run("plan", schema, "--catalog", case().catalog(case().stages[0]), "--at", AT, *more).expect(4)
    assert [f.kind for f in planned.findings] == ["create_ends"] and planned.operations
    assert planned.out.splitlines()[0] == (
        "1 to create, 0 to attach, 0 to detach, 0 to drop; 1 table refused; 1 warning, 0 notes")


@pytest.mark.golden
def test_nothing_to_do_is_said_of_the_others_alone(tmp_path):
    schema = tmp_path / "s.pschema"
    refused = "table accounts { partition by range (at) every month { create current; partition by hash (tenant) modulus 2; } }"
    catalog = case().catalog(case().stages[0])

    def first_line(more):
        schema.write_text(f"pschema 1; {refused} {more}", encoding="utf-8")
        return pschema.plan(schema, catalog, AT).expect(4).out.splitlines()[0]

    assert first_line("table visits { partition by range (at) every month { create never; } }").startswith(
        "nothing to do for 1 table; 1 table refused; ")
    assert first_line("") == "nothing planned; 1 table refused; 0 warnings, 0 notes"
    assert first_line("table gone { partition by hash (k) modulus 2; }").startswith("nothing planned; 2 tables refused; ")


@pytest.mark.golden
def test_where_every_table_is_refused_no_file_is_written(tmp_path):
    schema = tmp_path / "s.pschema"
    schema.write_text("pschema 1; table gone { partition by hash (k) modulus 2; }", encoding="utf-8")
    compiled = pschema.compile_files(schema, case().catalog(case().stages[0]), AT, tmp_path / "m").expect(4)
    assert compiled.out == "" and golden.content(tmp_path / "m") == {}


@pytest.mark.golden
@pytest.mark.parametrize("fault", ["table other { partition by hash (k) modulus 0; }",            # what it means
                                   "table other { partition by hash (k) modulus 2; ",             # how it is written
                                   "table visits { partition by hash (k) modulus 2; }"])          # a table twice
def test_a_fault_of_the_schema_files_stops_the_whole_run(fault, tmp_path):
    """The meaning of the whole is not known, so nothing is written for any table, those of other files included."""
    folder = tmp_path / "schemas"
    folder.mkdir()
    (folder / "a.pschema").write_text(
        "pschema 1; table visits { partition by range (at) every month { create current; } }", encoding="utf-8")
    (folder / "b.pschema").write_text(f"pschema 1; {fault}", encoding="utf-8")
    compiled = pschema.compile_files(folder, case().catalog(case().stages[0]), AT, tmp_path / "m").expect(4)
    assert compiled.out == "" and "public.visits" not in compiled.err.replace("`public.visits` is described twice", "")
    assert golden.content(tmp_path / "m") == {}


# --- On servers -----------------------------------------------------------------------------------------------------


@pytest.mark.live
def test_an_order_and_its_items_that_expire_at_once(database, tmp_path):
    """What still points into the order's month when the snapshot is taken holds it back; the items go, and the order's
    month with the next run."""
    table = Table(database, tmp_path, """
        CREATE TABLE o (id int, at date, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
        CREATE TABLE i (at date NOT NULL, oid int, oat date, FOREIGN KEY (oid, oat) REFERENCES o) PARTITION BY RANGE (at)""")
    clauses = "partition by range (at) every month { create current; keep current; drop immediately; }"
    schema = table.schema(f"pschema 1; table i {{ {clauses} }} table o {{ {clauses} }}")
    assert [path.name[15:] for path in table.files(schema, "2026-03-10T00:00:00Z")] == [
        "0000_pschema_ledger.sql", "0001_public.o_create.sql", "0002_public.i_create.sql"]
    pschema.apply(table.folder, database).expect(0)
    database.query("INSERT INTO o VALUES (1, '2026-03-11'); INSERT INTO i VALUES ('2026-03-12', 1, '2026-03-11')")

    at = "2026-04-10T00:00:00Z"
    planned = table.plan(schema, at).expect(3)
    assert [o for o in brief(planned) if o[1] == "DETACH"] == [(1, "DETACH", "public.i__2026_03", "retention_expired")]
    held, = planned.findings
    assert held.kind == "referenced" and held.rest.endswith("this plan drops rows of that table, and the next one looks again")
    table.files(schema, at, exit_code=3)
    pschema.apply(table.folder, database, "--allow-destructive").expect(0)

    files = table.files(schema, "2026-04-10T00:01:00Z")
    assert [path.name[15:] for path in files] == ["0001_public.o_drop.sql"]
    pschema.apply(table.folder, database, "--allow-destructive").expect(0)
    assert list(table.children("o")) == ["public.o__2026_04"] and list(table.children("i")) == ["public.i__2026_04"]


@pytest.mark.live
def test_tables_that_reference_each_other(database, tmp_path):
    table = Table(database, tmp_path, """
        CREATE TABLE a (id int, at date, boss int, bossat date, PRIMARY KEY (id, at), FOREIGN KEY (boss, bossat) REFERENCES a)
            PARTITION BY RANGE (at);
        CREATE TABLE b (id int, at date, PRIMARY KEY (id, at), FOREIGN KEY (id, at) REFERENCES a) PARTITION BY RANGE (at);
        ALTER TABLE a ADD FOREIGN KEY (id, at) REFERENCES b""")
    clauses = "partition by range (at) every month { create current; keep current; drop immediately; }"
    schema = table.schema(f"pschema 1; table a {{ {clauses} }} table b {{ {clauses} }}")
    table.migrate(schema, "2026-03-10T00:00:00Z")
    files = table.files(schema, "2026-04-10T00:00:00Z")
    assert [path.name[20:] for path in files] == ["public.a_create.sql", "public.b_create.sql", "public.b_drop.sql",
                                                  "public.a_drop.sql"]
    psql.run(database, *files)
    assert list(table.children("a")) == ["public.a__2026_04"] and list(table.children("b")) == ["public.b__2026_04"]


@pytest.mark.live
def test_a_refused_table_stays_as_it_is(database, tmp_path):
    table = Table(database, tmp_path, case_file("refused_table", "setup.sql"))
    schema = case_file("refused_table")
    before = table.children("accounts")
    table.files(schema, AT, exit_code=4)
    pschema.apply(table.folder, database).expect(0)
    assert table.children("accounts") == before
    assert list(table.children("visits")) == ["public.visits__2026_03", "public.visits__2026_04"]
    assert table.plan(schema, AT).expect(4).operations == []


# --- Files that fail ------------------------------------------------------------------------------------------------


def two_files(tmp_path, first):
    """A file of table a that fails, and a creation of table b behind it."""
    (tmp_path / f"20260310000000_0001_public.a_{first}.sql").write_text("\\echo '1/1'\nSELECT 1 / 0;\n", encoding="utf-8")
    (tmp_path / "20260310000000_0002_public.b_create.sql").write_text(
        "\\echo '1/1'\nCREATE TABLE made ();\n", encoding="utf-8")
    pschema.run("sum", tmp_path).expect(0)


TWO_TABLES = """CREATE TABLE a (id int PRIMARY KEY) PARTITION BY RANGE (id);
    CREATE TABLE b (id int PRIMARY KEY, a_id int %s) PARTITION BY RANGE (id);"""
ALONE, REFERENCING = TWO_TABLES % "", TWO_TABLES % "REFERENCES a"


@pytest.mark.live
@pytest.mark.parametrize("first", ["retire", "drop", "move", "create"])
def test_a_failure_holds_no_other_table_back(first, database, tmp_path):
    two_files(tmp_path, first)
    database.query(ALONE)
    applied = pschema.apply(tmp_path, database, "--allow-destructive").expect(7)
    assert database.value("SELECT to_regclass('made') IS NOT NULL")
    assert applied.err.splitlines()[-1] == "1 done, 1 failed"


@pytest.mark.live
@pytest.mark.parametrize("first", ["retire", "drop", "move"])
def test_a_failed_retirement_holds_no_creation_back(first, database, tmp_path):
    two_files(tmp_path, first)
    database.query(REFERENCING)
    applied = pschema.apply(tmp_path, database, "--allow-destructive").expect(7)
    assert database.value("SELECT to_regclass('made') IS NOT NULL")
    assert applied.err.splitlines()[-1] == "1 done, 1 failed"


@pytest.mark.live
def test_a_failed_creation_holds_back_who_references_it(database, tmp_path):
    two_files(tmp_path, "create")
    database.query(REFERENCING)
    applied = pschema.apply(tmp_path, database, "--allow-destructive").expect(7)
    assert database.value("SELECT to_regclass('made') IS NULL")
    assert applied.err.splitlines()[-1] == "1 failed, 1 blocked"
