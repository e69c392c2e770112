"""`pschema fmt`: what it prints and writes, and that the schemas that we show are in its style."""

import os
import pathlib
import re
import subprocess

import pytest

import pschema

ROOT = pathlib.Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

UGLY = "pschema 1;\ntable t{partition by range(at) every DAY{create current; -- today\n}}"
NEAT = "pschema 1;\n\ntable t {\n  partition by range (at) every day {\n    create current;  -- today\n  }\n}\n"
WRONG = "pschema 1;\ntable t { partition by range (at) every dya; }\n"

pytestmark = pytest.mark.golden


def with_input(text, *words):
    done = subprocess.run([pschema.program(), "fmt", *words], input=text, capture_output=True, text=True, timeout=60)
    return pschema.Run(done.returncode, done.stdout, done.stderr)


def examples(page):
    """The whole schemas that a page shows, without the indent of the block."""
    for indent, block in re.findall(r"^( *)```sql\n(.*?)^ *```$", page.read_text(), re.MULTILINE | re.DOTALL):
        text = re.sub(rf"^{indent}", "", block, flags=re.MULTILINE)
        if text.startswith("pschema 1;"):
            yield text


def test_schemas_that_we_show_are_formatted():
    pschema.run("fmt", "--check", ROOT / "schemas").expect(0)
    shown = [text for page in PAGES for text in examples(page)]
    assert len(shown) >= 2
    for text in shown:
        assert with_input(text, "-").expect(0).out == text


def test_standard_input():
    assert with_input(UGLY, "-").expect(0).out == NEAT
    assert with_input(UGLY, "--check", "-").expect(2).out == "-\n"
    assert with_input(NEAT, "--check", "-").expect(0).out == ""
    assert with_input(WRONG, "-").expect(4).out == ""
    assert "standard input:2:" in with_input(WRONG, "-").err
    with_input(UGLY, "-", "other.pschema").expect(64)


def test_files_are_rewritten_and_named(tmp_path):
    ugly, neat, wrong = (tmp_path / f"{name}.pschema" for name in ("ugly", "neat", "wrong"))
    ugly.write_bytes(b"\xef\xbb\xbf" + UGLY.replace("\n", "\r\n").encode())
    neat.write_text(NEAT)
    wrong.write_text(WRONG)
    ugly.chmod(0o640)
    (tmp_path / "link.pschema").symlink_to("ugly.pschema")
    before = neat.stat().st_mtime_ns

    checked = pschema.run("fmt", "--check", ugly, neat).expect(2)
    assert checked.out == f"{ugly}\n" and ugly.read_bytes().startswith(b"\xef")
    done = pschema.run("fmt", tmp_path / "link.pschema", neat, wrong, cwd=tmp_path).expect(4)
    assert done.out == f"{tmp_path / 'link.pschema'}\n" and "PS1011" in done.err
    assert ugly.read_bytes() == NEAT.encode() and (tmp_path / "link.pschema").is_symlink()
    assert ugly.stat().st_mode & 0o777 == 0o640
    assert wrong.read_text() == WRONG and neat.stat().st_mtime_ns == before
    assert sorted(os.listdir(tmp_path)) == ["link.pschema", "neat.pschema", "ugly.pschema", "wrong.pschema"]
    assert pschema.run("fmt", ugly).expect(0).out == ""


def test_diff_is_what_git_applies(tmp_path):
    texts = {"a.pschema": UGLY, "b.pschema": NEAT, "c.pschema": NEAT + "-- x\n" * 20 + "TABLE u { partition by hash (k) modulus 2; }\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    shown = pschema.run("fmt", "--diff", *texts, cwd=tmp_path).expect(0)
    assert "\\ No newline at end of file" in shown.out and "b.pschema" not in shown.out
    assert pschema.run("fmt", "--diff", "--check", *texts, cwd=tmp_path).expect(2).out == shown.out
    assert (tmp_path / "a.pschema").read_text() == UGLY
    subprocess.run(["git", "apply", "-p0", "-"], input=shown.out, text=True, cwd=tmp_path, check=True, timeout=60)
    for name in texts:
        assert pschema.run("fmt", "--check", tmp_path / name).expect(0).out == ""
