"""What is answered when something can't be done: a problem document to programs, a small clean page to people."""

import json
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import app.web.description as description
from app.engine import IllegalMove
from app.store import NoSuchGame, StoreUnavailable, UnreadableGame
from app.web.rate import TooManyRequests
from app.web.templating import page, wants_fragment

log = logging.getLogger(__name__)

JSON = "application/json"
STORE_RETRY_SECONDS = 5
MOST_FLAWS = 20
"""How many flaws of one body are told at most."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem that programs may tell apart: its status, and a title that is always the same."""

    status: int
    title: str


KINDS = MappingProxyType(
    {
        "cross-site": Kind(403, "Sent by another site"),
        "not-found": Kind(404, "Nothing here"),
        "no-such-game": Kind(404, "No such game"),
        "unreadable-game": Kind(404, "This game can't be read"),
        "method-not-allowed": Kind(405, "Not done this way"),
        "stale-turn": Kind(409, "The game has moved on"),
        "too-large": Kind(413, "Too large"),
        "illegal-move": Kind(422, "Not a legal move"),
        "bad-request": Kind(422, "The request can't be read"),
        "too-many-requests": Kind(429, "Too many requests"),
        "server-error": Kind(500, "Something broke here"),
        "store-unavailable": Kind(503, "The games can't be reached"),
    }
)
"""Every kind by the name that ends a problem document's `type`, `/docs#problem-<name>`."""

NO_SUCH_GAME = "There is no game here, or it is another player's and still running."
STALE_TURN = "The game has moved on: it is at turn {turn} now."
STORE_UNAVAILABLE = "The games can't be reached just now. Nothing was lost; try again in a moment."

_KIND_OF_STATUS = MappingProxyType(
    {403: "cross-site", 404: "not-found", 405: "method-not-allowed", 413: "too-large", 500: "server-error"}
)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is to be answered. `kind` is a name in KINDS or None; `detail` a sentence or two for a person.

    `members` are the document's further members, ready for JSON; a page shows none of them.
    """

    kind: str | None
    status: int
    title: str
    detail: str
    headers: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, Any] = field(default_factory=dict)


def problem(kind: str, detail: str, *, headers: Mapping[str, str] | None = None, **members: Any) -> Problem:
    """A problem of a known kind. `members` must be ready for JSON."""
    known = KINDS[kind]
    return Problem(kind, known.status, known.title, detail, headers or {}, members)


def for_programs(path: str) -> bool:
    """Whether this address is the API's, so that even its errors are JSON."""
    return path.startswith("/api/") or path == "/openapi.json"


def answer(request: Request, what: Problem) -> Response:
    """The answer in the form that the address asks for; to htmx never a page, which it would put into the table."""
    path = request.url.path
    if for_programs(path) or wants_fragment(request):
        return document(path, what)
    shown = {"status": what.status, "title": what.title, "detail": what.detail}
    return page(request, "error.html", shown, status_code=what.status, headers=what.headers)


def document(path: str, what: Problem, **members: Any) -> Response:
    """The problem as a response; `members` come on top of its own. Pure ASCII, so that no odd character upsets it."""
    body = json.dumps(contents(path, what) | members, separators=(",", ":")).encode("ascii")
    return Response(body, what.status, dict(what.headers), media_type=description.PROBLEM)


def contents(path: str, what: Problem) -> dict[str, Any]:
    """The problem document of RFC 9457, ready for JSON."""
    return {
        "type": f"/docs#problem-{what.kind}" if what.kind else "about:blank",
        "title": what.title,
        "status": what.status,
        "detail": what.detail,
        "instance": path,
        **what.members,
    }


def install(app: FastAPI) -> None:
    """Answer every refusal and error of the application in its own words, and describe them so in OpenAPI."""
    for refusal in (
        NoSuchGame,
        UnreadableGame,
        StoreUnavailable,
        IllegalMove,
        TooManyRequests,
        RequestValidationError,
        HTTPException,
    ):
        app.add_exception_handler(refusal, _refuse)
    app.add_middleware(Unexpected)
    description.install(app)


