"""The settings: what may stand in each variable, and what a wrong one is told."""

import os
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from app.config import PREFIX, Config, complaints, variable

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.upper().startswith(PREFIX):
            monkeypatch.delenv(name)


def wrong(monkeypatch: pytest.MonkeyPatch, **variables: str) -> list[str]:
    for name, text in variables.items():
        monkeypatch.setenv(name, text)
    with pytest.raises(ValidationError) as caught:
        Config()
    return complaints(caught.value)


def test_a_server_needs_no_settings_at_all():
    config = Config()
    assert config.database_url == "sqlite:///var/scoundrel.db"
    assert (config.host, config.port, config.workers) == ("127.0.0.1", 8000, 1)
    assert config.secret is None
    assert config.trusted_proxies == "127.0.0.1"
    assert (config.new_games_per_minute, config.writes_per_minute, config.body_limit) == (60, 600, 16384)
    assert config.sweep_after_hours == 24


def test_every_field_is_described_and_has_its_variable():
    for name, field in Config.model_fields.items():
        assert field.description, name
        assert field.description.endswith("."), name
        assert variable(name) == "SCOUNDREL_" + name.upper()


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SCOUNDREL_DATABASE_URL", "postgresql://me:pw@localhost/games")
    monkeypatch.setenv("SCOUNDREL_PORT", "0")
    monkeypatch.setenv("SCOUNDREL_SECRET", "0123456789abcdef")
    monkeypatch.setenv("SCOUNDREL_ACCESS_LOG", "true")
    config = Config()
    assert config.database_url == "postgresql://me:pw@localhost/games"
    assert config.port == 0
    assert config.secret == SecretStr("0123456789abcdef")
    assert config.access_log


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SCOUNDREL_SECRET", "")
    monkeypatch.setenv("SCOUNDREL_DATABASE_URL", "")
    assert Config().secret is None
    assert Config().database_url == "sqlite:///var/scoundrel.db"


def test_settings_are_frozen():
    with pytest.raises(ValidationError):
        Config().port = 1  # type: ignore[misc]


def test_a_field_that_does_not_exist_is_refused():
    with pytest.raises(ValidationError):
        Config(prot=1)


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:///var/scoundrel.db",
        "sqlite:////data/scoundrel.db",
        "sqlite:///games with spaces.db",
        "postgresql://u:p@db.example:5432/scoundrel",
        "postgresql:///scoundrel?host=/run/postgresql",
    ],
)
def test_addresses_of_databases_that_are_taken(url: str):
    assert Config(database_url=url).database_url == url


@pytest.mark.parametrize(
    "url",
    [
        "mysql://h/d",
        "postgres://u@h/d",
        "scoundrel.db",
        "sqlite://scoundrel.db",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///games.db?mode=ro",
        "postgresql://host",
        "postgresql://host/",
    ],
)
def test_addresses_of_databases_that_are_refused_by_name(monkeypatch: pytest.MonkeyPatch, url: str):
    (line,) = wrong(monkeypatch, SCOUNDREL_DATABASE_URL=url)
    assert line.startswith("SCOUNDREL_DATABASE_URL: ")
    assert "\n" not in line


def test_each_wrong_variable_has_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch):
    lines = wrong(monkeypatch, SCOUNDREL_PORT="many", SCOUNDREL_WORKERS="0", SCOUNDREL_LOG_LEVEL="loud")
    assert [line.split(":")[0] for line in lines] == ["SCOUNDREL_PORT", "SCOUNDREL_WORKERS", "SCOUNDREL_LOG_LEVEL"]


def test_a_complaint_never_repeats_a_secret(monkeypatch: pytest.MonkeyPatch):
    lines = wrong(monkeypatch, SCOUNDREL_SECRET="hush", SCOUNDREL_DATABASE_URL="postgresql://u:hush@h")
    assert lines == [
        "SCOUNDREL_DATABASE_URL: names no database, as in postgresql://user:password@host/scoundrel",
        "SCOUNDREL_SECRET: needs 16 characters or more",
    ]


@pytest.mark.parametrize(
    ("url", "hidden"),
    [
        ("postgresql://u:se/cret@host/db", ("se/", "cret")),
        ("postgresql://u:p@host:abc/db", ("u:p", "p@", "abc")),
        ("postgresql://u:hush@host:65536/db", ("hush",)),
    ],
)
def test_a_port_that_is_none_is_refused_without_a_part_of_the_password(
    monkeypatch: pytest.MonkeyPatch, url: str, hidden: tuple[str, ...]
):
    (line,) = wrong(monkeypatch, SCOUNDREL_DATABASE_URL=url)
    assert line.startswith("SCOUNDREL_DATABASE_URL: has a port that is no number")
    assert not [part for part in hidden if part in line]


def test_a_secret_is_not_shown_when_the_settings_are_printed():
    assert "hush" not in repr(Config(secret="hush" * 4, database_url="postgresql://u:hush@h/d"))


def test_the_readme_lists_every_setting_as_it_is():
    def shown(default: object) -> str:
        return "unset" if default is None else f"`{str(default).lower() if isinstance(default, bool) else default}`"

    rows = [line for line in (ROOT / "README.md").read_text().splitlines() if line.startswith(f"| `{PREFIX}")]
    assert rows == [
        f"| `{variable(name)}` | {shown(field.default)} | {field.description} |"
        for name, field in Config.model_fields.items()
    ]
