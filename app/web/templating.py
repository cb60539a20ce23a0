"""Jinja for the pages: strict about names, escaping always."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse

from app.web.pictures import BACK, FACES, ICONS, listed
from app.web.static import address, folder
from app.words import number

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
env.globals.update(static=address, faces=FACES, back=BACK, icons=ICONS, listed=listed, number=number)
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


def see_other(address: str) -> RedirectResponse:
    """The answer to a form that worked: look there."""
    return RedirectResponse(address, status_code=303)


def wants_fragment(request: Request) -> bool:
    """Whether htmx asks: only ever trusted to choose the form of an answer."""
    return request.headers.get("hx-request") == "true"
