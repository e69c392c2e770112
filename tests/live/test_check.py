"""`pschema check`: what a plan says, in one line for each table."""

import pytest

import golden
import pschema
import schemas


def expected_exit(stage, plan):
    """docs/commands.md: 4 outranks 3, and 3 outranks 2."""
    if stage.plan_exit:
        return stage.plan_exit
    return 2 if any(table["operations"] for table in plan["tables"]) else 0


@pytest.mark.golden
def test_counts_what_is_planned(case):
    for stage in case.stages:
        if stage.pending:
            continue
        arguments = [*stage.schema, "--catalog", case.catalog(stage), "--at", stage.at]
        plan = schemas.document(pschema.run("plan", *arguments, "--format", "json").out, "plan.json")
        exits = expected_exit(stage, plan)
        checked = schemas.document(pschema.run("check", *arguments, "--format", "json").expect(exits).out, "check.json")
        fitting = {table["table"]: table for table in plan["tables"]}
        refused = {table["table"]: table for table in plan["refused"]}
        names = [table["table"] for table in checked["tables"]]
        assert set(names) == set(fitting) | set(refused) and len(names) == len(set(names))
        lines = pschema.run("check", *arguments).expect(exits).out.splitlines()
        for table in checked["tables"]:
            name = table["table"]
            if name in refused:
                assert not table["fits"] and table["errors"] == refused[name]["errors"]
                assert f"{name}: does not fit" in lines
                continue
            count = len(fitting[name]["operations"])
            assert table["fits"] and table["operations"] == count
            assert table["findings"] == fitting[name]["findings"]
            pending = f"{count} operation{'' if count == 1 else 's'} pending" if count else "nothing pending"
            assert any(line.startswith(f"{name}: fits, {pending}") for line in lines)


@pytest.mark.golden
def test_nothing_is_pending_once_the_files_are_counted_but_for_themselves():
    case = golden.Case("event_store")
    stage = case.stages[0]
    said = pschema.run("check", *stage.schema, "--catalog", case.catalog(stage), "--at", stage.at, "--pending",
                       case.migrations).expect(2)
    assert said.out.splitlines()[0].endswith(": fits, nothing pending")
    assert said.out.splitlines()[-1].endswith("not applied yet")
