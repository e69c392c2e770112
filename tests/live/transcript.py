"""Questions to the program with its answers, in files of a golden case: `explain.txt` and `route.txt`.

Each line that begins with `$ pschema ` is a command, run in the case's folder; what stands below it is all that it
prints, standard error behind standard output, and `exit N` where that is not 0.
"""

import os
import shlex

import pschema

NAMES = ("explain.txt", "route.txt")
PROMPT = "$ pschema "


def files(case):
    return [case.path(name) for name in NAMES if os.path.exists(case.path(name))]


def commands(path):
    with open(path, encoding="utf-8") as file:
        return [line.removeprefix(PROMPT).rstrip("\n") for line in file if line.startswith(PROMPT)]


def answered(case, path):
    """The file as it would be now."""
    parts = []
    for command in commands(path):
        said = pschema.run(*shlex.split(command), cwd=case.folder)
        ending = f"exit {said.exit}\n" if said.exit else ""
        parts.append(f"{PROMPT}{command}\n{said.out}{said.err}{ending}")
    return "\n".join(parts)


def bless(case):
    for path in files(case):
        text = answered(case, path)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
