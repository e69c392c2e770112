"""`pschema route` against where PostgreSQL really puts rows, with the server's help and without."""

import re

import pytest

import golden
import psql
import pschema
import schemas

# Every shape of key in one tree or another. `{n}` runs; a row without a partition is refused by the server.
SETUP = """
CREATE TABLE hashed_ids (a bigint NOT NULL, b integer, c smallint) PARTITION BY HASH (a, b, c);
CREATE TABLE hashed_text (t text, u uuid, v varchar(20)) PARTITION BY HASH (t, u, v);
CREATE TABLE hashed_numbers (n numeric, d date) PARTITION BY HASH (n, d);
CREATE TABLE by_number (n numeric(12, 2) NOT NULL) PARTITION BY RANGE (n);
CREATE TABLE number_0 PARTITION OF by_number FOR VALUES FROM (-100) TO (0.05);
CREATE TABLE number_1 PARTITION OF by_number FOR VALUES FROM (0.05) TO (100);
CREATE TABLE by_two (at timestamptz NOT NULL, n integer NOT NULL) PARTITION BY RANGE (at, n);
CREATE TABLE two_0 PARTITION OF by_two FOR VALUES FROM (MINVALUE, MINVALUE) TO ('2026-01-01', 5);
CREATE TABLE two_1 PARTITION OF by_two FOR VALUES FROM ('2026-01-01', 5) TO ('2026-01-02', MINVALUE);
CREATE TABLE two_2 PARTITION OF by_two FOR VALUES FROM ('2026-01-02', MINVALUE) TO (MAXVALUE, MAXVALUE);
"""

SCHEMA = """pschema 1;
table hashed_ids { partition by hash (a, b, c) modulus 7; }
table hashed_text { partition by hash (t, u, v) modulus 5; }
table hashed_numbers { partition by hash (n, d) modulus 3; }
table by_number { partition by range (n) every 100 starting 0 { create never; } }
table by_two { partition by range (at, n) every day { create never; } }
"""

BUCKETS = """
DO $$
DECLARE r record;
BEGIN
  FOR r IN SELECT t, m, g FROM (VALUES ('hashed_ids', 7), ('hashed_text', 5), ('hashed_numbers', 3)) AS s(t, m),
                               generate_series(0, m - 1) AS g LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
                   r.t || '_' || r.g, r.t, r.m, r.g);
  END LOOP;
END $$;
"""

ROWS = """
INSERT INTO hashed_ids SELECT (random() * 2 ^ 62)::bigint * (CASE WHEN g % 2 = 0 THEN 1 ELSE -1 END),
  CASE WHEN g % 5 > 0 THEN (random() * 2 ^ 30)::int - 500000000 END, CASE WHEN g % 3 > 0 THEN g - 20 END FROM generate_series(1, 40) AS g;
INSERT INTO hashed_ids VALUES (0, 0, 0), (-1, -1, -1), (9223372036854775807, 2147483647, 32767), (-9223372036854775808, -2147483648, -32768);
INSERT INTO hashed_text SELECT repeat('ab\u00e9 ', g), gen_random_uuid(), CASE WHEN g % 2 = 0 THEN repeat('x', g) END FROM generate_series(0, 20) AS g;
INSERT INTO hashed_numbers SELECT g / 7.0, '2026-01-01'::date + g FROM generate_series(-3, 3) AS g;
INSERT INTO by_number VALUES (-100), (-0.01), (0), (0.04), (0.05), (0.1), (99.99);
INSERT INTO by_two VALUES ('-infinity', 0), ('2025-12-31 23:59:59', 9), ('2026-01-01', 4), ('2026-01-01', 5), ('2026-01-02', -5), ('infinity', 1);
"""


def names_of_columns(connection, table):
    return [name for name, in connection.query(
        "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
        table)]


