"""The published cases against their answers, which stand here as they were worked out by hand, and not as the program
gives them."""

import os

import psycopg2
import pytest

import golden
import psql
import pschema
import trees

pytestmark = pytest.mark.live


class Table:
    """A database with a case's table, and a folder of migrations that grows."""

    def __init__(self, database, tmp_path, setup):
        self.database = database
        self.tmp_path = tmp_path
        self.folder = tmp_path / "migrations"
        if os.sep in str(setup):
            psql.run(database, setup)
        else:
            database.query(setup)

    def schema(self, text):
        path = self.tmp_path / "schema.pschema"
        path.write_text(text, encoding="utf-8")
        return path

    def snapshot(self, schema):
        path = self.tmp_path / "catalog.toml"
        pschema.snapshot(schema, self.database, path)
        return path

    def plan(self, schema, at):
        """The plan at that moment, which is also what the server's clock shows from now on."""
        self.database.server.set_clock(at)
        return pschema.plan(schema, self.snapshot(schema), at)

    def files(self, schema, at, exit_code=0):
        """Compiles, and gives the paths of the files that are new."""
        self.database.server.set_clock(at)
        before = set(golden.sql_files(self.folder))
        pschema.compile_files(schema, self.snapshot(schema), at, self.folder).expect(exit_code)
        return [self.folder / name for name in golden.sql_files(self.folder) if name not in before]

    def migrate(self, schema, at, exit_code=0):
        psql.run(self.database, *self.files(schema, at, exit_code))

    def children(self, parent):
        return trees.children(self.database, parent)


def brief(run):
    return [(o.depth, o.verb, o.name, o.reason) for o in run.operations]


def case_file(case, name="schema.pschema"):
    return os.path.join(golden.FOLDER, case, name)


def bounds(low, high):
    return f"FOR VALUES FROM ('{low}') TO ('{high}')"


def uuid_bounds(low, high):
    """Of two UUIDs of which only the leading 48 bits differ from their neighbours'."""
    return bounds(low + "-7000-8000-000000000000", high + "-7000-8000-000000000000")


# --- 01: an event store ---------------------------------------------------------------------------------------------

AT = "2026-08-28T10:00:00Z"
W33 = bounds("019fe8f8-1400-7000-8000-000000000000", "01a00d04-9800-7000-8000-000000000000")
W34 = bounds("01a00d04-9800-7000-8000-000000000000", "01a03111-1c00-7000-8000-000000000000")
W35 = bounds("01a03111-1c00-7000-8000-000000000000", "01a0551d-a000-7000-8000-000000000000")
W36 = bounds("01a0551d-a000-7000-8000-000000000000", "01a0792a-2400-7000-8000-000000000000")
BUCKETS_OF_2 = ["FOR VALUES WITH (modulus 2, remainder 0)", "FOR VALUES WITH (modulus 2, remainder 1)"]


def buckets(parent, modulus, *remainders):
    return {f"{parent}__h{r}": f"FOR VALUES WITH (modulus {modulus}, remainder {r})" for r in remainders}


def week_with_buckets(week):
    name = f"public.issue_events__2026_{week}"
    return [(1, "CREATE", name, "create_ahead"),
            (2, "CREATE", f"{name}__h0", "subtree"), (2, "CREATE", f"{name}__h1", "subtree")]


@pytest.fixture
def event_store(database, tmp_path):
    return Table(database, tmp_path, case_file("event_store", "setup.sql"))


@pytest.fixture
def history(database, tmp_path):
    return Table(database, tmp_path, case_file("event_store_history", "setup.sql"))


EVENTS = case_file("event_store")


def test_01_plan(event_store):
    planned = event_store.plan(EVENTS, AT).expect(0)
    assert brief(planned) == week_with_buckets("w35") + week_with_buckets("w36")
    assert planned.findings == []
    assert "plan for public.issue_events at 2026-08-28T10:00:00+00:00\n" in planned.out


def test_01_tree(event_store):
    event_store.migrate(EVENTS, AT)
    assert event_store.children("issue_events") == {
        "public.issue_events__2026_w35": W35, "public.issue_events__2026_w36": W36}
    for week in ("w35", "w36"):
        name = f"public.issue_events__2026_{week}"
        assert event_store.database.value("SELECT pg_get_partkeydef(%s::regclass)", name) == "HASH (organization_id)"
        assert event_store.children(name) == buckets(name, 2, 0, 1)
    again = event_store.plan(EVENTS, AT).expect(0)
    assert again.operations == [] and again.findings == []


