"""A year of nights: `pschema maintain` day by day on a server whose clock is moved, with writers, with nights that fail and
nights that are left out. What has to be there is worked out here, by calendars of Python's."""

import contextlib
import datetime as dt
import random
import subprocess
import time
import zoneinfo

import psycopg2
import pytest

import psql
import pschema

pytestmark = pytest.mark.live

SCHEMA = """pschema 1;
table days   { partition by range (at) every day { create current and 5 after; keep current and 7 before; drop 3 days after detach; } }
table weeks  { partition by range (at) every week { create current and 2 after; keep current and 3 before; drop immediately;
                 partition by hash (k) modulus 2; } }
table months { partition by range (at) every month at time zone 'Europe/Berlin' {
                 create current and 2 after; keep current and 2 before; drop immediately; } }
table ids    { partition by range (id) every 100 starting 0 { create current and 3 after; keep current and 5 before; drop immediately; } }
"""
SETUP = """
CREATE TABLE days (at timestamptz NOT NULL, n int) PARTITION BY RANGE (at);
CREATE TABLE weeks (at timestamptz NOT NULL, k int NOT NULL) PARTITION BY RANGE (at);
CREATE TABLE months (at timestamptz NOT NULL) PARTITION BY RANGE (at);
CREATE TABLE ids (id bigint NOT NULL) PARTITION BY RANGE (id);
CREATE TABLE ids__0 PARTITION OF ids FOR VALUES FROM (0) TO (100);
CREATE ROLE night_watch LOGIN;
"""
DAY = dt.timedelta(days=1)
UTC, BERLIN = dt.timezone.utc, zoneinfo.ZoneInfo("Europe/Berlin")
GRACE = 3 * DAY
A_YEAR_ON = 18  # the other versions have a month and a half: a year takes its minute
MISSED_AT_MOST = 3  # so that `create … 5 after` reaches the hours ahead of the day before the next run

ATTACHED = """
SELECT p.relname, c.relname, pg_get_expr(c.relpartbound, 0), obj_description(c.oid, 'pg_class')
FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid JOIN pg_class p ON p.oid = inhparent
WHERE p.relname IN ('days', 'weeks', 'months', 'ids') AND NOT inhdetachpending"""
LOOSE = """
SELECT relname, obj_description(c.oid, 'pg_class') FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relispartition AND relname NOT IN ('days', 'weeks', 'months', 'ids')"""



