"""Report C57: after an apply there is nothing to do, whatever became of the catalog without changing what it says."""

import os
import subprocess

import pytest

import psql
import pschema
import trees
from reports import at_rest, kinds, start, verbs  # noqa: F401

pytestmark = pytest.mark.live

AT = "2025-05-05T12:00:00Z"

TREES = {
    "days in Berlin with buckets": (
        "CREATE TABLE t (id int NOT NULL, ts timestamptz NOT NULL, note text DEFAULT 'x') PARTITION BY RANGE (ts)",
        "partition by range (ts) every day at time zone 'Europe/Berlin' { create current and 2 after; keep for 3 days; drop 7 days after detach;"
        " partition by hash (id) modulus 3; }"),
    "months of timestamp with a default": (
        "CREATE TABLE t (id int NOT NULL, ts timestamp NOT NULL) PARTITION BY RANGE (ts)",
        "partition by range (ts) every month { create current and 2 after; default; }"),
    "quarters of dates": ("CREATE TABLE t (ts date NOT NULL) PARTITION BY RANGE (ts)",
                          "partition by range (ts) every quarter { create current and 2 after; }"),
    "uuids": ("CREATE TABLE t (id uuid NOT NULL) PARTITION BY RANGE (id)", "partition by range (id) every week as uuidv7 { create current and 2 after; }"),
    "ulids": ('CREATE TABLE t (id text COLLATE "C" NOT NULL) PARTITION BY RANGE (id)', "partition by range (id) every week as ulid { create current and 2 after; }"),
    "integers": ("CREATE TABLE t (id int NOT NULL) PARTITION BY RANGE (id)", "partition by range (id) every 10 starting -20 { create from -20; create current and 2 after; }"),
    "bigints": ("CREATE TABLE t (id bigint NOT NULL) PARTITION BY RANGE (id)", "partition by range (id) every 10_000_000_000 starting 0 { create current and 2 after; }"),
    "numbers with a scale": ("CREATE TABLE t (id numeric(20, 3) NOT NULL) PARTITION BY RANGE (id)", "partition by range (id) every 10 starting 0 { create current and 2 after; }"),
    "numbers without": ("CREATE TABLE t (id numeric NOT NULL) PARTITION BY RANGE (id)", "partition by range (id) every 10 starting -10 { create from -10; create current and 2 after; }"),
    "composite": ("CREATE TABLE t (ts date NOT NULL, n int NOT NULL, r text NOT NULL) PARTITION BY RANGE (ts, n, r)",
                  "partition by range (ts, n, r) every day { create current and 2 after; }"),
    "booleans": ("CREATE TABLE t (k boolean) PARTITION BY LIST (k)", "partition by list (k) { group yes in (true); group no in (false, null); }"),
    "texts": ("CREATE TABLE t (k text) PARTITION BY LIST (k)", "partition by list (k) { group a in ('z', 'O''Brien', 'NULL', null, 'a\\b'); default; }"),
    "padded": ("CREATE TABLE t (k char(4)) PARTITION BY LIST (k)", "partition by list (k) { group a in ('ab', 'b'); }"),
    "numeric lists": ("CREATE TABLE t (k numeric) PARTITION BY LIST (k)", "partition by list (k) { group a in (1.50, -2, 10); group b in ('1000.0'); }"),
    "integer lists": ("CREATE TABLE t (k smallint) PARTITION BY LIST (k)", "partition by list (k) { group a in (-1, 2); group b in ('+3', '007'); }"),
    "moments in lists": ("CREATE TABLE t (k timestamptz) PARTITION BY LIST (k)", "partition by list (k) { group a in ('2025-01-01T01:00+01:00', '2025-01-02'); }"),
    "sliding list": ("CREATE TABLE t (k bigint NOT NULL) PARTITION BY LIST (k)", "partition by list (k) every value starting 100 { create next when rows > 10; }"),
    "hash of two columns": ("CREATE TABLE t (a int, b text) PARTITION BY HASH (a, b)", "partition by hash (a, b) modulus 5;"),
}


def schema_of(table, level, name="t"):
    return table.schema(f"pschema 1; table {name} {{ {level} }}")


