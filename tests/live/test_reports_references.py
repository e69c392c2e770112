"""Reports C41 and C42: foreign keys that point into a tree whose partitions expire."""

import psycopg2
import pytest

import psql
import pschema
from reports import apply, at_rest, start, verbs  # noqa: F401

pytestmark = pytest.mark.live

AT = "2025-01-03T10:00:00Z"
ORDERS = """
CREATE TABLE o (id int, ts date NOT NULL, PRIMARY KEY (id, ts)) PARTITION BY RANGE (ts);
CREATE TABLE o_a PARTITION OF o FOR VALUES FROM ('2025-01-01') TO ('2025-01-02');
CREATE TABLE o_b PARTITION OF o FOR VALUES FROM ('2025-01-02') TO ('2025-01-03');
CREATE TABLE li (oid int, ots date, FOREIGN KEY (oid, ots) REFERENCES o %s);
INSERT INTO o VALUES (1, '2025-01-01'), (2, '2025-01-02'); INSERT INTO li VALUES (2, '2025-01-02');
"""
KEEP = "pschema 1; table o { partition by range (ts) every day { create current; keep %s; drop %s; %s } }"
KEYS = "SELECT count(*) FROM pg_constraint WHERE conrelid = 'li'::regclass AND contype = 'f' AND conparentid = 0"
ACTIONS = ["ON DELETE CASCADE", "ON DELETE SET NULL", "ON DELETE NO ACTION", "DEFERRABLE INITIALLY DEFERRED"]
FORMS = [("immediately", ""), ("immediately", "default;"), ("1 day after detach", "")]


@pytest.mark.parametrize("drop, default", FORMS)
@pytest.mark.parametrize("action", ACTIONS[:2])
def test_c41_detached_first_and_then_dropped(start, action, drop, default):
    """A direct DROP is 2BP01 though no row points there. The foreign key stays, and what it guards; the plan names the lock."""
    table = start(ORDERS % action + ("CREATE TABLE o__default PARTITION OF o DEFAULT;" if default else ""))
    with pytest.raises(psycopg2.errors.DependentObjectsStillExist):
        table.database.query("DROP TABLE o_a")
    schema = table.schema(KEEP % ("for 1 day", drop, default))  # o_b ended on the 3rd: it is out on the 4th
    planned = table.plan(schema, AT).expect(0)
    assert ("DETACH", "public.o_a") in verbs(planned) and ("DETACH", "public.o_b") not in verbs(planned)
    said = pschema.run("plan", schema, "--catalog", table.tmp_path / "catalog.toml", "--at", AT, "--format", "json").expect(0).out
    assert "ACCESS EXCLUSIVE on public.li" in said
    files = table.files(schema, AT)
    assert not any("CASCADE" in line for path in files for line in path.read_text(encoding="utf-8").upper().splitlines())
    assert any("public.li" in line for path in files for line in path.read_text(encoding="utf-8").splitlines()
               if line.startswith("-- Lock")), "the file names the lock too"
    psql.run(table.database, *files)
    if "day" in drop:
        table.migrate(schema, "2025-01-03T10:30:00Z")
        assert table.database.value("SELECT to_regclass('o_a') IS NOT NULL")
        keep_b = table.schema(KEEP % ("for 10 days", drop, default))
        assert table.plan(keep_b, "2025-01-03T11:00:00Z").exit == 0
        table.migrate(table.schema(KEEP % ("for 2 days", drop, default)), "2025-01-04T10:30:00Z")
    assert table.database.value("SELECT to_regclass('o_a') IS NULL")
    assert table.database.value(KEYS) == 1
    assert table.database.query("SELECT * FROM li") and table.database.value("SELECT count(*) FROM o") == 1
    with pytest.raises(psycopg2.errors.ForeignKeyViolation):
        table.database.query("INSERT INTO li VALUES (1, '2025-01-01')")
    table.database.query("INSERT INTO li VALUES (2, '2025-01-02')")


@pytest.mark.parametrize("drop, default", FORMS)
@pytest.mark.parametrize("action", ACTIONS)
def test_c42_referenced_rows_hold_their_partition_alone(start, action, drop, default):
    """o_a goes; o_b stays as it is: attached, not pending, no marker; its rows and those that point to them are all there."""
    table = start(ORDERS % action + ("CREATE TABLE o__default PARTITION OF o DEFAULT;" if default else ""))
    schema = table.schema(KEEP % ("current", drop, default))
    planned = table.plan(schema, "2025-01-04T10:00:00Z").expect(3)
    assert ("DETACH", "public.o_a") in verbs(planned) and ("DETACH", "public.o_b") not in verbs(planned)
    held, = [f for f in planned.findings if f.kind == "referenced"]
    assert held.severity == "warning" and held.rest.startswith("public.o_b ") and "public.li" in held.rest
    apply(table, schema, "2025-01-04T10:00:00Z", "--allow-destructive", compiled=3)
    assert "public.o_a" not in table.children("o") and "public.o_b" in table.children("o")
    assert table.database.query("SELECT inhdetachpending FROM pg_inherits WHERE inhrelid = 'o_b'::regclass") == [(False,)]
    assert table.database.value("SELECT obj_description('o_b'::regclass)") is None
    assert table.database.value(KEYS) == 1 and table.database.query("SELECT oid FROM li") == [(2,)]
    # Once the row is let go of, so is the partition.
    table.database.query("DELETE FROM li")
    planned = table.plan(schema, "2025-01-04T11:00:00Z").expect(0)
    assert ("DETACH", "public.o_b") in verbs(planned)
    apply(table, schema, "2025-01-04T11:00:00Z", "--allow-destructive")
    assert "public.o_b" not in table.children("o") and table.database.value(KEYS) == 1


