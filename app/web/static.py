"""Static files: their addresses carry a fingerprint of the content, so that a browser may keep them for good."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import URL
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_PACKAGE = Path(__file__).resolve().parent.parent


def folder(name: str) -> Path:
    """Where `templates` or `static` lie: inside the installed package, else beside it in a checkout."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


@cache
def fingerprint(path: str) -> str:
    """The first 10 hexadecimal digits of the file's SHA-256. Raises FileNotFoundError, at the first page that asks."""
    return sha256((folder("static") / path).read_bytes()).hexdigest()[:10]


@cache
def address(path: str) -> str:
    """The address of a static file, `css/table.css` say, as pages name it."""
    return f"/static/{path}?v={fingerprint(path)}"


class _Fingerprinted(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if response.status_code in (200, 304):
            # Style sheets name fonts without a fingerprint; a font's bytes never change under one name.
            asked = path.startswith("fonts/") or URL(scope=scope).query == f"v={fingerprint(path)}"
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if asked else "no-cache"
        return response


def files() -> StaticFiles:
    """The application that serves `static/`; immutable for a year under the right fingerprint, else revalidated."""
    return _Fingerprinted(directory=folder("static"))
