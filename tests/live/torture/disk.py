"""Compiles and adoptions that meet a full disk, or are killed, at one of the calls by which they change files (disk.c)."""

import functools
import os
import shutil
import subprocess

import golden
import pschema

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "disk.c")
KINDS = {"full": "full disk", "short": "full disk", "kill": "killed compile"}


def library(scratch):
    path = os.path.join(scratch, "disk.so")
    if not os.path.exists(path):
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", SOURCE, "-o", path], check=True)
    return path


def wrong_in(folder, expected):
    """Files that hold something else than they should, and such as should not be there. What stands beside its place
    (.part) is nothing yet."""
    return [f"{name} is not as it should be" for name, text in golden.content(folder).items()
            if not name.endswith(".part") and name != "pschema.sum" and text != expected.get(name)]


def writers(case, stage, folder):
    """What writes the files of a stage, one after the other, with the exit that each has: a compile, or adoptions."""
    catalog = case.catalog(stage)
    if stage.adopt:
        return [(0, 1, functools.partial(pschema.adopt, words, stage.schema, catalog, stage.at, folder))
                for words in stage.adopt]
    return [(stage.plan_exit, len(case.files(stage)),
             functools.partial(pschema.compile_files, stage.schema, catalog, stage.at, folder))]


def trial(case, stage, chance, scratch):
    """(kind, what it was, what is wrong); the kind is None where the command came through. Of several the last is struck."""
    folder = os.path.join(scratch, "compiled")
    shutil.rmtree(folder, ignore_errors=True)
    before = [w for s in case.stages[:stage.number - 1] if not s.pending for w in writers(case, s, folder)]
    *own, (exit_code, files, write) = writers(case, stage, folder)
    for expected_exit, _, command in before + own:
        command().expect(expected_exit)
    expected = {name: golden.read(case.path("migrations", name))
                for s in case.stages[:stage.number] for name in case.files(s)}
    # Making the folder; four calls for each file; those for the list.
    at, how = chance.randrange(4 * files + 6), chance.choice(list(KINDS))
    struck = write(LD_PRELOAD=library(scratch), PSCHEMA_FAULT=f"{at} {how}")
    told = f"{how} at call {at} of {'an adopt' if stage.adopt else 'a compile'}: left with {struck.exit}"
    if struck.exit == exit_code and golden.sql_files(folder) == sorted(expected):
        return None, told, []
    faults = wrong_in(folder, expected)
    if struck.exit not in ((-9,) if how == "kill" else (4,)):
        faults.append(f"left with {struck.exit}: {struck.err}")
    again = write()
    if again.exit not in {exit_code, 0, 3, 4}:
        faults.append(f"again: left with {again.exit}: {again.err}")
    faults += wrong_in(folder, expected)
    there = set(os.listdir(folder))
    if there != set(expected) | {"pschema.sum"}:
        faults.append(f"the folder holds {sorted(there)}")
    if pschema.plan(stage.schema, case.catalog(stage), stage.at, pending=folder).exit == 8:
        faults.append("the folder is not in order")
    return KINDS[how], told, faults
