"""What holds for every request and answer: no writes from other sites, no endless bodies, strict headers, the cookie.

Whether the Host header is one of ours is the proxy's to decide: the application answers under whatever name it is
reached by, and never puts that name into a page (docs/adr/0006-safety.md).
"""

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.config import Config
from app.web.errors import answer, problem_of
from app.web.players import cookie_to_set
from app.web.rate import Limits, TooManyRequests, client_of

GZIP_LEVEL = 3
"""A page of 12 KB: bytes and time of each level are in docs/adr/0006-safety.md."""

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

_FEATURES = "accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb"

HEADERS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", ", ".join(f"{feature}=()" for feature in _FEATURES.split()).encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_HEADERS_ON_HTTPS = (*HEADERS, (b"strict-transport-security", b"max-age=31536000"))
_NOT_KEPT = (b"cache-control", b"no-store")


def install(app: FastAPI, config: Config) -> None:
    """Put the shell round the application, and compression just inside of it."""
    app.state.limits = Limits(config)
    # The last one added is the outermost: the shell's own refusals are small, so nothing is lost by not packing them.
    app.add_middleware(GZipMiddleware, minimum_size=600, compresslevel=GZIP_LEVEL)
    app.add_middleware(Shell, limits=app.state.limits, body_limit=config.body_limit)


class Shell:
    """Plain ASGI, since every move passes through: refuses before anything is read, then sets the headers."""

    def __init__(self, app: ASGIApp, *, limits: Limits, body_limit: int) -> None:
        self.app = app
        self.limits = limits
        self.body_limit = body_limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; whatever is no HTTP request goes straight through."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope.setdefault("state", {})  # where the player of a request without a cookie is noted
        method: str = scope["method"]
        headed = _with_headers(scope, send)
        if method == "HEAD":
            # Routes answer GET alone; the same answer without its body is what HEAD means.
            await self.app({**scope, "method": "GET"}, receive, _without_body(headed))
            return
        if method in _SAFE:
            await self.app(scope, receive, headed)
            return
        try:
            self._admit(scope)
        except (HTTPException, TooManyRequests) as refused:
            request = Request(scope)
            await answer(request, problem_of(request, refused))(scope, receive, headed)
            return
        await self.app(scope, self._bounded(receive), headed)

    def _admit(self, scope: Scope) -> None:
        """Raises for what is refused by its headers alone: HTTPException 403 or 413, TooManyRequests."""
        headers = dict(scope["headers"])
        if not _from_here(headers):
            raise HTTPException(403, "This request was sent by another site. Nothing was changed.")
        self.limits.writes.count(client_of(scope))
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 18 or int(length) > self.body_limit:
            raise self._too_large()

    def _bounded(self, receive: Receive) -> Receive:
        """The same stream of messages, which ends with a 413 when its bytes are more than may be."""
        left = self.body_limit

        async def bounded() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise self._too_large()
            return message

        return bounded

    def _too_large(self) -> HTTPException:
        return HTTPException(413, f"The body is too large: at most {self.body_limit} bytes are read.")


def _from_here(headers: dict[bytes, bytes]) -> bool:
    """Whether a write comes from our own pages, from the address bar, or from something that is no browser.

    A browser says so in Sec-Fetch-Site, which pages can't forge; one too old for it, or on plain http, sends Origin.
    """
    site = headers.get(b"sec-fetch-site")
    if site is not None:
        return site in (b"same-origin", b"none")
    origin = headers.get(b"origin")
    if origin is None:
        return True
    _, separator, host = origin.partition(b"://")
    return bool(separator) and host.lower() == headers.get(b"host", b"").lower()


def _with_headers(scope: Scope, send: Send) -> Send:
    always = _HEADERS_ON_HTTPS if scope["scheme"] == "https" else HEADERS

    async def headed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message.get("headers", ()), *always]
            if b"cache-control" not in [name for name, _ in headers]:  # Starlette writes names in lower case
                headers.append(_NOT_KEPT)
            cookie = cookie_to_set(scope)
            if cookie is not None:
                headers.append((b"set-cookie", cookie.encode()))
            message["headers"] = headers
        await send(message)

    return headed


def _without_body(send: Send) -> Send:
    async def bodiless(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return bodiless
