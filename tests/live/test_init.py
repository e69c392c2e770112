"""`pschema init`: what it recognises, and that what it writes asks for nothing."""

import re

import pytest

import golden
import psql
import pschema
import servers

AT = "2026-08-28T10:00:00Z"

# What no schema could make go away: it is true of the database, and no part of the text asks for it.
UNAVOIDABLE = {
    "uncovered": "no partition is there for now",
    "owner_differs": "a partition belongs to somebody else",
    "detach_pending": "somebody's detach was interrupted",
    "orphan_parent_missing": "the parent of a detached table is gone",
    "orphan_renamed": "a detached table bears another name",
    "ledger_missing": "there are markers, and no ledger",
    "non_uniform_incomplete": "buckets of several moduli leave keys out",
    "unreadable_bound": "a bound is no position of the level",
    "default_not_uuidv7": "the column makes version 4 ids",
}


def init(database, tmp_path, *options):
    """The text, and the plan of it on the same database."""
    path = tmp_path / "init.pschema"
    pschema.run("init", "--dsn", database.dsn, "-o", path, *options).expect(0)
    return path.read_text(encoding="utf-8"), path


def plans_nothing(path, database):
    pschema.run("fmt", "--check", path).expect(0)
    if not re.search(r"^table ", path.read_text(encoding="utf-8"), re.MULTILINE):
        return
    planned = pschema.run("plan", path, "--dsn", database.dsn)
    assert planned.exit in (0, 3), planned.err
    assert planned.operations == []
    warnings = {finding.kind for finding in planned.findings if finding.severity == "warning"}
    assert warnings <= set(UNAVOIDABLE), planned.out
    assert (planned.exit == 3) == bool(warnings)


def lines(text):
    """Of each table, the lines without comments and indentation."""
    tables = {}
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("table "):
            tables[line.split()[1].removeprefix("public.")] = found = []
        elif line and not line.startswith(("--", "pschema")) and line != "}":
            found.append(line)
    return tables


@pytest.mark.live
def test_each_case_plans_nothing(case, server, database, tmp_path):
    """With what its setup makes, and with what its first stage makes of that."""
    first = case.stages[0]
    server.set_clock(first.clock)
    psql.run(database, case.setup)
    plans_nothing(init(database, tmp_path)[1], database)
    if first.before:
        psql.run(database, first.before)
    psql.run(database, *(case.path("migrations", name) for name in case.files(first)))
    plans_nothing(init(database, tmp_path)[1], database)


