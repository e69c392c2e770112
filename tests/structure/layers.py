"""Layers do not compile when crossed, and the core reads no clock, environment, locale, randomness or file.

Usage: layers.py BUILD_DIRECTORY COMPILER
"""

import pathlib
import re
import subprocess
import sys
import tempfile

build, compiler = pathlib.Path(sys.argv[1]), sys.argv[2]
failures = []


def check(holds, what):
    print(("ok     " if holds else "FAILED ") + what)
    if not holds:
        failures.append(what)


def compiles(header, roots):
    """Does a file with this include compile, given the include roots of these layers?"""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "probe.cpp")
        source.write_text(f'#include "{header}"\n')
        command = [compiler, "-std=c++20", "-fsyntax-only", str(source)]
        command += [f"-I{build / 'include-roots' / root}" for root in roots]
        return subprocess.run(command, capture_output=True).returncode == 0


# What a layer may include, and what it must not be able to.
check(compiles("base/name.h", ["base"]), "base sees itself")
check(compiles("plan/operation.h", ["base", "time", "model", "ddl", "migration", "plan"]), "plan sees what it lists")
for header, roots in {
    "time/zone.h": ["base"],
    "model/schema.h": ["base", "time"],
    "plan/plan.h": ["base", "time", "model"],
    "runtime/session.h": ["base", "time", "model", "ddl", "migration", "plan", "emit", "compile"],
    "syntax/ast.h": ["base", "time", "model", "ddl", "migration", "plan"],
    "zonefiles/zonefiles.h": ["base", "time", "model", "syntax", "check"],
}.items():
    check(not compiles(header, roots), f"{roots[-1]} cannot include {header}")

upward = [str(path) for folder in ("compiler", "runtime", "cli")
          for path in pathlib.Path(__file__).resolve().parents[2].joinpath(folder).rglob("*")
          if path.suffix in (".h", ".cpp") and re.search(r'#include "\.\./', path.read_text())]
check(not upward, f"no include goes up: {upward}")

# Mangled or plain, as nm -uC prints them.
FORBIDDEN = re.compile(
    r"\b(getenv|secure_getenv|setenv|time|gettimeofday|clock_gettime|localtime(_r)?|gmtime(_r)?|mktime|tzset|setlocale|rand|random|"
    r"srand|getrandom|arc4random|open(64)?|fopen(64)?|freopen|read|write|stat|opendir|std::random_device|std::chrono::\w*clock|"
    r"std::basic_[io]?fstream|std::basic_filebuf|std::filesystem::\w+|cctz::load_time_zone|cctz::local_time_zone)\b(?=[(@<:]|$)")
CORE = ["base", "time", "model", "syntax", "check", "migration", "ddl", "plan", "breaking", "forecast", "emit", "explain",
        "report", "compile", "recognise"]


def symbols(archive):
    out = subprocess.run(["nm", "-uC", str(archive)], capture_output=True, text=True, check=True).stdout
    return sorted({line.split(None, 1)[1] for line in out.splitlines() if line.strip().startswith("U ")})


for layer in CORE:
    archive = build / "compiler" / layer / f"libpschema_{layer}.a"
    found = [s for s in symbols(archive) if FORBIDDEN.search(s) and not s.startswith("pschema::") and not s.startswith("toml::")]
    check(not found, f"{layer} reads nothing of its surroundings {found}")

# The test can fail: the edge that reads zone files is caught by the same list.
edge = symbols(build / "compiler" / "zonefiles" / "libpschema_zonefiles.a")
check(any(FORBIDDEN.search(s) for s in edge), "the list of forbidden symbols finds them in an edge")
sys.exit(1 if failures else 0)
