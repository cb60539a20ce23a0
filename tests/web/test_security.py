"""What holds for every request and answer: other sites, large bodies, headers, the cookie, compression, HEAD."""

import gzip
import re
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from app.web.players import COOKIE
from app.web.rate import Limits
from app.web.security import CONTENT_SECURITY_POLICY, Shell

from .conftest import Serve, begin, play
from .test_api_refusals import Broken, Gone, refused

JSON = {"Content-Type": "application/json"}

# Other sites ---------------------------------------------------------------------------------------------------------

HERE = "http://testserver"

ADMITTED = [
    {},
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"},  # a proxy may have renamed us; no page can
    {"Origin": HERE},
    {"Origin": "https://testserver"},  # TLS may end before us
    {"Origin": "http://TESTSERVER"},
    {"Origin": "http://games.example:8443", "Host": "games.example:8443"},
    {"Origin": "http://[::1]:8000", "Host": "[::1]:8000"},
]
REFUSED = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": ""},
    {"Sec-Fetch-Site": "Same-Origin, cross-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": HERE},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "testserver"},
    {"Origin": "http://testserver:8080"},
    {"Origin": "http://testserver.evil.example"},
    {"Origin": "http://evil.example/testserver"},
    {"Origin": "http://games.example", "Host": "games.example:8443"},
]
WRITES = ["/api/v1/games", "/games", "/settings/preset"]


@pytest.mark.parametrize("path", WRITES)
@pytest.mark.parametrize("headers", ADMITTED, ids=str)
def test_a_write_from_here_is_admitted(client: TestClient, headers: dict[str, str], path: str):
    sent: dict[str, Any] = {} if path.startswith("/api") else {"data": {"preset": "guide"}}
    assert client.post(path, headers=headers, follow_redirects=False, **sent).status_code in (201, 303)


@pytest.mark.parametrize("path", WRITES)
@pytest.mark.parametrize("headers", REFUSED, ids=str)
def test_a_write_from_another_site_is_refused(client: TestClient, headers: dict[str, str], path: str):
    answer = client.post(path, headers=headers, follow_redirects=False)
    assert answer.status_code == 403
    assert "sent by another site. Nothing was changed." in answer.text
    assert "set-cookie" not in answer.headers
    if path.startswith("/api"):
        refused(answer, "cross-site")
    else:
        assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "INVENTED"])
