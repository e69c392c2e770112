"""Runs psql, as a person or a repository's own script would."""

import glob
import os
import subprocess

# Straight to the program: Debian's `psql` is a script that looks for it first, which the tests would feel.
PROGRAM = max(glob.glob("/usr/lib/postgresql/*/bin/psql"), default="psql")


def clean_environment(**more):
    """The environment without what would reach a database or change a reading of time or text."""
    kept = {key: value for key, value in os.environ.items()
            if not key.startswith(("PG", "LC_", "PSCHEMA_")) and key not in ("TZ", "LANG", "LANGUAGE")}
    return {**kept, "LANG": "C.UTF-8", **more}


def run(database, *paths, **environment):
    """Runs SQL files in one psql process each; a failure of one raises. Returns what they said on standard error."""
    said = ""
    for path in paths:
        done = attempt(database, path, **environment)
        assert done.returncode == 0, f"psql left with {done.returncode} after {path}:\n{done.stdout}{done.stderr}"
        said += done.stderr
    return said


def attempt(database, path, **environment):
    """One file; the finished process, with returncode, stdout and stderr."""
    done = subprocess.run(
        [PROGRAM, "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", database.dsn, "-f", str(path)],
        capture_output=True, text=True, env=clean_environment(**environment), stdin=subprocess.DEVNULL, timeout=300)
    database.wait_until_left()
    return done
