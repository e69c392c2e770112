"""A full disk, and a kill, at each of the calls by which a command changes files (torture/disk.c). What is there afterwards is
what was there before or what the command should write, never a part of it; and run again it writes all. `compile` is
tried likewise, at random, by torture/disk.py. On Debian's server alone (conftest.py): it hardly matters here."""

import shutil

import pytest

import golden
import pschema
from torture import disk

pytestmark = pytest.mark.live

SCHEMA = "pschema 1; table ev { partition by range (ts) every day { create current; keep current; } }"
TABLE = "CREATE TABLE ev (ts timestamptz NOT NULL) PARTITION BY RANGE (ts)"


def adopting():
    """A case whose last stage so far takes something over, and its folder as it is before that."""
    for case in map(golden.Case, golden.names()):
        for stage in case.stages:
            if stage.adopt:
                return case, stage
    raise AssertionError("no case has `adopt`")


def adopt(database, folder):
    case, stage = adopting()
    (folder / "m").mkdir()
    for earlier in case.stages[:stage.number - 1]:
        for name in case.files(earlier):
            shutil.copy(case.path("migrations", name), folder / "m")
    pschema.run("sum", folder / "m").expect(0)
    return ["adopt", *stage.adopt[0].split(), *stage.schema, "--catalog", case.catalog(stage), "--at", stage.at, "-o", folder / "m"]


def add_up(database, folder):
    for name in ("1_a.sql", "2_b.sql"):
        (folder / name).write_text("SELECT 1;\n", encoding="utf-8")
        pschema.run("sum", folder).expect(0) if name == "1_a.sql" else None
    return ["sum", folder]


def lay_out(database, folder):
    (folder / "s.pschema").write_text(SCHEMA, encoding="utf-8")
    return ["fmt", folder / "s.pschema"]


def look(database, folder):
    database.query(TABLE)
    database.server.set_clock("2025-05-05T12:00:00Z")
    (folder / "s.pschema").write_text(SCHEMA, encoding="utf-8")
    (folder / "catalog.toml").write_text("an older one\n", encoding="utf-8")
    return ["snapshot", folder / "s.pschema", "--dsn", database.dsn, "-o", folder / "catalog.toml"]


def take_over(database, folder):
    database.query(TABLE + "; CREATE TABLE d PARTITION OF ev FOR VALUES FROM ('2025-05-05 00:00Z') TO ('2025-05-06 00:00Z')")
    return ["init", "--dsn", database.dsn, "-o", folder / "s.pschema"]


def content(folder):
    """Files with what is in them, but for moments."""
    lines = {path.relative_to(folder): path.read_text(encoding="utf-8").splitlines() for path in folder.rglob("*") if path.is_file()}
    return {str(name): [line for line in text if not line.startswith(("taken_at", "-- "))] for name, text in lines.items()}


@pytest.mark.parametrize("how", ["full", "short", "kill"])
@pytest.mark.parametrize("prepare", [adopt, add_up, lay_out, look, take_over], ids=["adopt", "sum", "fmt", "snapshot", "init"])
def test_a_command_that_writes(database, tmp_path, prepare, how):
    (tmp_path / "work").mkdir()
    command = prepare(database, tmp_path / "work")
    shutil.copytree(tmp_path / "work", tmp_path / "before")
    before = content(tmp_path / "before")
    written = pschema.run(*command)
    assert written.exit in (0, 3), written.err
    after = content(tmp_path / "work")
    assert after != before
    tried = 0
    for call in range(200):
        shutil.rmtree(tmp_path / "work")
        shutil.copytree(tmp_path / "before", tmp_path / "work")
        struck = pschema.run(*command, LD_PRELOAD=disk.library(str(tmp_path)), PSCHEMA_FAULT=f"{call} {how}")
        now = content(tmp_path / "work")
        if struck.exit == written.exit and now == after:
            break
        tried += 1
        assert struck.exit == (-9 if how == "kill" else 4), struck.err
        beside = {name for name in now if name.endswith(".part")}
        # It stays beside its place only once the list names it: whoever reads the folder next puts it there.
        assert how == "kill" or not beside or now["m/pschema.sum"] == after["m/pschema.sum"]
        for name in set(now) - beside:
            assert now[name] in (before.get(name), after[name]), f"{name} after {how} at call {call}"
        again = pschema.run(*command)
        if again.exit != written.exit:  # it was put in place, and is not there twice
            assert how == "kill" or prepare is adopt, again.err
        assert content(tmp_path / "work") == after, f"again after {how} at call {call}: {again.err}"
    assert tried >= (3 if how == "kill" else 2)
