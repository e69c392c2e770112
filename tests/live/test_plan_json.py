"""A plan as JSON is valid by docs/schemas and says what the text says."""

import re

import pytest

import golden
import pschema
import schemas

VERBS = {"create": "CREATE", "attach": "ATTACH", "detach": "DETACH", "drop": "DROP"}


def told(operation, depth=1):
    """(verb, name, reason, depth) of an operation and all below it, as the lines of the text."""
    move = operation["kind"] == "move"
    kind = operation["into"] if move else operation["kind"]
    reason = operation["into_reason"] if move else operation["reason"]
    yield VERBS[kind], operation["target"], reason, depth
    for below in operation.get("below", []):
        yield from told(below, depth + 1)
    if move:
        yield "MOVE", operation["from"], operation["reason"], depth + 1
    if operation.get("set_schema"):
        yield "SET SCHEMA", operation["set_schema"], "retired_into_schema", depth + 1
    elif operation.get("drops"):
        yield "DROP", operation["target"], "follows_detach", depth + 1


@pytest.mark.golden
def test_says_what_the_text_says(case, tmp_path):
    for stage in case.stages:
        extra = ["--pending", stage.pending] if stage.pending else []
        said = pschema.run("plan", *stage.schema, "--catalog", case.catalog(stage), "--at", stage.at, *extra,
                           "--format", "json").expect(stage.plan_exit)
        plan = schemas.document(said.out, "plan.json")
        text = golden.read(case.plan(stage)).decode()
        operations = [one for table in plan["tables"] for operation in table["operations"] for one in told(operation)]
        expected = [(o.verb, o.name, o.reason, o.depth) for o in pschema.Run(0, text, "").operations]
        assert operations == expected
        for table in plan["tables"]:
            for operation in table["operations"]:
                assert f"    lock: {operation['lock']}; " in text
                assert operation["detail"] is None or operation["detail"] in text
        findings = plan["findings"] + [f for table in plan["tables"] for f in table["findings"]]
        assert [(f["severity"], f["kind"], f"{f['subject']} {f['sentence']}") for f in findings] == \
            [(f.severity, f.kind, f.rest) for f in pschema.Run(0, text, "").findings]
        counts = plan["counts"]
        first = text.splitlines()[0]
        assert f"{counts['warnings']} warning" in first and f"{counts['notes']} note" in first
        if operations:
            assert re.match(r"(\d+) to create, (\d+) to attach, (\d+) to detach, (\d+) to drop", first).groups() == \
                tuple(str(counts[kind]) for kind in ("create", "attach", "detach", "drop"))


@pytest.mark.golden
def test_compile_names_its_files_and_shows_what_they_hold(case, tmp_path):
    """With --sql a plan shows the steps of the files byte by byte, but for their indent."""
    stage = case.stages[0]
    arguments = [*stage.schema, "--catalog", case.catalog(stage), "--at", stage.at]
    said = pschema.run("compile", *arguments, "-o", tmp_path / "out", "--format", "json").expect(stage.plan_exit)
    compiled = schemas.document(said.out, "compile.json")
    assert compiled["files"] == golden.sql_files(tmp_path / "out")
    files = {name: (tmp_path / "out" / name).read_text(encoding="utf-8") for name in compiled["files"]}
    planned = schemas.document(pschema.run("plan", *arguments, "--sql", "--format", "json").out, "plan.json")
    text = pschema.run("plan", *arguments, "--sql").out
    for table in planned["tables"]:
        for operation in table["operations"]:
            step = operation.pop("sql")
            assert any(step in content for content in files.values()), step
            assert "".join(f"      {line}\n" if line else "\n" for line in step.splitlines()) in text
    assert compiled["plan"]["tables"] == planned["tables"]
