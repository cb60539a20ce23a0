"""How often one client may do what costs the server something: counted in memory, in each server process by itself."""

import time
from collections.abc import Callable
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv6Address, IPv6Network
from itertools import islice
from math import ceil

from starlette.requests import Request
from starlette.types import Scope

from app.config import Config

MINUTE = 60.0
MOST_CLIENTS = 50_000
"""How many clients a limit remembers at most, some 6 MB; beyond that the longest known are forgotten first."""


class TooManyRequests(Exception):
    """The client has used up what it may do. `retry_after`: whole seconds, 1 or more, until it may again."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"too many requests, again in {retry_after} s")
        self.retry_after = retry_after


class Limit:
    """So many a minute for each client: all of them at once if it likes, then one more every `60 / per_minute` seconds.

    What is kept of a client is one number, the moment at which its whole allowance is back (the generic cell rate
    algorithm). `per_minute` 0 is no limit. `clock` gives seconds that never go back.
    """

    def __init__(self, per_minute: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._pause = MINUTE / per_minute if per_minute else 0.0
        self._clock = clock
        self._whole_again: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._whole_again)

    def count(self, client: str) -> None:
        """Count one request of this client. Raises TooManyRequests instead when it has none left."""
        if not self._pause:
            return
        now = self._clock()
        whole_again = max(self._whole_again.get(client, now), now)
        wait = whole_again + self._pause - now - MINUTE
        if wait > 1e-6:
            raise TooManyRequests(max(1, ceil(wait)))
        if client not in self._whole_again and len(self._whole_again) >= MOST_CLIENTS:
            self._forget(now)
        self._whole_again[client] = whole_again + self._pause

    def _forget(self, now: float) -> None:
        """Drop the clients whose allowance is whole; where hardly one is, the longest known as well."""
        self._whole_again = {client: moment for client, moment in self._whole_again.items() if moment > now}
        for client in list(islice(self._whole_again, max(0, len(self._whole_again) - MOST_CLIENTS * 3 // 4))):
            del self._whole_again[client]


class Limits:
    """The limits of one application, as its settings give them."""

    def __init__(self, config: Config) -> None:
        self.new_games = Limit(config.new_games_per_minute)
        self.writes = Limit(config.writes_per_minute)


def client_of(scope: Scope) -> str:
    """Who a request is counted against: its IPv4 address, or the /64 network of its IPv6 address.

    One subscriber holds a whole /64, so single IPv6 addresses would be no limit. What stands before a trusted proxy is
    already settled by the server (`SCOUNDREL_TRUSTED_PROXIES`); without an address, behind a socket file, all are one.
    """
    client = scope.get("client")
    return _network(client[0]) if client else "local"


@lru_cache(maxsize=4096)
def _network(host: str) -> str:
    if ":" not in host:
        return host[:64]
    try:
        address = IPv6Address(host)
    except AddressValueError:
        return host[:64]
    mapped: IPv4Address | None = address.ipv4_mapped
    return str(mapped) if mapped else str(IPv6Network((int(address) & ~((1 << 64) - 1), 64)))


def count_new_game(request: Request) -> None:
    """Count a new game of this client, where it is known that one will be dealt. Raises TooManyRequests."""
    limits: Limits = request.app.state.limits
    limits.new_games.count(client_of(request.scope))


async def limit_new_games(request: Request) -> None:
    """The same, as a dependency of a route that always deals one."""
    count_new_game(request)
