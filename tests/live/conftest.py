"""Fixtures of all tests that run the program or a server. No test is skipped: what is missing is a failure."""

import contextlib
import os

import pytest

import golden
import servers


def pytest_addoption(parser):
    parser.addoption("--update", metavar="CASE", action="append", default=[],
                     help="rewrite what that golden case expects, by a run on a live server")


def pytest_configure(config):
    config.addinivalue_line("markers", "golden: compares with files, needs no server")
    config.addinivalue_line("markers", "live: runs on each PostgreSQL server of $PSCHEMA_TEST_MAJORS")
    config.addinivalue_line("markers", "package: makes the Debian package of a whole build, and installs it")


ON_DEBIANS_SERVER = ("test_disk.py", "test_language.py", "test_threads.py")
ON_SOME_SERVERS = ("test_stopped_after_any_line_and_run_again", "test_each_case_plans_nothing")


def cut_on(case):
    """Where a case is stopped after each line, and taken over by `init`, which takes longer than everything else: on one
    of the versions that run by default, and on one of the others. PSCHEMA_TEST_EVERYTHING=1 asks for all."""
    if os.environ.get("PSCHEMA_TEST_EVERYTHING") == "1":
        return tuple(servers.majors())
    place = golden.names().index(case)
    return ((15, 17, 18)[place % 3], (14, 16)[place % 2])


def pytest_collection_modifyitems(config, items):
    """With --update, only the tests of those cases."""
    items[:] = [item for item in items if item.path.name not in ON_DEBIANS_SERVER
                or item.callspec.params["major"] == servers.debian_major()]
    items[:] = [item for item in items if item.originalname not in ON_SOME_SERVERS
                or item.callspec.params["major"] in cut_on(item.callspec.params["case"])]
    updated = config.getoption("--update")
    if updated:
        items[:] = [item for item in items
                    if "case" in getattr(item, "fixturenames", ()) and item.callspec.params["case"] in updated]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A skipped test would be a test that nobody missed; make it fail."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped:
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and no test here may be"


def pytest_generate_tests(metafunc):
    if "major" in metafunc.fixturenames:
        metafunc.parametrize("major", servers.majors(), ids=lambda major: f"pg{major}", scope="session")


@pytest.fixture(scope="session")
def server(major):
    return servers.server(major)


@pytest.fixture(params=golden.names())
def case(request):
    """Each golden case. One without expectations is a failure, not a case with nothing to show."""
    golden.read(os.path.join(golden.FOLDER, request.param, "migrations", "pschema.sum"))
    return golden.Case(request.param)


@pytest.fixture
def database(server):
    with server.database() as fresh:
        yield fresh


@pytest.fixture
def databases(server):
    """Makes as many fresh databases as a test asks for."""
    with contextlib.ExitStack() as stack:
        yield lambda: stack.enter_context(server.database())


def pytest_sessionstart(session):
    """--update CASE: before any test, so that the tests then judge what was written."""
    for name in session.config.getoption("--update"):
        if name not in golden.names():
            raise pytest.UsageError(f"there is no case {name} in {golden.FOLDER}")
        golden.bless(name, servers.server(servers.majors()[0]))


def pytest_unconfigure(config):
    """The servers go at the end of the session; if it never comes to that, their watchdogs see to it."""
    servers.stop_all()
