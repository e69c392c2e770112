"""The pages of docs/ for codes, findings and reasons: there is one for each, no other, and what it shows is true.

An example on a page of docs/diagnostics is a block that begins so:

    ```pschema PS1012    a schema that gives this code and no other; the block behind it is what the program says
    ```pschema           one that is right: it gives no code at all
    ```console PS5001    commands behind `$ ` and what they print, in a folder with migrations that were just compiled
    ```console           the same, without a code in it

Examples run on the database of tests/pages/catalog.toml. PSCHEMA_UPDATE=1 writes anew what the program prints; which code
an example gives it never changes.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import psql
import pschema

pytestmark = pytest.mark.golden

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
DATABASE = ROOT / "tests/pages"
NOW = "2026-08-28T12:00:00Z"
PLAN = ["plan", "events.pschema", "--catalog", "catalog.toml", "--at", NOW]
# `apply` alone gives it, which needs a server; its page shows a finding beside it.
WITHOUT_EXAMPLE = {"PS5005"}


# --- What there is to describe, from the source -----------------------------------------------------------------------


def macro(file, name):
    """The arguments of each `NAME(…)` in the list of that name, in order."""
    text = (ROOT / file).read_text()
    body = re.search(rf"#define {name}S\({name}\)(.*?)\n\n", text, re.DOTALL).group(1)
    return re.findall(rf"{name}\((\w+), (\w+)\)", body)


CODES = {f"PS{number}": name for number, name in macro("compiler/base/codes.h", "PSCHEMA_CODE")}
FINDINGS = [name for name, _ in macro("compiler/plan/operation.h", "PSCHEMA_FINDING")]
REASONS = re.findall(r"\w+", re.search(r"enum class Reason \{(.*?)\}", (ROOT / "compiler/plan/operation.h").read_text(),
                                       re.DOTALL).group(1))
FOLDERS = {"diagnostics": list(CODES), "findings": FINDINGS, "reasons": REASONS}
PAGES = [(folder, name) for folder, names in FOLDERS.items() for name in names]


def page(folder, name):
    return (DOCS / folder / f"{name}.md").read_text(encoding="utf-8")


def each_page(test):
    return pytest.mark.parametrize("folder, name", PAGES, ids=lambda value: value)(test)


def test_there_is_a_list():
    assert len(CODES) > 70 and len(FINDINGS) > 40 and len(REASONS) > 15


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_has_a_page_and_no_page_is_of_something_else(folder):
    there = {path.stem for path in (DOCS / folder).iterdir()} - {"README"}
    assert there == set(FOLDERS[folder])


@each_page
def test_page_has_its_title_and_sections(folder, name):
    text = page(folder, name)
    title = f"# {name}: {CODES[name]}" if folder == "diagnostics" else f"# {name}"
    assert text.startswith(title + "\n\n")
    sections = re.findall(r"^## (.*)$", text, re.MULTILINE)
    if folder == "diagnostics":
        assert sections == ["Example", "Why", "What to write instead"]
    else:
        assert sections[0] == "In a plan" and sections[-1] == "What to do"
        assert sections[1] in ("Why nothing is done", "Why it is done") and len(sections) == 3


def indexed(file, folder):
    """The names that the rows of an index link to, with what else the row says."""
    text = (DOCS / file).read_text(encoding="utf-8")
    return re.findall(rf"^\| \[`?(\w+)`?\]\({folder}(\w+)\.md\) \| (.*) \|$", text, re.MULTILINE)


def test_indexes_link_every_page_once_and_in_order():
    rows = indexed("diagnostics/README.md", "")
    assert [row[:2] for row in rows] == [(code, code) for code in CODES]
    assert [row[2].split(" | ")[0] for row in rows] == [f"`{name}`" for name in CODES.values()]
    for folder, names in (("findings", FINDINGS), ("reasons", REASONS)):
        assert [row[:2] for row in indexed("findings.md", folder + "/")] == [(name, name) for name in names]


@each_page
def test_links_of_a_page_lead_somewhere(folder, name):
    for target in re.findall(r"\]\(([^)#]+)", page(folder, name)):
        assert (DOCS / folder / target).resolve().is_file(), target


# --- What the pages show ----------------------------------------------------------------------------------------------


def golden_plans():
    folder = ROOT / "tests/golden"
    files = sorted(folder.glob("*/*.plan.txt")) + sorted(folder.glob("*/migrations/*_baseline.sql"))
    return {line.strip() for file in files for line in file.read_text(encoding="utf-8").splitlines()}


PLANS = golden_plans()


@each_page
def test_plan_lines_of_a_page_stand_in_a_golden(folder, name):
    if folder == "diagnostics":
        return
    shown = re.search(r"^## In a plan\n\n```text\n(.*?)\n```$", page(folder, name), re.MULTILINE | re.DOTALL).group(1)
    for line in shown.splitlines():
        assert line.strip() in PLANS
        assert f" {name}: " in line or f" ({name})" in line or line.startswith("  lock: ")
    if folder == "findings":
        severities = dict(row[1:] for row in indexed("findings.md", "findings/"))[name].split(" | ")[0].split(" / ")
        assert [re.match(r"\[(\w+)\]", line).group(1) for line in shown.splitlines()] == severities


def blocks(text):
    """Kind, code or empty, and text of each fenced block."""
    return re.findall(r"^```(\w*) ?(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def codes_in(text):
    return set(re.findall(r"\[(PS\d{4})\]", text))


@pytest.fixture
def folder_of_examples(tmp_path):
    for name in ("catalog.toml", "events.pschema"):
        shutil.copy(DATABASE / name, tmp_path)
    return tmp_path


def said_of(schema, folder):
    (folder / "events.pschema").write_text(schema, encoding="utf-8")
    return pschema.run(*PLAN, cwd=folder).err


def printed(commands, folder):
    """Each command with what it prints on both channels."""
    shutil.rmtree(folder / "migrations", ignore_errors=True)
    shutil.copy(DATABASE / "events.pschema", folder)
    pschema.run("compile", *PLAN[1:], "-o", "migrations", cwd=folder).expect(0)
    environment = psql.clean_environment()
    environment["PATH"] = os.path.dirname(pschema.program()) + os.pathsep + environment.get("PATH", os.defpath)
    text = ""
    for command in commands:
        done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, timeout=60, encoding="utf-8",
                              errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        text += f"$ {command}\n{done.stdout}"
    return text


def check(file, shown, now):
    if os.environ.get("PSCHEMA_UPDATE") == "1" and shown != now:
        file.write_text(file.read_text(encoding="utf-8").replace(shown, now), encoding="utf-8")
        return
    assert now == shown


@each_page
def test_examples_of_a_page_are_true(folder, name, folder_of_examples):
    file = DOCS / folder / f"{name}.md"
    found = blocks(page(folder, name))
    examples = 0
    for at, (kind, code, text) in enumerate(found):
        assert code in ("", name)
        examples += code != ""
        if kind == "pschema":
            said = said_of(text, folder_of_examples)
            assert codes_in(said) == ({code} if code else set()), said
            if code:
                assert found[at + 1][0] == "text"
                check(file, found[at + 1][2], said)
        elif kind == "console":
            now = printed(re.findall(r"^\$ (.*)$", text, re.MULTILINE), folder_of_examples)
            assert codes_in(now) >= ({code} if code else set()), now
            check(file, text, now)
    assert (examples > 0) == (folder == "diagnostics" and name not in WITHOUT_EXAMPLE)


def test_goldens_show_every_code():
    """A code has a file in tests/diagnostics, or a golden case, or what an example of its page prints."""
    shown = set()
    for file in sorted((ROOT / "tests/diagnostics").rglob("*.txt")) + sorted((ROOT / "tests/golden").glob("*/*.txt")):
        shown |= set(re.findall(r"\bPS\d{4}\b", file.read_text(encoding="utf-8", errors="replace")))
    assert shown <= set(CODES)
    before_the_catalog = {code for code in CODES if code < "PS3000"}
    assert sorted(before_the_catalog - shown) == ["PS1001", "PS2030"]
    for code in CODES:
        shown |= {code for kind, of, _ in blocks(page("diagnostics", code)) if of == code}
    assert sorted(set(CODES) - shown) == sorted(WITHOUT_EXAMPLE)
