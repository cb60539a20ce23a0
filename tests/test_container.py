"""The container files, as far as they can be tried without a container engine: what they say, and what they do."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from app.config import Config, variable
from tests.serving import Served, environment, serving

ROOT = Path(__file__).resolve().parent.parent
VENV = "/opt/scoundrel"

Instruction = tuple[str, str]


def stages() -> list[list[Instruction]]:
    """The Dockerfile's instructions, a list a stage: [("FROM", "${BASE} AS build"), ("RUN", "python3 ..."), ...]."""
    text = re.sub(r"\\\n\s*", " ", (ROOT / "Dockerfile").read_text())
    found: list[list[Instruction]] = []
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if not line.strip() or line.startswith("#") or word == "ARG":
            continue
        if word == "FROM":
            found.append([])
        found[-1].append((word, rest))
    return found


def only(word: str) -> str:
    """What stands after this word, of which the final stage has one."""
    (found,) = [rest for name, rest in stages()[-1] if name == word]
    return found


def settings() -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in shlex.split(only("ENV")))


def health_check() -> list[str]:
    command: list[str] = json.loads(only("HEALTHCHECK").partition("CMD ")[2])
    return command


COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
GAMES = [COMPOSE["services"]["scoundrel"], COMPOSE["services"]["on-postgres"]]


def test_the_linter_has_nothing_to_say():
    linter = Path(sys.executable).parent / "hadolint"
    linted = subprocess.run(
        [linter, "--no-color", ROOT / "Dockerfile"], capture_output=True, text=True, timeout=60, check=False
    )
    assert (linted.returncode, linted.stdout) == (0, "")
    assert "hadolint ignore" not in (ROOT / "Dockerfile").read_text()


def test_the_image_runs_as_nobody_in_particular_and_can_be_told_to_stop():
    assert only("USER") == "10001:10001"
    assert only("VOLUME") == "/data"
    assert only("STOPSIGNAL") == "SIGTERM"
    assert json.loads(only("CMD")) == ["python", "-m", "app"], "no shell between the signal and the server"
    assert settings()["SCOUNDREL_DATABASE_URL"] == "sqlite:////data/scoundrel.db"
    assert settings()["SCOUNDREL_HOST"] == "0.0.0.0"
    assert settings()["PYTHONDONTWRITEBYTECODE"] == "1"


def test_only_what_was_built_goes_into_the_final_stage():
    copied = [rest for word, rest in stages()[-1] if word in {"COPY", "ADD"}]
    assert copied == [f"--from=build {VENV} {VENV}"]


