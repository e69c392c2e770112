"""Mistakes and findings in the formats for machines: the same in each, in one document, whatever the run ends on."""

import json
import pathlib
import re

import pytest

import golden
import pschema
import schemas

CORPUS = pathlib.Path(__file__).resolve().parents[1] / "diagnostics"
# Where nothing is read from the catalog any more.
NO_CATALOG = ("--catalog", "/dev/null")


def told(text):
    """(file, line, column, severity, code) of each message of a text."""
    return [(file, int(line), int(column), severity, code) for file, line, column, severity, code in
            re.findall(r"^(\S+?):(\d+):(\d+): (error|warning)\[(PS\d{4})\]: ", text, re.MULTILINE)]


def faulty():
    return sorted(path.name for path in CORPUS.glob("*.pschema") if "error[" in path.with_suffix(".txt").read_text())


def in_json(said):
    document = schemas.document(said.out, "diagnostics.json")
    assert said.err == ""
    places = [(one, one["place"]["begin"]) for one in document["diagnostics"]]
    return [(one["place"]["file"], at["line"], at["column"], one["severity"], one["code"]) for one, at in places]


def in_github(said):
    assert said.out == ""
    lines = said.err.splitlines()
    pattern = re.compile(r"::(error|warning) file=([^,:]+),line=(\d+),endLine=\d+,(?:col=(\d+),endColumn=\d+,)?title=(PS\d{4}) \w+::.+")
    matches = [pattern.fullmatch(line) for line in lines]
    assert all(matches), lines
    return [(m[2], int(m[3]), int(m[4] or 0), m[1], m[5]) for m in matches]


def sarif_run(said):
    assert said.err == ""
    log = json.loads(said.out)
    assert log["version"] == "2.1.0" and log["$schema"].endswith("/sarif-schema-2.1.0.json")
    (run,) = log["runs"]
    assert set(run) == {"tool", "columnKind", "results"} and run["columnKind"] == "unicodeCodePoints"
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note") and result["message"]["text"]
        for location in result["locations"] + result.get("relatedLocations", []):
            region = location["physicalLocation"]["region"]
            assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
            assert min(region.values()) >= 0
            assert re.fullmatch(r"(file://)?[A-Za-z0-9%._~/-]+", location["physicalLocation"]["artifactLocation"]["uri"])
    return run


def in_sarif(said):
    found = []
    for result in sarif_run(said)["results"]:
        place = result["locations"][0]["physicalLocation"]
        found.append((place["artifactLocation"]["uri"], place["region"]["startLine"], place["region"]["startColumn"],
                      result["level"], result["ruleId"]))
    return found


@pytest.mark.golden
@pytest.mark.parametrize("file", faulty())
def test_every_format_says_the_same(file):
    def run(form):
        return pschema.run("plan", file, *NO_CATALOG, "--format", form, cwd=CORPUS).expect(4)

    text = run("text")
    assert text.out == ""
    expected = told(text.err)
    assert expected
    assert in_json(run("json")) == expected
    assert in_sarif(run("sarif")) == expected
    # GitHub has no columns where a mark ends on another line.
    assert [(f, line, column and c, s, code) for (f, line, c, s, code), (_, _, column, _, _) in
            zip(expected, in_github(run("github")), strict=True)] == in_github(run("github"))


@pytest.mark.golden
@pytest.mark.parametrize("arguments", [("plan",), ("compile", "-o", "migrations")], ids=lambda a: a[0])
def test_the_document_names_the_command(arguments, tmp_path):
    said = pschema.run(*arguments, CORPUS / "units.pschema", *NO_CATALOG, "--format", "json", cwd=tmp_path).expect(4)
    assert schemas.document(said.out, "diagnostics.json")["command"] == arguments[0]


def stage_of(name):
    (stage,) = [stage for stage in golden.Case(name).stages if stage.number == 1]
    return stage


def planned(name, form):
    stage = stage_of(name)
    return pschema.plan(stage.schema, golden.Case(name).catalog(stage), stage.at), pschema.run(
        "plan", *pschema.files_of(stage.schema), "--catalog", golden.Case(name).catalog(stage), "--at", stage.at,
        "--format", form)


@pytest.mark.golden
@pytest.mark.parametrize("name", ["orphans", "refused_table", "default_blocking"])
def test_findings_stand_in_sarif_and_github(name):
    """With the level of their severity, beside the errors of tables that were refused."""
    text, sarif = planned(name, "sarif")
    assert text.findings or name == "refused_table"
    assert sarif.exit == text.exit
    levels = {"info": "note", "warning": "warning"}
    results = [(r["ruleId"], r["level"]) for r in sarif_run(sarif)["results"] if not r["ruleId"].startswith("PS")]
    assert sorted(results) == sorted((f.kind, levels[f.severity]) for f in text.findings)
    assert ("PS3" in sarif.out) == (name == "refused_table")

    _, github = planned(name, "github")
    words = {"info": "notice", "warning": "warning"}
    found = re.findall(r"^::(notice|warning) file=[^,]+,line=\d+,.*title=([a-z_]+)::", github.err, re.MULTILINE)
    assert sorted(found) == sorted((words[f.severity], f.kind) for f in text.findings)
    assert github.out == text.out and github.exit == text.exit


@pytest.mark.golden
def test_errors_of_refused_tables_stand_in_the_document():
    text, said = planned("refused_table", "json")
    diagnostics = json.loads(said.out)["diagnostics"]
    assert diagnostics and all(one["code"].startswith("PS3") for one in diagnostics)
    assert said.err == "" and said.exit == text.exit == 4
