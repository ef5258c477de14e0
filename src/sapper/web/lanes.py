"""Share a few places between requests: the clients take turns, and nobody waits for too long.

A lane has places for work of about the same cost. Whoever finds none waits, and places go to the
clients in request, however much each of them asks for. Where too many wait, the client that waits
most loses its newest request, which is refused with the time to try again.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, deque
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Final

from starlette.exceptions import HTTPException

from sapper.language import _

__all__ = ["Lane", "LaneRequest", "TooBusy"]

_LOOK_SECONDS: Final = 0.2  # between two looks at who is ahead


class TooBusy(Exception):  # noqa: N818 (named after the status 429)
    """The server has too much to do; `seconds` says when to try again."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


@dataclass(eq=False)
class LaneRequest:
    """One request in a lane."""

    client: str
    place: asyncio.Future[None] = field(default_factory=asyncio.Future)
    began: float | None = None
    """When it got its place."""


class Lane:
    """A few places; at most `room` requests wait for them, at most `seconds` each.

    A client has at most `of_client` places at a time.
    """

    def __init__(
        self, places: int, room: int, seconds: float | None, of_client: int | None = None
    ) -> None:
        self._places = self._free = places
        self._room, self._seconds = room, seconds
        self._of_client = of_client or places
        self._waiting: dict[str, deque[LaneRequest]] = {}  # by client; the first one is next
        self._working: Counter[str] = Counter()
        self._mean_seconds = 0.5
        self.is_closed = False
        """Whether nobody gets a place any more: set from a signal handler, seen soon."""

    @property
    def inside(self) -> int:
        """The number of requests that work or wait."""
        return self._places - self._free + self._waits

    @property
    def _waits(self) -> int:
        return sum(map(len, self._waiting.values()))

    def enter(self, client: str) -> LaneRequest:
        """Return a new request, which must `leave` in the end; raise `TooBusy`."""
        if self._waits >= self._room:
            self._make_room_for(client)
        request = LaneRequest(client)
        self._waiting.setdefault(client, deque()).append(request)
        self._give_places()
        return request

    async def wait(self, request: LaneRequest) -> AsyncIterator[int]:
        """Yield how many requests come before, until there is a place.

        Raise `TooBusy` if that takes too long, `HTTPException` if the server shuts down.
        """
        ends = time.monotonic() + (self._seconds or math.inf)
        ahead = -1
        while not request.place.done():
            if self.is_closed:
                raise HTTPException(503, _("the server is shutting down"))
            if ahead != (ahead := self._ahead(request)):
                yield ahead
            await asyncio.wait([request.place], timeout=min(_LOOK_SECONDS, ends - time.monotonic()))
            if time.monotonic() > ends and not request.place.done():
                raise self._too_busy()
        request.place.result()

    def leave(self, request: LaneRequest) -> None:
        """Give a place back, or wait no more."""
        if request.began is not None:
            self._mean_seconds += 0.1 * (time.monotonic() - request.began - self._mean_seconds)
            self._working -= Counter([request.client])
            self._free += 1
            self._give_places()
        elif request in self._waiting.get(request.client, ()):
            self._remove(request)

    def _ahead(self, request: LaneRequest) -> int:
        own = self._waiting[request.client].index(request)
        before, is_before = own, True
        for client, requests in self._waiting.items():
            is_before &= client != request.client
            if client != request.client:
                before += min(len(requests), own + is_before)
        return before

    def _give_places(self) -> None:
        while self._free and (request := self._next()) is not None:
            self._remove(request)
            if requests := self._waiting.pop(request.client, None):
                self._waiting[request.client] = requests  # behind all others
            self._free -= 1
            self._working[request.client] += 1
            request.began = time.monotonic()
            request.place.set_result(None)

    def _next(self) -> LaneRequest | None:
        for client, requests in self._waiting.items():
            if self._working[client] < self._of_client:
                return requests[0]
        return None

    def _remove(self, request: LaneRequest) -> None:
        requests = self._waiting[request.client]
        requests.remove(request)
        if not requests:
            del self._waiting[request.client]

    def _make_room_for(self, client: str) -> None:
        largest = max(self._waiting.values(), key=len)
        if len(self._waiting.get(client, ())) + 1 >= len(largest):
            raise self._too_busy()
        refused = largest[-1]
        self._remove(refused)
        refused.place.set_exception(self._too_busy())

    def _too_busy(self) -> TooBusy:
        seconds = math.ceil(self._mean_seconds * self.inside / self._places)
        text = _("{inside} requests are already running or waiting; try again later")
        return TooBusy(text.format(inside=self.inside), max(1, seconds))
