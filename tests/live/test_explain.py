"""`pschema explain` and `pschema route`: transcripts of golden cases, and what must hold of every name."""

import os
import shlex

import pytest

import golden
import pschema
import schemas
import transcript

WITH_TRANSCRIPT = [name for name in golden.names() if transcript.files(golden.Case(name))]


@pytest.mark.golden
@pytest.mark.parametrize("name", WITH_TRANSCRIPT)
def test_answers_as_expected(name):
    case = golden.Case(name)
    for path in transcript.files(case):
        assert transcript.answered(case, path) == golden.read(path).decode()
        for command in transcript.commands(path):
            said = pschema.run(*shlex.split(command), "--format", "json", cwd=case.folder)
            if said.exit in (0, 3):
                schemas.document(said.out, os.path.basename(path).replace(".txt", ".json"))


@pytest.mark.golden
def test_transcripts_are_there():
    assert len(WITH_TRANSCRIPT) >= 8


@pytest.mark.golden
@pytest.mark.parametrize("name", ["event_store_history", "orphans", "off_grid", "into_archive", "default_drain"])
def test_explains_every_operation_of_a_plan_with_its_own_words(name):
    case = golden.Case(name)
    for stage in case.stages:
        arguments = [*stage.schema, "--catalog", case.catalog(stage), "--at", stage.at, "--format", "json"]
        plan = schemas.document(pschema.run("plan", *arguments).out, "plan.json")
        for table in plan["tables"]:
            for operation in table["operations"]:
                said = pschema.run("explain", operation["target"], *arguments).expect(0)
                explained = schemas.document(said.out, "explain.json")
                told = [(one["reason"], one["detail"] or None) for one in explained["operations"]]
                assert (operation["reason"], operation["detail"]) in told
                if operation["kind"] == "detach" and operation["expired_at"]:
                    (expires,) = [fact["at"] for fact in explained["facts"] if fact["name"] == "expires"]
                    assert expires == operation["expired_at"]
            for finding in table["findings"]:
                said = pschema.run("explain", finding["subject"], *arguments)
                if said.exit == 0:
                    assert finding in schemas.document(said.out, "explain.json")["findings"]
