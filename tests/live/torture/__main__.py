"""Tries random stops and says what came of them; scripts/torture calls it."""

import argparse
import collections
import os
import secrets
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import servers  # noqa: E402
from torture.world import World  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(prog="torture", description=__doc__)
    parser.add_argument("stops", type=int, nargs="?", default=100, help="how many stops to try on each version (100)")
    parser.add_argument("--seed", help="what to draw from; a random one if left out")
    parser.add_argument("--majors", default=os.environ.get("PSCHEMA_TEST_MAJORS", ""), help="PostgreSQL versions, as in '14 18'")
    parser.add_argument("--only", metavar="SEED:NUMBER", help="that one trial, with its story")
    return parser.parse_args()


def report(seed, index, major, result):
    print(f"FAILED on PostgreSQL {major}: {result.name}; again: scripts/torture --only {seed}:{index} --majors {major}")
    for line in "\n".join([*result.story, result.failure]).splitlines():
        print("    " + line)
    sys.stdout.flush()


def one(chosen, majors):
    seed, index = chosen.rsplit(":", 1)
    failed = False
    for major in majors:
        world = World(major)
        try:
            result = world.trial(seed, int(index))
        finally:
            world.close()
        failed |= bool(result.failure)
        print(f"PostgreSQL {major}: {result.name}", *result.story, result.failure or "as an undisturbed run", sep="\n  ")
    return 1 if failed else 0


def by_kind(counts):
    """`kill 68 (31 by apply, 37 by psql), …`: how many stops, and who ran to the end what they stopped. A compile ends itself."""
    found = collections.defaultdict(list)
    for (kind, runner), count in sorted(counts.items()):
        found[kind].append((runner, count))
    return ", ".join(f"{kind} {sum(count for _, count in parts)}"
                     + (f" ({', '.join(f'{count} by {runner}' for runner, count in parts)})" if parts[0][0] else "")
                     for kind, parts in found.items())


def many(seed, stops, major):
    """Counts of the stops by kind and by who came to the end, and of failures."""
    counts, failures, trials = collections.Counter(), 0, 0
    began = time.monotonic()
    world = World(major)
    try:
        while counts.total() < stops:
            result = world.trial(seed, trials)
            counts.update((kind, result.ended_by) for kind in result.stops)
            if result.failure:
                failures += 1
                report(seed, trials, major, result)
            trials += 1
        print(f"PostgreSQL {major}, seed {seed}: {counts.total()} stops in {trials} trials, {time.monotonic() - began:.0f} s: "
              f"{by_kind(counts)}; {failures} failed", flush=True)
    finally:
        world.close()
    return counts, failures


def main():
    options = arguments()
    os.environ["PSCHEMA_TEST_MAJORS"] = options.majors
    if options.only:
        return one(options.only, servers.majors())
    seed = options.seed or secrets.token_hex(4)
    total, failed = collections.Counter(), 0
    for major in servers.majors():
        counts, failures = many(seed, options.stops, major)
        total += counts
        failed += failures
    print(f"{total.total()} stops, seed {seed}: {by_kind(total)}; {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