class Unexpected:
    """Inside of the shell, so that a fault's answer has the headers of any other; logged once, shown to nobody."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; a fault becomes a 500, unless its answer has begun: then the server cuts it off."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noting)
        except Exception as fault:
            if begun:
                raise
            log.exception("%s %s failed", scope["method"], quote(scope["path"]))
            request = Request(scope)
            await answer(request, problem_of(request, fault))(scope, receive, send)


async def _refuse(request: Request, refused: Exception) -> Response:
    return answer(request, problem_of(request, refused))


def problem_of(request: Request, refused: Exception) -> Problem:
    """What an exception means to the one who asked. Whatever isn't expected is a server error without details."""
    match refused:
        case NoSuchGame():
            return problem("no-such-game", NO_SUCH_GAME)
        case UnreadableGame():
            return problem(
                "unreadable-game",
                "This game is kept, but it can't be read any more: it may come from another version. "
                "A new game starts as usual.",
            )
        case StoreUnavailable():
            wait = {"Retry-After": str(STORE_RETRY_SECONDS)}
            return problem("store-unavailable", STORE_UNAVAILABLE, headers=wait)
        case TooManyRequests(retry_after=seconds):
            pause = "a second" if seconds == 1 else f"{seconds} seconds"
            return problem(
                "too-many-requests",
                f"That was a lot in a short time. Try again in {pause}.",
                headers={"Retry-After": str(seconds)},
            )
        case IllegalMove(refusal=refusal, reason=reason):
            return problem("illegal-move", reason, refusal=str(refusal))
        case RequestValidationError():
            flaws = [flaw_of(error) for error in refused.errors()[:MOST_FLAWS]]
            return problem("bad-request", " ".join(flaw["message"] for flaw in flaws[:3]), errors=flaws)
        case HTTPException():
            return _problem_of_http(request, refused)
    return problem("server-error", "Something went wrong on the server. Your game is as it was after your last move.")


def _problem_of_http(request: Request, refused: HTTPException) -> Problem:
    headers = dict(refused.headers or {})
    match refused.status_code:
        case 404:
            return problem("not-found", "There is nothing at this address.", headers=headers)
        case 405:
            methods = {each.strip() for each in headers.get("Allow", "").split(",")}
            # The shell answers HEAD for every GET.
            allowed = sorted(methods | {"HEAD"} if "GET" in methods else methods)
            headers["Allow"] = ", ".join(allowed)
            told = f"{_clipped(request.method)} can't be used here; this address takes {' and '.join(allowed)}."
            return problem("method-not-allowed", told, headers=headers)
        case 400 if for_programs(request.url.path):
            # What FastAPI says of a body that isn't UTF-8, nests too deep, or holds a number of 5,000 digits.
            told = "The body can't be read: it must be plain JSON in UTF-8."
            return problem("bad-request", told, errors=[{"field": "", "message": told}])
        case status if status in _KIND_OF_STATUS:
            return problem(_KIND_OF_STATUS[status], refused.detail, headers=headers)
        case status:
            return Problem(None, status, HTTPStatus(status).phrase, refused.detail, headers)


# What is wrong with a body, in words ---------------------------------------------------------------------------------

_PHRASES = MappingProxyType(
    {
        "missing": "is missing",
        "int_type": "must be a whole number",
        "int_from_float": "must be a whole number",
        "int_parsing": "must be a whole number",
        "int_parsing_size": "is too large a number",
        "bool_type": "must be true or false",
        "bool_parsing": "must be true or false",
        "string_type": "must be a text",
        "string_unicode": "must be plain Unicode text",
        "list_type": "must be a list",
        "greater_than_equal": "must be {ge} or more",
        "less_than_equal": "must be {le} or less",
        "string_too_long": "must be at most {max_length} characters long",
        "string_too_short": "must be at least {min_length} characters long",
        "too_long": "must have at most {max_length} entries",
        "too_short": "must have at least {min_length} entries",
        "literal_error": "must be {expected}",
        "enum": "must be {expected}",
    }
)


def flaw_of(error: Mapping[str, Any]) -> dict[str, str]:
    """One of pydantic's errors as the field it is about and a sentence. The refused value is never repeated."""
    loc: Sequence[str | int] = error["loc"][1:] if error["loc"][0] in ("body", "path", "query") else error["loc"]
    context = error.get("ctx", {})
    kind: str = error["type"]
    if kind == "json_invalid":
        return {"field": "", "message": f"The body is not JSON: {context['error']}, at character {loc[0]}."}
    if not loc:
        told = _PHRASES[kind] if kind in ("missing", "string_unicode") else "must be a JSON object, sent as " + JSON
        return {"field": "", "message": f"The body {told}."}
    name = _clipped(".".join(map(str, loc)))
    if kind == "extra_forbidden":
        return {"field": name, "message": f"There is no field `{name}`."}
    if kind in _PHRASES:
        phrase = _PHRASES[kind].format_map(context)
    else:
        said = error["msg"].removeprefix("Value error, ")
        phrase = re.sub(r"^\w+ should ", "must ", said)
    return {"field": name, "message": f"`{name}` {phrase}."}


def _clipped(text: str) -> str:
    """A client's own word, safe and short enough to be repeated."""
    return text.encode("ascii", "backslashreplace").decode()[:60]
