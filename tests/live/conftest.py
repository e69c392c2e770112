"""Fixtures of all tests that run the program or a server. No test is skipped: what is missing is a failure."""

import pytest

import servers


def pytest_addoption(parser):
    parser.addoption("--update", metavar="CASE", action="append", default=[],
                     help="rewrite what that golden case expects, by a run on a live server")


def pytest_configure(config):
    config.addinivalue_line("markers", "golden: compares with files, needs no server")
    config.addinivalue_line("markers", "live: runs on each PostgreSQL server of $PSCHEMA_TEST_MAJORS")


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


@pytest.fixture
def database(server):
    with server.database() as fresh:
        yield fresh


@pytest.fixture
def databases(server):
    """Makes as many fresh databases as a test asks for."""
    import contextlib
    with contextlib.ExitStack() as stack:
        yield lambda: stack.enter_context(server.database())
