"""How often one client may write and begin games."""

import pytest
from starlette.testclient import TestClient

from app.config import Config
from app.web import rate
from app.web.rate import Limit, Limits, TooManyRequests, client_of

from .conftest import Serve, begin
from .test_api_refusals import refused


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 1e6

    def __call__(self) -> float:
        return self.now


def admitted(limit: Limit, client: str, tries: int) -> int:
    count = 0
    for _ in range(tries):
        try:
            limit.count(client)
        except TooManyRequests:
            continue
        count += 1
    return count


@pytest.mark.parametrize("per_minute", [1, 2, 3, 7, 60, 600, 1000])
def test_the_whole_allowance_at_once_then_one_after_each_pause(per_minute: int):
    clock = Clock()
    limit = Limit(per_minute, clock=clock)
    assert admitted(limit, "a", per_minute + 50) == per_minute
    clock.now += 60 / per_minute
    assert admitted(limit, "a", 5) == 1
    clock.now += 60
    assert admitted(limit, "a", per_minute + 50) == per_minute


def test_the_wait_that_is_told_is_the_wait_that_is_needed():
    clock = Clock()
    limit = Limit(4, clock=clock)
    assert admitted(limit, "a", 4) == 4
    clock.now += 0.5
    with pytest.raises(TooManyRequests) as refusal:
        limit.count("a")
    assert refusal.value.retry_after == 15
    clock.now += 15
    limit.count("a")
    with pytest.raises(TooManyRequests) as refusal:
        limit.count("a")
    assert refusal.value.retry_after >= 1


def test_one_clients_haste_is_no_others_wait():
    limit = Limit(2, clock=Clock())
    assert admitted(limit, "a", 9) == 2
    assert admitted(limit, "b", 9) == 2


def test_nought_is_no_limit():
    limit = Limit(0, clock=Clock())
    assert admitted(limit, "a", 5000) == 5000
    assert len(limit) == 0


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rate, "MOST_CLIENTS", 100)
    clock = Clock()
    limit = Limit(1, clock=clock)
    for n in range(100):
        limit.count(f"early {n}")
    assert admitted(limit, "late", 2) == 1
    assert len(limit) == 76
    assert admitted(limit, "early 99", 1) == 0
    clock.now += 61
    for n in range(25):
        limit.count(f"later {n}")
    assert len(limit) == 25


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("not:an:address", "not:an:address"),
        ("x" * 500, "x" * 64),
    ],
)
def test_who_a_request_is_counted_against(host: str, counted: str):
    assert client_of({"client": (host, 12345)}) == counted


def test_without_an_address_all_are_one():
    assert client_of({"client": None}) == client_of({}) == "local"


def test_the_limits_are_those_of_the_settings():
    limits = Limits(Config(new_games_per_minute=3, writes_per_minute=5))
    assert (admitted(limits.new_games, "a", 9), admitted(limits.writes, "a", 9)) == (3, 5)


def test_new_games_are_limited_for_programs_and_people_together(serve: Serve):
    client = serve(new_games_per_minute=3)
    begin(client)
    assert client.post("/games", follow_redirects=False).status_code == 303
    begin(client)
    answer = client.post("/api/v1/games")
    problem = refused(answer, "too-many-requests")
    assert int(answer.headers["retry-after"]) in range(1, 21)
    assert problem["detail"].startswith("That was a lot in a short time. Try again in ")
    page = client.post("/games", follow_redirects=False)
    assert page.status_code == 429
    assert page.text.startswith("<!doctype html>")
    assert int(page.headers["retry-after"]) >= 1
    assert client.get("/").status_code == 200


def test_any_write_is_limited_and_reading_is_not(serve: Serve):
    client = serve(writes_per_minute=2)
    game = begin(client)
    address = f"/api/v1/games/{game['id']}"
    assert client.post(f"{address}/moves", json={"turn": 9, "move": "avoid"}).status_code == 409
    answer = client.post(f"{address}/moves", json={"turn": 0, "move": game["moves"][0]})
    refused(answer, "too-many-requests")
    assert answer.headers["cache-control"] == "no-store"
    assert client.get(address).json() == game


def test_a_client_is_not_known_by_its_cookie(serve: Serve):
    client = serve(writes_per_minute=1)
    begin(client)
    fresh = TestClient(client.app, client=("testclient", 1))
    elsewhere = TestClient(client.app, client=("192.0.2.7", 1))
    fresh.portal = elsewhere.portal = client.portal
    assert fresh.post("/api/v1/games").status_code == 429
    assert elsewhere.post("/api/v1/games").status_code == 201
