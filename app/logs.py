"""How a server's log lines look: for people, or one JSON object a line for collectors. All of them go to stderr."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from app.config import Config


class TextLines(logging.Formatter):
    """`2026-01-31T12:00:00.000Z warning app.store: ...`, and a traceback below it where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of text, with its time in UTC."""
        line = f"{moment(record)} {record.levelname.lower()} {record.name}: {record.getMessage()}"
        return line if record.exc_info is None else f"{line}\n{self.formatException(record.exc_info)}"


class JsonLines(logging.Formatter):
    """One JSON object a line: `time`, `level`, `logger`, `message`, and `exception` where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one JSON object, with its time in UTC."""
        line = {
            "time": moment(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info is not None:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def moment(record: logging.LogRecord) -> str:
    """When the record was made, UTC, to the millisecond, as RFC 3339 writes it."""
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def logging_plan(config: Config) -> dict[str, Any]:
    """What `logging.config.dictConfig` is told, for the product's own lines and uvicorn's.

    Uvicorn's account of its own starting and stopping is left out, unless the level is debug.
    """
    level = config.log_level.upper()
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": JsonLines if config.log_format == "json" else TextLines}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "app": {"level": level},
            "uvicorn": {"level": "WARNING" if level == "INFO" else level},
            "uvicorn.access": {"level": "INFO" if config.access_log else "WARNING"},
        },
    }
