"""`pschema adopt` beside what the golden case shows: what it refuses, what its file skips, and another role's table."""

import os

import pytest

import golden
import psql
import pschema
import schemas

CASE = golden.Case("adopt")
STAGE = CASE.stages[1]
AT = STAGE.at


def adopt(words, folder, **more):
    return pschema.adopt(words, STAGE.schema, CASE.catalog(STAGE), AT, folder, **more)


def bound(begin, end):
    return f"--bound \"FOR VALUES FROM ('{begin} 00:00:00+00') TO ('{end} 00:00:00+00')\""


@pytest.mark.golden
@pytest.mark.parametrize("words, why", [
    ("stray", "bears no marker of pschema"),
    ("stray --parent clicks", "bears no marker of pschema"),
    ("visits", "is a table of the schema itself"),
    ("visits__2026_08", "is attached to public.visits"),
    ("visits_old_2026_03", "say with --parent"),
    ("visits_2026_05 --parent clicks", "was detached from public.visits, which is there"),
    ("visits_2026_05 " + bound("2026-05-01", "2026-06-01"), "has bounds already"),
    ("stray --parent nowhere " + bound("2026-05-01", "2026-06-01"), "which is no table of these schema files"),
    ("stray --parent clicks " + bound("2026-05-15", "2026-06-15"), "no window of public.clicks"),
    ("stray --parent clicks --bound \"FOR VALUES FROM (MINVALUE) TO ('2026-06-01 00:00:00+00')\"", "open at one side"),
    ("stray --parent clicks --bound DEFAULT", "would be a DEFAULT partition"),
    ("stray --parent clicks --bound 'soon'", "no position of public.clicks"),
    ("stray --parent clicks --bound \"FOR VALUES FROM ('2026-05-01') TO ('2026-06-01')\"",
     "here like \"FOR VALUES FROM ('2026-08-01 00:00:00+00') TO ('2026-09-01 00:00:00+00')\""),
    ("stray --parent clicks " + bound("2026-08-01", "2026-09-01"), "another partition covers a part of 2026-08"),
])
def test_what_is_refused_says_why_and_writes_nothing(words, why, tmp_path):
    refused = adopt(words, tmp_path / "migrations").expect(4)
    assert why in refused.err and "nothing was written" in refused.err
    assert not os.path.exists(tmp_path / "migrations")


@pytest.mark.golden
def test_the_answer_as_json(tmp_path):
    answer = schemas.document(adopt("visits_renamed --format json", tmp_path).expect(0).out, "adopt.json")
    assert {key: answer[key] for key in ("version", "command", "relation", "parent", "does")} == {
        "version": 1, "command": "adopt", "relation": "public.visits_renamed", "parent": "public.visits", "does": "attach"}
    assert [name for name in answer["files"] if name.endswith("_adopt.sql")] == [answer["files"][-1]]
    assert set(answer["files"]) | {"pschema.sum"} == set(os.listdir(tmp_path))


@pytest.mark.golden
def test_a_file_that_was_written_counts_as_done(tmp_path):
    adopt("visits_renamed", tmp_path).expect(0)
    again = adopt("visits_renamed", tmp_path).expect(4)
    assert "is attached to public.visits" in again.err
    planned = pschema.plan(STAGE.schema, CASE.catalog(STAGE), AT, pending=tmp_path)
    assert not [f for f in planned.findings if "visits_renamed" in f.rest]


SKIPS = [
    ("ALTER TABLE clicks_legacy ADD more int", "its columns are not those"),
    ("ALTER TABLE clicks_legacy ALTER at DROP NOT NULL", "its columns are not those"),
    ("DROP TABLE clicks_legacy", "there is no such table"),
    ("CREATE ROLE adopt_other; ALTER TABLE clicks_legacy OWNER TO adopt_other", "it belongs to another role"),
    ("COMMENT ON TABLE clicks_legacy IS 'pschema: building, x of y'", "marker of pschema by now"),
    ("INSERT INTO clicks_legacy VALUES ('2026-05-05', 1)", "it has rows outside of these bounds"),
    ("DROP TABLE clicks_legacy; CREATE VIEW clicks_legacy AS SELECT now() AS at, 1 AS n", "it is no table"),
]


@pytest.mark.golden
@pytest.mark.parametrize("words", CASE.stages[1].adopt)
def test_the_same_is_not_written_twice(words, tmp_path):
    """Neither where the file attaches nor where it only marks, which no catalog with pending files shows."""
    adopt(words, tmp_path).expect(0)
    before = golden.content(tmp_path)
    adopt(words, tmp_path).expect(4)
    assert golden.content(tmp_path) == before


@pytest.mark.live
def test_what_changed_since_the_file_was_written_is_skipped(server, databases, tmp_path):
    """One file, and one change after the other: nothing is marked."""
    database = databases()
    server.set_clock(AT)
    psql.run(database, CASE.setup)
    adopt("clicks_legacy --parent clicks " + bound("2026-01-01", "2026-02-01"), tmp_path).expect(0)
    (file,) = (name for name in os.listdir(tmp_path) if name.endswith("_adopt.sql"))
    for change, why in SKIPS:
        database.query("DROP TABLE IF EXISTS saved; CREATE TABLE saved AS SELECT * FROM clicks_legacy")
        try:
            database.query(change)
            comment = "SELECT obj_description(to_regclass('clicks_legacy'), 'pg_class')"
            before = database.query(comment)
            ran = psql.attempt(database, tmp_path / file)
            assert ran.returncode == 0 and why in ran.stderr, (change, ran.stderr)
            assert database.query(comment) == before
        finally:
            kind = database.query("SELECT relkind::text FROM pg_class WHERE oid = to_regclass('clicks_legacy')")
            if kind:
                database.query(f"DROP {'VIEW' if kind == [('v',)] else 'TABLE'} clicks_legacy")
            database.query("CREATE TABLE clicks_legacy (at timestamptz NOT NULL, n int); "
                           "INSERT INTO clicks_legacy SELECT * FROM saved")
    database.query("DROP ROLE adopt_other")


@pytest.mark.live
def test_rows_that_do_not_fit_leave_everything_as_it_was(server, databases, tmp_path):
    """PostgreSQL refuses the ATTACH: the table keeps its comment, stays outside, and creations go on."""
    database = databases()
    server.set_clock(AT)
    psql.run(database, CASE.setup)
    database.query("INSERT INTO visits_renamed VALUES ('2026-08-05 10:00+00', 1)")
    before = database.query("SELECT obj_description('visits_renamed'::regclass, 'pg_class')")
    snapshot = tmp_path / "now.toml"
    pschema.snapshot(STAGE.schema, database, snapshot)
    folder = tmp_path / "migrations"
    pschema.adopt("visits_renamed", STAGE.schema, snapshot, AT, folder).expect(0)
    pschema.compile_files(STAGE.schema, snapshot, AT, folder)
    failed = pschema.apply(folder, database, "--allow-destructive").expect(7)
    assert "violated" in failed.err
    assert database.query("SELECT obj_description('visits_renamed'::regclass, 'pg_class')") == before
    assert database.query("SELECT count(*) FROM pg_inherits WHERE inhparent = 'visits'::regclass") == [(1,)]
