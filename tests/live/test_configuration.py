"""pschema.toml, targets and where the connection comes from (docs/configuration.md)."""

import contextlib
import re
import stat
from pathlib import Path

import pytest

import command_line
import pschema

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
SCHEMA = """pschema 1;
table public.ev {
  partition by range (at) every day { create current and 1 after; keep forever; }
}
"""
TABLE = "CREATE TABLE ev (at timestamptz NOT NULL) PARTITION BY RANGE (at)"


def repository(folder, text):
    (folder / ".git").mkdir()
    (folder / "pschema.toml").write_text(text, encoding="utf-8")
    (folder / "ev.pschema").write_text(SCHEMA)
    deep = folder / "a" / "b"
    deep.mkdir(parents=True)
    return deep


def settings(text):
    """What `pschema config` prints, as name: (value, from)."""
    found = {}
    for line in text.splitlines():
        name, value = line[:19].strip(), line[19:]
        found[name] = (value[:32].strip(), value[33:].strip()) if len(value) > 33 else (value.strip(), "")
    return found


# --- The page


@pytest.mark.golden
def test_the_page_has_each_setting_and_its_option(tmp_path):
    (tmp_path / ".git").mkdir()
    known = {name: origin for name, (_, origin) in settings(pschema.run("config", cwd=tmp_path).expect(0).out).items()
             if name != "connection"}
    table = dict(re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", PAGE, re.MULTILINE))
    assert len(known) > 8 and table == known
    every = {option for name in command_line.commands() for option in command_line.options(name)}
    spoken = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE)) | set(re.findall(r"--[a-z][a-z-]+", " ".join(known.values())))
    assert spoken - {"--verify"} <= every