def test_everything_that_is_copied_is_let_through_to_the_builder():
    let_through = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {name for word, rest in stages()[0] if word == "COPY" for name in rest.split()[:-1]}
    assert copied == let_through
    assert all((ROOT / name).exists() for name in copied)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the first stage builds, in a folder instead of at the root: each COPY and RUN in turn."""
    root = tmp_path_factory.mktemp("image")
    source = root / "src"
    source.mkdir()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for word, rest in stages()[0]:
        if word == "COPY":
            *names, target = rest.split()
            for name in names:
                if (ROOT / name).is_dir():
                    shutil.copytree(ROOT / name, source / target, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    shutil.copy(ROOT / name, source / target)
        elif word == "RUN":
            command = rest.replace(VENV, f"{root}{VENV}")
            ran = subprocess.run(
                ["/bin/sh", "-c", command],
                cwd=source,
                env=environment() | {"PATH": path},
                capture_output=True,
                text=True,
                timeout=300,
                check=False,
            )
            assert ran.returncode == 0, f"{command}\n{ran.stdout}\n{ran.stderr}"
        else:
            assert word in {"FROM", "ENV", "WORKDIR"}, f"the test doesn't know {word}"
    return root


@pytest.fixture
def contained(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """The server as the final stage starts it, but on the loopback and with its volume in a folder."""
    (tmp_path / "data").mkdir()
    told = {name: text.replace("/data/", f"{tmp_path}/data/") for name, text in settings().items()}
    command = json.loads(only("CMD"))
    program = f"{built}{VENV}/bin/{command[0]}"
    ours = {name.removeprefix("SCOUNDREL_").lower(): text for name, text in told.items() if "SCOUNDREL_" in name}
    python = [f"{name}={text}" for name, text in told.items() if name.startswith("PYTHON")]
    with serving(
        tmp_path, ["/usr/bin/env", *python, program, *command[1:]], **(ours | {"host": "127.0.0.1", "port": "0"})
    ) as server:
        yield server


def test_what_is_built_serves_and_ends_within_5_seconds_of_sigterm(built: Path, contained: Served, tmp_path: Path):
    before = sorted((built / "opt").rglob("*"))
    assert any(file.suffix == ".pyc" and "app" in file.parts for file in before), "compiled while it is built"
    assert contained.get("/").status_code == 200
    assert (tmp_path / "data" / "scoundrel.db").exists()
    code, seconds = contained.stop()
    assert code == 0
    assert seconds < 5
    assert sorted((built / "opt").rglob("*")) == before, "nothing is written outside of the volume"


def test_the_health_check_tells_a_server_that_answers_from_one_that_is_gone(built: Path, contained: Served):
    program, *arguments = health_check()

    def healthy() -> bool:
        checked = subprocess.run(
            [f"{built}{VENV}/bin/{program}", *arguments],
            env=environment(port=str(contained.port)) | {"http_proxy": "http://127.0.0.1:9"},
            capture_output=True,
            timeout=30,
            check=False,
        )
        return checked.returncode == 0

    assert healthy()
    contained.stop()
    assert not healthy()


def test_the_pinned_packages_are_what_the_project_asks_for():
    lock = (ROOT / "requirements.lock").read_text()
    assert "://" not in lock, "no registry's address"
    pins = re.findall(r"^([\w.-]+)==(\S+)", lock, re.MULTILINE)
    pinned: dict[str, list[str]] = {}
    for name, version in pins:
        pinned.setdefault(canonicalize_name(name), []).append(version)
    for line in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]:
        asked = Requirement(line)
        versions = pinned.get(canonicalize_name(asked.name), [])
        assert versions, f"{asked.name} is not pinned: make lock"
        assert all(asked.specifier.contains(Version(version)) for version in versions), f"{asked}: make lock"
    assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}", lock)) >= len(pins)


@pytest.mark.parametrize("game", GAMES, ids=["sqlite", "postgresql"])
def test_both_games_are_composed_with_nothing_to_spare(game: dict[str, Any]):
    assert game["read_only"] is True
    assert game["tmpfs"] == ["/tmp"]
    assert game["cap_drop"] == ["ALL"]
    assert game["security_opt"] == ["no-new-privileges:true"]
    assert all(port.startswith("127.0.0.1:") for port in game["ports"])
    assert set(game["environment"]) <= {variable(field) for field in Config.model_fields}
    assert game["healthcheck"]["test"] == ["CMD", *health_check()]


def test_the_game_on_sqlite_starts_by_itself_and_keeps_its_file_in_a_volume():
    game = COMPOSE["services"]["scoundrel"]
    assert "profiles" not in game
    assert game["environment"]["SCOUNDREL_DATABASE_URL"] == settings()["SCOUNDREL_DATABASE_URL"]
    (volume,) = game["volumes"]
    assert volume == "games:/data"
    assert "games" in COMPOSE["volumes"]


def test_the_game_on_postgresql_waits_until_its_database_is_healthy():
    game, database = COMPOSE["services"]["on-postgres"], COMPOSE["services"]["database"]
    assert game["profiles"] == database["profiles"] == ["postgres"]
    assert game["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert database["image"].startswith("postgres:16")
    assert "pg_isready" in database["healthcheck"]["test"]
    url = game["environment"]["SCOUNDREL_DATABASE_URL"].replace("${SCOUNDREL_DB_PASSWORD:-}", "pw")
    assert Config(database_url=url).database_url == "postgresql://scoundrel:pw@database/scoundrel"
    assert database["environment"]["POSTGRES_PASSWORD"] == "${SCOUNDREL_DB_PASSWORD:-}"
    assert "SCOUNDREL_DB_PASSWORD" not in {variable(field) for field in Config.model_fields}
