"""Errors on pages: clean, small, in words, and the way back to the table."""

import logging
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.responses import StreamingResponse
from starlette.testclient import TestClient

from app.web import errors
from app.web.errors import KINDS

from .conftest import Serve, puzzle, sql
from .test_api_refusals import Broken, Gone


def clean(answer: Any, status: int, title: str) -> str:
    """The page's text, which must be whole and tell nothing of the inside."""
    assert answer.status_code == status
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    text: str = answer.text
    assert text.startswith("<!doctype html>")
    assert f"<h1>{title}</h1>".replace("'", "&#39;") in text
    assert 'href="/"' in text
    assert "Traceback" not in text
    return text


@pytest.mark.parametrize("path", ["/nope", "/games/x/y", "/static/nope.css", "/static/", "/%00", "/%ff"])
def test_an_address_where_nothing_is(client: TestClient, path: str):
    clean(client.get(path), 404, KINDS["not-found"].title)


def test_an_address_where_things_are_only_posted(client: TestClient):
    clean(client.get("/games"), 405, KINDS["method-not-allowed"].title)


@pytest.mark.parametrize("id", ["x", "a" * 22, "a" * 5000, "%00" * 22, "%ff", "..%2f..%2f", "🂡"])
def test_a_game_that_is_none(client: TestClient, id: str):  # noqa: A002
    answer = client.get(f"/games/{id}")
    assert answer.status_code == 404
    assert answer.text.startswith("<!doctype html>")


def test_a_game_that_can_not_be_read(alone: TestClient, tmp_path: Path, caplog: pytest.LogCaptureFixture):
    game = puzzle(alone, "5C 5H 2C")
    sql(tmp_path, "UPDATE games SET moves = 'KSb'")
    page = clean(alone.get(f"/games/{game['id']}"), 404, KINDS["unreadable-game"].title)
    assert "A new game starts as usual." in page
    assert alone.get("/").status_code == 200
    told = [line for line in caplog.records if line.levelno >= logging.WARNING]
    assert told
    assert all(game["id"] in line.getMessage() and line.levelno == logging.WARNING for line in told)


def test_the_wrong_method(client: TestClient):
    answer = client.delete("/settings")
    assert "takes GET and HEAD." in clean(answer, 405, KINDS["method-not-allowed"].title)
    assert answer.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({}, "`preset` is missing."),
        ({"preset": "<script>alert(1)</script>"}, "`preset` must be &#39;classic&#39;"),
        ({"preset": "\0"}, "`preset` must be"),
    ],
)
def test_a_form_that_can_not_be_read(client: TestClient, data: dict[str, str], told: str):
    page = clean(client.post("/settings/preset", data=data), 422, KINDS["bad-request"].title)
    assert told in page
    assert "alert(1)" not in page


def test_a_broken_multipart_form(client: TestClient):
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = client.post("/settings/preset", content=b"--y\r\n\r\nnonsense", headers=headers)
    assert answer.status_code in (400, 422)
    assert answer.text.startswith("<!doctype html>")


@pytest.mark.parametrize("path", ["/", "/settings", "/healthz", "/games/" + "x" * 22])
def test_the_store_is_away(alone: TestClient, path: str):
    alone.app.state.store = Gone()
    answer = alone.get(path)
    page = clean(answer, 503, KINDS["store-unavailable"].title)
    assert "try again in a moment" in page
    assert "10.1.2.3" not in page
    assert answer.headers["retry-after"] == "5"


def test_the_store_goes_away_and_comes_back(serve: Serve, database_url: str):
    client = serve(database_url=database_url)
    game = puzzle(client, "5C 5H 2C")
    client.portal.call(client.app.state.store.close)
    assert client.get("/").status_code == 503
    assert client.get("/healthz").status_code == 503
    client.portal.call(client.app.state.store.open)
    assert client.get("/healthz").text == "ok\n"
    assert client.get(f"/api/v1/games/{game['id']}").json() == game


def test_a_database_file_of_garbage_is_told_by_the_health_check(alone: TestClient, tmp_path: Path):
    assert alone.get("/healthz").status_code == 200
    sql(tmp_path, "PRAGMA wal_checkpoint(TRUNCATE)")
    assert (tmp_path / "scoundrel.db-wal").stat().st_size == 0
    file = tmp_path / "scoundrel.db"
    file.write_bytes(b"garbage " * (file.stat().st_size // 8))
    clean(alone.get("/healthz"), 503, KINDS["store-unavailable"].title)


def test_a_fault_is_logged_once_and_not_shown(alone: TestClient, caplog: pytest.LogCaptureFixture):
    alone.app.state.store = Broken()
    page = clean(alone.get("/"), 500, KINDS["server-error"].title)
    assert "secret" not in page
    assert [line.getMessage() for line in caplog.records if line.levelno >= logging.ERROR] == ["GET / failed"]


def test_a_fault_in_the_middle_of_an_answer_cuts_it_off():
    app = FastAPI()
    errors.install(app)

    @app.get("/")
    async def half() -> StreamingResponse:
        async def parts():
            yield b"half"
            raise RuntimeError("then nothing")

        return StreamingResponse(parts())

    with pytest.raises(RuntimeError, match="then nothing"):
        TestClient(app).get("/")


def test_a_status_without_words_of_its_own_keeps_its_phrase(alone: TestClient):
    from starlette.exceptions import HTTPException

    app = alone.app

    @app.get("/api/teapot")
    async def teapot() -> None:
        raise HTTPException(418, "Short and stout.", headers={"X-Tea": "yes"})

    answer = alone.get("/api/teapot")
    assert answer.json() == {
        "type": "about:blank",
        "title": "I'm a Teapot",
        "status": 418,
        "detail": "Short and stout.",
        "instance": "/api/teapot",
    }
    assert answer.headers["x-tea"] == "yes"
