"""What the tests of reported faults (test_reports_*.py) share. Each test bears the number of its report, C01 to C61;
docs/kinds-of-faults.md says which kind of fault each stands for. What a test expects was worked out by hand from the
report, and not taken from the program."""

import pytest

import pschema
from test_cases import Table


@pytest.fixture
def start(database, tmp_path):
    """start(sql) makes the table of a report in a fresh database."""
    return lambda setup: Table(database, tmp_path, setup)


def kinds(run):
    """(severity, kind, whom) of the findings, in their order."""
    return [(f.severity, f.kind, f.rest.split(" ")[0]) for f in run.findings]


def created(run):
    """Names of what the plan creates at its first level, in their order."""
    return [o.name for o in run.operations if o.verb == "CREATE" and o.depth == 1]


def verbs(run):
    return [(o.verb, o.name) for o in run.operations]


def range_of(low, high):
    return f"FOR VALUES FROM ('{low}') TO ('{high}')"


def days(*names):
    """Bounds of days of a timestamptz in UTC, by their dates: days("2025-05-22") and so on."""
    return [range_of(f"{day} 00:00:00+00", f"{following} 00:00:00+00") for day, following in names]


def at_rest(table, schema, at, exit_code=0):
    """After everything was applied nothing is left to do."""
    planned = table.plan(schema, at).expect(exit_code)
    assert planned.operations == []
    return planned


def apply(table, schema, at, *extra, compiled=0, applied=0):
    """Compiles, and runs what is pending by `pschema apply`."""
    table.files(schema, at, compiled)
    return pschema.apply(table.folder, table.database, *extra).expect(applied)


def refused(table, schema):
    """A compile that writes nothing and leaves with the code that is neither drift nor success; what it says."""
    run = pschema.run("compile", schema, "--dsn", table.database.dsn, "-o", table.folder).expect(4)
    assert run.out == "" and not table.folder.exists()
    return run.err
