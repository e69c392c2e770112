"""Help, faults of usage, completions and the man page: all come from one description of the commands."""

import os
import pathlib
import re
import shlex
import subprocess

import pytest

import command_line
import psql
import pschema

ROOT = pathlib.Path(__file__).parents[2]
COMMANDS_PAGE = (ROOT / "docs" / "commands.md").read_text()

TABLE = """CREATE TABLE issue_events (id uuid NOT NULL, organization_id bigint NOT NULL, payload jsonb NOT NULL,
    PRIMARY KEY (id, organization_id)) PARTITION BY RANGE (id);"""


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, **more)


# --- Usage

@pytest.mark.golden
@pytest.mark.parametrize("words, told", [
    ([], "a command is required"),
    (["plna"], "unknown command `plna`; did you mean `plan`?"),
    (["complie", "x.pschema"], "did you mean `compile`?"),
    (["--verson"], "did you mean `--version`?"),
    (["plan", "x.pschema", "--chek"], "`pschema plan` has no option `--chek`; did you mean `--check`?"),
    (["plan", "x.pschema", "--catalogue=c.toml"], "did you mean `--catalog`?"),
    (["plan", "x.pschema", "--format", "jsn"], "`jsn` is not text, json, github or sarif; did you mean `json`?"),
    (["plan", "x.pschema", "--catalog", "a", "--dsn", "b"], "excludes"),
    (["plan", "x.pschema", "--max-create", "many"], "`many` is not a whole number"),
    (["apply", "migrations", "--budget", "-3"], "`-3` is not a whole number"),
    (["plan"], "FILES is required"),
    (["plan", "x.pschema", "--at"], "--at"),
    (["compile", "x.pschema"], "--output"),
    (["apply", "one", "two"], "two"),
    (["compile", "x.pschema", "-o", "m", "--lock-timeout", "3s'; DROP"], "write a whole number and ms, s, min or h"),
    (["compile", "x.pschema", "-o", "m", "--statement-timeout", "ten"], "write a whole number"),
    (["plan", "x.pschema", "--catalog", ""], "its value is empty"),
    (["plan", "x.pschema", "--at="], "--at"),
    (["plan", ""], "its value is empty"),
    (["compile", "x.pschema", "-o", "m", "--lock-timeout", "0"], "write a whole number"),
    (["completion", "ksh"], "`ksh` is not bash, zsh or fish"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_wrong_usage_is_64_and_says_what_is_near(words, told):
    wrong = pschema.run(*words).expect(64)
    assert told in wrong.err and wrong.out == ""
    assert "--help`" in wrong.err or "write" in wrong.err


@pytest.mark.golden
def test_help_is_data():
    for words in (["--help"], ["help"], ["-h"], ["help", "plan"], ["plan", "--help"], ["--version"]):
        shown = pschema.run(*words).expect(0)
        assert shown.out and not shown.err
    assert pschema.run("help", "plan").out == pschema.run("plan", "--help").out


# --- Examples

EXITS = {"plan": {0, 2, 3}, "check": {0, 2, 3}, "status": {0, 2, 3}, "compile": {0, 3}, "breaking": {0, 3}, "route": {0, 3}}


@pytest.mark.live
def test_every_example_of_the_help_works_as_printed(database, tmp_path):
    """In a repository that has events.pschema, catalog.toml and migrations/, with PSCHEMA_DSN set."""
    (tmp_path / "events.pschema").write_text((ROOT / "schemas" / "event_store.pschema").read_text())
    database.query(TABLE)
    environment = psql.clean_environment(PSCHEMA_DSN=database.dsn)
    environment["PATH"] = f"{os.path.dirname(os.path.abspath(pschema.program()))}:{environment['PATH']}"
    git = ["git", "-c", "user.name=n", "-c", "user.email=e@example.com"]
    prepare = [["pschema", "snapshot", "events.pschema", "-o", "catalog.toml"],
               ["pschema", "compile", "events.pschema", "--catalog", "catalog.toml", "-o", "migrations/"],
               ["pschema", "apply", "migrations/"],
               [*git, "init", "-q"], [*git, "add", "."], [*git, "commit", "-qm", "partitions"]]
    for words in prepare:
        done = run(*words, cwd=tmp_path, env=environment)
        assert done.returncode == 0, done.stderr
    names = command_line.commands()
    assert len(names) > 5
    for name in names:
        shown = command_line.example(name)
        done = subprocess.run(["bash", "-c", shown], cwd=tmp_path, env=environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=60)
        assert done.returncode in EXITS.get(name, {0}), f"{shown}: {done.returncode}\n{done.stdout}{done.stderr}"


# --- Documentation

@pytest.mark.golden
def test_the_page_of_commands_names_every_command_and_option():
    missing = [name for name in command_line.commands() if f"`{name}" not in COMMANDS_PAGE]
    missing += [f"{name} {option}" for name in command_line.commands() for option in command_line.options(name)
                if not re.search(re.escape(option) + r"(?![a-z-])", COMMANDS_PAGE)]
    assert not missing


@pytest.mark.golden
def test_man_page(tmp_path):
    page = tmp_path / "pschema.1"
    page.write_text(pschema.run("manual").expect(0).out)
    shown = run("groff", "-K", "utf8", "-man", "-ww", "-T", "utf8", "-P-cbou", str(page))
    assert shown.returncode == 0 and shown.stderr == ""
    for name in command_line.commands():
        assert f"pschema {name}" in shown.stdout
        for option in command_line.options(name):
            assert option in shown.stdout


# --- Completions

def bash_offers(folder, line):
    """What bash offers for the last word of a line."""
    script = folder / "pschema"
    script.write_text(pschema.run("completion", "bash").expect(0).out)
    words = shlex.split(line) + ([""] if line.endswith(" ") else [])
    done = run("bash", "--norc", "-uc",
               f'. "{script}"; COMP_WORDS=({" ".join(map(shlex.quote, words))}); COMP_CWORD={len(words) - 1}; _pschema; '
               'printf "%s\\n" "${COMPREPLY[@]}"', cwd=folder)
    assert done.stderr == ""
    return done.stdout.split()


def fish_offers(folder, line):
    script = folder / "pschema.fish"
    script.write_text(pschema.run("completion", "fish").expect(0).out)
    done = run("fish", "--no-config", "-c", f"source {script}; complete -C {shlex.quote(line)}", cwd=folder,
               env={**os.environ, "HOME": str(folder)})
    assert done.returncode == 0 and done.stderr == ""
    return [offer.split("\t")[0] for offer in done.stdout.splitlines()]


def zsh_offers(folder, line):
    """By the functions that zsh's own system would call, which print what they were given."""
    script = folder / "_pschema"
    script.write_text(pschema.run("completion", "zsh").expect(0).out)
    words = shlex.split(line) + ([""] if line.endswith(" ") else [])
    done = run("zsh", "-f", "-c",
               "compdef() { }; _describe() { print -l ${(P)2%%:*} }; _arguments() { print -l -- $@ }; "
               f'. {script}; words=({" ".join(map(shlex.quote, words))}); CURRENT={len(words)}; _pschema', cwd=folder)
    assert done.returncode == 0 and done.stderr == ""
    return done.stdout.splitlines()


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "events.pschema").touch()
    (tmp_path / "notes.txt").touch()
    (tmp_path / "migrations").mkdir()
    return tmp_path


@pytest.mark.golden
@pytest.mark.parametrize("offers", [bash_offers, fish_offers, zsh_offers])
def test_completion_knows_every_command_and_option(offers, folder):
    names = command_line.commands()
    assert set(names) <= set(offers(folder, "pschema "))
    for name in names:
        # fish leaves out an option whose short form stands for it as well.
        offered = " ".join(offers(folder, f"pschema {name} --"))
        assert [o for o in command_line.options(name) if o not in offered] == []


@pytest.mark.golden
@pytest.mark.parametrize("offers", [bash_offers, fish_offers])
def test_completion_of_values(offers, folder):
    assert set(offers(folder, "pschema plan --format ")) == {"text", "json", "github", "sarif"}
    files = offers(folder, "pschema plan ")
    assert "events.pschema" in files
    # fish puts what has the ending first, and the rest behind.
    assert offers == fish_offers or "notes.txt" not in files
    assert [o.rstrip("/") for o in offers(folder, "pschema apply ")] == ["migrations"]
    assert "notes.txt" in offers(folder, "pschema plan --catalog ")


@pytest.mark.golden
def test_zsh_completes_values(folder):
    offered = zsh_offers(folder, "pschema plan ")
    assert any(o.startswith("--format[") and o.endswith("(text json github sarif)") for o in offered)
    assert any("*.pschema" in o for o in offered)


@pytest.mark.golden
@pytest.mark.parametrize("dsn", [
    "postgresql://app:hunter%2@127.0.0.1/app", "postgresql://app:hun%00ter2@127.0.0.1/app",
    "postgresql://app:hunt@er2@127.0.0.1:1/app", "host=127.0.0.1 password='hunter2", "hunter2",
    "host=127.0.0.1 port=1 password=hunter2", "postgresql://app:hunter2@127.0.0.1:1/app?hunter2=1",
])
def test_no_part_of_a_password_is_printed(dsn, tmp_path):
    (tmp_path / "m").mkdir()
    told = pschema.run("apply", "m", "--dsn", dsn, cwd=tmp_path).expect(5)
    assert "hunt" not in told.err and "er2" not in told.err and told.err.startswith("there is no migration file")
