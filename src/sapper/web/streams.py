"""Run simulations in threads and stream their progress as server-sent events.

The laboratory reports every chunk of games, about half a second of work, to a watch; the watch
stops the run there when the client has disconnected or the server shuts down.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import orjson
from fastapi import Request
from fastapi.responses import StreamingResponse

from sapper.errors import ErrorDocument, SapperError
from sapper.lab import Watch
from sapper.lab.standing import Standing
from sapper.schema import stamp
from sapper.web.documents import BeginDocument, RemarkDocument
from sapper.web.limits import TooBusy

__all__ = ["SimulationStreams", "StreamWatch", "Work"]

_log = logging.getLogger(__name__)
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_FAILED = ErrorDocument(
    error="the server failed; its log says why", kind="server", where=None, limit=None
)
_CHECK_EVERY = 0.25  # seconds between checks whether the client is still connected
SendEvent = Callable[[str, Mapping[str, object]], None]


class _Disconnected(Exception):  # noqa: N818 (nothing is wrong)
    """The client has disconnected."""


class StreamWatch(Watch):
    """Send the progress of runs as events; stop them when the client has disconnected."""

    def __init__(self, send: SendEvent, is_stopped: Event) -> None:
        self._send, self._is_stopped = send, is_stopped

    def begin(self, standings: Sequence[Standing]) -> None:
        """Send that runs begin."""
        self._send("begin", BeginDocument(runs=[standing.to_dict() for standing in standings]))
        self.check()

    def update(self, standing: Standing) -> None:
        """Send the state of a run."""
        self._send("progress", standing.to_dict())
        self.check()

    def send(self, name: str, data: Mapping[str, object]) -> None:
        """Send an event."""
        self._send(name, data)
        self.check()

    def note(self, text: str) -> None:
        """Send a note."""
        self._send("note", RemarkDocument(note=text))

    def check(self) -> None:
        """Raise if the run is to be stopped."""
        if self._is_stopped.is_set():
            raise _Disconnected


Work = Callable[[StreamWatch], Mapping[str, object]]


class SimulationStreams:
    """The simulations that this server runs, up to a limit."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._threads = ThreadPoolExecutor(most, "simulation")
        self._running: set[Event] = set()

    @property
    def running(self) -> int:
        """The number of simulations now running."""
        return len(self._running)

    def close(self) -> None:
        """Stop every simulation at its next chunk."""
        for is_stopped in self._running:
            is_stopped.set()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def stream(self, request: Request, work: Work) -> StreamingResponse:
        """Start the work and return its events; raise `TooBusy` beyond the limit."""
        if len(self._running) >= self._most:
            raise TooBusy(f"{self._most} simulations are already running; try again later")
        is_stopped = Event()
        self._running.add(is_stopped)
        events: asyncio.Queue[bytes | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def send(event: bytes | None) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(events.put_nowait, event)

        def forget(_: object) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._running.discard, is_stopped)

        self._threads.submit(_run, work, is_stopped, send).add_done_callback(forget)
        return StreamingResponse(
            _events(request, events, is_stopped), media_type="text/event-stream", headers=_HEADERS
        )


def _run(work: Work, is_stopped: Event, send: Callable[[bytes | None], None]) -> None:
    """Do the work, send its result or the error, and end the stream."""
    watch = StreamWatch(lambda name, data: send(_event(name, data)), is_stopped)
    try:
        watch.check()
        send(_event("done", work(watch)))
    except _Disconnected:
        pass
    except SapperError as error:
        send(_event("failed", error.to_dict()))
    except Exception:
        _log.exception("a simulation failed")
        send(_event("failed", _FAILED))
    finally:
        send(None)


async def _events(
    request: Request, events: asyncio.Queue[bytes | None], is_stopped: Event
) -> AsyncIterator[bytes]:
    try:
        while True:
            try:
                event = await asyncio.wait_for(events.get(), _CHECK_EVERY)
            except TimeoutError:
                if is_stopped.is_set() or await request.is_disconnected():
                    return
                yield b": waiting\n\n"
                continue
            if event is None:
                return
            yield event
    finally:
        is_stopped.set()


def _event(name: str, data: Mapping[str, object]) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name.encode("ascii"), orjson.dumps(stamp(data)))
