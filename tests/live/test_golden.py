"""The golden cases (tests/live/golden.py says what one is): compiled without a server, and run on real ones."""

import os
import re

import pytest

import golden
import psql
import pschema
import trees

# The same bytes must come out of the second surroundings as of the first.
HERE = {}
ELSEWHERE = {"TZ": "Pacific/Chatham", "LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8", "PGTZ": "America/St_Johns",
             "PGDATESTYLE": "German, DMY", "HOME": "/nonexistent"}


def exits(stage):
    """How a plan leaves after the stage's own: a table that was refused still is; what needs a person may have gone."""
    return (4,) if stage.plan_exit == 4 else (0, 3)


# --- Without a server -----------------------------------------------------------------------------------------------


@pytest.mark.golden
@pytest.mark.parametrize("surroundings", [HERE, ELSEWHERE], ids=["here", "elsewhere"])
def test_compiles_to_the_expected_bytes(case, surroundings, tmp_path):
    """And compiling again before anything is applied writes nothing."""
    folder = tmp_path / "migrations"
    environment = {"cwd": tmp_path, **surroundings}
    written = set()
    for stage in case.stages:
        catalog = case.catalog(stage)
        golden.read(catalog)
        plan = golden.read(case.plan(stage)).decode()
        if stage.pending or not surroundings:
            planned = pschema.plan(stage.schema, catalog, stage.at, pending=stage.pending, **environment)
            assert planned.expect(stage.plan_exit).out == plan
        if stage.pending:
            continue
        if stage.adopt:
            pschema.adopt_all(stage, catalog, folder, **environment)
        else:
            compiled = pschema.compile_files(stage.schema, catalog, stage.at, folder, **environment)
            assert plan in compiled.expect(stage.plan_exit).err
        now = {name: text for name, text in golden.content(folder).items() if name.endswith(".sql")}
        written |= set(case.files(stage))
        assert sorted(now) == sorted(written), f"stage {stage.number} wrote other files than expected"
        for name, text in now.items():
            assert text.decode() == golden.read(case.path("migrations", name)).decode(), name
        if stage.number == 1 and not surroundings:
            before = golden.content(folder)
            again = pschema.compile_files(stage.schema, catalog, stage.at, folder)
            assert again.exit in exits(stage), again.err
            assert golden.content(folder) == before
    assert golden.content(folder) == golden.content(case.migrations)


@pytest.mark.golden
def test_nothing_to_add_while_files_are_pending(case):
    last = case.stages[-1]
    golden.read(case.catalog(last))
    again = pschema.plan(last.schema, case.catalog(last), last.at, pending=case.migrations)
    assert again.exit in exits(last), again.err
    assert again.operations == []


@pytest.mark.golden
def test_no_case_expects_what_no_stage_gives(case):
    expected = {f"{stage.number}.{kind}" for stage in case.stages for kind in ("catalog.toml", "plan.txt")}
    there = {name for name in os.listdir(case.folder) if name[0].isdigit()}
    assert there == expected
    assert sorted(sum((case.files(stage) for stage in case.stages), [])) == golden.sql_files(case.migrations)


@pytest.mark.golden
def test_steps_are_numbered_one_by_one(case):
    """Whoever reads `3/4` takes it for the third of four, and the ledger counts the same."""
    for name in golden.sql_files(case.migrations):
        text = golden.read(case.path("migrations", name)).decode()
        numbers = [(int(n), int(of)) for n, of in re.findall(r"^\\echo '(\d+)/(\d+) ", text, re.MULTILINE)]
        assert numbers == [(n, len(numbers)) for n in range(1, len(numbers) + 1)], name


# --- On servers -----------------------------------------------------------------------------------------------------


def plan_now(case, stage, database, tmp_path):
    """The plan on the database as it is, at the stage's moment."""
    catalog = tmp_path / "now.toml"
    pschema.snapshot(stage.schema, database, catalog)
    planned = pschema.plan(stage.schema, catalog, stage.at)
    assert planned.exit in exits(stage), planned.err
    return planned


def snapshot_text(case, stage, database, tmp_path):
    path = tmp_path / "snapshot.toml"
    pschema.snapshot(stage.schema, database, path)
    return golden.normalise(path.read_text(encoding="utf-8"), case)


def apply_by_psql(case, stage, database):
    """Three times: the second finds every file in the ledger; the third finds none, and only the tests guard."""
    files = [case.path("migrations", name) for name in case.files(stage)]
    psql.run(database, *files)
    once = trees.dump(database)
    psql.run(database, *files)
    assert trees.dump(database) == once
    if files:
        recorded = [name.removesuffix(".sql") for name in case.files(stage)]
        database.query("DELETE FROM pschema.migration WHERE name = ANY(%s)", recorded)
        psql.run(database, *files)
        assert trees.dump(database) == once
        again = database.query("SELECT name FROM pschema.migration WHERE name = ANY(%s)", recorded)
        assert sorted(name for name, in again) == recorded


