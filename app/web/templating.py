"""Jinja for the pages: strict about names, escaping always, one way to make a page and one to make a fragment."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from app.web.pictures import BACK, FACES, ICONS, listed
from app.web.pieces import way
from app.web.static import address, folder

if TYPE_CHECKING:
    from app.web.preferences import Look

env = Environment(
    loader=FileSystemLoader(folder("templates")),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
env.globals.update(static=address, faces=FACES, back=BACK, icons=ICONS, way=way, listed=listed)
# The macro file is loaded once, and not again for every fragment.
env.globals["hx"] = env.get_template("_hx.html").module


def page(
    request: Request,
    name: str,
    context: Mapping[str, Any],
    *,
    look: "Look | None" = None,
    status_code: int = 200,
    headers: Mapping[str, str] | None = None,
) -> HTMLResponse:
    """A whole page. `look` is the player's, None where it isn't known: then the system's theme is followed."""
    html = env.get_template(name).render(**context, look=look, path=request.url.path)
    return HTMLResponse(html, status_code=status_code, headers=headers)


def fragment(name: str, context: Mapping[str, Any], *, status_code: int = 200) -> HTMLResponse:
    """Part of a page, for htmx to swap in."""
    return HTMLResponse(env.get_template(name).render(**context), status_code=status_code)


def wants_fragment(request: Request) -> bool:
    """Whether htmx asks: only ever trusted to choose the form of an answer."""
    return request.headers.get("hx-request") == "true"