@pytest.mark.parametrize("tree", TREES)
def test_c57_nothing_to_do_after_apply(start, tree):
    """Nor is there after a VACUUM FULL, in sessions with other settings, and in a copy that came out of a dump, whose bounds are
    written in another zone's offsets and whose values in another order."""
    setup, level = TREES[tree]
    table = start(setup)
    schema = schema_of(table, level)
    table.migrate(schema, AT)
    assert table.children("t")
    quiet = at_rest(table, schema, AT)
    assert [k for k in kinds(quiet) if k[0] == "warning"] == []
    table.database.query("VACUUM FULL")
    for name, value in {"timezone": "'Asia/Tokyo'", "datestyle": "'German'", "extra_float_digits": "-3", "quote_all_identifiers": "on"}.items():
        table.database.query(f"ALTER DATABASE {table.database.name} SET {name} = {value}")
    assert kinds(at_rest(table, schema, AT)) == kinds(quiet)
    attached_anew(table.database)
    assert kinds(at_rest(table, schema, AT)) == kinds(quiet)
    # The files are as quiet: each finds everything done, though the ledger has nothing of them.
    before = trees.dump(table.database)
    table.database.query("DELETE FROM pschema.migration")
    psql.run(table.database, *sorted(table.folder.glob("*.sql")))
    assert trees.dump(table.database) == before


def attached_anew(database):
    """Takes every leaf off and puts it on again by the bound that a session of another zone prints, lists turned round: what a dump and
    a restore do, with new rows in pg_inherits and pg_class."""
    rows = database.query("""SET timezone = 'Asia/Kathmandu'; SET datestyle = 'ISO'; SET quote_all_identifiers = off;
        SELECT inhparent::regclass::text, inhrelid::regclass::text, pg_get_expr(relpartbound, oid) FROM pg_inherits JOIN pg_class ON oid = inhrelid
        WHERE relispartition AND relkind = 'r'""")
    statements = ["SET timezone = 'UTC'"]
    for parent, child, bound in rows:
        if bound.startswith("FOR VALUES IN") and "'," not in bound.replace("', '", ""):
            values = bound[len("FOR VALUES IN ("):-1].split(", ")
            bound = f"FOR VALUES IN ({', '.join(reversed(values))})"
        statements += [f"ALTER TABLE {parent} DETACH PARTITION {child}", f"ALTER TABLE {parent} ATTACH PARTITION {child} {bound}"]
    database.query("; ".join(statements))


LIFE = '''
CREATE SCHEMA "S x"; CREATE TABLE "S x"."T ""q""" (id int NOT NULL, "Ts" timestamptz NOT NULL, PRIMARY KEY (id, "Ts")) PARTITION BY RANGE ("Ts");
CREATE INDEX ON "S x"."T ""q""" ("Ts");
CREATE TABLE "S x".old PARTITION OF "S x"."T ""q""" FOR VALUES FROM ('2025-05-01 00:00+00') TO ('2025-05-02 00:00+00');
COMMENT ON TABLE "S x".old IS 'mine';
INSERT INTO "S x"."T ""q""" VALUES (1, '2025-05-01 10:00+00');
'''
LIFE_SCHEMA = '''pschema 1; table "S x"."T ""q""" { partition by range ("Ts") every day { create current and 1 after; keep current; drop 7 days after detach;
  partition by hash (id) modulus 2; } }'''


LEDGER = ("migration", "step", "attempt")


def ledger(database):
    return {name: sorted(database.query(f"SELECT t::text FROM pschema.{name} AS t")) for name in LEDGER}


def bounds_and_markers(database):
    return database.query("""SET timezone = 'UTC'; SET datestyle = 'ISO';
        SELECT c.oid::regclass::text, pg_get_expr(relpartbound, 0), obj_description(c.oid, 'pg_class') FROM pg_class c
        JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = 'S x' AND relkind IN ('r', 'p') ORDER BY 1""")


def dumped(database, other):
    """The whole database by pg_dump where Debian's can read that server; a newer server's by hand, as pg_dump writes it."""
    program = os.path.join(os.path.dirname(psql.PROGRAM), "pg_dump")
    offered = int(subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[2].split(".")[0])
    if database.server.major <= offered:
        text = subprocess.run([program, "-d", database.dsn], capture_output=True, text=True, check=True, env=psql.clean_environment()).stdout
    else:
        text = by_hand(database)
    other.query(text.replace("SELECT pg_catalog.set_config('search_path', '', false);", "SET search_path = '';") if "COPY" not in text else "SELECT 1")
    if "COPY" in text:
        path = os.path.join(database.server.directory, f"{other.name}.sql")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        psql.run(other, path)


