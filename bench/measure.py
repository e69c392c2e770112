"""How long things take. Every figure is of one run of the bench: ours and the other's in turn, so that a machine whose speed
drifts slows both."""

import os
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass


@dataclass
class Sample:
    """Values of one kind: their median, and from where to where they reach."""

    values: list

    @property
    def median(self):
        return statistics.median(self.values)

    def divided_by(self, other):
        """Pair by pair where both were taken in turn."""
        if len(self.values) == len(other.values):
            return Sample([a / b for a, b in zip(self.values, other.values)])
        return Sample([value / other.median for value in self.values])

    def as_json(self):
        return {"median": self.median, "least": min(self.values), "greatest": max(self.values), "runs": len(self.values)}


@dataclass
class Finished:
    seconds: float
    bytes: int  # the largest that the process was
    code: int
    out: str
    err: str


def run(command, expect=(0,), **more):
    """A whole process, from its start until it is gone."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        began = time.perf_counter()
        process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=out, stderr=err, **more)
        _, status, usage = os.wait4(process.pid, 0)
        took = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        finished = Finished(took, usage.ru_maxrss * 1024, process.returncode, out.read().decode(), err.read().decode())
    if finished.code not in expect:
        raise RuntimeError(f"{' '.join(map(str, command))} left with {finished.code}:\n{finished.out}{finished.err}")
    return finished


def timed(work):
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def repeated(command, times, expect=(0,)):
    """The finished runs of a command, behind one that warms caches."""
    return [run(command, expect) for _ in range(times + 1)][1:]


def seconds(runs):
    return Sample([finished.seconds for finished in runs])


def memory(runs):
    return Sample([finished.bytes for finished in runs])


def in_turn(times, *works):
    """Each piece of work so many times, A B A B …, behind one round that warms; a list of its results for each."""
    results = [[] for _ in works]
    for number in range(times + 1):
        for work, into in zip(works, results):
            result = work()
            if number > 0:
                into.append(result)
    return results
