"""`pschema breaking`: against a file, a folder and a commit, in every format."""

import pathlib
import re
import subprocess

import pytest

import psql
import pschema
import schemas

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "breaking"
ROOT = pathlib.Path(__file__).parents[2]

OLD = "pschema 1;\n\ntable t {\n  partition by range (at) every day {\n    create current;\n    keep   for 9 days;\n  }\n}\n"
NEW = OLD.replace("9 days", "8 days")

pytestmark = pytest.mark.golden


def git(folder, *words):
    subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e@example.com", *words], cwd=folder, check=True,
                   capture_output=True, timeout=60, env=psql.clean_environment())


@pytest.fixture
def repository(tmp_path):
    """Of one commit; what is in the work tree has changed since."""
    folder = tmp_path / "my schemas"
    folder.mkdir()
    git(tmp_path, "init", "-q")
    (folder / "t.pschema").write_text(OLD)
    (folder / "gone.pschema").write_text(OLD.replace("table t", "table gone"))
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    (folder / "t.pschema").write_text(NEW)
    (folder / "gone.pschema").unlink()
    return tmp_path


def test_every_example_is_told_as_its_folder_has_it():
    told = 0
    for folder in sorted(EXAMPLES.iterdir()):
        done = pschema.run("breaking", "after.pschema", "--against", "before.pschema", "--at", "2026-08-28T10:00:00Z",
                           cwd=folder).expect(3)
        assert done.out == (folder / "told.txt").read_text() and done.err == ""
        told += 1
    assert told > 20


def test_every_kind_is_on_the_page():
    page = (ROOT / "docs" / "commands.md").read_text()
    assert [folder.name for folder in EXAMPLES.iterdir() if f"`{folder.name}`" not in page] == []


def test_formats():
    folder = EXAMPLES / "hold_removed"
    words = ["breaking", folder / "after.pschema", "--against", folder / "before.pschema", "--format"]
    (change,) = schemas.document(pschema.run(*words, "json").expect(3).out, "breaking.json")["changes"]
    assert change["kind"] == "hold_removed" and change["place"]["file"].endswith("after.pschema")
    shown = pschema.run(*words, "github").expect(3)
    assert re.fullmatch(r"::error file=.*after\.pschema,line=4,endLine=4,col=3,endColumn=\d+,title=hold_removed::public\.events: .*\n", shown.err)
    same = ["breaking", folder / "after.pschema", "--against", folder, "--format", "json"]
    schemas.document(pschema.run(*same).expect(4).out, "diagnostics.json")  # the folder holds the table twice


def test_against_a_commit(repository):
    for words in (["my schemas", "--against", "HEAD"], ["--against=HEAD", "./my schemas/"]):
        done = pschema.run("breaking", *words, cwd=repository).expect(3)
        assert "retention_shortened: public.t" in done.out
        assert "HEAD:my schemas/gone.pschema:3:7: table_removed: public.gone" in done.out
    done = pschema.run("breaking", "my schemas/t.pschema", "--against", "HEAD", cwd=repository).expect(3)
    assert "gone" not in done.out
    git(repository, "commit", "-qam", "two")
    assert pschema.run("breaking", "my schemas", "--against", "HEAD", cwd=repository).expect(0).out == "nothing breaks\n"
    pschema.run("breaking", "t.pschema", "--against", "HEAD~1", cwd=repository / "my schemas").expect(3)


def test_what_git_does_not_know(repository, tmp_path_factory):
    for ref in ("nosuch", "--output=x", "HEAD:my schemas"):
        unknown = pschema.run("breaking", "my schemas", f"--against={ref}", cwd=repository).expect(4)
        assert "no commit, branch or tag" in unknown.err and unknown.out == ""
    (repository / "new.pschema").write_text(OLD)
    assert "none of the schema files is in HEAD" in pschema.run("breaking", "new.pschema", "--against", "HEAD", cwd=repository).expect(4).err
    alone = tmp_path_factory.mktemp("alone")
    (alone / "t.pschema").write_text(OLD)
    nowhere = pschema.run("breaking", "t.pschema", "--against", "HEAD", cwd=alone, GIT_CEILING_DIRECTORIES=str(alone.parent)).expect(4)
    assert "in no git repository" in nowhere.err
    missing = pschema.run("breaking", "my schemas", "--against", "HEAD", cwd=repository, PATH="/nonexistent").expect(4)
    assert "there is no git" in missing.err
