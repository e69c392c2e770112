"""docs/running.md: what it shows is run, read or verified, and every option on it is one that the command has.

An example that is tried is a block with a file's name behind its language.
"""

import configparser
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import psycopg2.extensions
import pytest
import yaml

import command_line
import psql
import pschema

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/running.md").read_text(encoding="utf-8")
TABLE = """CREATE TABLE issue_events (id uuid NOT NULL, organization_id bigint NOT NULL, payload jsonb NOT NULL,
    PRIMARY KEY (id, organization_id)) PARTITION BY RANGE (id);"""
BLOCKS = {name: text for _, name, text in re.findall(r"^```(\w+) (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)}
TRIED = {"pg_service.conf", "pschema-nightly", "pschema.cron", "pschema-nightly.service", "pschema-nightly.timer",
         "Dockerfile", "deployment.yaml", "cronjob.yaml", "review", "partitions.yml", ".gitlab-ci.yml"}


def documents():
    return {name: yaml.safe_load(text) for name, text in BLOCKS.items() if name.endswith((".yaml", ".yml"))}


def pod(document):
    spec = document["spec"]
    return (spec["jobTemplate"]["spec"]["template"] if document["kind"] == "CronJob" else spec["template"])["spec"]


def unit(name):
    parsed = configparser.RawConfigParser(strict=False)
    parsed.optionxform = str
    parsed.read_string(BLOCKS[name])
    return parsed


def install(name, folder):
    """The script of that name, as it stands on the page."""
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / name
    script.write_text(BLOCKS[name])
    script.chmod(0o755)
    return script


def environment(*folders, **more):
    found = psql.clean_environment(**more)
    folders = [*folders, os.path.dirname(os.path.abspath(pschema.program()))]
    found["PATH"] = os.pathsep.join([*map(str, folders), found.get("PATH", os.defpath)])
    return found


def run(words, cwd, env):
    return subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)


# --- The page


@pytest.mark.golden
def test_each_example_is_tried_here_and_none_is_gone():
    assert set(BLOCKS) == TRIED
    assert len(re.findall(r"^```(?!console)\w", PAGE, re.MULTILINE)) == len(TRIED)


@pytest.mark.golden
def test_each_command_line_on_the_page_is_one_of_the_program():
    commands = [" ".join(container["command"]) for document in documents().values() if "kind" in document
                for container in pod(document).get("initContainers", []) + pod(document)["containers"]
                if "command" in container]
    lines = re.findall(r"\bpschema [a-z]+ [^\n|;`]*", PAGE + "\n" + "\n".join(commands))
    assert len(lines) > 8
    for line in lines:
        _, name, *words = line.split()
        assert name in command_line.commands(), line
        assert {word.split("=")[0] for word in words if word.startswith("--")} <= set(command_line.options(name)), line
    spoken = set(re.findall(r"`(--[a-z-]+)`", PAGE))
    assert spoken <= {option for name in command_line.commands() for option in command_line.options(name)}


@pytest.mark.golden
def test_links_lead_somewhere():
    for target, place in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", PAGE):
        text = (ROOT / "docs" / target).read_text(encoding="utf-8") if target else PAGE
        anchors = [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
                   for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)]
        assert not place or place in anchors, (target, place)


# --- A night's run


@pytest.fixture
def connection(database, tmp_path):
    """The service file of the page, with the words of a real server."""
    real = psycopg2.extensions.parse_dsn(database.dsn)
    shown = configparser.RawConfigParser()
    shown.read_string(BLOCKS["pg_service.conf"])
    [section] = shown.sections()
    for key, value in real.items():
        shown.set(section, key, value)
    if "password" not in real:
        shown.remove_option(section, "password")
    with open(tmp_path / "pg_service.conf", "w", encoding="utf-8") as file:
        shown.write(file, space_around_delimiters=False)
    return {"PGSERVICEFILE": str(tmp_path / "pg_service.conf"), "PGSERVICE": section}


def partitions(database):
    return database.query("SELECT count(*) FROM pg_catalog.pg_partition_tree('public.issue_events')")


