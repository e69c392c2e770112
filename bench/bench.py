"""Runs figures and prints what they are. Called by scripts/bench, which installs and builds what it needs; see there."""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path[:0] = [HERE, os.path.join(ROOT, "tests", "live")]

import psql     # noqa: E402
import servers  # noqa: E402
from figures import apply, compiling, latency, locks, maintain, planning, size, snapshot  # noqa: E402
from report import as_json, as_table, as_text  # noqa: E402

FIGURES = {"planning": planning, "compile": compiling, "snapshot": snapshot, "apply": apply, "maintain": maintain,
           "latency": latency, "locks": locks, "size": size}


@dataclass
class Bench:
    """What the figures share."""

    build: str          # build/release
    peers: str          # the Python of the virtual environment with pg-partsmith; empty where it could not be made
    quick: bool
    folder: str         # for files; gone at the end

    @property
    def pschema(self):
        return os.path.join(self.build, "cli", "pschema")

    def times(self, many):
        """How often something is run: a third of it with --quick."""
        return max(many // 3, 1) if self.quick else many

    def server(self):
        return servers.server(servers.debian_major())


def said(*command):
    """The first line that a command says, or that it is missing."""
    if not command[0] or not shutil.which(command[0]):
        return "missing"
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout.splitlines()[0] if done.returncode == 0 and done.stdout else "missing"


def cpu():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{len(names)} × {names[0]}" if names else platform.machine()


def memory():
    with open("/proc/meminfo", encoding="utf-8") as file:
        return f"{int(file.readline().split()[1]) // 1024 // 1024} GiB"


def surroundings(bench):
    ask = "import importlib.metadata as m; print(m.version('pg-partsmith'), m.version('SQLAlchemy'))"
    return {
        "machine": f"{cpu()}, {memory()}, {platform.system()} {platform.release()}",
        "load before": "%.1f %.1f %.1f" % os.getloadavg(),
        "system": said("sh", "-c", ". /etc/os-release && echo $PRETTY_NAME"),
        "pschema": said(bench.pschema, "--version"),
        "commit": said("git", "-C", ROOT, "describe", "--always", "--dirty"),
        "compiler": said("c++", "--version"),
        "server": said(os.path.join(servers.bin_directory(servers.debian_major()), "postgres"), "--version"),
        "psql": said(psql.PROGRAM, "--version"),
        "pg-partsmith, SQLAlchemy": said(bench.peers, "-c", ask),
        "pg_partman": said("dpkg-query", "-W", "-f", "${Version}\n", f"postgresql-{servers.debian_major()}-partman"),
        "python": platform.python_version(),
        "command": "scripts/bench " + " ".join(sys.argv[1:]),
    }


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measures pschema against its peers.")
    parser.add_argument("--only", default=",".join(FIGURES), metavar="FIGURE,…", help="of: " + ", ".join(FIGURES))
    parser.add_argument("--quick", action="store_true", help="fewer runs and smaller trees: a look, no figure to quote")
    parser.add_argument("--json", metavar="FILE", help="write all that was measured")
    parser.add_argument("--table", metavar="FILE", help="write the table of docs/performance.md")
    given = parser.parse_args()
    unknown = [name for name in given.only.split(",") if name not in FIGURES]
    if unknown:
        parser.error(f"there is no figure {', '.join(unknown)}; there are {', '.join(FIGURES)}")
    return given


def main():
    given = arguments()
    rows = []
    with tempfile.TemporaryDirectory(prefix="pschema-bench-") as folder:
        os.chmod(folder, 0o755)  # a server that root starts runs as another user
        bench = Bench(os.environ.get("PSCHEMA_BENCH_BUILD", os.path.join(ROOT, "build", "release")),
                      os.environ.get("PSCHEMA_BENCH_PEERS", ""), given.quick, folder)
        around = surroundings(bench)
        for what, value in around.items():
            print(f"{what}: {value}")
        try:
            for name in given.only.split(","):
                for row in FIGURES[name].rows(bench):
                    rows.append(row)
                    print("\n" + as_text(row), flush=True)
        finally:
            servers.stop_all()
    for path, text in ((given.json, as_json(rows, around)), (given.table, as_table(rows))):
        if path:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


if __name__ == "__main__":
    main()
