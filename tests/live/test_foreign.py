"""Partitions at a foreign server: what PostgreSQL demands of them, and of whom."""

import psycopg2
import pytest

import pschema

AT = "2026-03-10T00:00:00Z"
BOUND = "FOR VALUES FROM ('2026-01-01') TO ('2026-02-01')"
# Nobody reads or writes at a wrapper without a handler; partitions can be made there.
SERVER = "CREATE FOREIGN DATA WRAPPER nothing; CREATE SERVER far FOREIGN DATA WRAPPER nothing;"


def schema_at(server, tmp_path):
    path = tmp_path / "s.pschema"
    path.write_text(f"""pschema 1;
        table t {{ partition by range (at) every month {{ create current; keep current; drop 7 days after detach;
                   leaves {{ foreign server {server} options (path '/{{name}}'); }} }} }}""", encoding="utf-8")
    return path


@pytest.mark.live
@pytest.mark.parametrize("table, code, words", [
    ("(at timestamptz PRIMARY KEY)", "PS3010", "the primary key `t_pkey`"),
    ("(at timestamptz NOT NULL, UNIQUE (at))", "PS3010", "the unique index or constraint `t_at_key`"),
    ("(at timestamptz NOT NULL, o int REFERENCES o)", "PS3017", "the foreign key `t_o_fkey`"),
])
def test_what_postgresql_refuses_is_refused_before(table, code, words, database, tmp_path):
    """Both are asked, so that pschema refuses nothing that would work."""
    database.query(f"{SERVER} CREATE TABLE o (id int PRIMARY KEY); CREATE TABLE t {table} PARTITION BY RANGE (at)")
    pschema.snapshot(schema_at("far", tmp_path), database, tmp_path / "c.toml")
    planned = pschema.plan(tmp_path / "s.pschema", tmp_path / "c.toml", AT).expect(4)
    assert f"{code} {words} of `public.t` forbids partitions at a foreign server" in planned.out
    columns = "at timestamptz NOT NULL" + (", o int" if "REFERENCES" in table else "")
    with pytest.raises(psycopg2.errors.WrongObjectType):
        database.query(f"CREATE FOREIGN TABLE f ({columns}) SERVER far; ALTER TABLE t ATTACH PARTITION f {BOUND}")


@pytest.mark.live
def test_a_server_that_is_not_there(database, tmp_path):
    database.query(f"{SERVER} CREATE TABLE t (at timestamptz NOT NULL) PARTITION BY RANGE (at)")
    pschema.snapshot(schema_at("farther", tmp_path), database, tmp_path / "c.toml")
    planned = pschema.plan(tmp_path / "s.pschema", tmp_path / "c.toml", AT).expect(4)
    assert "at foreign server `farther`, which the database does not have" in planned.out


@pytest.mark.live
def test_the_owner_of_the_table_makes_and_drops_them(server, database, tmp_path):
    """Who has USAGE on the server and is no superuser; first without it."""
    database.query("DO $$BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'keeper') THEN CREATE ROLE keeper; "
                   "END IF; END$$")
    database.query(f"{SERVER} CREATE SCHEMA own AUTHORIZATION keeper; GRANT CREATE, USAGE ON SCHEMA public TO keeper; "
                   "CREATE TABLE t (at timestamptz NOT NULL, CHECK (at > '2000-01-01')) PARTITION BY RANGE (at); "
                   "ALTER TABLE t OWNER TO keeper")
    folder = tmp_path / "m"

    def apply(moment):
        server.set_clock(moment)
        pschema.snapshot(schema_at("far", tmp_path), database, tmp_path / "c.toml")
        pschema.compile_files(tmp_path / "s.pschema", tmp_path / "c.toml", moment, folder).expect(0)
        return pschema.apply(folder, database, "--allow-destructive")

    refused = apply(AT)
    assert refused.exit != 0 and "GRANT USAGE ON FOREIGN SERVER far TO keeper;" in refused.err
    database.query("GRANT USAGE ON FOREIGN SERVER far TO keeper")
    apply("2026-03-11T00:00:00Z").expect(0)
    apply("2026-04-02T00:00:00Z").expect(0)
    apply("2026-04-20T00:00:00Z").expect(0)
    assert database.query("SELECT relname, pg_get_userbyid(relowner)::text, ftoptions FROM pg_foreign_table "
                          "JOIN pg_class ON oid = ftrelid") == [("t__2026_04", "keeper", ["path=/t__2026_04"])]


@pytest.mark.live
def test_set_schema_locks_a_foreign_table_and_changes_nothing(database):
    """The drop relies on it, since LOCK TABLE refuses foreign tables."""
    database.query(f"{SERVER} CREATE FOREIGN TABLE f (a int) SERVER far")
    before = database.value("SELECT xmin::text FROM pg_class WHERE relname = 'f'")
    with pytest.raises(psycopg2.errors.WrongObjectType):
        database.query("BEGIN; LOCK TABLE f IN ACCESS EXCLUSIVE MODE")
    modes = database.query("BEGIN; ALTER TABLE public.f SET SCHEMA public; "
                           "SELECT mode FROM pg_locks WHERE relation = 'f'::regclass")
    assert ("AccessExclusiveLock",) in modes
    database.query("ALTER TABLE public.f SET SCHEMA public")
    assert database.value("SELECT xmin::text FROM pg_class WHERE relname = 'f'") == before
