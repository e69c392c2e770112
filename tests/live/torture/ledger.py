"""What the ledger must say after a stop, and at the end."""

import hashlib
import os

from torture.runs import progress


def names(prepared):
    return [os.path.basename(path).removesuffix(".sql") for path in prepared.files]


def faults_of_a_stop(database, prepared, ended):
    """apply has told on its way how far it came. What it could still write down must be that. Where the connection was
    lost it may have been unable to."""
    if not database.value("SELECT to_regclass('pschema.attempt') IS NOT NULL"):
        return []
    done = {name for name, in database.query("SELECT name FROM pschema.migration WHERE state = 'done'")}
    faults = []
    for file, (begun, of) in progress(ended.said).items():
        attempts = database.query("SELECT state, steps, error FROM pschema.attempt WHERE name = %s ORDER BY id", file)
        if not attempts:
            if "connection" not in ended.said:
                faults.append(f"there is no attempt of {file}")
            continue
        state, steps, error = attempts[-1]
        if state == "done" and (file not in done or steps != of or error):
            faults.append(f"the attempt of {file} is done with {steps} of {of} steps; error {error}")
        if state == "failed" and (not error or steps not in (begun, begun - 1) and begun > 0):
            faults.append(f"the attempt of {file} failed after {steps} steps, and {begun} had begun; error {error}")
    return faults


def faults_at_the_end(database, prepared):
    """Each file is done, and once; with its checksum if apply ran it; no attempt came after the one that ended it."""
    faults = []
    rows = database.query("SELECT name, state, checksum, error FROM pschema.migration WHERE name = ANY(%s)", names(prepared))
    if sorted(row[0] for row in rows) != sorted(names(prepared)):
        faults.append(f"the ledger has {sorted(row[0] for row in rows)}")
    for name, state, checksum, error in rows:
        with open(os.path.join(prepared.folder, name + ".sql"), "rb") as file:
            expected = hashlib.sha256(file.read()).hexdigest()
        if state != "done" or error or checksum not in (None, expected):
            faults.append(f"{name}: {state}, checksum {checksum}, error {error}")
    late = database.query(
        "SELECT name, count(*) FROM pschema.attempt WHERE name = ANY(%s) AND state = 'done' GROUP BY name HAVING count(*) > 1",
        names(prepared))
    faults += [f"{name} was done {count} times" for name, count in late]
    return faults
