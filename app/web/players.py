"""Who is playing: an opaque cookie is all there is, and the store only ever sees its fingerprint."""

import hmac
import re
from secrets import token_urlsafe

from starlette.requests import Request
from starlette.types import Scope

COOKIE = "scoundrel_player"
COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie at most."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


def player(request: Request) -> str:
    """The player's key: 40 hexadecimal characters, the same for one cookie and secret.

    A request without a cookie of ours, or with garbage for one, is a new player's: the answer then sets the cookie.
    """
    token = request.cookies.get(COOKIE, "")
    if not _TOKEN.fullmatch(token):
        token = request.scope["state"].setdefault("new_player", token_urlsafe(24))
    secret: bytes = request.app.state.secret
    return hmac.digest(secret, token.encode(), "sha256").hex()[:40]


def cookie_to_set(scope: Scope) -> str | None:
    """The Set-Cookie value that this request's answer must carry, or None where the player is known already."""
    token = scope.get("state", {}).get("new_player")
    if token is None:
        return None
    return _set_cookie(scope, token, COOKIE_SECONDS)


def cookie_to_forget(scope: Scope) -> str:
    """The Set-Cookie value that has the browser forget who it is: from the next request on it is a new player's."""
    return _set_cookie(scope, "", 0)


def is_new(scope: Scope) -> bool:
    """Whether the request came without a cookie of ours: its player was not known before."""
    return "new_player" in scope.get("state", {})


def _set_cookie(scope: Scope, token: str, seconds: int) -> str:
    secure = "; Secure" if scope["scheme"] == "https" else ""
    return f"{COOKIE}={token}; Max-Age={seconds}; Path=/; HttpOnly; SameSite=Lax{secure}"
