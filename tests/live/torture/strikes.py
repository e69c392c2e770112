"""One stop: at which statement, at which point of it, and by what."""

import contextlib
import os
import signal
import threading
import time
from dataclasses import dataclass

import psycopg2

from torture.proxy import Watch

# What stops, and how often it is tried beside the others: a crash takes a second.
KINDS = {"kill": 6, "cut": 6, "terminate": 6, "cancel": 6, "sigint": 5, "sigterm": 5, "lock_timeout": 5,
         "statement_timeout": 4, "crash": 2}

# before   the server does not have the statement yet
# soon     it has had it for some microseconds
# waiting  it waits for a lock that another session holds, if it needs one
# answered it is done, but the client does not know
POINTS = ["before", "soon", "waiting", "answered"]

# What the other session holds, on each relation that it gets without waiting.
LOCKS = ["ACCESS SHARE", "ROW EXCLUSIVE", "SHARE UPDATE EXCLUSIVE", "ACCESS EXCLUSIVE"]

HOLD = """
DO $$
DECLARE relation text;
BEGIN
  FOR relation IN SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
      WHERE relkind IN ('r', 'p') AND nspname NOT IN ('pg_catalog', 'information_schema', 'pschema') ORDER BY 1 LOOP
    BEGIN
      EXECUTE format('LOCK TABLE ONLY %s IN {mode} MODE NOWAIT', relation);
    EXCEPTION WHEN OTHERS THEN NULL;
    END;
  END LOOP;
END $$
"""


@dataclass(frozen=True)
class Stop:
    kind: str
    point: str
    number: int            # of the statement, from 0
    lock: str              # for `waiting` and the time limits
    delay: float           # seconds, for `soon`

    def __str__(self):
        how = f"{self.point} ({self.lock})" if self.point == "waiting" else self.point
        return f"{self.kind} at statement {self.number}, {how}"


class Blocker:
    """A session that holds locks until it is released; releasing twice does nothing."""

    def __init__(self, database, mode):
        self.connection = database.connect(autocommit=False)
        with self.connection.cursor() as cursor:
            # A snapshot that stays, too: FINALIZE waits for it.
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute(HOLD.format(mode=mode))

    def release(self):
        with contextlib.suppress(psycopg2.Error):
            self.connection.close()


class Striker(Watch):
    """Lets a run pass up to its stop, and strikes once."""

    def __init__(self, stop, database, crash):
        self.stop = stop
        self.database = database
        self.crash = crash                  # restarts the server
        self.process = None                 # the client; set by whoever starts it
        self.started = threading.Event()
        self.struck = threading.Event()
        self.text = ""                      # of the statement that was struck
        self.blocker = None
        self.error = None                   # an exception of our own

    def withholds(self, number):
        return number == self.stop.number and self.stop.point == "answered"

    def statement(self, connection, number, text):
        if number != self.stop.number or self.struck.is_set():
            return None
        self.text = text
        return self.guarded(self.begin, connection)

    def answered(self, connection, number, data):
        if number == self.stop.number and self.stop.point == "answered" and not self.struck.is_set():
            self.guarded(self.strike, connection)

    def guarded(self, what, connection):
        try:
            return what(connection)
        except Exception as error:  # reported by the trial; the thread's end would only be a hanging client
            self.error = error
            connection.cut()
            return None

    def begin(self, connection):
        if self.stop.kind in ("lock_timeout", "statement_timeout"):
            return self.limit(connection)
        if self.stop.point == "before":
            self.strike(connection)
        if self.stop.point == "soon":
            return lambda: (time.sleep(self.stop.delay), self.guarded(self.strike, connection))
        if self.stop.point == "waiting":
            self.blocker = Blocker(self.database, self.stop.lock)
            return lambda: self.guarded(self.strike_the_waiting, connection)
        return None

    def strike_the_waiting(self, connection):
        self.wait_for_the_wait(connection)
        # Later than the strike: what it stops must not come to its end just then. But at some time, for a run may
        # go on after it and wait again.
        threading.Timer(0.2, self.blocker.release).start()
        self.strike(connection)

    def wait_for_the_wait(self, connection):
        """Until the statement waits for a lock or is done, or some time has passed: it may be slow for another reason."""
        query = "SELECT count(*) FROM pg_stat_activity WHERE pid = %s AND wait_event_type = 'Lock'"
        with contextlib.closing(self.database.connect()) as observer, observer.cursor() as cursor:
            for _ in range(100):
                cursor.execute(query, (connection.pid,))
                if cursor.fetchone()[0] or connection.readable(0.005):
                    return

    def limit(self, connection):
        """The time limit itself strikes, if the statement meets the lock."""
        self.blocker = Blocker(self.database, self.stop.lock)
        connection.ask(f"SET {self.stop.kind} = '{20 if self.stop.kind == 'lock_timeout' else 30}ms'")
        self.struck.set()
        return lambda: (connection.readable(2), self.blocker.release())

    def strike(self, connection):
        self.struck.set()
        kind = self.stop.kind
        if kind == "cut":
            connection.cut()
        elif kind == "terminate":
            self.database.query("SELECT pg_terminate_backend(%s)", connection.pid)
        elif kind == "cancel":
            self.database.query("SELECT pg_cancel_backend(%s)", connection.pid)
        elif kind == "crash":
            self.crash()
        else:
            self.started.wait()
            sent = {"kill": signal.SIGKILL, "sigint": signal.SIGINT, "sigterm": signal.SIGTERM}[kind]
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, sent)

    def end(self):
        """To be called once the client is gone."""
        if self.blocker:
            self.blocker.release()