def rows_of(database, table, most):
    """(partition, values by column) of some rows, of as many partitions as may be."""
    columns = names_of_columns(database, table)
    quoted = ", ".join('"' + name.replace('"', '""') + '"::text' for name in columns)
    connection = database.connect()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET search_path = ''; SET timezone = 'UTC'; SET datestyle = 'ISO'; SET bytea_output = 'hex'")
            # Partitions in turn, so that a limit leaves none out for another's many rows.
            cursor.execute("SELECT p, " + ", ".join(f"c{i}" for i in range(len(columns))) + " FROM (SELECT tableoid::regclass::text AS p, "
                           "row_number() OVER (PARTITION BY tableoid) AS turn, " +
                           ", ".join(f"{name} AS c{i}" for i, name in enumerate(quoted.split(", "))) +
                           f" FROM {table}) AS s ORDER BY turn, p LIMIT {most}")
            return [(row[0], dict(zip(columns, row[1:], strict=True))) for row in cursor.fetchall()]
    finally:
        connection.close()


def words(values):
    return [f"{name}=" + ("null" if value is None else "'" + value + "'") for name, value in values.items()]


def routed(table, values, *rest):
    said = pschema.run("route", table, *words(values), *rest, "--format", "json")
    assert said.exit in (0, 3), said.err
    return schemas.document(said.out, "route.json")


def plain(name):
    """psycopg2 fills in `%`, and the command line splits at `=`."""
    return not re.search(r"[%=,]", name)


@pytest.mark.live
def test_rows_of_every_key_type(database, tmp_path):
    (tmp_path / "setup.sql").write_text(SETUP + BUCKETS + ROWS, encoding="utf-8")
    (tmp_path / "all.pschema").write_text(SCHEMA, encoding="utf-8")
    psql.run(database, tmp_path / "setup.sql")
    schema, catalog = tmp_path / "all.pschema", tmp_path / "catalog.toml"
    pschema.snapshot(schema, database, catalog)
    for table in ("hashed_ids", "hashed_text", "hashed_numbers", "by_number", "by_two"):
        rows = rows_of(database, f"public.{table}", 60)
        assert rows
        for place, (partition, values) in enumerate(rows):
            offline = routed(f"public.{table}", values, schema, "--catalog", catalog)
            if table == "hashed_numbers":
                assert offline["result"] == "one_of" and partition in offline["one_of"]
            else:
                assert offline["partition"] == partition, values
            if place < 3:
                assert routed(f"public.{table}", values, schema, "--dsn", database.dsn)["partition"] == partition


# One for each shape of tree and each kind of key.
CASES = ("default_drain", "encodings_digits", "encodings_epoch", "encodings_ids", "event_store_history", "hash_shapes",
         "integer_kinds", "key_columns", "list_shapes", "nested_lists", "nesting", "sliding_list", "stock_bangkok")


@pytest.mark.live
@pytest.mark.parametrize("name", CASES)
def test_rows_of_golden_cases(name, server, database, tmp_path):
    """All stages are played; then the rows that are there are where route says they are."""
    case = golden.Case(name)
    psql.run(database, case.setup)
    for stage in case.stages:
        server.set_clock(stage.clock)
        if stage.before:
            psql.run(database, stage.before)
        psql.run(database, *(case.path("migrations", name) for name in case.files(stage)))
        if stage.after:
            psql.run(database, stage.after)
    last = case.stages[-1]
    catalog = tmp_path / "catalog.toml"
    pschema.snapshot(last.schema, database, catalog)
    looked_at = 0
    planned = pschema.run("plan", *last.schema, "--catalog", catalog, "--at", last.at, "--format", "json")
    arguments = [*last.schema, "--catalog", catalog, "--at", last.at]
    for table in schemas.document(planned.out, "plan.json")["tables"]:
        if not plain(table["table"]) or not all(plain(name) for name in names_of_columns(database, table["table"])):
            continue
        for partition, values in rows_of(database, table["table"], 5):
            found = routed(table["table"], values, *arguments)
            looked_at += 1
            if found["result"] in ("one_of", "not_known"):
                found = routed(table["table"], values, *last.schema, "--dsn", database.dsn, "--at", last.at)
            if found["result"] != "not_known":
                assert found["partition"] == partition, (table["table"], values, found)
    assert looked_at > 0
