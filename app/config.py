"""The settings of a server, all from the environment: one class, each field one variable `SCOUNDREL_<NAME>`."""

from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "SCOUNDREL_"


def _a_known_database(url: str) -> str:
    """The address itself, if it is of one of the two kinds that the store opens; else ValueError with the way out."""
    if url.startswith("sqlite:///"):
        path = url.removeprefix("sqlite:///")
        if not path.strip("/") or path.startswith(":memory:"):
            raise ValueError("needs a file after sqlite:///, as in sqlite:///var/scoundrel.db")
        if "?" in path or "#" in path:
            raise ValueError("takes a plain path after sqlite:///, with no ? or # in it")
        return url
    if url.startswith("postgresql://"):
        parts = urlsplit(url)
        try:
            _ = parts.port
        except ValueError:
            # The error's own words quote the address, and with it perhaps the password.
            raise ValueError(
                "has a port that is no number from 0 to 65535; in a password, write / as %2F and : as %3A"
            ) from None
        if not parts.path.strip("/"):
            raise ValueError("names no database, as in postgresql://user:password@host/scoundrel")
        return url
    raise ValueError("must begin with sqlite:/// or postgresql://")


def _long_enough(secret: SecretStr | None) -> SecretStr | None:
    """The secret itself, unless it could be guessed: ValueError for fewer than 16 characters."""
    if secret is not None and len(secret.get_secret_value()) < 16:
        raise ValueError("needs 16 characters or more")
    return secret


class Config(BaseSettings):
    """What a server is told from outside. Frozen; read once, when the server starts.

    `Config()` reads the environment; keyword arguments (the field names) win over it. A wrong value is a
    `ValidationError`, which `complaints` puts into words. An empty variable counts as unset.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    database_url: Annotated[str, AfterValidator(_a_known_database)] = Field(
        default="sqlite:///var/scoundrel.db",
        repr=False,
        description="Where games are kept: `sqlite:///relative/path`, `sqlite:////absolute/path` (made on first start, "
        "with its folder) or `postgresql://user:password@host/database`.",
    )
    host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="The address to listen on; `0.0.0.0` is every one of the machine's.",
    )
    port: int = Field(
        default=8000,
        ge=0,
        le=65535,
        description="The port to listen on; `0` takes a free one, and the line at the start says which.",
    )
    secret: Annotated[SecretStr | None, AfterValidator(_long_enough)] = Field(
        default=None,
        description="Keys the fingerprints under which the store knows player cookies, 16 characters or more. "
        "Unset, one is made at the first start and kept in the store. Changing it parts players from their games.",
    )
    workers: int = Field(
        default=1,
        ge=1,
        le=64,
        description="How many server processes share the port.",
    )
    trusted_proxies: str = Field(
        default="127.0.0.1",
        description="Whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed: addresses and networks with commas "
        "between, `*` for everybody's, `none` for nobody's.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info",
        description="The least weighty line that is logged: `debug`, `info`, `warning` or `error`.",
    )
    log_format: Literal["text", "json"] = Field(
        default="text",
        description="How a log line looks: `text` for people, `json` (one object a line) for collectors.",
    )
    access_log: bool = Field(
        default=False,
        description="Whether each request is a log line as well; a proxy in front usually writes them already.",
    )
    new_games_per_minute: int = Field(
        default=60,
        ge=0,
        description="New games that one client may begin in a minute, in one server process; `0` is no limit.",
    )
    writes_per_minute: int = Field(
        default=600,
        ge=0,
        description="Moves and other writes of one client in a minute, in one server process; `0` is no limit.",
    )
    body_limit: int = Field(
        default=16384,
        ge=1024,
        description="The largest request body that is read, in bytes.",
    )
    sweep_after_hours: int = Field(
        default=24,
        ge=1,
        description="After how many hours a fresh deal that nobody touched is swept away.",
    )


def variable(field: str) -> str:
    """The environment variable that sets a field: `port` is set by `SCOUNDREL_PORT`."""
    return PREFIX + field.upper()


def complaints(error: ValidationError) -> list[str]:
    """What is wrong with the settings: one line a variable, which it names. Values, maybe secret, are left out."""
    return [
        f"{variable(str(flaw['loc'][0]))}: {flaw['msg'].removeprefix('Value error, ')}"
        for flaw in error.errors(include_url=False, include_input=False)
    ]
