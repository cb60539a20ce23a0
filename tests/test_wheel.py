"""The built wheel, installed where nothing else is: it holds all that it needs, and serves from anywhere."""

import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.serving import environment, serving

ROOT = Path(__file__).resolve().parent.parent
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
}


def run(*command: str | Path, cwd: Path) -> str:
    """What the command printed; the test fails with all of it if the command does."""
    ended = subprocess.run(
        command, cwd=cwd, env=environment(), capture_output=True, text=True, timeout=300, check=False
    )
    assert ended.returncode == 0, f"{command}\n{ended.stdout}\n{ended.stderr}"
    return ended.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("scoundrel-*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment that holds the wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("empty")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    python = folder / "venv" / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", wheel, cwd=folder)
    return python


def test_the_wheel_holds_the_app_its_templates_and_its_static_files_and_nothing_else(wheel: Path):
    held = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {
        inside + str(file.relative_to(ROOT / folder))
        for folder, inside in (("app", "app/"), ("templates", "app/templates/"), ("static", "app/static/"))
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert held == expected


def test_the_installed_wheel_serves_from_another_folder(python: Path, tmp_path: Path):
    where = run(python, "-c", "import app; print(app.__file__)", cwd=tmp_path).strip()
    assert Path(where).is_relative_to(python.parent.parent), "it is not the checkout that is tried"
    database = tmp_path / "games" / "of mine.db"
    command = [python, "-W", "error", "-m", "app"]
    with serving(tmp_path, command, database_url=f"sqlite:///{database}") as server:
        page = server.get("/")
        assert page.status_code == 200
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert server.get("/healthz").status_code == 200
        needed = set(re.findall(r'(?:href|src)="/(static/[^"#]+)', page.text))
        assert needed
        for address in needed:
            answer = server.get(address)
            assert answer.status_code == 200, address
            assert answer.headers["content-type"].split(";")[0] == KINDS[Path(address.split("?")[0]).suffix], address
        assert server.stop()[0] == 0
    assert database.exists()


def test_the_installed_wheel_has_a_command_of_its_own(python: Path, tmp_path: Path):
    with serving(tmp_path, [python.parent / "scoundrel"]) as server:
        assert server.get("/").status_code == 200
        assert server.stop()[0] == 0
