"""Answer in processes that can be ended at any moment; they are those of the laboratory.

Work that may take seconds is not done in the process of the server: there it could not be ended,
and it would hold the interpreter's lock while pages and quick answers wait.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Any, Final, TypeVar

from sapper.lab.errors import ProcessDied, RunStopped
from sapper.lab.workers.processes import WorkerProcess
from sapper.platforms import yield_to_others

__all__ = ["Workers"]

_log = logging.getLogger(__name__)
_NICE: Final = 10  # such work yields to the server itself
_END_SECONDS: Final = 0.3  # until a process that does not end is killed
_START_SECONDS: Final = 60.0  # on a busy machine

T = TypeVar("T")


class Workers:
    """Processes that make one call each; some are kept for the next call."""

    def __init__(self, kept: int) -> None:
        self._kept = kept
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._starts: set[asyncio.Future[WorkerProcess]] = set()
        self.is_closed = False

    def warm_up(self) -> None:
        """Start a process in the background, so that the next call need not wait for it."""
        self._begin_start().add_done_callback(self._keep_started)

    async def call(
        self,
        function: Callable[..., T],
        *arguments: object,
        seconds: float | None = None,
        report: Callable[[Any], None] | None = None,
    ) -> T:
        """Return what a function returns in a process; a cancelled call ends its process.

        Raise what the function raises, `ProcessDied` if the process ends before, and `InputError`
        if none can be started. A process that was idle may have died meanwhile: then the call is
        made once more.
        """
        call = partial(function, *arguments)
        if self._idle:
            try:
                return await self._call_in(self._idle.pop(), call, seconds, report)
            except ProcessDied as death:
                if death.is_late or self.is_closed:
                    raise
                _log.warning("a worker process %s; its call is made once more", death)
        return await self._call_in(await self._start(), call, seconds, report)

    def close(self) -> None:
        """End all processes, also from a signal handler."""
        self.is_closed = True
        for process in list(self._all):
            self._end(process)

    async def _call_in(
        self,
        process: WorkerProcess,
        call: Callable[[], T],
        seconds: float | None,
        report: Callable[[Any], None] | None,
    ) -> T:
        is_free = False
        try:
            answer = await _in_thread(partial(process.call, call, seconds=seconds, report=report))
            is_free = True
            return answer
        except (Exception, ProcessDied) as error:
            is_free = not isinstance(error, ProcessDied)
            raise
        finally:
            self._keep(process) if is_free else self._end(process)

    async def _start(self) -> WorkerProcess:
        """Return a new process; one that nobody waits for any more is kept for another call."""
        starting = self._begin_start()
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(self._keep_started)
            raise

    def _begin_start(self) -> asyncio.Future[WorkerProcess]:
        starting = asyncio.ensure_future(self._start_process())
        self._starts.add(starting)  # the event loop does not hold it
        starting.add_done_callback(self._starts.discard)
        return starting

    async def _start_process(self) -> WorkerProcess:
        if self.is_closed:
            raise RunStopped("the workers are shut down")
        process = WorkerProcess()
        self._all.add(process)
        await _in_thread(partial(process.call, _prepare, seconds=_START_SECONDS))
        return process

    def _keep_started(self, starting: asyncio.Future[WorkerProcess]) -> None:
        if starting.cancelled():
            return
        error = starting.exception()
        if error is None:
            self._keep(starting.result())
        elif not self.is_closed:
            _log.error("no worker process can be started: %s", error)

    def _keep(self, process: WorkerProcess) -> None:
        if self.is_closed or len(self._idle) >= self._kept:
            self._end(process)
        else:
            self._idle.append(process)

    def _end(self, process: WorkerProcess) -> None:
        self._all.discard(process)
        Thread(target=process.end, args=(_END_SECONDS,)).start()
        if not self._idle and not self.is_closed:
            self.warm_up()


async def _in_thread(work: Callable[[], T]) -> T:
    """Return what a function returns in a thread, which may outlive a cancelled caller."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(answer: Any, error: BaseException | None) -> None:
        if not done.done():
            done.set_exception(error) if error else done.set_result(answer)

    def run() -> None:
        answer, error = None, None
        try:
            answer = work()
        except BaseException as raised:
            error = raised
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, answer, error)

    Thread(target=run, daemon=True).start()
    return await done


def _prepare() -> None:
    """Import what most answers need, and yield to other processes."""
    import sapper.answers
    import sapper.proofs
    import sapper.reviews.reviewing  # noqa: F401

    yield_to_others(_NICE)
