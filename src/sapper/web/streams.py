"""Run simulations in engine processes and stream their progress as server-sent events.

A simulation ends with its process: at once when the client has disconnected or the server shuts
down, whatever its players are doing.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial

import orjson
from fastapi import Response
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from sapper.errors import ErrorDocument, SapperError
from sapper.lab import Watch
from sapper.lab.estimate_columns import plain
from sapper.lab.result import RunResult
from sapper.language import _
from sapper.schema import stamp
from sapper.web.documents import BeginDocument, ProgressDocument, RemarkDocument
from sapper.web.engine_pool import EnginePool
from sapper.web.engine_process import Emit, EngineProcess, ProcessEnded, pickle_task
from sapper.web.limits import TooBusy

__all__ = ["SimulationStreams", "StreamWatch", "Work"]

_log = logging.getLogger(__name__)
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_FAILED = ErrorDocument(
    error="the server failed; its log says why", kind="server", where=None, limit=None
)


class StreamWatch(Watch):
    """Send the progress of runs as events."""

    def __init__(self, emit: Emit) -> None:
        self._emit, self._games = emit, 0

    def begin(self, results: Sequence[RunResult], games: int) -> None:
        """Send that runs begin."""
        self._games = games
        self.send("begin", BeginDocument(runs=list(map(self._progress, results))))

    def update(self, result: RunResult) -> None:
        """Send the state of a run."""
        self.send("progress", self._progress(result))

    def _progress(self, result: RunResult) -> ProgressDocument:
        rate = result.win_rate
        return ProgressDocument(
            player=result.run.player,
            board=result.run.board,
            games=self._games,
            done=result.games,
            wins=result.wins,
            win_rate=plain(rate.value),
            win_rate_low=plain(rate.low),
            win_rate_high=plain(rate.high),
        )

    def note(self, text: str) -> None:
        """Send a note."""
        self.send("note", RemarkDocument(note=text))

    def send(self, name: str, data: Mapping[str, object]) -> None:
        """Send an event."""
        self._emit(_event(name, data))


Work = Callable[[StreamWatch], Mapping[str, object]]
"""A simulation: a function of a module, or a partial of one."""


class SimulationStreams:
    """The simulations that this server runs, up to a limit."""

    def __init__(self, most: int, pool: EnginePool) -> None:
        self._most = most
        self._pool = pool
        self._running = 0

    @property
    def running(self) -> int:
        """The number of simulations now running."""
        return self._running

    def stream(self, work: Work) -> StreamingResponse:
        """Return the events of the work; raise `TooBusy` beyond the limit."""
        if self._running >= self._most:
            raise TooBusy(
                _("{most} simulations are already running; try again later").format(most=self._most)
            )
        task = pickle_task(partial(_run, work))  # before it counts: this may fail
        self._running += 1
        return _Stream(self._events(task), self._forget)

    def _forget(self) -> None:
        self._running -= 1

    async def _events(self, task: bytes) -> AsyncIterator[bytes]:
        process: EngineProcess | None = None
        try:
            process = await self._pool.take()
            async for event in process.events(task):
                if isinstance(event, bytes):
                    yield event
        except ProcessEnded:
            if not self._pool.is_closed:
                _log.error("the process of a simulation ended by itself")
                yield _event("failed", _FAILED)
        finally:
            if process is not None:
                self._pool.discard(process)


class _Stream(StreamingResponse):
    """A stream that reports its end, also when it never began."""

    def __init__(self, events: AsyncIterator[bytes], on_end: Callable[[], None]) -> None:
        super().__init__(events, media_type="text/event-stream", headers=_HEADERS)
        self._events = events
        self._on_end = on_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._on_end()


def _run(work: Work, emit: Emit) -> Response:
    """Do the work and send its result or the error; in an engine process."""
    watch = StreamWatch(emit)
    try:
        watch.send("done", work(watch))
    except SapperError as error:
        watch.send("failed", error.to_dict())
    except OSError:
        raise  # the server is gone
    except Exception:
        _log.exception("a simulation failed")
        watch.send("failed", _FAILED)
    return Response()


def _event(name: str, data: Mapping[str, object]) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name.encode("ascii"), orjson.dumps(stamp(data)))