@pytest.mark.live
def test_nights_and_pods(database, connection, tmp_path):
    schemas = tmp_path / "schemas"
    schemas.mkdir()
    schema = schemas / "events.pschema"
    schema.write_text((ROOT / "schemas/event_store.pschema").read_text())
    folder, metrics = tmp_path / "migrations", tmp_path / "pschema.prom"
    script = install("pschema-nightly", tmp_path / "bin")
    env = environment(**connection, SCHEMAS=str(schemas), METRICS=str(metrics))

    none = run([script], tmp_path, env)
    assert none.returncode == 4 and "issue_events" in none.stderr  # there is no such table yet
    database.query(TABLE)
    pschema.run("compile", schema, "--dsn", database.dsn, "-o", folder).expect(0)
    first = run([script], tmp_path, env)
    assert (first.returncode, first.stdout, first.stderr) == (0, "", "")  # cron has nothing to mail
    made = partitions(database)
    assert made[0][0] > 1 and metrics.read_text().startswith("# HELP")
    quiet = run([script], tmp_path, env)
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")
    assert partitions(database) == made
    lost = run([script], tmp_path, {**env, "PGSERVICE": "nobody"})
    assert lost.returncode == 5 and lost.stderr

    # The unit and the pods run on what is there.
    commands = [shlex.split(unit("pschema-nightly.service")["Service"]["ExecStart"])]
    commands += [c["command"] + c.get("args", []) for document in documents().values() if "kind" in document
                 for c in pod(document).get("initContainers", []) + pod(document)["containers"] if "command" in c]
    for words in commands:
        for shown, real in (("/usr/bin/", ""), ("/etc/pschema/schemas", schemas), ("/var/lib/pschema", tmp_path),
                            ("/migrations", folder), ("/schemas", schemas)):
            words = [re.sub(f"(^|(?<= )){shown}", str(real), word) for word in words]
        assert run(words, tmp_path, env).returncode == 0, words
        assert run(words, tmp_path, {**env, "PGSERVICE": "nobody"}).returncode != 0, words


@pytest.mark.golden
def test_an_init_container_starts_where_another_pod_is_at_work(tmp_path):
    [container] = pod(documents()["deployment.yaml"])["initContainers"]
    words = container["command"] + container["args"]
    assert "apply /migrations --ok-if-locked" in words[-1]  # which makes 6 0
    for code, wanted in ((0, 0), (2, 0), (6, 1), (1, 1), (3, 1), (5, 1), (7, 1), (8, 1), (64, 1)):
        stub = tmp_path / "pschema"
        stub.write_text(f"#!/bin/sh\nexit {code}\n")
        stub.chmod(0o755)
        env = {**environment(), "PATH": f"{tmp_path}{os.pathsep}{os.environ.get('PATH', os.defpath)}"}
        assert run(words, tmp_path, env).returncode == wanted


@pytest.mark.golden
def test_crontab():
    lines = BLOCKS["pschema.cron"].splitlines()
    settings = dict(line.split("=", 1) for line in lines if re.match(r"\w+=", line))
    [job] = [line for line in lines if not re.match(r"\w+=", line)]
    *when, user, command = job.split()
    assert len(when) == 5 and user == "pschema" and command in BLOCKS
    for field, least, most in zip(when, (0, 0, 1, 1, 0), (59, 23, 31, 12, 7)):
        assert field == "*" or least <= int(field) <= most
    assert set(re.findall(r"\$([A-Z]+)", BLOCKS[command])) <= set(settings)
    assert settings["PGSERVICE"] in BLOCKS["pg_service.conf"] and "/usr/local/bin" in settings["PATH"]
    assert not any("%" in line for line in lines)  # cron would make a newline of it


@pytest.mark.golden
def test_units(tmp_path):
    service = unit("pschema-nightly.service")
    path = service["Service"]["ExecStart"].split()[0]
    assert path == "/usr/bin/pschema"  # where the package puts it
    assert f"/var/lib/{service['Service']['StateDirectory']}/" in service["Service"]["ExecStart"]
    assert service["Service"]["LoadCredential"].split(":")[0] in BLOCKS
    for name in ("pschema-nightly.service", "pschema-nightly.timer"):
        (tmp_path / name).write_text(BLOCKS[name].replace(path, os.path.abspath(pschema.program())))
    verified = subprocess.run(["systemd-analyze", "verify", "--man=no", "--recursive-errors=no",
                               *map(str, sorted(tmp_path.glob("pschema-nightly.*")))],
                              capture_output=True, text=True, timeout=60)
    assert verified.returncode == 0 and verified.stderr == ""
    [when] = re.findall(r"^OnCalendar=(.*)$", BLOCKS["pschema-nightly.timer"], re.MULTILINE)
    subprocess.run(["systemd-analyze", "calendar", when], check=True, capture_output=True, timeout=60)


# --- Kubernetes


@pytest.mark.golden
def test_pods_have_what_they_name():
    for name in ("deployment.yaml", "cronjob.yaml"):
        spec = pod(documents()[name])
        volumes = {volume["name"] for volume in spec["volumes"]}
        [container] = [c for c in spec.get("initContainers", []) + spec["containers"] if "command" in c]
        settings = {one["name"]: one["value"] for one in container["env"]}
        [mount] = container["volumeMounts"]
        assert mount["name"] in volumes and mount["readOnly"]
        assert settings["PGSERVICEFILE"] == mount["mountPath"] + "/pg_service.conf"
        assert settings["PGSERVICE"] in BLOCKS["pg_service.conf"]
        assert "password" not in BLOCKS[name]
    deployment = documents()["deployment.yaml"]["spec"]
    assert deployment["selector"]["matchLabels"] == deployment["template"]["metadata"]["labels"]
    assert pod(documents()["cronjob.yaml"])["restartPolicy"] == "Never"