def by_hand(database):
    def rows(sql):
        return database.query("SET timezone = 'Asia/Kathmandu'; SET datestyle = 'ISO'; " + sql)
    mine = "nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'"
    out = ["SET timezone = 'UTC'"]
    out += [f'CREATE SCHEMA IF NOT EXISTS {name}' for name, in rows(f"SELECT quote_ident(nspname) FROM pg_namespace WHERE {mine}")]
    out += [text for text, in rows(f"""
        SELECT format('CREATE TABLE %s (%s)%s', c.oid::regclass, string_agg(format('%I %s%s', attname, format_type(atttypid, atttypmod),
          CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END) || CASE WHEN attidentity <> '' THEN ' GENERATED ALWAYS AS IDENTITY' ELSE '' END
          || coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), ''), ', ' ORDER BY attnum),
          CASE WHEN c.relkind = 'p' THEN ' PARTITION BY ' || pg_get_partkeydef(c.oid) ELSE '' END)
        FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace JOIN pg_attribute a ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped
          LEFT JOIN pg_attrdef ON adrelid = c.oid AND adnum = attnum
        WHERE {mine} AND c.relkind IN ('r', 'p') GROUP BY c.oid, c.relkind ORDER BY c.oid""")]
    out += [text for text, in rows("""
        SELECT format('ALTER TABLE %s ATTACH PARTITION %s %s', inhparent::regclass, inhrelid::regclass, pg_get_expr(relpartbound, inhrelid))
        FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE relispartition AND relkind IN ('r', 'p') ORDER BY inhrelid DESC""")]
    out += [text for text, in rows("""SELECT format('COMMENT ON TABLE %s IS %L', objoid::regclass, description) FROM pg_description
        JOIN pg_class ON oid = objoid WHERE classoid = 'pg_class'::regclass AND objsubid = 0 AND relkind IN ('r', 'p') AND oid >= 16384""")]
    out += [text for text, in rows("""SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid))
        FROM pg_constraint k JOIN pg_class c ON c.oid = conrelid WHERE contype = 'p' AND conparentid = 0 AND c.oid >= 16384""")]
    for name, in rows(f"SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE {mine} AND relkind = 'r'"):
        out += [f"INSERT INTO {name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::{name}, '"
                + text.replace("'", "''") + "')" for text, in database.query(f"SELECT json_agg(m)::text FROM {name} m") if text]
    out += ["SELECT setval(pg_get_serial_sequence('pschema.attempt', 'id'), max(id)) FROM pschema.attempt"]
    return ";\n".join(out)


def test_c57_a_whole_database_out_of_a_dump(start, databases):
    """Markers come along, also with the user's comment below; the orphan is known again by name and bound, its grace goes on, and it is
    dropped at its end. The ledger comes along with its steps and attempts, so that no file runs a second time, and goes on."""
    table = start(LIFE)
    schema = table.schema(LIFE_SCHEMA)
    planned = table.plan(schema, AT)
    table.files(schema, AT, planned.exit)
    pschema.apply(table.folder, table.database, "--allow-destructive").expect(0)
    quiet = at_rest(table, schema, AT)
    assert ("info", "grace_pending") in [k[:2] for k in kinds(quiet)]
    other = databases()
    dumped(table.database, other)
    assert bounds_and_markers(other) == bounds_and_markers(table.database) and trees.digests(other) == trees.digests(table.database)
    kept = ledger(table.database)
    assert ledger(other) == kept and all(kept.values())
    table.database = other
    assert kinds(at_rest(table, schema, AT)) == kinds(quiet)
    assert other.value("SELECT obj_description('\"S x\".old'::regclass)").endswith("\nmine")
    done = pschema.apply(table.folder, other, "--allow-destructive").expect(0)
    assert "CREATE" not in done.err and ledger(other) == kept
    planned = table.plan(schema, "2025-05-12T13:00:00Z")
    assert ("DROP", '"S x".old') in verbs(planned)
    table.files(schema, "2025-05-12T13:00:00Z", planned.exit)
    pschema.apply(table.folder, other, "--allow-destructive").expect(0)
    assert all(set(kept[name]) < set(rows) for name, rows in ledger(other).items()), "what was recorded stays, and more comes"
    assert other.value("SELECT to_regclass('\"S x\".old') IS NULL")


