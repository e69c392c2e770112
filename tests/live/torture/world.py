"""A server with a proxy before it, its templates, and the trials of one seed."""

import os
import random
import shutil
import tempfile

import golden
import servers
from torture import copies, disk, proxy, runs, stages, trial

TRIALS_A_STAGE = 8  # one after the other, so that a template is used more than once
COMPILES = 0.1      # this part of the trials stops a compile and not a run


class Recorder(proxy.Watch):
    def __init__(self):
        self.texts = []

    def statement(self, connection, number, text):
        self.texts.append(text)


class World:
    def __init__(self, major):
        self.server = servers.Server(major)
        self.server.admin.cursor().execute("ALTER SYSTEM SET synchronous_commit = on")
        self.server.admin.cursor().execute("SELECT pg_reload_conf()")
        self.scratch = tempfile.mkdtemp(prefix="torture-", dir="/tmp")
        socket = os.path.join(self.scratch, "proxy")
        os.mkdir(socket)
        self.proxy = proxy.Proxy(socket, os.path.join(self.server.directory, ".s.PGSQL.5432"))
        self.copies = copies.Copies(self.server)
        self.stages = stages.Stages(self.copies, self.scratch)

    def close(self):
        self.proxy.close()
        self.server.stop()
        shutil.rmtree(self.scratch, ignore_errors=True)

    def proxied(self, database):
        return f"host={self.proxy.directory} user=postgres dbname={database.name}"

    def crash(self):
        self.server.crash()

    def prepared(self, name, number):
        ready = self.stages.get(name, number)
        for runner in runs.RUNNERS:
            if runner not in ready.statements:
                ready.statements[runner] = self.statements(ready, runner)
        return ready

    def statements(self, ready, runner):
        """What an undisturbed run sends."""
        database = self.copies.copy(ready.template)
        self.server.set_clock(ready.stage.clock)
        recorder = Recorder()
        self.proxy.begin(recorder)
        ended = runs.run(runner, ready, self.proxied(database))
        if ended.exit != ready.stage.apply_exit:
            raise RuntimeError(f"{ready.name} undisturbed, by {runner}: left with {ended.exit}\n{ended.said}")
        self.copies.drop(database)
        return recorder.texts

    def trial(self, seed, index):
        """The same seed and number give the same trial, whatever was tried before."""
        order = stages.pairs()
        random.Random(f"stages {seed}").shuffle(order)
        name, number = order[index // TRIALS_A_STAGE % len(order)]
        chance = random.Random(f"trial {seed} {index}")
        if chance.random() < COMPILES:
            return self.compile(name, number, chance)
        return trial.Trial(self, self.prepared(name, number), chance).go()

    def compile(self, name, number, chance):
        case = golden.Case(name)
        kind, told, faults = disk.trial(case, case.stages[number - 1], chance, self.scratch)
        return trial.Result(f"{name}.{number}", [kind] if kind else [], [told], "\n".join(faults))