def test_01_no_week_without_its_buckets(event_store, tmp_path):
    """Wherever a file stops, a week that rows can be routed into has both buckets."""
    attached = 0
    for path in event_store.files(EVENTS, AT):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        for end in range(1, len(lines) + 1):
            (tmp_path / "cut.sql").write_text("".join(lines[:end]), encoding="utf-8")
            psql.attempt(event_store.database, tmp_path / "cut.sql")
            for week in event_store.children("issue_events"):
                attached += 1
                assert sorted(event_store.children(week).values()) == BUCKETS_OF_2
    assert attached


def test_01_hash_level_that_the_primary_key_lacks_is_refused(database, tmp_path):
    table = Table(database, tmp_path, """CREATE TABLE issue_events (id uuid, organization_id bigint NOT NULL,
        CONSTRAINT only_the_id PRIMARY KEY (id)) PARTITION BY RANGE (id)""")
    refused = table.plan(EVENTS, AT).expect(4)
    assert "organization_id" in refused.err and "only_the_id" in refused.err
    assert table.files(EVENTS, AT, exit_code=4) == []
    assert not table.folder.exists()


# --- 02: older weeks of other shapes --------------------------------------------------------------------------------


def test_02_plan(history):
    planned = history.plan(EVENTS, AT).expect(0)
    assert sorted(brief(planned)) == sorted(week_with_buckets("w35") + week_with_buckets("w36") + [
        (1, "CREATE", "public.issue_events__2026_w33__h2", "hash_gap_historical_modulus")])
    assert [(f.severity, f.kind, f.rest.split()[0]) for f in planned.findings] == [
        ("info", "modulus_repaired", "public.issue_events__2026_w33"),
        ("info", "legacy_leaf", "public.issue_events__2026_w34")]


def test_02_tree(history):
    history.migrate(EVENTS, AT)
    assert history.children("issue_events__2026_w33") == buckets("public.issue_events__2026_w33", 4, 0, 1, 2, 3)
    assert history.database.value("SELECT relkind FROM pg_class WHERE relname = 'issue_events__2026_w34'") == "r"
    again = history.plan(EVENTS, AT).expect(0)
    assert again.operations == []
    assert [(f.kind, f.rest.split()[0]) for f in again.findings] == [
        ("modulus_preserved", "public.issue_events__2026_w33"), ("legacy_leaf", "public.issue_events__2026_w34")]


def test_02_weeks_are_known_by_their_bounds(history):
    history.database.query("""ALTER TABLE issue_events__2026_w33 RENAME TO p_33""")
    history.database.query("""ALTER TABLE issue_events__2026_w34 RENAME TO "Woche 34" """)
    planned = history.plan(EVENTS, AT).expect(0)
    assert (1, "CREATE", "public.p_33__h2", "hash_gap_historical_modulus") in brief(planned)
    assert sorted(f.kind for f in planned.findings) == ["legacy_leaf", "modulus_repaired"]
    assert any(f.kind == "legacy_leaf" and f.rest.startswith('public."Woche 34" ') for f in planned.findings)


def test_02_week_33_expires_as_one_branch(history):
    psql.run(history.database, case_file("event_store_history", "rows.sql"))
    history.migrate(EVENTS, AT)
    planned = history.plan(EVENTS, "2026-10-09T10:00:00Z")
    assert sorted(brief(planned)) == sorted(week_with_buckets("w41") + week_with_buckets("w42") + [
        (1, "DETACH", "public.issue_events__2026_w33", "retention_expired")])
    history.migrate(EVENTS, "2026-10-09T10:00:00Z")
    assert "public.issue_events__2026_w33" not in history.children("issue_events")
    assert history.children("issue_events__2026_w33") == buckets("public.issue_events__2026_w33", 4, 0, 1, 2, 3)
    assert history.database.value("SELECT count(*) FROM issue_events__2026_w33") == 160
    assert history.database.value("SELECT obj_description('issue_events__2026_w33'::regclass)").startswith(
        "pschema: detached at 2026-10-09T10:0")
    # Six days and 23 hours are not seven days.
    assert not [o for o in history.plan(EVENTS, "2026-10-16T09:00:00Z").operations if o.verb == "DROP"]
    planned = history.plan(EVENTS, "2026-10-16T11:00:00Z")
    assert [o for o in brief(planned) if o[1] == "DROP"] == [
        (1, "DROP", "public.issue_events__2026_w33", "grace_elapsed")]
    files = history.files(EVENTS, "2026-10-16T11:00:00Z")
    assert not any("CASCADE" in path.read_text(encoding="utf-8").upper() for path in files)
    psql.run(history.database, *files)
    assert history.database.query("SELECT FROM pg_class WHERE relname LIKE 'issue_events__2026_w33%'") == []