# name, type of the key, bounds, names of the partitions, the head, and the block as it is to be recognised
CREATE = "create current and 1 after;"
REGULAR = [
    ("hourly", "timestamptz", ["2026-08-28 09:00+00", "2026-08-28 10:00+00", "2026-08-28 11:00+00", "2026-08-28 12:00+00"],
     ["hourly_p2026082809", "hourly_p2026082810", "hourly_p2026082811"],
     "range (k) every hour", ["named '{parent}_p{yyyy}{mm}{dd}{hh}';", CREATE]),
    ("quarters_of_hours", "timestamp", ["2026-08-28 09:45", "2026-08-28 10:00", "2026-08-28 10:15", "2026-08-28 10:30"], None,
     "range (k) every 15 minutes", [CREATE]),
    ("daily", "date", ["2026-08-27", "2026-08-28", "2026-08-29", "2026-08-30"],
     ["daily_y2026m08d27", "daily_y2026m08d28", "daily_y2026m08d29"],
     "range (k) every day at time zone 'Asia/Kolkata'", ["named '{parent}_y{yyyy}m{mm}d{dd}';", CREATE]),
    ("ten_days", "timestamptz", ["2026-08-14 00:00+00", "2026-08-24 00:00+00", "2026-09-03 00:00+00", "2026-09-13 00:00+00"], None,
     "range (k) every 10 days starting '2026-08-14'", [CREATE]),
    ("mondays", "timestamptz", ["2026-08-17 00:00+00", "2026-08-24 00:00+00", "2026-08-31 00:00+00", "2026-09-07 00:00+00"],
     ["mondays_2026w34", "mondays_2026w35", "mondays_2026w36"],
     "range (k) every week", ["named '{parent}_{iyyy}w{ww}';", CREATE]),
    ("sundays", "timestamptz", ["2026-08-16 00:00+00", "2026-08-23 00:00+00", "2026-08-30 00:00+00", "2026-09-06 00:00+00"], None,
     "range (k) every week starting '2026-08-16'", [CREATE]),
    ("monthly", "timestamptz", ["2026-07-01 00:00+00", "2026-08-01 00:00+00", "2026-09-01 00:00+00", "2026-10-01 00:00+00"],
     ["monthly__2026_07", "monthly__2026_08", "monthly__2026_09"], "range (k) every month", [CREATE]),
    ("berlin", "timestamptz", ["2026-02-28 23:00+00", "2026-03-31 22:00+00", "2026-07-31 22:00+00", "2026-08-31 22:00+00", "2026-09-30 22:00+00"],
     None, "range (k) every month at time zone 'Europe/Berlin'", [CREATE]),
    ("india", "timestamptz", ["2026-08-26 18:30+00", "2026-08-27 18:30+00", "2026-08-28 18:30+00", "2026-08-29 18:30+00"], None,
     "range (k) every day at time zone 'Asia/Kolkata'", [CREATE]),
    ("quarterly", "timestamptz", ["2026-04-01 00:00+00", "2026-07-01 00:00+00", "2026-10-01 00:00+00", "2027-01-01 00:00+00"],
     ["quarterly_2026_q2", "quarterly_2026_q3", "quarterly_2026_q4"],
     "range (k) every quarter", ["named '{parent}_{yyyy}_q{q}';", CREATE]),
    ("fiscal", "timestamptz", ["2025-04-06 00:00+00", "2026-04-06 00:00+00", "2027-04-06 00:00+00", "2028-04-06 00:00+00"], None,
     "range (k) every year starting '2025-04-06'", [CREATE]),
    ("uuids", "uuid", ["019f1af9-b400-7000-8000-000000000000",
              "019fba9e-d800-7000-8000-000000000000",
              "01a05a43-fc00-7000-8000-000000000000",
              "01a0f4c2-c400-7000-8000-000000000000"], None,
     "range (k) every month as uuidv7", [CREATE]),
    ("bare_uuids", "uuid", ["019f1af9-b400-0000-0000-000000000000",
              "019fba9e-d800-0000-0000-000000000000",
              "01a05a43-fc00-0000-0000-000000000000",
              "01a0f4c2-c400-0000-0000-000000000000"], None,
     "range (k) every month as uuidv7", [CREATE]),
    ("ulids", "text COLLATE \"C\"", ["01KWDFKD000000000000000000",
              "01KYX9XP000000000000000000",
              "01M1D47Z000000000000000000",
              "01M3TC5H000000000000000000"], None,
     "range (k) every month as ulid", [CREATE]),
    ("seconds", "bigint", ["1782864000", "1785542400", "1788220800", "1790812800"], None,
     "range (k) every month as epoch seconds", [CREATE]),
    ("millis", "bigint", ["1787788800000", "1787875200000", "1787961600000", "1788048000000"], None,
     "range (k) every day as epoch milliseconds", [CREATE]),
    ("days_as_numbers", "integer", ["20260827", "20260828", "20260829", "20260830"], ["d20260827", "d20260828", "d20260829"],
     "range (k) every day as yyyymmdd at time zone 'Asia/Kolkata'", ["named 'd{yyyy}{mm}{dd}';", CREATE]),
    ("months_as_text", "text COLLATE \"C\"", ["202607", "202608", "202609", "202610"], None,
     "range (k) every month as yyyymm at time zone 'Asia/Kolkata'", [CREATE]),
    ("numbers", "bigint", ["0", "10000", "20000", "30000"], ["numbers_0", "numbers_10000", "numbers_20000"],
     "range (k) every 10_000 starting 0", ["named '{parent}_{start}';", "create current and 2 after;"]),
    ("changed", "timestamptz", ["2026-06-01 00:00+00", "2026-07-01 00:00+00", "2026-08-01 00:00+00", "2026-08-03 00:00+00",
                                "2026-08-10 00:00+00", "2026-08-17 00:00+00", "2026-08-24 00:00+00", "2026-08-31 00:00+00",
                                "2026-09-07 00:00+00"], None,
     "range (k) every month then every week from '2026-08-01'", [CREATE]),
    ("behind", "timestamptz", ["2026-05-01 00:00+00", "2026-06-01 00:00+00", "2026-07-01 00:00+00", "2026-08-01 00:00+00"], None,
     "range (k) every month", ["create never;"]),
]