def test_every_method_that_is_not_known_to_be_safe_is_a_write(client: TestClient, method: str):
    answer = client.request(method, "/api/v1/games", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403


def test_another_sites_write_changes_nothing(client: TestClient):
    game = begin(client)
    address = f"/api/v1/games/{game['id']}"
    sent = {"turn": 0, "move": game["moves"][0]}
    assert client.post(f"{address}/moves", json=sent, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.get(address, headers={"Sec-Fetch-Site": "cross-site"}).json() == game


def test_a_link_on_another_site_leads_here(client: TestClient):
    assert client.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


# Bodies --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/v1/games", "/settings/preset", "/no/such/page"])
def test_a_body_said_to_be_too_large_is_refused_before_it_is_read(serve: Serve, path: str):
    client = serve(body_limit=2000)
    answer = client.post(path, content=b"x" * 2001)
    assert answer.status_code == 413
    assert "at most 2000 bytes" in answer.text


@pytest.mark.parametrize(("path", "headers"), [("/api/v1/games", JSON), ("/settings/preset", {})])
def test_a_body_of_unsaid_length_is_counted_as_it_comes(serve: Serve, path: str, headers: dict[str, str]):
    client = serve(body_limit=2000)
    form = {"Content-Type": "application/x-www-form-urlencoded", **headers}
    answer = client.post(path, content=iter([b"x" * 1500, b"x" * 1500]), headers=form)
    assert answer.status_code == 413


def test_a_body_of_just_the_limit_is_read(serve: Serve):
    client = serve(body_limit=2000)
    for body in (b"{}" + b" " * 1998, iter([b"{}" + b" " * 998, b" " * 1000])):
        assert client.post("/api/v1/games", content=body, headers=JSON).status_code == 201


@pytest.mark.anyio
@pytest.mark.parametrize("length", [b"-1", b"1e3", b"", b"999999999999999999999", b"2001", "²".encode("latin-1")])
async def test_a_length_that_is_none_or_too_large_is_refused(serve: Serve, length: bytes):
    scope = {
        "type": "http",
        "method": "POST",
        "scheme": "http",
        "path": "/api/v1/games",
        "query_string": b"",
        "headers": [(b"content-length", length)],
        "client": None,
    }
    shell = Shell(unreached, limits=no_limits(), body_limit=2000)
    assert [message.get("status") for message in await sent_by(shell, scope)] == [413, None]


async def unreached(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError("the application was asked")


def no_limits() -> Limits:
    from app.config import Config

    return Limits(Config(new_games_per_minute=0, writes_per_minute=0))


async def sent_by(app: Any, scope: Scope) -> list[Message]:
    messages: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        messages.append(message)

    await app(scope, receive, send)
    return messages


# Headers -------------------------------------------------------------------------------------------------------------

EXPECTED = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def every_kind_of_answer(client: TestClient) -> dict[str, httpx.Response]:
    game = begin(client)
    page = client.get("/")
    style = re.search(r'href="(/static/[^"]+\.css[^"]*)"', page.text)
    assert style
    answers = {
        "page": page,
        "static": client.get(style[1]),
        "static in another version": client.get(style[1] + "0"),
        "json": client.get(f"/api/v1/games/{game['id']}"),
        "openapi": client.get("/openapi.json"),
        "docs": client.get("/docs"),
        "health": client.get("/healthz"),
        "redirect": client.post("/games", follow_redirects=False),
        "no such page": client.get("/no/such/page"),
        "no such file": client.get("/static/no.css"),
        "no such game": client.get("/games/" + "x" * 22),
        "problem": client.get("/api/v1/games/x"),
        "wrong method": client.delete("/"),
        "invalid form": client.post("/settings/preset", data={"preset": "x"}),
        "invalid json": client.post("/api/v1/games", content=b"{", headers=JSON),
        "cross-site": client.post("/games", headers={"Sec-Fetch-Site": "cross-site"}),
        "too large": client.post("/games", content=b"x" * 20000),
        "head": client.head("/"),
    }
    store = client.app.state.store
    client.app.state.store = Gone()
    answers["no store"] = client.get("/")
    client.app.state.store = Broken()
    answers["fault"] = client.get("/")
    answers["fault in the api"] = client.post("/api/v1/games")
    client.app.state.store = store
    return answers


STATUS = {
    "redirect": 303,
    "no such page": 404,
    "no such file": 404,
    "no such game": 404,
    "problem": 404,
    "wrong method": 405,
    "invalid form": 422,
    "invalid json": 422,
    "cross-site": 403,
    "too large": 413,
    "no store": 503,
    "fault": 500,
    "fault in the api": 500,
}


def test_every_kind_of_answer_has_the_headers_once(alone: TestClient):
    for kind, answer in every_kind_of_answer(alone).items():
        assert answer.status_code == STATUS.get(kind, 200), kind
        for name, value in EXPECTED.items():
            assert answer.headers.get_list(name) == [value], (kind, name)
        assert answer.headers["permissions-policy"].count("=()") >= 8, kind
        assert "strict-transport-security" not in answer.headers, kind
        (kept,) = answer.headers.get_list("cache-control")
        assert kept == {
            "static": "public, max-age=31536000, immutable",
            "static in another version": "no-cache",
        }.get(kind, "no-store"), kind


def test_the_policy_allows_nothing_inline_and_nothing_foreign():
    rules = dict(rule.split(" ", 1) for rule in CONTENT_SECURITY_POLICY.split("; "))
    assert rules.pop("default-src") == "'none'"
    assert {rules.pop("base-uri"), rules.pop("frame-ancestors")} == {"'none'"}
    assert rules.pop("img-src") == "'self' data:"
    assert set(rules.values()) == {"'self'"}
    assert "unsafe" not in CONTENT_SECURITY_POLICY


def test_no_page_needs_what_the_policy_forbids(client: TestClient):
    for path in ("/", "/settings", "/docs", "/no/such/page"):
        page = client.get(path).text
        assert not re.search(r"<script(?![^>]*\ssrc=)", page), path
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page), path


def test_https_is_asked_for_again_where_it_was_used(serve: Serve):
    client = serve(at="https://testserver")
    for path in ("/", "/api/v1/games/x", "/no/such/page"):
        assert client.get(path).headers["strict-transport-security"] == "max-age=31536000"


# The cookie ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "secure"), [("http://testserver", ""), ("https://testserver", "; Secure")])
def test_a_new_player_gets_a_cookie_that_nobody_else_can_use(serve: Serve, at: str, secure: str):
    client = serve(at=at)
    (cookie,) = client.get("/").headers.get_list("set-cookie")
    match = re.fullmatch(rf"{COOKIE}=([\w-]{{32}}); Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax{secure}", cookie)
    assert match
    assert match[1] not in client.get("/").text


def test_a_known_player_gets_no_cookie_again(client: TestClient):
    first = client.get("/")
    assert "set-cookie" in first.headers
    for path in ("/", "/settings", f"/api/v1/games/{begin(client)['id']}"):
        assert "set-cookie" not in client.get(path).headers


def test_what_is_the_same_for_everybody_sets_no_cookie(client: TestClient):
    for path in ("/static/icon.svg", "/docs", "/openapi.json", "/healthz", "/no/such/page"):
        assert "set-cookie" not in client.get(path).headers


def test_two_new_players_are_never_the_same(client: TestClient):
    tokens = {client.get("/settings", headers={"Cookie": ""}).headers["set-cookie"] for _ in range(20)}
    assert len(tokens) == 20


# HEAD and compression ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/settings", "/docs", "/openapi.json", "/healthz", "/static/icon.svg", "/nope"])
def test_head_is_get_without_the_body(client: TestClient, path: str):
    client.get("/")
    head, get = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert get.content
    assert dict(head.headers) == dict(get.headers)


def test_a_page_is_packed_for_those_who_can_unpack_it(client: TestClient):
    with client.stream("GET", "/docs", headers={"Accept-Encoding": "gzip"}) as packed:
        raw = b"".join(packed.iter_raw())
    plain = client.get("/docs", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert gzip.decompress(raw) == plain.content
    assert len(raw) * 4 < len(plain.content)


def test_a_small_answer_is_not_packed(client: TestClient):
    game = begin(client)
    answer = client.get("/api/v1/games/x", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert play(client, game, game["moves"][0])["turn"] == 1
