"""Runs that are stopped and run again: a fixed draw of random stops, of which scripts/torture tries as many as one likes."""

import dataclasses
import os

import pytest

from torture import runs, strikes
from torture.world import World

pytestmark = pytest.mark.live

SEED, STOPS = "ctest", 60


@pytest.fixture(scope="module")
def world(major):
    one = World(major)  # a server of its own, which it may crash
    yield one
    one.close()


def test_random_stops(world):
    stops, index, failures, ends = [], 0, [], set()
    while len(stops) < STOPS:
        result = world.trial(SEED, index)
        stops += result.stops
        ends |= {result.ended_by} if result.stops else set()
        if result.failure:
            failures.append("\n".join([f"scripts/torture --only {SEED}:{index}", *result.story, result.failure]))
        index += 1
    assert not failures, "\n\n".join(failures)
    assert len(set(stops)) >= 8, "not all kinds of stops came up"
    assert ends >= set(runs.RUNNERS), "not both were tried"


def test_a_file_that_is_not_safe_is_seen(world, tmp_path):
    """Without its transaction a creation is half done after a kill: the harness must find out."""
    prepared = world.prepared("event_store", 1)
    unsafe = []
    for path in prepared.files:
        copy = tmp_path / os.path.basename(path)
        with open(path, encoding="utf-8") as file:
            copy.write_text(file.read().replace("\nBEGIN;\n", "\n").replace("\nCOMMIT;\n", "\n"), encoding="utf-8")
        unsafe.append(str(copy))
    prepared = dataclasses.replace(prepared, files=unsafe)
    number = next(i for i, text in enumerate(world.statements(prepared, "psql")) if "ATTACH PARTITION" in text)
    database = world.copies.copy(prepared.template)
    striker = strikes.Striker(strikes.Stop("kill", "answered", number, "ACCESS SHARE", 0), database, world.crash)
    world.proxy.begin(striker)
    assert runs.run("psql", prepared, world.proxied(database), striker).exit == -9
    database.wait_until_left()
    again = runs.run("psql", prepared, database.dsn)
    assert again.exit == 3 and "already exists" in again.said
    world.copies.drop(database)