def test_02_a_drop_file_measures_the_grace_itself(history):
    """The file of a plan made a week too early for the server's clock drops nothing."""
    history.migrate(EVENTS, AT)
    history.migrate(EVENTS, "2026-10-09T10:00:00Z")
    files = history.files(EVENTS, "2026-10-16T11:00:00Z")
    history.database.server.set_clock("2026-10-16T09:00:00Z")
    psql.run(history.database, *files)
    assert history.database.value("SELECT to_regclass('issue_events__2026_w33') IS NOT NULL")


def test_02_create_from_adds_the_missing_weeks(history):
    with open(EVENTS, encoding="utf-8") as file:
        schema = history.schema(file.read().replace(
            "create current and 1 after;", "create current and 1 after;\n    create from '2026-07-06';"))
    history.migrate(schema, AT)
    weeks = history.children("issue_events")
    assert sorted(weeks) == [f"public.issue_events__2026_w{week}" for week in range(28, 37)]
    for week in (28, 29, 30, 31, 32, 35, 36):
        assert sorted(history.children(f"issue_events__2026_w{week}").values()) == BUCKETS_OF_2
    assert len(history.children("issue_events__2026_w33")) == 4
    assert history.children("issue_events__2026_w34") == {}


# --- 03: months of UUIDv7 with one column in the primary key --------------------------------------------------------

MONTHS_AT = "2026-08-15T00:00:00Z"
MONTHS = case_file("uuidv7_months")


@pytest.fixture
def months(database, tmp_path):
    return Table(database, tmp_path, case_file("uuidv7_months", "setup.sql"))


def test_03_plan_and_tree(months):
    planned = months.plan(MONTHS, MONTHS_AT).expect(0)
    assert brief(planned) == [(1, "CREATE", "public.events__2026_07", "create_from"),
                              (1, "CREATE", "public.events__2026_08", "create_ahead"),
                              (1, "CREATE", "public.events__2026_09", "create_ahead")]
    months.migrate(MONTHS, MONTHS_AT)
    assert months.children("events") == {
        "public.events__2026_07": uuid_bounds("019f1af9-b400", "019fba9e-d800"),
        "public.events__2026_08": uuid_bounds("019fba9e-d800", "01a05a43-fc00"),
        "public.events__2026_09": uuid_bounds("01a05a43-fc00", "01a0f4c2-c400")}


def test_03_ids_land_in_their_months(months):
    months.migrate(MONTHS, MONTHS_AT)
    psql.run(months.database, case_file("uuidv7_months", "rows.sql"))
    assert trees.leaves(months.database) == {"events__2026_07": 61, "events__2026_08": 62, "events__2026_09": 57}
    for refused in ("0198f000-0000-7000-8000-000000000001",   # August 2025
                    "01a1d000-0000-7000-8000-000000000001",   # November 2026
                    "9f4c1e0a-5a0b-4f4e-9d5c-2f6a7b8c9d0e"):  # version 4
        with pytest.raises(psycopg2.errors.CheckViolation, match='no partition of relation "events" found for row'):
            months.database.query("INSERT INTO events (id) VALUES (%s)", refused)


def scanned(database, condition):
    plan = database.query(f"EXPLAIN (COSTS off) SELECT FROM events WHERE {condition}")
    return sorted({word for line, in plan for word in line.split() if word.startswith("events__")
                   and not word.endswith("_pkey")})


def test_03_filters_on_the_id_prune(months):
    months.migrate(MONTHS, MONTHS_AT)
    assert scanned(months.database, "id >= '019fba9e-d800-7000-8000-000000000000' "
                                    "AND id < '01a05a43-fc00-7000-8000-000000000000'") == ["events__2026_08"]
    assert scanned(months.database, "id = '019fba9e-d800-7000-8000-000000000001'") == ["events__2026_08"]
    assert scanned(months.database, "created_at > '2026-08-01'") == [
        "events__2026_07", "events__2026_08", "events__2026_09"]