class Expected:
    """The windows of each table by numbers: of days and weeks since 1970, of months since the year 0, of hundreds."""

    def __init__(self, first_night):
        self.first = {table: number for table, number in self.now(first_night, 0).items()}

    @staticmethod
    def now(night, highest):
        local = night.astimezone(BERLIN)
        return {"days": (night.date() - dt.date(1970, 1, 1)).days, "weeks": (night.date() - dt.date(1970, 1, 5)).days // 7,
                "months": local.year * 12 + local.month - 1, "ids": highest // 100}

    def windows(self, night, highest):
        reach = {"days": (7, 5), "weeks": (3, 2), "months": (2, 2), "ids": (5, 3)}
        return {table: {n for n in range(number - reach[table][0], number + reach[table][1] + 1) if n >= self.first[table]}
                for table, number in self.now(night, highest).items()}

    @staticmethod
    def bound(table, number):
        def at(moment):
            return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S+00")
        if table == "ids":
            return f"FOR VALUES FROM ('{number * 100}') TO ('{number * 100 + 100}')"
        if table == "months":
            begin, end = (dt.datetime(n // 12, n % 12 + 1, 1, tzinfo=BERLIN) for n in (number, number + 1))
        else:
            length = DAY if table == "days" else 7 * DAY
            begin = dt.datetime(1970, 1, 1 if table == "days" else 5, tzinfo=UTC) + number * length
            end = begin + length
        return f"FOR VALUES FROM ('{at(begin)}') TO ('{at(end)}')"


class Year:
    def __init__(self, database, folder, chance):
        self.database, self.chance = database, chance
        self.schema = folder / "schema.pschema"
        self.schema.write_text(SCHEMA, encoding="utf-8")
        database.query(SETUP)
        self.highest = 0
        self.orphans = {}  # by name: when it was detached
        self.connection = database.connect()
        self.did = {"done": 0, "locked": 0, "unable": 0, "killed": 0, "left out": 0}

    def clock(self, moment):
        self.database.server.set_clock(moment.strftime("%Y-%m-%dT%H:%M:%SZ"))

    def rows(self, sql, *parameters):
        with self.connection.cursor() as cursor:
            cursor.execute("SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'")
            cursor.execute(sql, parameters)
            return cursor.fetchall() if cursor.description else []

    def write(self, moment):
        """What the schema promises to take: rows of now and of hours ahead, and the next ids."""
        for ahead in (dt.timedelta(), dt.timedelta(hours=7), dt.timedelta(hours=23)):
            stamp = (moment + ahead).isoformat()
            self.rows("INSERT INTO days VALUES (%s, 1)", stamp)
            self.rows("INSERT INTO weeks SELECT %s, g FROM generate_series(1, 4) g", stamp)
            self.rows("INSERT INTO months VALUES (%s)", stamp)
        for _ in range(3):
            self.highest += self.chance.randrange(1, 15)
            self.rows("INSERT INTO ids VALUES (%s)", self.highest)

    def command(self, *extra, user="postgres"):
        dsn = self.database.dsn.replace("user=postgres", f"user={user}")
        return [pschema.program(), "maintain", str(self.schema), "--dsn", dsn, "--allow-destructive", *extra]

    def maintain(self, *extra, **more):
        return subprocess.run(self.command(*extra, **more), capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              env=psql.clean_environment(), timeout=60)

    def good_night(self):
        for _ in range(100):
            run = self.maintain()
            if run.returncode != 6:  # a session whose client was killed ends soon
                break
            time.sleep(0.02)
        assert run.returncode == 0, run.stdout + run.stderr
        self.did["done"] += 1

    def locked_night(self):
        with contextlib.closing(self.database.connect(autocommit=False)) as other, other.cursor() as cursor:
            cursor.execute("LOCK TABLE days IN ACCESS EXCLUSIVE MODE")
            run = self.maintain("--budget", "0", "--lock-timeout", "20ms")
            other.rollback()
        assert run.returncode in (0, 2, 6, 7), run.stderr
        self.did["locked"] += 1

    def unable_night(self):
        """A role without rights: said beforehand, and nothing is done, unless nothing was to be done."""
        run = self.maintain(user="night_watch")
        assert run.returncode in (0, 6, 7), run.stderr
        self.did["unable"] += 1

    def killed_night(self):
        run = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env=psql.clean_environment())
        time.sleep(self.chance.random() * 0.2)
        run.kill()
        run.wait()
        self.did["killed"] += 1

    def attached(self):
        found = {}
        for parent, name, bound, comment in self.rows(ATTACHED):
            assert comment is None, f"{name}: {comment}"
            found.setdefault(parent, set()).add(bound)
        return found

    def look(self, moment, expected):
        """After a night that came through: exactly the windows, in days, weeks, months and ids."""
        wanted = {table: {Expected.bound(table, n) for n in numbers} for table, numbers in expected.windows(moment, self.highest).items()}
        assert self.attached() == wanted
        self.look_at_orphans(moment, came_through=True)

    def look_at_orphans(self, moment, came_through):
        there = {}
        for name, comment in self.rows(LOOSE):
            assert came_through is False or (comment or "").startswith("pschema: detached at "), f"{name} is left behind: {comment}"
            if (comment or "").startswith("pschema: detached at "):
                there[name] = dt.datetime.fromisoformat(comment.split(" ")[3].rstrip(",").replace("Z", "+00:00"))
        for name, since in self.orphans.items():
            # A killed night may have left one of those that are dropped as soon as they are detached.
            grace = GRACE if name.startswith("days__") else dt.timedelta()
            assert name in there or moment + dt.timedelta(minutes=5) >= since + grace, f"{name} was dropped before its grace was over"
        for name, since in there.items():
            assert name.startswith("days__") or not came_through, name
            assert not came_through or since + GRACE > moment, f"{name} should be gone"
        self.orphans = there


def test_a_year_of_nights(database, tmp_path):
    nights = 400 if database.server.major == A_YEAR_ON else 40
    chance = random.Random(20251)
    year = Year(database, tmp_path, chance)
    first = dt.datetime(2025, 1, 25, 2, 0, tzinfo=UTC)
    expected = Expected(first)
    missed = 0
    try:
        for number in range(nights):
            moment = first + number * DAY + dt.timedelta(seconds=40 * (number % 90))
            year.clock(moment)
            if number > 0:
                year.write(moment)
            kind = chance.random() if 0 < missed + 1 <= MISSED_AT_MOST and number > 0 else 1
            if kind < 0.08:
                year.did["left out"] += 1
            elif kind < 0.30:
                chance.choice([year.locked_night, year.unable_night, year.killed_night])()
                year.look_at_orphans(moment, came_through=False)
            else:
                year.good_night()
                year.look(moment, expected)
            missed = 0 if kind >= 0.30 else missed + 1
    except psycopg2.Error as error:
        raise AssertionError(f"night {number}: an insert failed: {error}") from error
    finally:
        year.connection.close()
        database.query("DROP ROLE night_watch")
    print(f"{nights} nights: {year.did}")
    assert min(year.did.values()) > 0
