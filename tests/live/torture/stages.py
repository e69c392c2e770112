"""What is stopped: the files of one stage of a golden case, from the state in which they begin to the one that an
undisturbed run leaves. Each stage is played once and kept as a template, from which every trial gets its database."""

import os
from dataclasses import dataclass, field

import golden
import psql
import pschema
import trees


@dataclass
class State:
    """What two runs must agree on."""
    relations: list   # as trees.dump has them
    rows: dict        # table to (count, digest)
    snapshot: str

    def differences(self, other):
        if self == other:
            return ""
        lost = [f"- {line}" for line in self.relations if line not in other.relations]
        new = [f"+ {line}" for line in other.relations if line not in self.relations]
        rows = [f"rows of {name}: {self.rows.get(name)}, now {other.rows.get(name)}"
                for name in sorted(set(self.rows) | set(other.rows)) if self.rows.get(name) != other.rows.get(name)]
        return "\n".join(lost + new + rows) or f"the snapshots differ:\n{self.snapshot}\n{other.snapshot}"


@dataclass
class Prepared:
    case: golden.Case
    stage: golden.Stage
    template: str             # name of the database in which the files begin
    files: list               # paths of this stage's files, for psql
    folder: str               # holds all files up to this stage, for apply
    before: State = None
    after: State = None
    statements: dict = field(default_factory=dict)  # runner to the texts of an undisturbed run

    @property
    def name(self):
        return f"{self.case.name}.{self.stage.number}"

    @property
    def unlogged(self):
        """Whether a crash of the server may empty tables, as it does."""
        return any(" u owner " in line for line in self.before.relations)


def pairs():
    """(case, number of the stage) of all that run files."""
    found = []
    for name in golden.names():
        case = golden.Case(name)
        if os.path.exists(case.setup):
            found += [(name, stage.number) for stage in case.stages if case.files(stage)]
    return found


def state(prepared, database, scratch):
    path = os.path.join(scratch, "snapshot.toml")
    pschema.snapshot(prepared.stage.schema, database, path)
    with open(path, encoding="utf-8") as file:
        text = golden.normalise(file.read(), prepared.case)
    return State(trees.dump(database), trees.digests(database), text)


def make_folder(case, stage, scratch):
    folder = os.path.join(scratch, f"{case.name}.{stage.number}")
    os.mkdir(folder)
    for earlier in case.stages[:stage.number]:
        for name in case.files(earlier):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(golden.read(case.path("migrations", name)))
    pschema.run("sum", folder).expect(0)
    return folder


class Stages:
    """Prepares stages when they are asked for; `copies` makes databases from others."""

    def __init__(self, copies, scratch):
        self.copies = copies
        self.scratch = scratch
        self.ready = {}

    def get(self, name, number):
        if (name, number) not in self.ready:
            self.play(golden.Case(name), number)
        return self.ready[name, number]

    def play(self, case, number):
        """The case from its beginning up to that stage; what was played before is not played again."""
        database = self.copies.empty()
        psql.run(database, case.setup)
        for stage in case.stages[:number]:
            self.copies.server.set_clock(stage.clock)
            if stage.before:
                psql.run(database, stage.before)
            if not case.files(stage):
                continue
            prepared = self.ready.get((case.name, stage.number))
            if not prepared:
                files = [case.path("migrations", name) for name in case.files(stage)]
                prepared = Prepared(case, stage, self.copies.keep(database), files,
                                    make_folder(case, stage, self.scratch))
                prepared.before = state(prepared, database, self.scratch)
                psql.run(database, *prepared.files)
                prepared.after = state(prepared, database, self.scratch)
                self.ready[case.name, stage.number] = prepared
            else:
                psql.run(database, *prepared.files)
            if stage.after:
                psql.run(database, stage.after)
        self.copies.drop(database)