def regular_sql(name, column, bounds, names):
    sql = f"CREATE TABLE {name} (k {column} NOT NULL, other int) PARTITION BY RANGE (k);\n"
    for i, (lo, hi) in enumerate(zip(bounds, bounds[1:])):
        partition = names[i] if names else f"{name}__{'abcdefgh'[i]}"
        sql += f"CREATE TABLE {partition} PARTITION OF {name} FOR VALUES FROM ('{lo}') TO ('{hi}');\n"
    return sql


@pytest.mark.live
def test_regular_sets_are_recognised(server, database, tmp_path):
    server.set_clock(AT)
    database.query("".join(regular_sql(*entry[:4]) for entry in REGULAR))
    text, path = init(database, tmp_path)
    found = lines(text)
    for name, _, _, _, head, block in REGULAR:
        assert found[name] == [f"partition by {head} {{", *block, "keep   forever;"], name
    plans_nothing(path, database)


SHAPES = """
CREATE SCHEMA parts;
CREATE TABLE composite (at timestamptz, tenant int) PARTITION BY RANGE (at, tenant);
CREATE TABLE composite_08 PARTITION OF composite FOR VALUES FROM ('2026-08-01 00:00+00', MINVALUE) TO ('2026-09-01 00:00+00', MINVALUE);
CREATE TABLE composite_09 PARTITION OF composite FOR VALUES FROM ('2026-09-01 00:00+00', MINVALUE) TO ('2026-10-01 00:00+00', MINVALUE);

CREATE TABLE elsewhere (at date NOT NULL, k int) PARTITION BY RANGE (at);
CREATE TABLE parts.elsewhere__2026_08 PARTITION OF elsewhere FOR VALUES FROM ('2026-08-01') TO ('2026-09-01') PARTITION BY HASH (k);
CREATE TABLE parts.elsewhere__2026_08_p0 PARTITION OF parts.elsewhere__2026_08 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE parts.elsewhere__2026_08_p1 PARTITION OF parts.elsewhere__2026_08 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE parts.elsewhere__2026_07 PARTITION OF elsewhere FOR VALUES FROM ('2026-07-01') TO ('2026-08-01') PARTITION BY HASH (k);
CREATE TABLE parts.elsewhere__2026_07_p0 PARTITION OF parts.elsewhere__2026_07 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE parts.elsewhere__2026_07_p1 PARTITION OF parts.elsewhere__2026_07 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE parts.elsewhere__2026_06 PARTITION OF elsewhere FOR VALUES FROM ('2026-06-01') TO ('2026-07-01');
CREATE TABLE parts.elsewhere_rest PARTITION OF elsewhere DEFAULT;

CREATE TABLE regions (region text) PARTITION BY LIST (region);
CREATE TABLE regions_eu PARTITION OF regions FOR VALUES IN ('de', 'fr', NULL);
CREATE TABLE regions_us PARTITION OF regions FOR VALUES IN ('us');
CREATE TABLE regions__default PARTITION OF regions DEFAULT;

CREATE TABLE tenants (tenant int) PARTITION BY LIST (tenant);
CREATE TABLE tenants__7 PARTITION OF tenants FOR VALUES IN (7);
CREATE TABLE tenants__9 PARTITION OF tenants FOR VALUES IN (9);

CREATE TABLE queue (part bigint NOT NULL DEFAULT 103) PARTITION BY LIST (part);
CREATE TABLE queue_101 PARTITION OF queue FOR VALUES IN (101);
CREATE TABLE queue_102 PARTITION OF queue FOR VALUES IN (102);
CREATE TABLE queue_103 PARTITION OF queue FOR VALUES IN (103);

CREATE TABLE expression (at timestamptz) PARTITION BY RANGE (date_trunc('day', at AT TIME ZONE 'UTC'));
CREATE TABLE bare (at timestamptz) PARTITION BY RANGE (at);
CREATE TABLE "Odd ""name" ("When" timestamptz) PARTITION BY RANGE ("When");
CREATE TABLE "Odd ""name_08" PARTITION OF "Odd ""name" FOR VALUES FROM ('2026-08-01 00:00+00') TO ('2026-09-01 00:00+00');
CREATE TABLE uneven (at timestamptz) PARTITION BY RANGE (at);
CREATE TABLE uneven_1 PARTITION OF uneven FOR VALUES FROM ('2026-08-01 00:00+00') TO ('2026-08-09 07:31+00');
CREATE TABLE uneven_2 PARTITION OF uneven FOR VALUES FROM ('2026-08-09 07:31+00') TO ('2026-09-04 12:03+00');
"""