@pytest.mark.golden
def test_the_pages_example_is_read(tmp_path):
    [example] = re.findall(r"^```toml pschema.toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    repository(tmp_path, example)
    found = settings(pschema.run("config", cwd=tmp_path).expect(0).out)
    assert found["lock_timeout"] == ("2s", "pschema.toml") and found["budget"][0] == "-"
    assert found["hooks.before_drop"][0] == "scripts/archive --verify"
    assert {"targets.staging", "targets.production"} <= set(found)
    of_target = settings(pschema.run("config", "--target", "staging", cwd=tmp_path).expect(0).out)
    assert of_target["connection"][0] == "target staging of pschema.toml" and of_target["lock_timeout"][0] == "2s"
    absent = pschema.run("config", "--target", "production", cwd=tmp_path).expect(4)
    assert "/run/secrets/partitions" in absent.err


@pytest.mark.golden
def test_every_setting_and_key_of_the_source_is_on_the_page():
    source = (ROOT / "cli/settings.h").read_text()
    names = re.findall(r"PSCHEMA_(?:SETTING|CONNECTION_KEY)\((\w+), \w+", source)
    names = [name for name in names if name != "name"]
    assert len(names) > 20 and [name for name in names if f"`{name}`" not in PAGE] == []


# --- Where it is found, and what wins


@pytest.mark.golden
def test_it_is_found_from_below_and_not_above_the_repository(tmp_path):
    (tmp_path / "repo").mkdir()
    deep = repository(tmp_path / "repo", 'schemas = ["ev.pschema"]\nlock_timeout = "4s"\n')
    found = settings(pschema.run("config", cwd=deep).expect(0).out)
    assert found["schemas"] == ("../../ev.pschema", "../../pschema.toml")
    assert settings(pschema.run("config", "--no-config", cwd=deep).expect(0).out)["schemas"][0] == "-"
    other = tmp_path / "other.toml"
    other.write_text('lock_timeout = "7s"\n')
    assert settings(pschema.run("config", "--config", other, cwd=deep).expect(0).out)["lock_timeout"][0] == "7s"
    (tmp_path / "pschema.toml").write_text('lock_timeout = "9s"\n')
    inner = tmp_path / "inner"
    (inner / ".git").mkdir(parents=True)
    assert settings(pschema.run("config", cwd=inner).expect(0).out)["lock_timeout"][0] == "-"


CATALOG = """format = 2
taken_at = "2026-08-28T10:00:00Z"
server = 150000
zone_data = "test"

[ledger]
present = false

[[table]]
name = "public.ev"
partition_by = "range (at)"
owner = "app"
columns = [
  ["at", "timestamp with time zone", { not_null = true }],
]
"""


@pytest.mark.golden
def test_an_option_wins_over_a_target_and_a_target_over_the_file(tmp_path):
    text = ('schemas = ["ev.pschema"]\ncatalog = "catalog.toml"\nmigrations = "out"\nlock_timeout = "4s"\n'
            '[targets.quick]\nlock_timeout = "5s"\nmigrations = "quick"\n')
    deep = repository(tmp_path, text)
    (tmp_path / "catalog.toml").write_text(CATALOG)

    def compiled(folder, *words, **variables):
        pschema.run("compile", *words, cwd=deep, **variables).expect(0)
        [file] = [f for f in (tmp_path / folder).iterdir() if f.name.endswith("_create.sql")]
        return re.search(r"SET lock_timeout = '?(\w+)", file.read_text()).group(1)

    assert compiled("out") == "4s"
    assert compiled("quick", "--target", "quick") == "5s"
    assert compiled("a/b/mine", "--target", "quick", "--lock-timeout", "6s", "-o", "mine") == "6s"
    assert compiled("a/b/env", "-o", "env", PSCHEMA_TARGET="quick") == "5s"
    assert compiled("a/b/both", "-o", "both", "--target", "quick", PSCHEMA_TARGET="other") == "5s"
    # Whoever names a schema file means that one.
    missing = pschema.run("compile", "other.pschema", cwd=deep).expect(4)
    assert "other.pschema" in missing.err


@pytest.mark.golden
def test_faults_of_targets(tmp_path):
    deep = repository(tmp_path, "[targets.staging]\nhost = 'db'\n[targets.prod]\nhost = 'db'\n")
    near = pschema.run("config", "--target", "stagin", cwd=deep).expect(64)
    assert "did you mean `staging`?" in near.err
    assert "there are prod, staging" in pschema.run("config", "--target", "zzzzzzzzz", cwd=deep).expect(64).err
    assert "PSCHEMA_TARGET" in pschema.run("config", cwd=deep, PSCHEMA_TARGET="gone").expect(64).err
    bare = tmp_path / "bare"
    (bare / ".git").mkdir(parents=True)
    assert "there is none from here up" in pschema.run("config", "--target", "staging", cwd=bare).expect(64).err
    assert "xcludes" in pschema.run("config", "--target", "staging", "--no-config", cwd=deep).expect(64).err


# --- Mistakes


@pytest.mark.golden
def test_all_mistakes_are_told_at_once_and_no_secret_is(tmp_path):
    deep = repository(tmp_path, (ROOT / "tests/fuzz/seeds/faulty.pschema.toml").read_text())
    told = pschema.run("plan", "ev.pschema", cwd=deep).expect(64)
    assert told.out == ""
    found = re.findall(r"pschema\.toml:(\d+):\d+: error\[(PS\d+)\]", told.err)
    assert found == [("1", "PS6002"), ("2", "PS6001"), ("3", "PS6001"), ("4", "PS6003"), ("5", "PS6001"), ("6", "PS6003"),
                     ("9", "PS6002"), ("10", "PS6001")]
    assert "did you mean `schemas`?" in told.err and "did you mean `before_drop`?" in told.err
    assert "hunter2" not in told.err
    pschema.run("plan", "ev.pschema", "--no-config", "--catalog", "none", cwd=deep).expect(4)


@pytest.mark.golden
@pytest.mark.parametrize("text", [
    "password = 'hunter2'", "PGPASSWORD = 'hunter2'", "[targets.a]\npassword = 'hunter2'", "[targets.a]\nsslpassword = 'hunter2'",
    "[targets.a]\ndsn = 'host=db password=hunter2'", "[targets.a]\ndsn = 'postgresql://u:hunter2@db/app'",
    "[targets.a]\ndsn = 'postgresql://db/app?password=hunter2'", "[targets.a]\ndsn = 'password=hunter2'",
    "[targets.a]\ndsn = \"postgresql://u:hun\\u0074er2@db/app\"", "[targets.a]\ndns = 'postgresql://u:hunter2@db/app'",
    "[targets.a]\ndsn = 'postgresql://u:hunter2@db/app", "[targets]\na = 'postgresql://u:hunter2@db/app'",
    "x = \"hunter2", "pgpass = 'hunter2'", "[targets.a]\npass = 'hunter2'", "[targets.a]\ndsn = [\n'host=db',\n'hunter2'\n]",
    "dsns = [\n'a',\n'hunter2\n]", "[hooks]\nbefore_drop = ['x', '--password=hunter2']", "[hooks]\nbefore_drop = ['x', '--token', 'hunter2']",
    "[hooks]\nbefore_drop = ['env', 'PGPASSWORD=hunter2', 'x']",
])
def test_no_secret_stands_in_it(text, tmp_path):
    deep = repository(tmp_path, text + "\n")
    told = pschema.run("config", cwd=deep).expect(64)
    assert "unter2" not in told.err and "hun" not in told.err and "PS600" in told.err


@pytest.mark.golden
def test_what_is_no_file_is_not_passed_over(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "pschema.toml").symlink_to(tmp_path / "gone")
    assert "is no file" in pschema.run("config", cwd=tmp_path).expect(64).err
    pschema.run("config", "--no-config", cwd=tmp_path).expect(0)
    (tmp_path / "pschema.toml").unlink()
    (tmp_path / "pschema.toml").mkdir()
    assert "is no file" in pschema.run("config", cwd=tmp_path).expect(64).err


@pytest.mark.golden
def test_what_is_required_says_both_ways(tmp_path):
    deep = repository(tmp_path, "")
    for words, wanted in [(["plan"], "`schemas`"), (["apply"], "`migrations`"), (["compile", "x.pschema"], "`migrations`")]:
        told = pschema.run(*words, cwd=deep).expect(64)
        assert "is required" in told.err and wanted in told.err


# --- The connection


def secret(folder, dsn, name="dsn"):
    file = folder / name
    file.write_text(dsn + "\n")
    file.chmod(stat.S_IRUSR)
    return file


@pytest.mark.golden
@pytest.mark.parametrize("text, told", [
    ("", "is empty"), ("\n\n", "is empty"), ("hunter2", "no connection string"), ("host=a\npassword=hunter2", "more than"),
    ("host='a password=hunter2", "no connection string"),
])
def test_a_file_that_holds_no_connection(text, told, tmp_path):
    (tmp_path / "m").mkdir()
    (tmp_path / "dsn").write_text(text)
    for words, variables in [(["--dsn-file", "dsn"], {}), ([], {"PSCHEMA_DSN_FILE": "dsn"})]:
        wrong = pschema.run("status", "m", *words, cwd=tmp_path, **variables).expect(64)
        assert told in wrong.err and "hunter2" not in wrong.err
    assert "cannot read gone" in pschema.run("status", "m", "--dsn-file", "gone", cwd=tmp_path).expect(4).err


@pytest.mark.live
def test_which_database_is_meant(database, tmp_path):
    database.query(TABLE)
    nowhere = "host=/nonexistent dbname=none"
    file, elsewhere = secret(tmp_path, database.dsn), secret(tmp_path, nowhere, "elsewhere")
    deep = repository(tmp_path, 'schemas = ["ev.pschema"]\n[targets.here]\ndsn_file = "dsn"\n'
                                f'[targets.nowhere]\ndsn_file = "{elsewhere}"\n[targets.settings]\nmax_create = 7\n')

    def reached(*words, **variables):
        done = pschema.run("snapshot", *words, cwd=deep, PGHOST="/nonexistent", **variables)
        assert done.exit in (0, 5), done.err
        return done.exit == 0

    assert reached("--dsn", database.dsn, "--target", "nowhere", PSCHEMA_DSN=nowhere)
    assert reached("--dsn-file", file, "--target", "nowhere", PSCHEMA_DSN=nowhere)
    assert reached("--target", "here", PSCHEMA_DSN=nowhere, PSCHEMA_DSN_FILE=str(elsewhere))
    assert not reached("--target", "nowhere", PSCHEMA_DSN=database.dsn)
    assert reached("--target", "settings", PSCHEMA_DSN=database.dsn, PSCHEMA_DSN_FILE=str(elsewhere))
    assert reached(PSCHEMA_DSN_FILE=str(file), PSCHEMA_TARGET="nowhere")
    assert reached(PSCHEMA_TARGET="here") and not reached()


@pytest.mark.live
def test_the_repositorys_snapshot_gives_way_to_a_database_that_is_named(database, tmp_path):
    database.query(TABLE)
    deep = repository(tmp_path, 'schemas = ["ev.pschema"]\ncatalog = "catalog.toml"\n'
                                f'[targets.here]\ndsn_file = "dsn"\n[targets.own]\ndsn_file = "dsn"\ncatalog = "none.toml"\n')
    secret(tmp_path, database.dsn)
    (tmp_path / "catalog.toml").write_text(CATALOG.replace("public.ev", "public.other"))
    env = {"PSCHEMA_DSN": database.dsn, "PSCHEMA_TARGET": "here"}
    assert "ev" in pschema.run("plan", cwd=deep, **env).expect(4).err  # the snapshot has another table
    for words in (["--target", "here"], ["--dsn", database.dsn], ["--dsn-file", "../../dsn"]):
        assert "CREATE" in pschema.run("plan", *words, cwd=deep).expect(0).out
    assert "none.toml" in pschema.run("plan", "--target", "own", cwd=deep).expect(4).err


@pytest.mark.live
def test_a_whole_life_without_a_word_on_the_command_line(database, tmp_path):
    database.query(TABLE)
    secret(tmp_path, database.dsn)
    deep = repository(tmp_path, 'schemas = ["ev.pschema"]\nmigrations = "m"\npending = "m"\nmetrics = "out.prom"\nmetrics_labels = ["team=a"]\n'
                                '[targets.db]\ndsn_file = "dsn"\n[hooks]\nafter_create = ["scripts/note", "a b"]\n')
    note = tmp_path / "scripts" / "note"
    note.parent.mkdir()
    note.write_text(f'#!/bin/sh\necho "$1" >> {tmp_path}/noted\n')
    note.chmod(0o755)
    env = {"PSCHEMA_TARGET": "db"}
    pschema.run("compile", cwd=deep, **env).expect(0)
    assert pschema.run("plan", "--check", cwd=deep, **env).expect(2).out != ""  # files wait
    assert "--allow-hooks" in pschema.run("apply", cwd=deep, **env).expect(64).err
    pschema.run("apply", "--allow-hooks", cwd=deep, **env).expect(0)
    assert (tmp_path / "noted").read_text() == "a b\na b\n"
    pschema.run("plan", "--check", cwd=deep, **env).expect(0)
    pschema.run("status", cwd=deep, **env).expect(0)
    pschema.run("maintain", "--no-hooks", cwd=deep, **env).expect(0)
    assert 'team="a"' in (tmp_path / "out.prom").read_text()
    assert pschema.run("route", "ev", "2020-01-01", cwd=deep, **env).expect(3).out != ""


@pytest.mark.live
def test_a_locked_database_is_no_failure_where_that_is_said(database, tmp_path):
    database.query(TABLE)
    (tmp_path / "ev.pschema").write_text(SCHEMA)
    pschema.run("compile", "ev.pschema", "--dsn", database.dsn, "-o", "m", cwd=tmp_path).expect(0)
    with contextlib.closing(database.connect()) as other:
        other.cursor().execute("SELECT pg_advisory_lock(31652068182027617)")
        refused = pschema.run("apply", "m", "--dsn", database.dsn, cwd=tmp_path).expect(6)
        fine = pschema.run("apply", "m", "--dsn", database.dsn, "--ok-if-locked", cwd=tmp_path).expect(0)
    assert "--ok-if-locked" in fine.err and "--ok-if-locked" not in refused.err
    pschema.run("apply", "m", "--dsn", database.dsn, "--ok-if-locked", cwd=tmp_path).expect(0)
