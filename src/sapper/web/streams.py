"""Work that takes a while, told as server-sent events, and stopped when nobody listens.

The laboratory plays in a thread and tells a watch of every chunk, which takes about half a second;
the watch stops it there when the listener has left or the server closes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import orjson
from fastapi import Request
from fastapi.responses import StreamingResponse

from sapper.errors import SapperError
from sapper.lab import Watch
from sapper.lab.simulate import Standing
from sapper.web.limits import TooBusy

__all__ = ["Desk", "Listened"]

_log = logging.getLogger(__name__)
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_LISTEN_EVERY = 0.25  # seconds after which a silent stream looks whether anybody listens
Tell = Callable[[str, object], None]


class _Left(Exception):  # noqa: N818 (nothing is wrong: nobody listens any more)
    """The listener has left."""


class Listened(Watch):
    """Tells how runs go, and stops them when nobody listens any more."""

    def __init__(self, tell: Tell, is_left: Event) -> None:
        self._tell, self._is_left = tell, is_left

    def begin(self, standings: Sequence[Standing]) -> None:
        """Tell that runs begin."""
        self._tell("begin", [_standing_document(standing) for standing in standings])
        self.check()

    def update(self, standing: Standing) -> None:
        """Tell how a run stands."""
        self._tell("progress", _standing_document(standing))
        self.check()

    def note(self, text: str) -> None:
        """Tell a remark."""
        self._tell("note", text)

    def check(self) -> None:
        """Stop the work when nobody listens."""
        if self._is_left.is_set():
            raise _Left


Work = Callable[[Listened], object]


class Desk:
    """Where simulations are asked for: so many at a time and no more."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._threads = ThreadPoolExecutor(most, "simulation")
        self._under_way: set[Event] = set()

    @property
    def under_way(self) -> int:
        """How many simulations are running."""
        return len(self._under_way)

    def close(self) -> None:
        """Stop everything at the next chunk."""
        for is_left in self._under_way:
            is_left.set()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def stream(self, request: Request, work: Work) -> StreamingResponse:
        """Return the events of some work; raise `TooBusy` when there is no room for it."""
        if len(self._under_way) >= self._most:
            raise TooBusy(f"{self._most} simulations are under way; try again when one has ended")
        is_left = Event()
        self._under_way.add(is_left)
        events: asyncio.Queue[bytes | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def send(event: bytes | None) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(events.put_nowait, event)

        def finished(_: object) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._under_way.discard, is_left)

        self._threads.submit(_carry_out, work, is_left, send).add_done_callback(finished)
        return StreamingResponse(
            _listen(request, events, is_left), media_type="text/event-stream", headers=_HEADERS
        )


def _carry_out(work: Work, is_left: Event, send: Callable[[bytes | None], None]) -> None:
    """Do the work, tell its result or why there is none, and end the stream."""
    watch = Listened(lambda name, data: send(_event(name, data)), is_left)
    try:
        watch.check()
        send(_event("done", work(watch)))
    except _Left:
        pass
    except SapperError as error:
        send(_event("failed", {"error": str(error)}))
    except Exception:
        _log.exception("a simulation failed")
        send(_event("failed", {"error": "the server failed; its log says why"}))
    finally:
        send(None)


async def _listen(
    request: Request, events: asyncio.Queue[bytes | None], is_left: Event
) -> AsyncIterator[bytes]:
    try:
        while True:
            try:
                event = await asyncio.wait_for(events.get(), _LISTEN_EVERY)
            except TimeoutError:
                if is_left.is_set() or await request.is_disconnected():
                    return
                yield b": listening\n\n"
                continue
            if event is None:
                return
            yield event
    finally:
        is_left.set()


def _event(name: str, data: object) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name.encode("ascii"), orjson.dumps(data))


def _standing_document(standing: Standing) -> dict[str, Any]:
    document: dict[str, Any] = {
        "strategy": standing.run.strategy,
        "board": standing.run.board,
        "games": standing.games,
        "done": standing.done,
        "wins": standing.wins,
    }
    if standing.done:
        rate = standing.win_rate
        document |= {"win_rate": rate.value, "low": rate.low, "high": rate.high}
    return document