@pytest.mark.live
def test_shapes_are_recognised(server, database, tmp_path):
    server.set_clock(AT)
    database.query(SHAPES)
    text, path = init(database, tmp_path)
    found = lines(text)
    assert found["composite"] == ["partition by range (at, tenant) every month {", "create current and 1 after;", "keep   forever;"]
    assert found["elsewhere"] == [
        "in schema parts;", "partition by range (at) every month at time zone 'Asia/Kolkata' {", "create current;", "keep   forever;",
        "default named '{parent}_rest' {}", "partition by hash (k) modulus 2 { named '{parent}_p{remainder}'; }"]
    assert found["regions"] == ["partition by list (region) {", "named '{parent}_{group}';", "group eu in ('de', 'fr', null);",
                                "group us in ('us');", "default;"]
    assert found["tenants"] == ["partition by list (tenant) {", "group each in (7, 9);"]
    assert found["queue"] == ["partition by list (part) every value starting 101 {", "named '{parent}_{value}';", "create never;",
                              "keep   forever;"]
    assert found['"Odd'] == ['partition by range ("When") every month {', "create current;", "keep   forever;"]
    compiled = pschema.run("compile", path, "--dsn", database.dsn, "-o", tmp_path / "migrations").expect(0)
    assert compiled.err.splitlines()[0].startswith("nothing to do") or "0 to create" in compiled.err.splitlines()[0]
    assert not {"expression", "bare", "uneven"} & set(found)
    for name, why in {"expression": "its key is an expression", "bare": "there is no partition", "uneven": "lie on no grid"}.items():
        assert re.search(rf"^-- public\.{name} is left out: .*{why}", text, re.MULTILINE), name
    plans_nothing(path, database)


@pytest.mark.live
def test_only_what_is_asked_for(server, database, tmp_path):
    server.set_clock(AT)
    database.query("CREATE SCHEMA app; CREATE TABLE app.a (k int) PARTITION BY HASH (k);"
                            "CREATE TABLE app.a0 PARTITION OF app.a FOR VALUES WITH (MODULUS 1, REMAINDER 0);"
                            "CREATE TABLE b (k int) PARTITION BY HASH (k);"
                            "CREATE TABLE b0 PARTITION OF b FOR VALUES WITH (MODULUS 1, REMAINDER 0);")
    assert re.findall(r"^table (\S+)", init(database, tmp_path)[0], re.MULTILINE) == ["app.a", "public.b"]
    assert re.findall(r"^table (\S+)", init(database, tmp_path, "--schema", "a*")[0], re.MULTILINE) == ["app.a"]
    assert re.findall(r"^table (\S+)", init(database, tmp_path, "--table", "b")[0], re.MULTILINE) == ["public.b"]
    missing = pschema.run("init", "--dsn", database.dsn, "--table", "b0").expect(4)
    assert "public.b0 is no partitioned table" in missing.err
    pschema.run("init", "--dsn", database.dsn, "--schema", "nothing").expect(4)


# --- pg_partman -----------------------------------------------------------------------------------------------------

PARTMAN_TABLES = """
CREATE TABLE events (at timestamptz NOT NULL) PARTITION BY RANGE (at);
CREATE TABLE ticks (ts bigint NOT NULL) PARTITION BY RANGE (ts);
"""

# With 4 and with 5: the type of partition, and the interval as a word or as it is.
PARTMAN_REAL = """
CREATE SCHEMA partman; CREATE EXTENSION pg_partman SCHEMA partman;
SELECT partman.create_parent(p_parent_table := 'public.events', p_control := 'at', p_type := '{native}', p_interval := '1 month', p_premake := 2);
SELECT partman.create_parent(p_parent_table := 'public.ticks', p_control := 'ts', p_type := '{native}', p_interval := '1 day', p_epoch := 'seconds', p_premake := 3);
UPDATE partman.part_config SET retention = '6 months', retention_keep_table = false WHERE parent_table = 'public.events';
"""

