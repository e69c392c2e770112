"""Reports C53 and C54: names that are too long, and names, comments, values and functions that are hostile."""

import psycopg2
import pytest

import pschema
import trees
from reports import apply, at_rest, kinds, refused, start, verbs  # noqa: F401

pytestmark = pytest.mark.live

AT = "2025-01-01T10:00:00Z"

# --- C53: names over 63 bytes -------------------------------------------------------------------------------------------

LONG = "a_very_long_table_name_that_keeps_going_and_going_for_ever_ok"
CYRILLIC = "ы" * 31  # 62 bytes


@pytest.mark.parametrize("name, over", [(LONG, len(LONG) + 12 - 63), (CYRILLIC, 62 + 12 - 63)])
def test_c53_too_long_is_said_at_compile_time_in_bytes(start, name, over):
    table = start(f'CREATE TABLE "{name}" (ts date NOT NULL) PARTITION BY RANGE (ts)')
    schema = table.schema(f'pschema 1; table "{name}" {{ partition by range (ts) every day {{ create current; }} }}')
    said = refused(table, schema)
    assert "PS2027" in said and f"{over} more than the 63" in said
    fits = f"named '{name.encode()[:len(name.encode()) - over].decode(errors='ignore')}__{{yyyy}}_{{mm}}_{{dd}}';"
    assert f"{name}__" in said and fits in said


def test_c53_a_name_of_the_table_itself_over_63_bytes(start):
    """34 letters, 68 bytes: PostgreSQL cuts such a name silently, so it is none here."""
    table = start(f'CREATE TABLE "{"ы" * 34}" (ts date NOT NULL) PARTITION BY RANGE (ts)')
    schema = table.schema(f'pschema 1; table "{"ы" * 34}" {{ partition by range (ts) every day {{ create current; }} }}')
    said = refused(table, schema)
    assert "PS1016" in said and "68" in said


def test_c53_a_template_that_fits(start):
    table = start(f'CREATE TABLE "{LONG}" (ts date NOT NULL) PARTITION BY RANGE (ts)')
    schema = table.schema(f"pschema 1; table {LONG} {{ partition by range (ts) every day {{ named 'ever_{{yyyy}}{{mm}}{{dd}}'; create current; }} }}")
    table.migrate(schema, AT)
    assert list(table.children(LONG)) == ["public.ever_20250101"]


def test_c53_two_tables_that_differ_late(start):
    """Both would be cut to one name; and a template that leaves the difference out gives two members one name."""
    first, second = "p" * 55 + "_one", "p" * 55 + "_two"
    table = start(f"CREATE TABLE {first} (ts date NOT NULL) PARTITION BY RANGE (ts); CREATE TABLE {second} (ts date NOT NULL) PARTITION BY RANGE (ts)")
    both = f"pschema 1; table {first}, {second} {{ partition by range (ts) every day {{ %s create current; }} }}"
    assert "PS2027" in refused(table, table.schema(both % ""))
    assert "PS2026" in refused(table, table.schema(both % "named 'p_{yyyy}{mm}{dd}';"))


