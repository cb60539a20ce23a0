"""Jinja for the pages: strict about names, escaping always, one way to make a page and one to make a fragment."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from app.web.pictures import BACK, FACES, ICONS, listed
from app.web.pieces import places
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
env.globals.update(static=address, faces=FACES, back=BACK, icons=ICONS, places=places, listed=listed, number=number)
# The macro file is loaded once, and not again for every fragment.
_HX = env.get_template("_hx.html").module
_POST: str = _HX.post("ADDRESS")  # type: ignore[attr-defined]


def _post(address: str) -> Markup:
    """The attributes of a form that posts there: the macro's, without a call of a macro for each form of each move."""
    return Markup(_POST.replace("ADDRESS", address))  # noqa: S704 - addresses are made of ids, which are url-safe


env.globals.update(hx=_HX, post=_post, hx_said=_HX.said())  # type: ignore[attr-defined]

_PIECES = env.get_template("table/_pieces.html").module
for _name in ("depth", "vitals", "arms", "avoiding"):
    # Pure functions of the values they are given, and some 5 KB at the most: 2,048 of each are 20 MB in all.
    env.globals[_name] = lru_cache(maxsize=2048)(getattr(_PIECES, _name))


_template = cache(env.get_template)


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
    """Part of a page, for htmx to swap in; it finds `swapped` defined."""
    template = _template(name)
    # What `render` does, but for one thing: that looks through every global name again at every call.
    names = template.new_context({**env.globals, **context, "swapped": True}, shared=True)
    html = "".join(template.root_render_func(names))
    return HTMLResponse(html, status_code=status_code)


def wants_fragment(request: Request) -> bool:
    """Whether htmx asks: only ever trusted to choose the form of an answer."""
    return request.headers.get("hx-request") == "true"
