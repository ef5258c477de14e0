"""The engine processes of a server: kept for the next request, replaced when one was ended."""

from __future__ import annotations

import asyncio
from threading import Timer
from typing import Final

from sapper.web.engine_process import EngineProcess, ProcessEnded

__all__ = ["EnginePool"]

_GRACE: Final = 0.1  # seconds for a process to end its engines, other programs, before it is killed


class EnginePool:
    """Processes for those who ask for one; who takes one gives it back or discards it."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._free: list[EngineProcess] = []
        self._alive: set[EngineProcess] = set()
        self._starting: set[asyncio.Future[EngineProcess]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.is_closed = False

    def warm_up(self) -> None:
        """Start a first process in the background, so that the first request need not wait."""
        self._begin_start().add_done_callback(self._keep_started)

    async def take(self) -> EngineProcess:
        """Return a process that waits for work; raise `ProcessEnded` if the pool is closed."""
        if self.is_closed:
            raise ProcessEnded
        if self._free:
            return self._free.pop()
        starting = self._begin_start()
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            if starting.cancelled():
                raise ProcessEnded from None  # the pool was closed meanwhile
            starting.add_done_callback(self._keep_started)  # it serves another request then
            raise

    def give_back(self, process: EngineProcess) -> None:
        """Keep a process that has done its work, unless enough are kept."""
        if self.is_closed or len(self._free) >= self._kept:
            self.discard(process)
        else:
            self._free.append(process)

    def discard(self, process: EngineProcess) -> None:
        """End a process, by force a moment later."""
        process.end()
        process.close()
        asyncio.get_running_loop().call_later(_GRACE, self._kill, process)

    def close(self) -> None:
        """End all processes, also from a signal handler, and cancel those that start."""
        if self.is_closed:
            return
        self.is_closed = True
        ending = list(self._alive)
        for process in ending:
            process.end()
        Timer(_GRACE, _kill_all, [ending]).start()
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._cancel_starts)

    def _cancel_starts(self) -> None:
        for starting in list(self._starting):
            starting.cancel()

    async def wait_closed(self) -> None:
        """Wait until nothing of a closed pool is left in the event loop."""
        self._cancel_starts()
        for process in self._alive:
            process.close()
        waiting = [process.wait_closed() for process in self._alive]
        await asyncio.gather(*self._starting, *waiting, return_exceptions=True)

    def _begin_start(self) -> asyncio.Future[EngineProcess]:
        self._loop = asyncio.get_running_loop()
        starting = asyncio.ensure_future(self._start())
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)
        return starting

    async def _start(self) -> EngineProcess:
        process = await EngineProcess.start()
        self._alive.add(process)
        return process

    def _keep_started(self, starting: asyncio.Future[EngineProcess]) -> None:
        if not starting.cancelled() and starting.exception() is None:
            self.give_back(starting.result())

    def _kill(self, process: EngineProcess) -> None:
        process.kill()
        self._alive.discard(process)


def _kill_all(processes: list[EngineProcess]) -> None:
    for process in processes:
        process.kill()