def test_c42_a_partition_of_another_tree_references(start):
    """A sister: the referencing table is partitioned too, and lies in another schema."""
    table = start(ORDERS.replace("CREATE TABLE li (oid int, ots date, FOREIGN KEY (oid, ots) REFERENCES o %s);", """
        CREATE SCHEMA other; CREATE TABLE other.li (oid int, ots date, FOREIGN KEY (oid, ots) REFERENCES o) PARTITION BY LIST (oid);
        CREATE TABLE other.li_2 PARTITION OF other.li FOR VALUES IN (2);""").replace("INTO li", "INTO other.li"))
    planned = table.plan(table.schema(KEEP % ("current", "immediately", "")), "2025-01-04T10:00:00Z").expect(3)
    assert [f.rest for f in planned.findings if f.kind == "referenced"][0].startswith("public.o_b ")
    apply(table, table.schema(KEEP % ("current", "immediately", "")), "2025-01-04T10:00:00Z", "--allow-destructive", compiled=3)
    assert "public.o_b" in table.children("o") and table.database.value("SELECT count(*) FROM other.li") == 1


def test_c42_a_tree_that_references_itself(start):
    """A sister: rows of later days point to rows of earlier ones. The earlier day stays as long as that is so."""
    table = start("""CREATE TABLE o (id int, ts date NOT NULL, up int, up_ts date, PRIMARY KEY (id, ts), FOREIGN KEY (up, up_ts) REFERENCES o) PARTITION BY RANGE (ts);
        CREATE TABLE o_a PARTITION OF o FOR VALUES FROM ('2025-01-01') TO ('2025-01-02');
        CREATE TABLE o_b PARTITION OF o FOR VALUES FROM ('2025-01-02') TO ('2025-01-03');
        CREATE TABLE o_c PARTITION OF o FOR VALUES FROM ('2025-01-04') TO ('2025-01-05');
        INSERT INTO o VALUES (1, '2025-01-01', NULL, NULL), (2, '2025-01-02', NULL, NULL), (3, '2025-01-04', 2, '2025-01-02')""")
    schema = table.schema(KEEP % ("current", "immediately", ""))
    planned = table.plan(schema, "2025-01-04T10:00:00Z").expect(3)
    assert ("DETACH", "public.o_a") in verbs(planned) and ("DETACH", "public.o_b") not in verbs(planned)
    apply(table, schema, "2025-01-04T10:00:00Z", "--allow-destructive", compiled=3)
    assert sorted(table.children("o")) == ["public.o_b", "public.o_c"]
    assert table.database.value("SELECT count(*) FROM o") == 2


def test_c42_one_that_nobody_may_look_into_is_left_to_the_server(start):
    """A sister: the snapshot cannot read the referencing table. The file finds out, and nothing is half done."""
    table = start(ORDERS % "ON DELETE CASCADE")
    table.database.query("CREATE ROLE reader_c42 LOGIN; GRANT USAGE ON SCHEMA public TO reader_c42; GRANT SELECT ON o, o_a, o_b TO reader_c42")
    try:
        schema = table.schema(KEEP % ("current", "immediately", ""))
        at = "2025-01-04T10:00:00Z"
        table.database.server.set_clock(at)
        pschema.run("snapshot", schema, "--dsn", table.database.dsn.replace("user=postgres", "user=reader_c42"), "-o", table.tmp_path / "c.toml").expect(0)
        compiled = pschema.compile_files(schema, table.tmp_path / "c.toml", at, table.folder)
        assert compiled.exit in (0, 3)
        done = pschema.apply(table.folder, table.database, "--allow-destructive")
        assert done.exit in (0, 7)
        assert "public.o_b" in table.children("o") and table.database.value("SELECT count(*) FROM li") == 1
        assert table.database.query("SELECT inhdetachpending FROM pg_inherits WHERE inhrelid = 'o_b'::regclass") == [(False,)]
        assert table.database.value(KEYS) == 1
    finally:
        table.database.query("DROP OWNED BY reader_c42; DROP ROLE reader_c42")


def test_c42_no_file_ever_says_cascade(start):
    """The word appears nowhere but in what was read: not in any statement of any phase."""
    table = start(ORDERS % "ON DELETE CASCADE")
    schema = table.schema(KEEP % ("current", "immediately", ""))
    for at in ("2025-01-03T10:00:00Z", "2025-01-04T10:00:00Z", "2025-01-05T10:00:00Z"):
        for path in table.files(schema, at, exit_code=table.plan(schema, at).exit):
            assert "CASCADE" not in path.read_text(encoding="utf-8").upper()
            psql.run(table.database, path)
    at_rest(table, schema, "2025-01-05T10:00:00Z", exit_code=3)
