"""The Debian package, installed and used in a fresh Debian tree; and `cmake --install`.

The tree holds what is essential in Debian, what the package depends on, man-db and bash-completion: the files of this
system's own packages, and nothing else. So it needs no network, and what the package forgets to depend on is not there.
"""

import filecmp
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import command_line
import psql
import pschema

pytestmark = pytest.mark.package

ROOT = Path(__file__).resolve().parents[2]
NOW = "2026-08-28T12:00:00Z"
FIELDS = ("Package", "Status", "Essential", "Provides", "Pre-Depends", "Depends")
FORMAT = "\\t".join(f"${{{field}}}" for field in FIELDS) + "\\n"
UNWANTED = ("/usr/share/doc/", "/usr/share/locale/", "/usr/share/info/", "/usr/share/man/")


def run(*words, **more):
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=240,
                          env={**psql.clean_environment(), "LC_ALL": "C.UTF-8"}, **more)
    assert done.returncode == 0, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def build():
    """The whole build that the tested program is part of."""
    return Path(pschema.program()).resolve().parents[1]


def package(folder):
    made = run(ROOT / "scripts/package", "--from", build(), folder).splitlines()
    assert len(made) == 1
    return Path(made[0])


@pytest.fixture(scope="module")
def deb(tmp_path_factory):
    return package(tmp_path_factory.mktemp("package"))


# --- The fresh tree


def names(clause):
    """Each of the clause's wishes, as the names that fulfil it."""
    return [[re.split(r"[ :(]", name.strip())[0] for name in wish.split("|")] for wish in clause.split(",") if wish.strip()]


def installed():
    rows = [dict(zip(FIELDS, line.split("\t"))) for line in run("dpkg-query", "-W", "-f", FORMAT).splitlines()]
    return {row["Package"]: row for row in rows if row["Status"].endswith(" installed")}


def closure(wishes):
    """The packages of this system that fulfil the wishes, and what those wish for."""
    here = installed()
    provider = {name: package for package, row in here.items() for [name] in names(row["Provides"])}
    found, open_ends = set(), [[name] for name, row in here.items() if row["Essential"] == "yes"] + wishes
    while open_ends:
        wish = open_ends.pop()
        fulfils = [provider.get(name, name) for name in wish if name in here or name in provider]
        assert fulfils, f"this system has none of {wish}; scripts/install-deps brings it"
        if found.isdisjoint(fulfils):
            found.add(fulfils[0])
            open_ends += names(here[fulfils[0]]["Pre-Depends"]) + names(here[fulfils[0]]["Depends"])
    return sorted(found)


def in_usr(path):
    """As the file is found where /bin, /lib and so on are links into /usr."""
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))


