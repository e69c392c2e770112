"""`pschema forecast`: on a snapshot, on nothing, and what it refuses."""

import pathlib

import pytest

import pschema
import schemas

ROOT = pathlib.Path(__file__).parents[2]
EVENTS = ROOT / "schemas" / "uuidv7_months.pschema"
HISTORY = ROOT / "tests" / "golden" / "event_store_history"
SPAN = ("--at", "2026-08-28T10:00:00Z", "--until", "2026-12-01")

pytestmark = pytest.mark.golden


def test_the_page_shows_what_is_printed():
    page = (ROOT / "docs" / "commands.md").read_text()
    shown = page.split("$ pschema forecast events.pschema " + " ".join(SPAN) + "\n")[1].split("```")[0]
    assert pschema.run("forecast", EVENTS, *SPAN).expect(0).out == shown


def test_a_forecast_on_a_snapshot_begins_with_its_plan():
    catalog = HISTORY / "2.catalog.toml"
    said = pschema.run("forecast", HISTORY / "schema.pschema", "--catalog", catalog, "--until", "2026-10-12", "--format", "json").expect(0)
    document = schemas.document(said.out, "forecast.json")
    planned = pschema.run("plan", HISTORY / "schema.pschema", "--catalog", catalog)
    first = document["days"][0]
    assert first["at"] == document["from"]
    for verb in ("create", "detach", "drop", "attach"):
        assert first[verb] == [o.name for o in planned.operations if o.depth == 1 and o.verb == verb.upper()]


def test_json_and_text_agree():
    document = schemas.document(pschema.run("forecast", EVENTS, *SPAN, "--format", "json").expect(0).out, "forecast.json")
    text = pschema.run("forecast", EVENTS, *SPAN).out
    assert [day["day"] for day in document["days"]] == [line.split()[0] for line in text.splitlines() if "  public.events  " in line]
    often = pschema.run("forecast", EVENTS, *SPAN, "--every", "6 hours", "--format", "json").expect(0)
    assert schemas.document(often.out, "forecast.json")["every_minutes"] == 360


def test_wrong_usage():
    for words in (["--until", "2026-12-01"], [*SPAN[:2], "--until", "soon"], [*SPAN[:2], "--until", "2025-01-01"],
                  [*SPAN, "--every", "now and then"], [*SPAN, "--every", "0 days"]):
        wrong = pschema.run("forecast", EVENTS, *words).expect(64)
        assert wrong.out == "" and wrong.err.startswith("pschema: ")