# The columns that matter, as version 5 has them.
PARTMAN_BY_HAND = """
CREATE SCHEMA pm;
CREATE TABLE pm.part_config (parent_table text PRIMARY KEY, control text NOT NULL, partition_interval text NOT NULL, partition_type text NOT NULL,
  premake int NOT NULL DEFAULT 4, retention text, retention_schema text, retention_keep_table boolean NOT NULL DEFAULT true,
  epoch text NOT NULL DEFAULT 'none', datetime_string text);
CREATE TABLE pm.part_config_sub (sub_parent text PRIMARY KEY);
INSERT INTO pm.part_config VALUES ('public.events', 'at', '1 mon', 'range', 2, '6 months', NULL, false, 'none', 'YYYYMMDD'),
  ('public.ticks', 'ts', '1 day', 'range', 3, NULL, NULL, true, 'seconds', 'YYYYMMDD');
CREATE TABLE events_p20260801 PARTITION OF events FOR VALUES FROM ('2026-08-01 00:00+00') TO ('2026-09-01 00:00+00');
CREATE TABLE events_p20260901 PARTITION OF events FOR VALUES FROM ('2026-09-01 00:00+00') TO ('2026-10-01 00:00+00');
CREATE TABLE events_p20261001 PARTITION OF events FOR VALUES FROM ('2026-10-01 00:00+00') TO ('2026-11-01 00:00+00');
CREATE TABLE events_default PARTITION OF events DEFAULT;
CREATE TABLE ticks_p20260828 PARTITION OF ticks FOR VALUES FROM (1787875200) TO (1787961600);
CREATE TABLE ticks_p20260829 PARTITION OF ticks FOR VALUES FROM (1787961600) TO (1788048000);
CREATE TABLE ticks_p20260830 PARTITION OF ticks FOR VALUES FROM (1788048000) TO (1788134400);
CREATE TABLE ticks_p20260831 PARTITION OF ticks FOR VALUES FROM (1788134400) TO (1788220800);
CREATE TABLE ticks_default PARTITION OF ticks DEFAULT;
"""


@pytest.mark.live
def test_tables_of_partman(server, major, database, tmp_path):
    """Debian's own server has the extension; for the others its table is made by hand."""
    server.set_clock(AT)
    database.query(PARTMAN_TABLES)
    if major == servers.debian_major():
        version, = database.query("SELECT default_version FROM pg_available_extensions WHERE name = 'pg_partman'")[0]
        native = "native" if version.startswith("4") else "range"
        database.query("SET timezone = 'UTC';" + PARTMAN_REAL.format(native=native))
    else:
        database.query("SET timezone = 'UTC';" + PARTMAN_BY_HAND)
    text, path = init(database, tmp_path, "--schema", "public")
    found = lines(text)
    assert "-- from pg_partman: events by at, interval 1 mon, premake 2" in text
    assert "-- from pg_partman: retention 6 months, after which a partition is detached and dropped at once" in text
    assert found["events"][0] == "partition by range (at) every month {"
    assert [line for line in found["events"] if line.startswith(("create", "keep", "drop"))] == [
        "create current and 2 after;", "keep   for 6 months;", "drop   immediately;"]
    assert found["ticks"][0] == "partition by range (ts) every day as epoch seconds {"
    assert "create current and 3 after;" in found["ticks"] and "keep   forever;" in found["ticks"]
    assert "default named '{parent}_default';" in found["events"]
    plans_nothing(path, database)


@pytest.mark.live
def test_a_configuration_of_a_stranger_is_not_read(server, database, tmp_path):
    """Its owner decides what runs when it is read."""
    server.set_clock(AT)
    role = f"stranger_{database.dsn.split('dbname=')[1].split()[0]}"
    database.query(f"""
        CREATE ROLE {role}; GRANT CREATE ON SCHEMA public TO {role};
        SET ROLE {role};
        CREATE TABLE part_config (parent_table text, control text, partition_interval text, premake int);
        INSERT INTO part_config VALUES ('public.events', 'at', '1 day', 7); GRANT SELECT ON part_config TO PUBLIC;
        RESET ROLE;
        CREATE TABLE events (at timestamptz NOT NULL) PARTITION BY RANGE (at);
        CREATE TABLE events_08 PARTITION OF events FOR VALUES FROM ('2026-08-01 00:00+00') TO ('2026-09-01 00:00+00');""")
    try:
        assert "pg_partman" not in init(database, tmp_path)[0]
        database.query("ALTER TABLE part_config OWNER TO postgres")
        assert "pg_partman" in init(database, tmp_path)[0]
    finally:
        database.query(f"DROP OWNED BY {role}; DROP ROLE {role}")
