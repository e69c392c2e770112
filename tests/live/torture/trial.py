"""One trial: a stage is run and stopped, once or more often, and then run to its end. What it must leave is known."""

import contextlib
import random
import time
import traceback
from dataclasses import dataclass, field

import golden
from torture import ledger, runs, stages, strikes

# How a run may leave that was stopped so. A run that was not hit leaves with 0.
EXITS = {
    "apply": {"kill": {-9, 0}, "cut": {0, 7}, "terminate": {0, 7}, "crash": {0, 7}, "cancel": {0, 7}, "lock_timeout": {0, 7},
              "statement_timeout": {0, 7}, "sigint": {130, 0}, "sigterm": {143, 0}},
    "psql": {"kill": {-9, 0}, "cut": {2, 3}, "terminate": {2, 3}, "crash": {2, 3}, "cancel": {0, 3}, "lock_timeout": {0, 3},
             "statement_timeout": {0, 3}, "sigint": {0, 2, 3, 130, -2}, "sigterm": {-15, 0}},
}

@dataclass
class Result:
    name: str = ""
    stops: list = field(default_factory=list)  # of those that struck
    story: list = field(default_factory=list)
    failure: str = ""
    ended_by: str = ""                         # who ran it to its end afterwards


class Failure(Exception):
    pass


def draw(chance, prepared, runner, kinds):
    """A stop: more often at what changes something, and at what follows it, than at one of the many SETs."""
    texts = prepared.statements[runner]
    busy = [i for i, text in enumerate(texts) if not text.lstrip().startswith(("SET ", "SELECT", "RESET"))]
    near = [i + 1 for i in busy if i + 1 < len(texts)]
    number = chance.choice(chance.choices([busy, near, range(len(texts))], [6, 2, 2])[0] or range(len(texts)))
    kind = chance.choices(list(kinds), list(kinds.values()))[0]
    return strikes.Stop(kind, chance.choice(strikes.POINTS), number, chance.choice(strikes.LOCKS), chance.random() ** 3 * 0.006)


class Trial:
    def __init__(self, world, prepared, chance):
        self.world = world
        self.prepared = prepared
        self.chance = chance
        self.result = Result(prepared.name)
        self.database = world.copies.copy(prepared.template)

    def tell(self, text):
        self.result.story.append(text)

    def go(self):
        try:
            self.world.server.set_clock(self.prepared.stage.clock)
            for _ in range(self.chance.choices([1, 2, 3], [7, 2, 1])[0]):
                self.run_and_stop()
            self.run_to_the_end()
            self.compare()
        except Failure as failure:
            self.result.failure = str(failure)
        except Exception:
            self.result.failure = traceback.format_exc()
        if not self.result.failure:
            self.world.copies.drop(self.database)
        return self.result

    def run_and_stop(self):
        runner = self.chance.choice(runs.RUNNERS)
        kinds = {kind: weight for kind, weight in strikes.KINDS.items() if kind != "crash" or not self.prepared.unlogged}
        stop = draw(self.chance, self.prepared, runner, kinds)
        budget = self.chance.choice([0, 20])
        striker = strikes.Striker(stop, self.database, self.world.crash)
        self.world.proxy.begin(striker)
        ended = runs.run(runner, self.prepared, self.world.proxied(self.database), striker, budget)
        striker.end()
        if striker.error:
            raise striker.error
        struck = striker.struck.is_set()
        self.tell(f"{runner}, {stop}: left with {ended.exit}" + (f"\n    {striker.text[:300]}" if struck else ", not hit"))
        if ended.exit != 0:
            self.tell(ended.said)
        if ended.locked_out and not struck:
            return
        if ended.exit not in (self.exits(ended, striker) if struck else {0}):
            raise Failure(f"{runner} left with {ended.exit} after {stop.kind}")
        if not struck:
            return
        self.result.stops.append(stop.kind)
        if ended.exit == 0:  # whoever says that all is done must be right
            self.check(ledger.faults_at_the_end(self.database, self.prepared))
        if self.chance.random() < 0.7:
            self.settle()
            self.look_at_rows()
            if runner == "apply" and ended.exit > 0:
                self.check(ledger.faults_of_a_stop(self.database, self.prepared, ended))

    def exits(self, ended, striker):
        """apply gets a new connection where the old one was lost between files, and goes on. Before the first file nothing
        had begun, and nothing is lost with the last statement of psql."""
        exits = EXITS[ended.runner][striker.stop.kind]
        if striker.stop.kind in ("cut", "terminate", "crash"):
            if ended.runner == "psql" and striker.text.startswith("RESET ALL"):
                exits = exits | {0}
            if ended.runner == "apply" and "[1/" not in ended.said:
                exits = exits | {5}
        return exits

    def settle(self):
        """A session outlives its client until its statement is done."""
        for _ in range(1000):
            if self.database.value("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
                                   "AND backend_type = 'client backend' AND pid <> pg_backend_pid()") == 0:
                return
            time.sleep(0.01)
        raise Failure("a session of a stopped run stays for ever")

    def look_at_rows(self):
        """At no time are rows missing or there twice, but for those that the stage drops."""
        from trees import digests
        now, before = totals(digests(self.database)), totals(self.prepared.before.rows)
        after = totals(self.prepared.after.rows)
        if self.prepared.stage.rows_lost == 0 and now != before and now != after:
            raise Failure(f"rows before and sum of their digests: {before}, after the stop: {now}")
        if not after[0] <= now[0] <= before[0]:
            raise Failure(f"{before[0]} rows before, {now[0]} after the stop")

    def run_to_the_end(self):
        runner = self.chance.choice(runs.RUNNERS)
        for _ in range(200):
            ended = runs.run(runner, self.prepared, self.database.dsn)
            if not ended.locked_out:
                break
            time.sleep(0.02)
        self.result.ended_by = runner
        self.tell(f"{runner}, to the end: left with {ended.exit}")
        if ended.exit != self.prepared.stage.apply_exit:
            self.tell(ended.said)
            raise Failure(f"the run that should have ended it left with {ended.exit}")

    def compare(self):
        self.settle()
        now = stages.state(self.prepared, self.database, self.world.scratch)
        if difference := self.prepared.after.differences(now):
            raise Failure("the end is not that of an undisturbed run:\n" + difference)
        self.check(ledger.faults_at_the_end(self.database, self.prepared))

    def check(self, faults):
        if faults:
            raise Failure("\n".join(faults))


def totals(rows):
    return sum(count for count, _ in rows.values()), sum(int(digest) for _, digest in rows.values())