def test_03_bound():
    assert pschema.run("bound", "uuidv7", "2026-08-01").expect(0).out == "019fba9e-d800-7000-8000-000000000000\n"
    assert pschema.run("bound", "uuidv7", "019fba9e-d800-7000-8000-000000000000").expect(0).out.startswith(
        "2026-08-01T00:00:00Z")


def test_03_shorter_retention_drops_july_alone(months):
    months.migrate(MONTHS, MONTHS_AT)
    schema = months.schema("""pschema 1;
        table public.events {
          partition by range (id) every month as uuidv7 { create current and 1 after; keep current; drop immediately; }
        }""")
    planned = months.plan(schema, MONTHS_AT)
    assert brief(planned) == [(1, "DETACH", "public.events__2026_07", "retention_expired"),
                              (2, "DROP", "public.events__2026_07", "follows_detach")]
    months.migrate(schema, "2026-08-15T00:10:00Z")
    assert sorted(months.children("events")) == ["public.events__2026_08", "public.events__2026_09"]
    assert months.database.value("SELECT to_regclass('events__2026_07') IS NULL")
    with pytest.raises(psycopg2.errors.CheckViolation):
        months.database.query("INSERT INTO events (id) VALUES ('019fba9e-d7ff-7000-8000-000000000000')")


def test_03_no_window_is_made_to_be_dropped(months):
    schema = months.schema("""pschema 1;
        table public.events {
          partition by range (id) every month as uuidv7 {
            create from '2020-01-01'; create current; keep current and 1 before; drop immediately;
          }
        }""")
    months.migrate(schema, MONTHS_AT)
    assert sorted(months.children("events")) == ["public.events__2026_07", "public.events__2026_08"]
    assert months.plan(schema, MONTHS_AT).operations == []


def test_03_default_of_version_4_is_a_warning(months):
    months.database.query("ALTER TABLE events ALTER id SET DEFAULT gen_random_uuid()")
    planned = months.plan(MONTHS, MONTHS_AT).expect(3)
    assert ("warning", "default_not_uuidv7") in [(f.severity, f.kind) for f in planned.findings]


# --- 04: Bangkok's calendar -----------------------------------------------------------------------------------------

BANGKOK_AT = "2026-05-20T05:00:00Z"
BANGKOK = case_file("stock_bangkok")
BANGKOK_MIDNIGHTS = [
    "019b755a-2280", "019c14ff-4680", "019ca531-5680", "019d44d6-7a80", "019ddf55-4280", "019e7efa-6680"]


def test_04_tree(database, tmp_path):
    stock = Table(database, tmp_path, case_file("stock_bangkok", "setup.sql"))
    planned = stock.plan(BANGKOK, BANGKOK_AT).expect(3)
    assert [(f.severity, f.kind) for f in planned.findings] == [("warning", "create_ends")]
    stock.migrate(BANGKOK, BANGKOK_AT, exit_code=3)
    assert stock.children("stock_trn") == {
        f"public.stock_trn_y2026_m0{month}": uuid_bounds(*BANGKOK_MIDNIGHTS[month - 1:month + 1]) for month in range(1, 6)}
    for month in range(1, 6):
        assert database.value("""
            SELECT count(*) FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
            WHERE indrelid = %s::regclass AND attname = 'product_id'""", f"stock_trn_y2026_m0{month}") == 1


