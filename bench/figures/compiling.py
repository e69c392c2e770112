"""`pschema compile` and `--version` as whole processes, from files."""

import os

import worlds
from measure import Sample, in_turn, memory, repeated, run, seconds
from report import Row


def compile_command(bench, schema, catalog, name):
    output = os.path.join(bench.folder, "compile", name)
    return [bench.pschema, "compile", schema, "--catalog", catalog, "--at", worlds.at_text(), "-o", output]


def nothing_to_do(bench, name, tables, windows, buckets):
    """The command, with a folder whose baseline was applied, as in every run but the first; and how long that first one took,
    which writes the baseline. Both have to find nothing to do."""
    folder = os.path.join(bench.folder, "compile")
    os.makedirs(folder, exist_ok=True)
    command = compile_command(bench, *worlds.made_up(folder, name, tables, windows, buckets), name)
    first = run(command)
    written = [line.removesuffix(".sql") for line in first.out.splitlines()]
    worlds.made_up(folder, name, tables, windows, buckets, applied=written)
    for done in (first, run(command)):
        if not done.err.startswith("nothing to do"):
            raise RuntimeError(f"{name} has something to do:\n{done.err}")
    return command, first


def big(bench):
    count, buckets = worlds.BIG
    command, first = nothing_to_do(bench, "big", ["public.events"], worlds.days(count), buckets)
    runs = repeated(command, bench.times(9))
    title = f"compile with nothing to do, {count * buckets:,} partitions, as a whole process"
    yield Row("compile", title, seconds(runs), aim="under 0.5 s", met=seconds(runs).median < 0.5)
    yield Row("compile", title + ": memory", memory(runs), "bytes", aim="under 300 MB", met=memory(runs).median < 300e6)
    yield Row("compile", "the first compile of that tree, which writes its baseline", seconds([first]))
    yield Row("compile", "the same: memory", memory([first]), "bytes")


def many_tables(bench):
    tables = [f"public.events_{number:04}" for number in range(1000)]
    command, first = nothing_to_do(bench, "tables", tables, worlds.days(100), 0)
    runs = repeated(command, bench.times(9))
    yield Row("compile", "compile with nothing to do, 1,000 tables × 100 partitions", seconds(runs), aim="under 1 s",
              met=seconds(runs).median < 1)
    yield Row("compile", "the first compile of those tables, which writes their baselines", seconds([first]))


def growth(bench, times):
    """Seconds of ten times as many partitions against seconds of as many, in turn."""
    small, _ = nothing_to_do(bench, "small", ["public.events"], worlds.days(1_250), 8)
    large, _ = nothing_to_do(bench, "large", ["public.events"], worlds.days(12_500), 8)
    few, many = in_turn(times, lambda: run(small), lambda: run(large))
    return seconds(many), seconds(few)


def growth_row(bench):
    many, few = growth(bench, bench.times(9))
    ratio = many.divided_by(few)
    yield Row("compile", "growth: compile of 100,000 partitions", many, against="of 10,000", other=few, ratio=ratio,
              aim="at most 11 times", met=ratio.median <= 11)


def start(bench):
    runs = repeated([bench.pschema, "--version"], bench.times(60))
    yield Row("compile", "pschema --version", seconds(runs), aim="under 10 ms", met=seconds(runs).median < 0.010)
    windows = worlds.days(30)
    command, _ = nothing_to_do(bench, "one", ["public.events"], windows, 2)
    runs = repeated(command, bench.times(60))
    yield Row("compile", "compile of a schema with one table, nothing to do", seconds(runs), aim="under 50 ms",
              met=seconds(runs).median < 0.050)
    folder = os.path.join(bench.folder, "compile")
    schema, catalog = worlds.made_up(folder, "first", ["public.events"], [], 2)
    numbers = iter(range(10**6))
    runs = []
    for _ in range(bench.times(30)):
        runs.append(run(compile_command(bench, schema, catalog, f"first{next(numbers)}")))
    yield Row("compile", "compile of a schema with one table that writes its first files", seconds(runs), aim="under 50 ms",
              met=seconds(runs).median < 0.050)


def rows(bench):
    yield from start(bench)
    yield from big(bench)
    yield from many_tables(bench)
    yield from growth_row(bench)
