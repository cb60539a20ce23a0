"""The schema's migrations: numbered files of SQL that both databases understand, applied once and in order."""

from dataclasses import dataclass
from pathlib import Path

from app.store.protocol import SchemaTooNew

FOLDER = Path(__file__).parent / "migrations"

# The table that says which migrations are in has to be there before the first of them.
META = "CREATE TABLE IF NOT EXISTS meta (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)"
VERSION = "SELECT value FROM meta WHERE name = 'schema'"
RECORD = """
INSERT INTO meta (name, value) VALUES ('schema', $1)
ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value
"""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema: its number (1, 2, ...) and its statements. Never changed once it was released."""

    number: int
    sql: str


def migrations(folder: Path = FOLDER) -> tuple[Migration, ...]:
    """All of them in order. Raises ValueError when the numbers have a gap or one is there twice."""
    found = tuple(
        Migration(int(file.name.partition("_")[0]), file.read_text(encoding="utf-8"))
        for file in sorted(folder.glob("*.sql"))
    )
    if [each.number for each in found] != list(range(1, len(found) + 1)):
        raise ValueError(f"migrations are numbered from 1 without a gap: {[each.number for each in found]}")
    return found


def missing(version: str | None, known: tuple[Migration, ...]) -> tuple[Migration, ...]:
    """Those that a schema of this recorded version (None for an empty database) has yet to see. Raises SchemaTooNew."""
    number = int(version or 0)
    if number > len(known):
        raise SchemaTooNew(f"the database has schema {number}, this version of the game knows {len(known)}")
    return known[number:]
