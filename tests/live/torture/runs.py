"""Runs a stage's files as a person or a scheduler would: by psql, one after the other, or by `pschema apply`."""

import re
import subprocess
from dataclasses import dataclass

import psql
import pschema

RUNNERS = ["apply", "psql"]
LOCKED_OUT = "another pschema run"
LIMIT = 60  # seconds; whoever needs more hangs


@dataclass
class Ended:
    runner: str
    exit: int
    said: str = ""

    @property
    def locked_out(self):
        return (self.runner == "apply" and self.exit == 6) or (self.runner == "psql" and self.exit == 3 and LOCKED_OUT in self.said)


def commands(runner, prepared, dsn, budget):
    if runner == "apply":
        return [[pschema.program(), "apply", prepared.folder, "--dsn", dsn, "--allow-destructive", "--budget", str(budget)]]
    return [[psql.PROGRAM, "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", dsn, "-f", path] for path in prepared.files]


def run(runner, prepared, dsn, striker=None, budget=20):
    """To its end, or until one of its processes fails."""
    ended = Ended(runner, 0)
    for command in commands(runner, prepared, dsn, budget):
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   text=True, encoding="utf-8", errors="replace", env=psql.clean_environment())
        if striker:
            striker.process = process
            striker.started.set()
        try:
            ended.said += process.communicate(timeout=LIMIT)[0]
        except subprocess.TimeoutExpired:
            process.kill()
            ended.said += process.communicate()[0] + f"\nstill at work after {LIMIT} s\n"
        ended.exit = process.returncode
        if ended.exit != 0:
            break
    return ended


def progress(said):
    """File to (steps that had begun, steps) of the file, as apply told on its way."""
    found, file = {}, None
    for line in said.splitlines():
        if begins := re.match(r"\[\d+/\d+\] (\S+)$", line):
            file = begins.group(1)
            found[file] = (0, 0)
        elif file and (step := re.match(r"  (\d+)/(\d+) [A-Z]", line)):
            found[file] = (int(step.group(1)), int(step.group(2)))
    return found
