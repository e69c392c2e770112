"""Runs the program that is being tested: the one that $PSCHEMA_BIN names."""

import os
import re
import shlex
import subprocess
from dataclasses import dataclass

import psql


@dataclass
class Operation:
    verb: str    # CREATE, ATTACH, DETACH, DROP, …
    name: str    # as in SQL: public.issue_events__2026_w35
    reason: str  # create_ahead, …
    depth: int   # 1, and 2 or more for what is nested in another operation


@dataclass
class Finding:
    severity: str  # info or warning
    kind: str      # legacy_leaf, …
    rest: str      # whom, and what about it


@dataclass
class Run:
    exit: int
    out: str
    err: str

    def expect(self, exit_code):
        assert self.exit == exit_code, f"left with {self.exit}, not {exit_code}\n{self.out}{self.err}"
        return self

    @property
    def operations(self):
        """Those of a plan's text, nested ones included, in their order."""
        found = re.findall(r"^( +)([A-Z][A-Z_ ]*) (\S.*?) \(([a-z_]+)\)", self.out, re.MULTILINE)
        return [Operation(verb, name, reason, len(indent) // 2) for indent, verb, name, reason in found]

    @property
    def findings(self):
        found = re.findall(r"^ *\[(info|warning)\] ([a-z_0-9]+): (.*)$", self.out, re.MULTILINE)
        return [Finding(*parts) for parts in found]


def program():
    path = os.environ.get("PSCHEMA_BIN", "")
    if not path:
        raise RuntimeError("PSCHEMA_BIN does not name the program to test; run the tests by scripts/test")
    if not os.access(path, os.X_OK):
        raise RuntimeError(f"there is no program {path}; run scripts/build")
    return path


def run(*arguments, cwd=None, **environment):
    """Any command. Never raises because of how it ended."""
    done = subprocess.run([program(), *map(str, arguments)], capture_output=True, text=True, encoding="utf-8",
                          stdin=subprocess.DEVNULL, cwd=cwd, env=psql.clean_environment(**environment), timeout=300)
    return Run(done.returncode, done.stdout, done.stderr)


def files_of(schema):
    """One schema file or several."""
    return schema if isinstance(schema, list) else [schema]


def snapshot(schema, database, output):
    run("snapshot", *files_of(schema), "--dsn", database.dsn, "-o", output).expect(0)


def plan(schema, catalog, at, pending=None, **more):
    extra = ["--pending", pending] if pending else []
    return run("plan", *files_of(schema), "--catalog", catalog, "--at", at, *extra, **more)


def compile_files(schema, catalog, at, folder, **more):
    return run("compile", *files_of(schema), "--catalog", catalog, "--at", at, "-o", folder, **more)


def adopt(words, schema, catalog, at, folder, **more):
    relation, *rest = shlex.split(words)
    return run("adopt", relation, *files_of(schema), *rest, "--catalog", catalog, "--at", at, "-o", folder, **more)


def adopt_all(stage, catalog, folder, **more):
    for words in stage.adopt:
        adopt(words, stage.schema, catalog, stage.at, folder, **more).expect(0)


def apply(folder, database, *extra):
    return run("apply", folder, "--dsn", database.dsn, *extra)