def test_c57_constraints_of_partitions_are_nobodys_wish(start):
    """conislocal and coninhcount differ between PARTITION OF, ATTACH, and a partition that came back; that is no difference."""
    table = start(LIFE)
    schema = table.schema(LIFE_SCHEMA.replace("keep current;", "keep for 30 days;"))
    table.database.query('''CREATE TABLE "S x".a (LIKE "S x"."T ""q"""); ALTER TABLE "S x".a ADD PRIMARY KEY (id, "Ts"), ADD CHECK (id > 0);
        ALTER TABLE "S x"."T ""q""" ATTACH PARTITION "S x".a FOR VALUES FROM ('2025-05-02 00:00+00') TO ('2025-05-03 00:00+00');
        ALTER TABLE "S x"."T ""q""" DETACH PARTITION "S x".old;
        ALTER TABLE "S x"."T ""q""" ATTACH PARTITION "S x".old FOR VALUES FROM ('2025-05-01 01:00+01') TO ('2025-05-02 00:00+00')''')
    table.migrate(schema, AT, exit_code=table.plan(schema, AT).exit)
    at_rest(table, schema, AT)


@pytest.mark.parametrize("bound, key", [
    ("FROM ('2025-05-05 01:00:00+01') TO ('2025-05-06 05:45:00+05:45')", "timestamptz"),
    ("FROM ('2025-05-05'::date) TO ('20250506')", "date"),
    ("FROM ('May 5 2025') TO ('2025-05-06T00:00:00.000')", "timestamp"),
])
def test_c57_bounds_are_compared_as_values(start, bound, key):
    table = start(f"CREATE TABLE t (ts {key} NOT NULL) PARTITION BY RANGE (ts); CREATE TABLE by_hand PARTITION OF t FOR VALUES {bound}")
    schema = schema_of(table, "partition by range (ts) every day { create current; }")
    assert kinds(at_rest(table, schema, AT)) == []


@pytest.mark.parametrize("key, low, high", [("int", "'10'", "20"), ("bigint", "10", "'+20'"), ("numeric", "10.000", "2e1"), ("numeric(9,2)", "10", "20.0"), ("smallint", "10", "' 20 '")])
def test_c57_numbers_are_compared_as_numbers(start, key, low, high):
    table = start(f"CREATE TABLE t (id {key} NOT NULL) PARTITION BY RANGE (id); CREATE TABLE by_hand PARTITION OF t FOR VALUES FROM ({low}) TO ({high}); "
                  "INSERT INTO t VALUES (12)")
    schema = schema_of(table, "partition by range (id) every 10 starting 0 { create current and 1 after; }")
    table.migrate(schema, AT)
    assert sorted(table.children("t")) == ["public.by_hand", "public.t__20"]
    at_rest(table, schema, AT)


@pytest.mark.parametrize("key, there, wanted", [
    ("text", "'b', 'a', NULL, 'a'", "null, 'a', 'b'"), ("int", "3, '1'", "'01', 3"), ("numeric", "1.50, 2", "2.00, 1.5"), ("boolean", "'t', NULL", "null, true"),
    ("timestamptz", "'2025-01-01 01:00+01'", "'2025-01-01T00:00Z'"), ("char(3)", "'a  '", "'a'"), ("uuid", "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", "'a0eebc999c0b4ef8bb6d6bb9bd380a11'"),
])
def test_c57_lists_are_compared_as_sets_of_values(start, key, there, wanted):
    table = start(f"CREATE TABLE t (k {key}) PARTITION BY LIST (k); CREATE TABLE by_hand PARTITION OF t FOR VALUES IN ({there})")
    assert kinds(at_rest(table, schema_of(table, f"partition by list (k) {{ group g in ({wanted}); }}"), AT)) == []


@pytest.mark.parametrize("key, written, printed", [
    ("time", "'10:00'", "10:00:00"), ("interval", "'36 hours'", "36:00:00"), ("money", "'1.5'", "$1.50"), ("float8", "'1e2'", "100"),
    ("bytea", "'abc'", "\\x616263"), ("inet", "'10.0.0.1/32'", "10.0.0.1"), ("int[]", "'{1, 2}'", "{1,2}"), ("real", "'0.50'", "0.5"),
])
def test_c57_values_that_have_several_spellings(start, key, written, printed):
    """A sister: types whose values the program cannot compare itself. Made once, the partition is not planned again each night, to be
    refused by the server (42P17); the warning shows the spelling that brings peace."""
    table = start(f"CREATE TABLE t (k {key}) PARTITION BY LIST (k)")
    schema = schema_of(table, f"partition by list (k) {{ group g in ({written}); }}")
    table.migrate(schema, AT)
    assert list(table.children("t")) == ["public.t__g"]
    held = at_rest(table, schema, AT, exit_code=3)
    said, = [f.rest for f in held.findings if f.severity == "warning"]
    assert said.startswith("public.t__g ") and printed in said
    assert kinds(at_rest(table, schema_of(table, f"partition by list (k) {{ group g in ('{printed}'); }}"), AT)) == []
