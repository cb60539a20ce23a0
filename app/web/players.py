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
    secure = "; Secure" if scope["scheme"] == "https" else ""
    return f"{COOKIE}={token}; Max-Age={COOKIE_SECONDS}; Path=/; HttpOnly; SameSite=Lax{secure}"
