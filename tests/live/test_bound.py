"""`pschema bound` both ways, in every encoding."""

import re

import pytest

import pschema
import schemas

KEYS = {
    "uuidv7": "01a03111-1c00-7000-8000-000000000000",
    "ulid": "01M0RH2700" + "0" * 16,
    "epoch-seconds": "1787529600",
    "epoch-milliseconds": "1787529600000",
    "epoch-microseconds": "1787529600000000",
    "epoch-nanoseconds": "1787529600000000000",
    "yyyymmdd": "20260824",
    "yyyymmddhh": "2026082400",
    "timestamptz": "2026-08-24 00:00:00+00",
    "timestamp": "2026-08-24 00:00:00",
    "date": "2026-08-24",
}
SNOWFLAKE = ("--epoch", "2010-11-04T01:42:54.657Z")


@pytest.mark.golden
@pytest.mark.parametrize("encoding", KEYS)
def test_there_and_back(encoding):
    assert pschema.run("bound", encoding, "2026-08-24").expect(0).out == KEYS[encoding] + "\n"
    said = pschema.run("bound", encoding, KEYS[encoding], "--format", "json").expect(0)
    assert schemas.document(said.out, "bound.json")["instant"] == "2026-08-24T00:00:00Z"


@pytest.mark.golden
@pytest.mark.parametrize("shift", [(), ("--shift", "23")])
def test_snowflakes(shift):
    key = pschema.run("bound", "snowflake", "2026-08-24", *SNOWFLAKE, *shift).expect(0).out.strip()
    assert int(key) == (1787529600000 - 1288834974657) << int(shift[1] if shift else 22)
    assert pschema.run("bound", "snowflake", key, *SNOWFLAKE, *shift).expect(0).out == "2026-08-24T00:00:00Z\n"


@pytest.mark.golden
@pytest.mark.parametrize("words, told", [
    (("uuid7", "2026-08-24"), "did you mean `uuidv7`?"),
    (("epoch-milliseconds", "soon"), "neither an instant nor a key"),
    (("yyyymm", "2026-08-24"), "start of a month"),
    (("snowflake", "2026-08-24"), "--epoch"),
    (("uuidv7", "2026-08-24", "--shift", "23"), "snowflakes alone"),
    (("snowflake", "2026-08-24", "--epoch", "once"), "not an instant"),
])
def test_faults(words, told):
    said = pschema.run("bound", *words).expect(64)
    assert told in said.err and said.out == "" and re.match(r"pschema: ", said.err)