def apply_by_program(case, stage, database, tmp_path):
    """From a folder that holds the files up to this stage, twice."""
    folder = tmp_path / f"until-{stage.number}"
    folder.mkdir()
    for earlier in case.stages[:stage.number]:
        for name in case.files(earlier):
            (folder / name).write_bytes(golden.read(case.path("migrations", name)))
    pschema.run("sum", folder).expect(0)
    pschema.apply(folder, database, "--allow-destructive").expect(stage.apply_exit)
    once = trees.dump(database)
    pschema.apply(folder, database, "--allow-destructive").expect(0 if stage.apply_exit == 0 else stage.apply_exit)
    assert trees.dump(database) == once


@pytest.mark.live
def test_runs(case, server, databases, tmp_path):
    by_psql, by_program = databases(), databases()
    for database in (by_psql, by_program):
        psql.run(database, case.setup)
    for stage in case.stages:
        for database in (by_psql, by_program):
            server.set_clock(stage.clock)
            if stage.before:
                psql.run(database, stage.before)
            assert snapshot_text(case, stage, database, tmp_path) == golden.read(case.catalog(stage)).decode()
            if stage.pending:
                continue
            rows = trees.rows(database)
            if database is by_psql:
                apply_by_psql(case, stage, database)
            else:
                apply_by_program(case, stage, database, tmp_path)
            assert trees.rows(database) == rows - stage.rows_lost
            assert plan_now(case, stage, database, tmp_path).operations == []
            if stage.after:
                psql.run(database, stage.after)
        assert trees.dump(by_program) == trees.dump(by_psql)
    assert trees.rows(by_program) > 0, "the case puts no row in, so that nothing shows that none was lost"


@pytest.mark.live
def test_replays_on_a_fresh_database(case, server, databases, tmp_path):
    last = case.stages[-1]
    server.set_clock(last.clock)
    by_psql, by_program = databases(), databases()
    psql.run(by_psql, case.parents)
    psql.run(by_psql, *(case.path("migrations", name) for name in golden.sql_files(case.migrations)))
    psql.run(by_program, case.parents)
    pschema.apply(case.migrations, by_program, "--allow-destructive").expect(0)
    assert trees.dump(by_program) == trees.dump(by_psql)
    for database in (by_psql, by_program):
        assert plan_now(case, last, database, tmp_path).operations == []


@pytest.mark.live
def test_stopped_after_any_line_and_run_again(case, server, databases, tmp_path):
    """Each file is run up to each line that may change something, each time on what the last run left, and
    then whole: the end is that of an undisturbed run. A head that an earlier file had too is not cut again. Steps that are
    behind are run again once for each step, not once for each line: their work would grow with the square of the lines."""
    undisturbed, cut = databases(), databases()
    for database in (undisturbed, cut):
        psql.run(database, case.setup)
    heads = set()
    for stage in case.stages:
        server.set_clock(stage.clock)
        files = [case.path("migrations", name) for name in case.files(stage)]
        for database in (undisturbed, cut):
            if stage.before:
                psql.run(database, stage.before)
        psql.run(undisturbed, *files)
        for path in files:
            run_up_to_each_line(path, cut, tmp_path, heads)
            psql.run(cut, path)
        assert trees.dump(cut) == trees.dump(undisturbed)
        assert trees.leaves(cut) == trees.leaves(undisturbed)
        for database in (undisturbed, cut):
            if stage.after:
                psql.run(database, stage.after)


def run_up_to_each_line(path, database, tmp_path, heads):
    lines = golden.read(path).decode().splitlines(keepends=True)
    first_step = next((i for i, line in enumerate(lines) if line.startswith("\\echo")), 0)
    # The same but for the names in it.
    head = re.sub(r"'[^'\n]*'|^--.*$|^\\set file .*$", "", "".join(lines[:first_step]), flags=re.MULTILINE)
    begin = first_step if head in heads else 0
    heads.add(head)
    step, asks = first_step, False
    for end, line in enumerate(lines[:-1], start=1):
        begins_a_step = line.startswith("\\echo")
        if begins_a_step:
            step = end - 1
        asks = (asks or line.startswith("SELECT ")) and not line.rstrip().endswith((";", "\\gset"))
        only_asks = asks or line.startswith(("--", "\\")) or line.rstrip().endswith("\\gset") or not line.strip()
        if end <= begin or (only_asks and not begins_a_step):
            continue  # changes nothing that an earlier cut did not
        run = lines[:end] if begins_a_step else lines[:min(first_step, end)] + lines[step:end]
        (tmp_path / "cut.sql").write_text("".join(run), encoding="utf-8")
        psql.attempt(database, tmp_path / "cut.sql")