def copy_files(packages, tree):
    paths = {in_usr(line) for line in run("dpkg-query", "-L", *packages).splitlines()
             if line.startswith("/") and line != "/." and not line.startswith(UNWANTED)}
    wanted = sorted(path.lstrip("/") for path in paths if os.path.lexists(path))
    for link in ("bin", "sbin", "lib", "lib64"):
        if os.path.islink(f"/{link}"):
            os.symlink(os.readlink(f"/{link}"), tree / link)
            (tree / "usr" / link).mkdir(parents=True)
    listed = tree.parent / "listed"
    listed.write_text("\n".join(path for path in wanted if not (tree / path).is_symlink()))
    reading = subprocess.Popen(["tar", "-C", "/", "--no-recursion", "-T", listed, "-c", "--ignore-failed-read"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    subprocess.run(["tar", "-C", tree, "-x", "--no-same-owner"], stdin=reading.stdout, check=True, timeout=120)
    reading.stdout.close()
    reading.wait(timeout=120)


def describe(packages, tree):
    """What dpkg knows of the tree: these packages and no other."""
    for folder in ("var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers", "var/log", "tmp", "dev", "etc"):
        (tree / folder).mkdir(parents=True, exist_ok=True)
    (tree / "var/lib/dpkg/status").write_text(run("dpkg-query", "-s", *packages))
    for name in packages:
        for listed in Path("/var/lib/dpkg/info").glob(f"{name}*.list"):
            if listed.name in (f"{name}.list", f"{name}:{run('dpkg', '--print-architecture').strip()}.list"):
                shutil.copy(listed, tree / "var/lib/dpkg/info")
    shutil.copy(tree / "usr/share/base-passwd/passwd.master", tree / "etc/passwd")
    shutil.copy(tree / "usr/share/base-passwd/group.master", tree / "etc/group")
    (tree / "dev/null").touch()


def enter(tree):
    """The words that run a command in the tree."""
    environment = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/tmp", "LC_ALL=C.UTF-8"]
    if os.geteuid() == 0:
        return ["chroot", tree, *environment]
    if subprocess.run(["unshare", "-r", "true"], capture_output=True, timeout=60).returncode == 0:
        return ["unshare", "-r", "chroot", tree, *environment]
    return ["sudo", "-n", "chroot", tree, *environment]


@pytest.fixture(scope="module")
def inside(deb, tmp_path_factory):
    """Runs a shell's line in the tree, in which the package is installed."""
    tree = tmp_path_factory.mktemp("fresh") / "tree"
    tree.mkdir()
    packages = closure(names(run("dpkg-deb", "-f", deb, "Depends")) + [["man-db"], ["bash-completion"]])
    copy_files(packages, tree)
    describe(packages, tree)
    shutil.copy(deb, tree / "tmp/pschema.deb")
    (tree / "srv").mkdir(exist_ok=True)
    for name in ("catalog.toml", "events.pschema"):
        shutil.copy(ROOT / "tests/pages" / name, tree / "srv")
    words = enter(tree)

    def shell(line):
        return run(*words, "bash", "-euc", line)

    shell("dpkg -i /tmp/pschema.deb")
    shell.tree = tree
    yield shell
    shell("rm -rf /srv/migrations")
    shutil.rmtree(tree, ignore_errors=True)


# --- In the tree


def test_the_program_runs_with_what_it_depends_on(inside):
    assert inside("dpkg-query -W -f '${db:Status-Status}' pschema") == "installed"
    assert inside("dpkg -V pschema") == ""
    assert inside("pschema --version") == pschema.run("--version").out
    assert "not found" not in inside("ldd /usr/bin/pschema")
    assert not (inside.tree / "usr/include/fmt").exists() and not (inside.tree / "usr/bin/cmake").exists()


def test_it_compiles(inside, tmp_path):
    words = f"compile events.pschema --catalog catalog.toml --at {NOW} -o".split()
    printed = inside(f"cd /srv && pschema {' '.join(words)} migrations")
    shutil.copytree(ROOT / "tests/pages", tmp_path, dirs_exist_ok=True)
    assert pschema.run(*words, "migrations", cwd=tmp_path).expect(0).out == printed
    here = sorted(path.name for path in (tmp_path / "migrations").iterdir())
    assert here == sorted(path.name for path in (inside.tree / "srv/migrations").iterdir()) and len(here) > 2
    assert filecmp.cmpfiles(tmp_path / "migrations", inside.tree / "srv/migrations", here, shallow=False)[0] == here


def test_it_finds_time_zones(inside):
    line = "bound uuidv7 '2026-08-24 00:00:00' --time-zone America/New_York"
    assert inside(f"pschema {line}") == pschema.run("bound", "uuidv7", "2026-08-24 00:00:00", "--time-zone",
                                                   "America/New_York").expect(0).out


def test_man_shows_the_manual(inside):
    shown = inside("man -P cat pschema")
    for name in command_line.commands():
        assert f"pschema {name}" in shown


def test_bash_completes(inside):
    offered = inside("set +eu; . /usr/share/bash-completion/bash_completion; _completion_loader pschema; [ $? = 124 ] || exit; "
                     "COMP_WORDS=(pschema ''); COMP_CWORD=1; _pschema; printf '%s\\n' \"${COMPREPLY[@]}\"").split()
    assert set(command_line.commands()) <= set(offered)


def test_fish_and_zsh_look_where_their_completions_are(inside):
    fish = run("fish", "-c", "string join \\n $fish_complete_path").split()
    zsh = run("zsh", "-fc", "print -l $fpath").split()
    for folders, name in ((fish, "pschema.fish"), (zsh, "_pschema")):
        found = [folder for folder in folders if (inside.tree / folder.lstrip("/") / name).is_file()]
        assert len(found) == 1


def test_its_documents_are_there(inside):
    doc = inside.tree / "usr/share/doc/pschema"
    assert "Apache-2.0" in (doc / "copyright").read_text()
    assert (inside.tree / "usr/share/man/man1/pschema.1.gz").is_file()
    for page in ("language.md", "operations.md", "schemas/plan.json", "diagnostics/PS1012.md"):
        assert (doc / page).read_bytes() == (ROOT / "docs" / page).read_bytes()


def test_nothing_is_left_when_it_is_removed(inside):
    inside("dpkg -P pschema")
    left = [path for path in inside.tree.rglob("*pschema*") if not path.is_relative_to(inside.tree / "srv")]
    assert {path.name for path in left} <= {"pschema.deb"}
    inside("dpkg -i /tmp/pschema.deb && pschema --version")


# --- The package itself, and without it


def files_of(tree):
    return sorted(str(path.relative_to(tree)) for path in tree.rglob("*") if not path.is_dir())


def test_owners_and_rights(deb):
    for line in run("dpkg-deb", "-c", deb).splitlines():
        mode, owner = line.split()[:2]
        assert owner == "root/root"
        assert mode in ("drwxr-xr-x", "-rw-r--r--") or (mode == "-rwxr-xr-x" and line.endswith(" ./usr/bin/pschema"))


def test_the_same_build_gives_the_same_bytes(deb, tmp_path):
    assert package(tmp_path).read_bytes() == deb.read_bytes()


def test_cmake_install(deb, tmp_path):
    """What stands below the prefix is what the package has below /usr; DESTDIR goes before it."""
    run("dpkg-deb", "-x", deb, tmp_path / "deb")
    run("env", f"DESTDIR={tmp_path}/stage", "cmake", "--install", build(), "--prefix", "/opt/pschema")
    assert os.listdir(tmp_path / "stage") == ["opt"]
    assert files_of(tmp_path / "stage/opt/pschema") == files_of(tmp_path / "deb/usr")
    assert run(tmp_path / "stage/opt/pschema/bin/pschema", "--version") == pschema.run("--version").out