def test_04_timestamptz(database, tmp_path):
    stock = Table(database, tmp_path, """
        CREATE TABLE stock_trn (id uuid, created_at timestamptz, PRIMARY KEY (id, created_at))
        PARTITION BY RANGE (created_at)""")
    with open(BANGKOK, encoding="utf-8") as file:
        schema = stock.schema(file.read().replace("range (id) every month as uuidv7", "range (created_at) every month"))
    stock.migrate(schema, BANGKOK_AT, exit_code=3)
    days = ["2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]
    assert stock.children("stock_trn") == {
        f"public.stock_trn_y2026_m0{month}": bounds(f"{days[month - 1]} 17:00:00+00", f"{days[month]} 17:00:00+00")
        for month in range(1, 6)}


# --- 05: months of a timestamptz ------------------------------------------------------------------------------------

MEASUREMENTS = case_file("measurements_monthly")
YEAR_LATER = "2027-09-15T03:00:00Z"


def month_bounds(year, month):
    following = (year + month // 12, month % 12 + 1)
    return bounds(f"{year}-{month:02}-01 00:00:00+00", f"{following[0]}-{following[1]:02}-01 00:00:00+00")


@pytest.fixture
def measurements(database, tmp_path):
    return Table(database, tmp_path, case_file("measurements_monthly", "setup.sql"))


@pytest.fixture
def thirteen_months(measurements):
    for number in range(13):
        year, month = 2026 + (7 + number) // 12, (7 + number) % 12 + 1
        measurements.database.query(f"CREATE TABLE measurements__{year}_{month:02} PARTITION OF measurements "
                                    + month_bounds(year, month))
    return measurements


def test_05_empty_tree(measurements):
    planned = measurements.plan(MEASUREMENTS, AT).expect(0)
    assert brief(planned) == [(1, "CREATE", f"public.measurements__2026_{month}", "create_ahead")
                              for month in ("08", "09", "10")]
    measurements.migrate(MEASUREMENTS, AT)
    assert measurements.children("measurements") == {
        f"public.measurements__2026_{month:02}": month_bounds(2026, month) for month in (8, 9, 10)}


def test_05_a_year_later(thirteen_months):
    planned = thirteen_months.plan(MEASUREMENTS, YEAR_LATER).expect(0)
    assert brief(planned) == [
        (1, "CREATE", "public.measurements__2027_09", "create_ahead"),
        (1, "CREATE", "public.measurements__2027_10", "create_ahead"),
        (1, "CREATE", "public.measurements__2027_11", "create_ahead"),
        (1, "DETACH", "public.measurements__2026_08", "retention_expired"),
        (2, "DROP", "public.measurements__2026_08", "follows_detach"),
        (1, "DETACH", "public.measurements__2026_09", "retention_expired"),
        (2, "DROP", "public.measurements__2026_09", "follows_detach")]
    assert planned.findings == []
    thirteen_months.migrate(MEASUREMENTS, YEAR_LATER)
    assert len(thirteen_months.children("measurements")) == 14
    assert thirteen_months.database.value("SELECT to_regclass('measurements__2026_09') IS NULL")


def test_05_archive_is_not_ours(thirteen_months):
    thirteen_months.database.query("CREATE TABLE measurements_archive PARTITION OF measurements "
                                   "FOR VALUES FROM ('2000-01-01 00:00+00') TO ('2020-01-01 00:00+00')")
    planned = thirteen_months.plan(MEASUREMENTS, YEAR_LATER)
    assert ("unmanaged_partition", "public.measurements_archive") in [
        (f.kind, f.rest.split()[0]) for f in planned.findings]
    assert "measurements_archive" not in "".join(o.name for o in planned.operations)
    thirteen_months.migrate(MEASUREMENTS, YEAR_LATER, exit_code=planned.exit)
    assert "public.measurements_archive" in thirteen_months.children("measurements")


def test_05_a_day_of_a_finer_schema_expires_by_its_own_end(measurements):
    measurements.database.query("CREATE TABLE one_day PARTITION OF measurements "
                                "FOR VALUES FROM ('2026-09-10 00:00+00') TO ('2026-09-11 00:00+00')")
    inside = [(1, "DETACH", "public.one_day", "retention_expired"), (2, "DROP", "public.one_day", "follows_detach")]
    # `keep current and 11 before` in September 2027 begins with October 2026; in August 2027 with September 2026.
    assert [o for o in brief(measurements.plan(MEASUREMENTS, YEAR_LATER)) if "one_day" in o[2]] == inside
    assert [o for o in brief(measurements.plan(MEASUREMENTS, "2027-08-31T23:00:00Z")) if "one_day" in o[2]] == []


def test_05_partition_off_the_grid(measurements):
    measurements.database.query("CREATE TABLE across PARTITION OF measurements "
                                "FOR VALUES FROM ('2026-08-15 00:00+00') TO ('2026-09-15 00:00+00')")
    planned = measurements.plan(MEASUREMENTS, AT).expect(3)
    assert brief(planned) == [(1, "CREATE", "public.measurements__2026_10", "create_ahead")]
    assert ("unmanaged_partition", "public.across") in [(f.kind, f.rest.split()[0]) for f in planned.findings]
    assert [f.severity for f in planned.findings if f.kind == "range_overlap"] == ["warning", "warning"]
    # From 28 August to 15 September there is `across`; from then to 1 October there is nothing.
    uncovered = [f.rest for f in planned.findings if f.kind == "uncovered"]
    assert len(uncovered) == 1 and "2026-09-15" in uncovered[0] and "2026-10-01" in uncovered[0]