def test_c53_63_bytes_of_letters_of_several_bytes_on_every_level(start):
    """A sister: the longest names that fit, on each level, with indexes, which the server names itself, and a move through a helper
    table, whose name is cut between letters. No name is cut by the server, and two days' names differ in their last letters."""
    root = "ы" * 21 + "x"  # 43 bytes, 55 with the day, 59 with the bucket, 63 with the word
    table = start(f"""CREATE TABLE "{root}" (ts date NOT NULL, ключ int NOT NULL, n text, PRIMARY KEY (ts, ключ)) PARTITION BY RANGE (ts);
        CREATE INDEX ON "{root}" (n); CREATE INDEX ON "{root}" (ключ, n);
        CREATE TABLE "остаток" PARTITION OF "{root}" DEFAULT; INSERT INTO "{root}" VALUES ('2025-01-01', 1, 'x')""")
    schema = table.schema(f"""pschema 1; table "{root}" {{ partition by range (ts) every day {{
        create current and 1 after; keep current; drop 1 day after detach; default drain {{ }}
        partition by hash (ключ) modulus 2 {{ named '{{parent}}_яя{{remainder}}x{{remainder}}'; }} }} }}""".replace("default drain { }", "default named 'остаток' drain;"))
    planned = table.plan(schema, AT)
    longest = f"{root}__2025_01_01_яя1x1"
    assert len(longest.encode()) == 63
    assert longest in planned.out
    apply(table, schema, AT, "--allow-destructive")
    there = {name for name, in table.database.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')")}
    assert {f"{root}__2025_01_0{day}_яя{n}x{n}" for day in (1, 2) for n in (0, 1)} <= there
    assert table.database.value(f'SELECT count(*) FROM "{root}"') == 1 and table.database.value('SELECT count(*) FROM "остаток"') == 0
    assert table.database.value("SELECT count(*) FROM pg_index WHERE NOT indisvalid") == 0
    apply(table, schema, "2025-01-02T10:00:00Z", "--allow-destructive")
    apply(table, schema, "2025-01-03T11:00:00Z", "--allow-destructive")
    left = {name for name, in table.database.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')")}
    assert not any("2025_01_01" in name for name in left) and any("2025_01_04" in name for name in left)


@pytest.mark.parametrize("below, over", [("partition by hash (n) modulus 1000;", 4), ("partition by list (n) { group каждая in (1); }", 12)])
def test_c53_the_longest_name_below_counts(start, below, over):
    """A sister: the level below makes it too long, by its widest member."""
    root = "r" * (63 - 12 - 2)
    table = start(f"CREATE TABLE {root} (ts date NOT NULL, n int) PARTITION BY RANGE (ts)")
    schema = table.schema(f"pschema 1; table {root} {{ partition by range (ts) every day {{ create current; {below} }} }}")
    said = refused(table, schema)
    assert "PS2027" in said and f"{over} more than the 63" in said


def test_c53_only_the_last_bucket_is_too_long(start):
    """A sister: 47 + 12 + 4 bytes are 63 for bucket 9, and 64 for bucket 10."""
    root = "r" * 47
    table = start(f"CREATE TABLE {root} (ts date NOT NULL, n int) PARTITION BY RANGE (ts)")
    text = f"pschema 1; table {root} {{ partition by range (ts) every day {{ create current; partition by hash (n) modulus %d; }} }}"
    table.plan(table.schema(text % 10), AT).expect(0)
    said = refused(table, table.schema(text % 11))
    assert f"{root}__2026_12_28__h10`" in said and "1 more than the 63" in said


def test_c53_numbers_that_grow(start):
    """A sister: the names of an integer axis grow with its keys, which no check of the file can know. The plan holds the window;
    the server would cut its name without a word."""
    root = "r" * 50
    table = start(f"CREATE TABLE {root} (id bigint NOT NULL) PARTITION BY RANGE (id)")
    schema = table.schema(f"pschema 1; table {root} {{ partition by range (id) every 1_000 starting 0 {{ create current and 1 after; default; }} }}")
    table.migrate(schema, AT)
    assert sorted(table.children(root)) == [f"public.{root}__0", f"public.{root}__1000", f"public.{root}__default"]
    table.database.query(f"CREATE TABLE by_hand PARTITION OF {root} FOR VALUES FROM (1000000000000) TO (1000000001000); "
                         f"INSERT INTO {root} VALUES (1000000000500)")
    planned = table.plan(schema, AT).expect(3)
    assert planned.operations == []
    held, = [f for f in planned.findings if f.kind == "name_unusable"]
    assert held.rest.startswith(f"public.{root}__1000000001000 ") and "65 bytes" in held.rest


# --- C54: hostile names, comments, values and functions -----------------------------------------------------------------

HOSTILE = """
CREATE SCHEMA q; CREATE TABLE q.victim (a int);
CREATE TABLE q."A.b" ("Ts X" date NOT NULL, "Na""me" int) PARTITION BY RANGE ("Ts X");
CREATE TABLE q."Weird "";drop table q.victim;--" (ts date NOT NULL) PARTITION BY RANGE (ts);
CREATE TABLE q."{table} $$ :'file' \\q
`id`" (ts date NOT NULL) PARTITION BY RANGE (ts);
COMMENT ON TABLE q."A.b" IS 'x''; DROP TABLE q.victim; --';
"""
HOSTILE_SCHEMA = '''pschema 1;
table q."A.b" { partition by range ("Ts X") every day { create current; keep current; drop 1 day after detach;
  partition by hash ("Na""me") modulus 2; } }
table q."Weird "";drop table q.victim;--" { partition by range (ts) every day { create current; keep current; drop 1 day after detach; } }
'''


def survives(table):
    return table.database.value("SELECT pg_catalog.to_regclass('q.victim') IS NOT NULL")


@pytest.mark.parametrize("by", ["psql", "apply"])
def test_c54_a_whole_life_under_hostile_names(start, by):
    table = start(HOSTILE)
    schema = table.schema(HOSTILE_SCHEMA)
    run = table.migrate if by == "psql" else lambda schema, at: apply(table, schema, at, "--allow-destructive")
    run(schema, AT)
    assert list(table.children('q."A.b"')) == ["q.A.b__2025_01_01"]
    assert list(table.children('q."Weird "";drop table q.victim;--"')) == ['q.Weird ";drop table q.victim;--__2025_01_01']
    comment = "y'; DROP TABLE q.victim; -- $$ \\\\gexec\nDROP TABLE q.victim;\n\\! false"
    table.database.query('COMMENT ON TABLE q."A.b__2025_01_01" IS %s', comment)
    run(schema, "2025-01-02T10:00:00Z")
    said = table.database.value("SELECT obj_description('q.\"A.b__2025_01_01\"'::regclass)")
    assert said.startswith("pschema: detached at") and said.endswith(comment)
    at_rest(table, schema, "2025-01-02T10:00:00Z")
    run(schema, "2025-01-03T11:00:00Z")
    assert table.database.value("SELECT to_regclass('q.\"A.b__2025_01_01\"') IS NULL")
    assert list(table.children('q."A.b"')) == ["q.A.b__2025_01_03"] and survives(table)
    assert table.database.value("SELECT obj_description('q.\"A.b\"'::regclass)") == "x'; DROP TABLE q.victim; --"


def test_c54_the_comment_comes_back_with_the_partition(start):
    table = start(HOSTILE)
    comment = "pschema-like\npschema: detached at 2020-01-01T00:00:00Z, q.victim of q.x FOR VALUES FROM ('a') TO ('b')"
    table.migrate(table.schema(HOSTILE_SCHEMA), AT)
    table.database.query('COMMENT ON TABLE q."A.b__2025_01_01" IS %s', comment)
    table.migrate(table.schema(HOSTILE_SCHEMA), "2025-01-02T10:00:00Z")
    table.migrate(table.schema(HOSTILE_SCHEMA.replace("keep current;", "keep current and 1 before;")), "2025-01-02T11:00:00Z")
    assert "q.A.b__2025_01_01" in table.children('q."A.b"')
    assert table.database.value("SELECT obj_description('q.\"A.b__2025_01_01\"'::regclass)") == comment and survives(table)


def test_c54_a_name_with_a_newline_cannot_be_written_but_is_read(start):
    """A partition that somebody called so: it is found, retired and dropped; nothing of its name becomes a statement."""
    table = start(HOSTILE)
    table.database.query('CREATE TABLE q."evil\nDROP TABLE q.victim;\n\\! touch x" PARTITION OF q."A.b" '
                         "FOR VALUES FROM ('2024-12-01') TO ('2024-12-02') PARTITION BY HASH (\"Na\"\"me\")")
    schema = table.schema(HOSTILE_SCHEMA.replace("drop 1 day after detach", "drop immediately"))
    planned = table.plan(schema, AT)
    apply(table, schema, AT, "--allow-destructive", compiled=planned.exit)
    assert list(table.children('q."A.b"')) == ["q.A.b__2025_01_01"] and survives(table)
    table.migrate(schema, AT, planned.exit)
    assert survives(table)


PLANTED = """
CREATE SCHEMA plant; CREATE TABLE plant.called (what text);
GRANT USAGE, CREATE ON SCHEMA plant TO PUBLIC; GRANT ALL ON plant.called TO PUBLIC;
CREATE FUNCTION plant.note(what text) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN INSERT INTO plant.called VALUES (what); RETURN true; END';
CREATE FUNCTION plant.array_to_string(anyarray, text) RETURNS text LANGUAGE sql AS $$ SELECT plant.note('array_to_string')::text $$;
CREATE FUNCTION plant.to_regclass(text) RETURNS regclass LANGUAGE sql AS $$ SELECT plant.note('to_regclass'), NULL::regclass; SELECT NULL::regclass $$;
CREATE FUNCTION plant.obj_description(oid, text) RETURNS text LANGUAGE sql AS $$ SELECT plant.note('obj_description')::text $$;
CREATE FUNCTION plant.pg_get_expr(pg_node_tree, int) RETURNS text LANGUAGE sql AS $$ SELECT plant.note('pg_get_expr')::text $$;
CREATE FUNCTION plant.starts_with(text, text) RETURNS boolean LANGUAGE sql AS $$ SELECT plant.note('starts_with') $$;
CREATE FUNCTION plant.format_type(oid, int) RETURNS text LANGUAGE sql AS $$ SELECT plant.note('format_type')::text $$;
CREATE FUNCTION plant.pg_try_advisory_lock(bigint) RETURNS boolean LANGUAGE sql AS $$ SELECT plant.note('lock') $$;
CREATE FUNCTION plant.eq(text, text) RETURNS boolean LANGUAGE sql AS $$ SELECT plant.note('=') $$;
CREATE FUNCTION plant.eqo(oid, oid) RETURNS boolean LANGUAGE sql AS $$ SELECT plant.note('= oid') $$;
CREATE FUNCTION plant.eqn(name, name) RETURNS boolean LANGUAGE sql AS $$ SELECT plant.note('= name') $$;
CREATE FUNCTION plant.match(text, text) RETURNS boolean LANGUAGE sql AS $$ SELECT plant.note('~') $$;
CREATE OPERATOR plant.= (LEFTARG = text, RIGHTARG = text, FUNCTION = plant.eq);
CREATE OPERATOR plant.= (LEFTARG = oid, RIGHTARG = oid, FUNCTION = plant.eqo);
CREATE OPERATOR plant.= (LEFTARG = name, RIGHTARG = name, FUNCTION = plant.eqn);
CREATE OPERATOR plant.~ (LEFTARG = text, RIGHTARG = text, FUNCTION = plant.match);
CREATE OPERATOR plant.~~ (LEFTARG = name, RIGHTARG = text, FUNCTION = plant.match2) ;
"""
PLANTED = PLANTED.replace("CREATE OPERATOR plant.~~", "CREATE FUNCTION plant.match2(name, text) RETURNS boolean LANGUAGE sql AS "
                          "$$ SELECT plant.note('LIKE') $$; CREATE OPERATOR plant.~~")


@pytest.mark.parametrize("by", ["psql", "apply"])
def test_c54_planted_functions_are_never_called(start, by):
    table = start(HOSTILE)
    database = table.database
    database.query("SET check_function_bodies = off; " + PLANTED)
    database.query(f"ALTER DATABASE {database.name} SET search_path = plant, pg_catalog, public")
    assert database.value("SELECT array_to_string(ARRAY[1], ',')") == "true", "the plants are first in the path"
    database.query("TRUNCATE plant.called")
    schema = table.schema(HOSTILE_SCHEMA.replace("keep current;", "keep current; default drain;"))
    run = (lambda at, code=0: table.migrate(schema, at, code)) if by == "psql" else (
        lambda at, code=0: apply(table, schema, at, "--allow-destructive", compiled=code))
    run(AT)
    database.query("INSERT INTO q.\"A.b\" VALUES ('2025-01-02', 1)")
    for at in ("2025-01-02T10:00:00Z", "2025-01-03T11:00:00Z"):
        run(at, table.plan(schema, at).exit)
    assert database.query("SELECT DISTINCT what FROM plant.called") == []
    assert survives(table)


def test_c54_list_values_are_data(start):
    table = start("""CREATE TABLE l (k text) PARTITION BY LIST (k);
        CREATE TABLE there PARTITION OF l FOR VALUES IN ('{NULL}', 'NULL', NULL)""")
    schema = table.schema("""pschema 1; table l { partition by list (k) {
        group there in (null, 'NULL', '{NULL}');
        group quote in ('O''Brien', '''; DROP TABLE l; --', '$$', 'back\\slash', '{a,b}', 'a, ''b''');
        group blank in ('', ' '); } }""")
    planned = table.plan(schema, AT).expect(0)
    assert verbs(planned) == [("CREATE", "public.l__quote"), ("CREATE", "public.l__blank")]
    table.migrate(schema, AT)
    for value in ("O'Brien", "'; DROP TABLE l; --", "$$", "back\\slash", "{a,b}", "a, 'b'", "", " ", None, "NULL", "{NULL}"):
        table.database.query("INSERT INTO l VALUES (%s)", value)
    assert trees.leaves(table.database) == {"l__blank": 2, "l__quote": 6, "there": 3}
    at_rest(table, schema, AT)
    apart = table.schema("pschema 1; table l { partition by list (k) { group n in (null); group t in ('NULL'); } }")
    assert [k[1] for k in kinds(table.plan(apart, AT).expect(3)) if k[0] == "warning"] != []


def test_c54_values_that_become_names(start):
    """A sister: `group each` names a partition by its value, whatever that is."""
    table = start(HOSTILE + "CREATE TABLE l (k text) PARTITION BY LIST (k)")
    values = ["'; DROP TABLE q.victim; --", 'a"b', '"; DROP TABLE q.victim; --', "{table}", "%I", ":file", "\\q", "Ü x", "$$"]
    written = ", ".join("'" + value.replace("'", "''") + "'" for value in values)
    schema = table.schema(f"pschema 1; table l {{ partition by list (k) {{ group each in ({written}); }} }}")
    table.migrate(schema, AT)
    assert sorted(table.children("l")) == sorted("public.l__" + value for value in values)
    assert survives(table)
    at_rest(table, schema, AT)


@pytest.fixture
def role(database):
    """An unprivileged owner, gone at the end with all that he has."""
    name = "app_" + database.name
    database.query(f"CREATE ROLE {name} LOGIN")
    yield name
    database.query(f"RESET ROLE; DROP OWNED BY {name} CASCADE; DROP ROLE {name}")


def test_c54_no_step_has_more_rights_than_the_owner(start, role):
    """A superuser runs the files; what the table's owner planted in its constraints runs as the owner."""
    table = start(f"""CREATE SCHEMA app AUTHORIZATION {role}; SET ROLE {role};
        CREATE TABLE app.seen (who text);
        CREATE FUNCTION app.spy(int) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN INSERT INTO app.seen VALUES (current_user); RETURN true; END';
        CREATE TABLE app.ev (id int CHECK (app.spy(id)), ts date NOT NULL) PARTITION BY RANGE (ts);
        CREATE TABLE app.ev__default PARTITION OF app.ev DEFAULT;
        CREATE FUNCTION app.fired() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO app.seen VALUES (current_user); RETURN coalesce(NEW, OLD); END';
        CREATE TRIGGER t AFTER INSERT OR DELETE ON app.ev FOR EACH ROW EXECUTE FUNCTION app.fired();
        INSERT INTO app.ev VALUES (1, '2025-01-01'), (2, '2025-01-01'); TRUNCATE app.seen""")
    schema = table.schema("pschema 1; table app.ev { partition by range (ts) every day { create current; keep current; drop immediately; default drain; } }")
    planned = table.plan(schema, AT)
    assert ("MOVE", "app.ev__default") in verbs(planned)
    apply(table, schema, AT, "--allow-destructive", compiled=planned.exit)
    assert table.database.query("SELECT DISTINCT who FROM app.seen") == [(role,)]
    assert table.database.value("SELECT count(*) FROM app.ev__2025_01_01") == 2
    table.migrate(schema, "2025-01-02T10:00:00Z", exit_code=table.plan(schema, "2025-01-02T10:00:00Z").exit)
    assert table.database.query("SELECT DISTINCT who FROM app.seen") == [(role,)]


def test_c54_a_condition_runs_as_the_owner_too(start, role):
    """A sister: the query of a condition, when the snapshot asks and when the file does."""
    table = start(f"""CREATE SCHEMA app AUTHORIZATION {role}; SET ROLE {role};
        CREATE FUNCTION app.done(text) RETURNS boolean LANGUAGE sql AS $$ SELECT current_user = '{role}' $$;
        CREATE TABLE app.ev (ts date NOT NULL) PARTITION BY RANGE (ts);
        CREATE TABLE app.old PARTITION OF app.ev FOR VALUES FROM ('2024-01-01') TO ('2024-01-02')""")
    schema = table.schema("pschema 1; table app.ev { partition by range (ts) every day { create current; keep while not sql $$ SELECT app.done('{partition}') $$; } }")
    planned = table.plan(schema, AT).expect(0)
    assert ("DETACH", "app.old") in verbs(planned), "asked as the superuser it would have been kept"
    table.migrate(schema, AT)
    assert list(table.children("app.ev")) == ["app.ev__2025_01_01"]


def test_c54_a_schema_in_which_the_owner_may_not_create(start, role):
    """A sister: `in schema` names a schema that is closed to the table's owner. A superuser's run does not open it."""
    table = start(f"""CREATE SCHEMA closed; CREATE SCHEMA app AUTHORIZATION {role}; SET ROLE {role};
        CREATE TABLE app.ev (ts date NOT NULL) PARTITION BY RANGE (ts)""")
    schema = table.schema("pschema 1; table app.ev { in schema closed; partition by range (ts) every day { create current; } }")
    table.files(schema, AT, exit_code=table.plan(schema, AT).exit)
    failed = pschema.apply(table.folder, table.database).expect(7)
    assert "42501" in failed.err and f"GRANT USAGE, CREATE ON SCHEMA closed TO {role};" in failed.err
    assert table.children("app.ev") == {}
    assert table.database.value("SELECT count(*) FROM pg_class WHERE relnamespace = 'closed'::regnamespace") == 0


@pytest.mark.parametrize("default", ["", "default;"])
def test_c54_an_archive_that_is_closed_to_the_owner(start, role, default):
    """`detach into schema` moves with the owner's rights: a superuser's run does not put tables into a schema of somebody else. Nothing
    is lost on the way, and once the right is given, the same file ends its work."""
    table = start(f"""CREATE SCHEMA archive; CREATE SCHEMA app AUTHORIZATION {role}; SET ROLE {role};
        CREATE TABLE app.ev (ts date NOT NULL) PARTITION BY RANGE (ts);
        CREATE TABLE app.old PARTITION OF app.ev FOR VALUES FROM ('2024-12-01') TO ('2024-12-02'); INSERT INTO app.ev VALUES ('2024-12-01')""")
    if default:
        table.database.query(f"SET ROLE {role}; CREATE TABLE app.ev__default PARTITION OF app.ev DEFAULT")
    schema = table.schema(f"pschema 1; table app.ev {{ partition by range (ts) every day {{ create current; keep current; detach into schema archive; {default} }} }}")
    planned = table.plan(schema, AT)
    table.files(schema, AT, exit_code=planned.exit)
    failed = pschema.apply(table.folder, table.database, "--allow-destructive").expect(7)
    assert "42501" in failed.err and f"GRANT USAGE, CREATE ON SCHEMA archive TO {role};" in failed.err
    assert table.database.value("SELECT count(*) FROM pg_class WHERE relnamespace = 'archive'::regnamespace") == 0
    assert table.database.value("SELECT count(*) FROM app.old") == 1
    table.database.query(f"GRANT USAGE, CREATE ON SCHEMA archive TO {role}")
    pschema.apply(table.folder, table.database, "--allow-destructive").expect(0)
    assert table.database.value("SELECT count(*) FROM archive.old") == 1
    assert table.database.value("SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'archive.old'::regclass") == role
    assert table.plan(schema, AT).operations == []


def test_c54_refused_names(start):
    """Invisible and space-like characters in unquoted names, and control characters anywhere, are errors of the schema."""
    table = start(HOSTILE)
    for text in ("pschema 1; table q.a\u00a0b { }", "pschema 1; table q.a\u200bb { }", 'pschema 1; table q."a\x07b" { }'):
        assert "error[PS1" in pschema.run("plan", table.schema(text), "--dsn", table.database.dsn).expect(4).err


def test_c54_a_role_of_a_hostile_name_owns_the_table(start):
    """A sister: SET ROLE takes a name that the catalog gives, and the finding about another owner names one."""
    name = 'a"; DROP TABLE q.victim; --'
    quoted = '"' + name.replace('"', '""') + '"'
    table = start(HOSTILE)
    table.database.query(f"CREATE ROLE {quoted}; GRANT ALL ON SCHEMA q TO {quoted}; ALTER TABLE q.\"A.b\" OWNER TO {quoted}")
    try:
        schema = table.schema(HOSTILE_SCHEMA.replace("drop 1 day after detach", "drop immediately"))
        apply(table, schema, AT, "--allow-destructive")
        assert table.database.value("SELECT pg_get_userbyid(relowner) FROM pg_class WHERE relname = 'A.b__2025_01_01'") == name
        table.migrate(schema, "2025-01-02T10:00:00Z")
        assert survives(table)
        with pytest.raises(psycopg2.errors.UndefinedTable):
            table.database.query('SELECT FROM q."A.b__2025_01_01"')
    finally:
        table.database.query(f"DROP OWNED BY {quoted} CASCADE; DROP ROLE {quoted}")
