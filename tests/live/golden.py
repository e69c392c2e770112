"""Golden cases: what a folder of tests/golden holds, and how its expectations are made anew.

A case is a table's life in stages. `case.toml` lists them:

    [[stage]]
    at = "2026-08-28T10:00:00Z"     # the moment of the plan; required, later than that of the stage before
    schema = "schema.pschema"       # the schema file of this stage, or a list of several that are read together
    clock = "2026-08-28T10:00:00Z"  # what the server's clock shows when the stage begins; `at` if left out
    before = "x.sql"                # run by psql before the snapshot; nothing if left out
    after = "rows.sql"              # run by psql after the files of the stage; nothing if left out
    pending = "folder"              # planned beside these files, which wait to be applied: such a stage is a plan and
                                    # nothing else, nothing is compiled or run
    adopt = ["x --parent p …", …]   # what `pschema adopt` takes over, in this order, instead of a compile
    plan_exit = 0                   # how `pschema plan` and `pschema compile` leave
    apply_exit = 0                  # how `pschema apply --allow-destructive` leaves
    rows_lost = 0                   # how many rows go with what the stage drops

Beside it: `setup.sql` (run first), `parents.sql` (the parent tables alone, for the replay on a fresh database; setup.sql
if there is none), and the expectations: for stage N `N.catalog.toml` and `N.plan.txt`, and all files in `migrations/`;
and where there are any, the transcripts `explain.txt` and `route.txt` (transcript.py).
"""

import os
import re
import shutil
import tomllib
from dataclasses import dataclass
from datetime import timedelta

import psql
import pschema
import servers
import transcript

FOLDER = os.path.join(servers.ROOT, "tests", "golden")


class CaseError(Exception):
    pass


@dataclass
class Stage:
    number: int
    at: str
    schema: list[str]
    clock: str
    before: str | None = None
    after: str | None = None
    pending: str | None = None
    adopt: list[str] | None = None
    plan_exit: int = 0
    apply_exit: int = 0
    rows_lost: int = 0


class Case:
    def __init__(self, name):
        self.name = name
        self.folder = os.path.join(FOLDER, name)
        with open(self.path("case.toml"), "rb") as file:
            content = tomllib.load(file)
        if set(content) != {"stage"}:
            raise CaseError(f"{name}: case.toml holds [[stage]]s and nothing else")
        self.stages = [self._stage(number, table) for number, table in enumerate(content["stage"], start=1)]
        moments = [servers.parse_instant(stage.at) for stage in self.stages]
        if moments != sorted(set(moments)):
            raise CaseError(f"{name}: each stage must be later than the one before")

    def _stage(self, number, table):
        try:
            stage = Stage(number=number, **{"schema": "schema.pschema", "clock": table.get("at"), **table})
        except TypeError as error:
            raise CaseError(f"{self.name}, stage {number}: {error}") from None
        stage.schema = [self.path(name) for name in ([stage.schema] if isinstance(stage.schema, str) else stage.schema)]
        stage.before = stage.before and self.path(stage.before)
        stage.after = stage.after and self.path(stage.after)
        stage.pending = stage.pending and self.path(stage.pending)
        for path in filter(None, (*stage.schema, stage.before, stage.after, stage.pending)):
            if not os.path.exists(path):
                raise CaseError(f"{self.name}, stage {number}: there is no {path}")
        return stage

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def catalog(self, stage):
        return self.path(f"{stage.number}.catalog.toml")

    def plan(self, stage):
        return self.path(f"{stage.number}.plan.txt")

    @property
    def setup(self):
        return self.path("setup.sql")

    @property
    def parents(self):
        path = self.path("parents.sql")
        return path if os.path.exists(path) else self.setup

    @property
    def migrations(self):
        return self.path("migrations")

    def files(self, stage):
        """The migration files that the stage's compile wrote, in their order: those not older than its moment and newer
        than the stage before; and the ledger's, at the first stage that has any."""
        if stage.pending:
            return []

        def moment(number):
            return re.sub(r"\D", "", self.stages[number - 1].at) if number else ""
        return [name for name in sql_files(self.migrations) if moment(stage.number - 1) < name[:14] <= moment(stage.number)]


def names():
    return sorted(name for name in os.listdir(FOLDER) if os.path.isdir(os.path.join(FOLDER, name)))


def sql_files(folder):
    """Names of the migration files in the folder, in the order in which they run; none if it does not exist."""
    return sorted(name for name in os.listdir(folder) if name.endswith(".sql")) if os.path.isdir(folder) else []


def read(path):
    """A file's bytes; what is expected and is not there is a failure that says how to make it."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        case = os.path.relpath(path, FOLDER).split(os.sep)[0]
        raise AssertionError(f"there is no {path}; if it is to be made: scripts/update-golden {case}") from None


def content(folder):
    """Name to bytes of a folder's files; empty if it does not exist."""
    if not os.path.isdir(folder):
        return {}
    return {name: read(os.path.join(folder, name)) for name in sorted(os.listdir(folder))}


INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")


def normalise(catalog, case):
    """A snapshot without what differs from run to run and from server to server: its moment, the versions, and how long
    after the start of its stage a partition was detached."""
    clocks = [servers.parse_instant(stage.clock) for stage in case.stages]

    def to_clock(match):
        moment = servers.parse_instant(match.group())
        for clock in reversed(clocks):
            if timedelta(0) <= moment - clock < timedelta(minutes=10):
                return clock.strftime("%Y-%m-%dT%H:%M:%SZ")
        return match.group()

    catalog = INSTANT.sub(to_clock, catalog)
    catalog = re.sub(r"^server = \d+$", "server = 150000", catalog, count=1, flags=re.MULTILINE)
    return re.sub(r"^zone_data = .*$", 'zone_data = "test"', catalog, count=1, flags=re.MULTILINE)


def bless(name, server):
    """Makes the expectations of that case anew: the stages are played on the server, each from the snapshot that the one
    before it left. What was expected before is removed."""
    case = Case(name)
    shutil.rmtree(case.migrations, ignore_errors=True)
    for entry in os.listdir(case.folder):
        if re.fullmatch(r"\d+\.(catalog\.toml|plan\.txt)", entry):
            os.remove(case.path(entry))
    with server.database() as database:
        psql.run(database, case.setup)
        for stage in case.stages:
            server.set_clock(stage.clock)
            if stage.before:
                psql.run(database, stage.before)
            catalog = case.catalog(stage)
            pschema.snapshot(stage.schema, database, catalog)
            with open(catalog, encoding="utf-8") as file:
                text = normalise(file.read(), case)
            with open(catalog, "w", encoding="utf-8") as file:
                file.write(text)
            planned = pschema.plan(stage.schema, catalog, stage.at, pending=stage.pending).expect(stage.plan_exit)
            with open(case.plan(stage), "w", encoding="utf-8") as file:
                file.write(planned.out)
            if stage.pending:
                continue
            if stage.adopt:
                pschema.adopt_all(stage, catalog, case.migrations)
            else:
                pschema.compile_files(stage.schema, catalog, stage.at, case.migrations).expect(stage.plan_exit)
            psql.run(database, *(os.path.join(case.migrations, file) for file in case.files(stage)))
            if stage.after:
                psql.run(database, stage.after)
    transcript.bless(case)
