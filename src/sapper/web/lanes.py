"""Share a few places between requests: the clients take turns, and nobody waits for too long.

A lane has places for work of about the same cost. Whoever finds none waits, and places go to the
clients in turn, however much each of them asks for. Where too many wait, the client that waits
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

__all__ = ["Lane", "TooBusy", "Turn"]

_LOOK_SECONDS: Final = 0.2  # between two looks at who is ahead


class TooBusy(Exception):  # noqa: N818 (named after the status 429)
    """The server has too much to do; `seconds` says when to try again."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


@dataclass(eq=False)
class Turn:
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
        self._waiting: dict[str, deque[Turn]] = {}  # by client; the first one is next
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

    def enter(self, client: str) -> Turn:
        """Return the turn of a request, which must `leave` in the end; raise `TooBusy`."""
        if self._waits >= self._room:
            self._make_room_for(client)
        turn = Turn(client)
        self._waiting.setdefault(client, deque()).append(turn)
        self._give_places()
        return turn

    async def wait(self, turn: Turn) -> AsyncIterator[int]:
        """Yield how many requests come before, until there is a place.

        Raise `TooBusy` if that takes too long, `HTTPException` if the server shuts down.
        """
        ends = time.monotonic() + (self._seconds or math.inf)
        ahead = -1
        while not turn.place.done():
            if self.is_closed:
                raise HTTPException(503, _("the server is shutting down"))
            if ahead != (ahead := self._ahead(turn)):
                yield ahead
            await asyncio.wait([turn.place], timeout=min(_LOOK_SECONDS, ends - time.monotonic()))
            if time.monotonic() > ends and not turn.place.done():
                raise self._too_busy()
        turn.place.result()

    def leave(self, turn: Turn) -> None:
        """Give a place back, or wait no more."""
        if turn.began is not None:
            self._mean_seconds += 0.1 * (time.monotonic() - turn.began - self._mean_seconds)
            self._working -= Counter([turn.client])
            self._free += 1
            self._give_places()
        elif turn in self._waiting.get(turn.client, ()):
            self._remove(turn)

    def _ahead(self, turn: Turn) -> int:
        own = self._waiting[turn.client].index(turn)
        before, is_before = own, True
        for client, turns in self._waiting.items():
            is_before &= client != turn.client
            if client != turn.client:
                before += min(len(turns), own + is_before)
        return before

    def _give_places(self) -> None:
        while self._free and (turn := self._next()) is not None:
            self._remove(turn)
            if turns := self._waiting.pop(turn.client, None):
                self._waiting[turn.client] = turns  # behind all others
            self._free -= 1
            self._working[turn.client] += 1
            turn.began = time.monotonic()
            turn.place.set_result(None)

    def _next(self) -> Turn | None:
        for client, turns in self._waiting.items():
            if self._working[client] < self._of_client:
                return turns[0]
        return None

    def _remove(self, turn: Turn) -> None:
        turns = self._waiting[turn.client]
        turns.remove(turn)
        if not turns:
            del self._waiting[turn.client]

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