@pytest.mark.golden
def test_image():
    lines = BLOCKS["Dockerfile"].splitlines()
    assert [line.split()[0] for line in lines] == ["FROM", "COPY", "RUN", "COPY", "COPY", "USER"]
    run_line = lines[2].removeprefix("RUN ")
    assert subprocess.run(["sh", "-nc", run_line], timeout=60).returncode == 0
    assert [line.split()[2] for line in lines[3:5]] == ["/schemas/", "/migrations/"]
    assert lines[5] == f"USER {pod(documents()['cronjob.yaml'])['securityContext']['runAsUser']}:65532"


# --- Pipelines


def git(folder, *words):
    done = run(["git", "-c", "user.name=n", "-c", "user.email=e@example.com", *words], folder, psql.clean_environment())
    assert done.returncode == 0, done.stderr
    return done.stdout


def commit(folder):
    git(folder, "add", "-A", "schemas", "catalog.toml", "migrations", "ci")
    git(folder, "commit", "-qm", "a change")


@pytest.fixture
def repository(tmp_path):
    """Cloned from one whose main branch has a schema and its files."""
    origin = tmp_path / "origin"
    (origin / "schemas").mkdir(parents=True)
    for name, place in (("events.pschema", "schemas/events.pschema"), ("catalog.toml", "catalog.toml")):
        shutil.copy(ROOT / "tests/pages" / name, origin / place)
    install("review", origin / "ci")
    git(origin, "init", "-q", "-b", "main")
    compiled = pschema.run("compile", "schemas/", "--catalog", "catalog.toml", "-o", "migrations/", cwd=origin)
    assert compiled.exit in (0, 3), compiled.err
    commit(origin)
    git(tmp_path, "clone", "-q", str(origin), "clone")
    git(tmp_path / "clone", "switch", "-qc", "change")
    return tmp_path / "clone"


def stub(folder, name):
    """A program that keeps how it was called and the plan that it was given."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text('#!/bin/sh\nprintf "%s\\n" "$@" > "$0.said"\ncat plan.md >> "$0.said"\n')
    (folder / name).chmod(0o755)
    return folder / f"{name}.said"


def github(repository):
    """Each step's exit code, and what was posted."""
    said = stub(repository.parent / "bin", "gh")
    job = documents()["partitions.yml"]["jobs"]["review"]
    env = environment(said.parent, GITHUB_BASE_REF="main", NUMBER="12")
    ends = [run(["bash", "-e", "-c", step["run"]], repository, env).returncode for step in job["steps"] if "run" in step]
    return ends, said.read_text()


def gitlab(repository):
    said = stub(repository.parent / "bin", "curl")
    job = documents()[".gitlab-ci.yml"]["partitions"]
    env = environment(said.parent, CI_MERGE_REQUEST_TARGET_BRANCH_NAME="main", PLAN_TOKEN="t", CI_PROJECT_ID="3",
                      CI_API_V4_URL="https://gitlab.example.com/api/v4", CI_MERGE_REQUEST_IID="12")
    ends = [run(["bash", "-eo", "pipefail", "-c", "\n".join(job[part])], repository, env).returncode
            for part in ("script", "after_script")]
    return ends, said.read_text()


@pytest.mark.golden
@pytest.mark.parametrize("pipeline, good", [(github, [0, 0, 0]), (gitlab, [0, 0])], ids=["github", "gitlab"])
def test_pipelines(pipeline, good, repository):
    def ends_with(code):
        ends, posted = pipeline(repository)
        assert ends == [code, *good[1:]]
        assert "12" in posted and "plan for public." in posted and posted.count("```") == 2
        return posted

    ends_with(0)  # nothing has changed
    schema = repository / "schemas/events.pschema"
    before = schema.read_text()
    more = before.replace("current and 1 after", "current and 9 after")
    assert more != before
    schema.write_text(more)
    commit(repository)
    assert "wanted by `create current and 9 after`" in ends_with(1)  # its files are missing; the run has written them
    git(repository, "add", "migrations")
    commit(repository)
    ends_with(0)
    less = more.replace("current and 11 before", "current and 1 before")
    assert less != more
    schema.write_text(less)
    pschema.run("compile", "schemas/", "--catalog", "catalog.toml", "-o", "migrations/", cwd=repository)
    commit(repository)
    ends_with(3)  # a retention that became shorter


@pytest.mark.golden
def test_workflows_have_the_form_that_is_asked():
    workflow = documents()["partitions.yml"]
    assert workflow[True] == "pull_request"  # `on`, as YAML 1.1 reads it
    assert workflow["permissions"]["pull-requests"] == "write"
    job = workflow["jobs"]["review"]
    assert job["steps"][0]["with"]["fetch-depth"] == 0
    posting = [step for step in job["steps"] if "gh pr" in step.get("run", "")]
    assert [step["if"] for step in posting] == ["${{ !cancelled() }}"]
    used = {word for step in job["steps"] for word in re.findall(r"\$([A-Z_]+)", step.get("run", ""))}
    given = {name for step in job["steps"] for name in step.get("env", {})}
    assert used <= given | {"GITHUB_BASE_REF"}
    for line in documents()[".gitlab-ci.yml"]["partitions"]["script"]:
        assert shlex.split(line)
