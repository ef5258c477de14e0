"""Answer requests: the quick ones at once in threads, the others in a queue for engine processes.

A request whose answer takes a few milliseconds is answered in a thread of the server, within a
small budget. Whatever exceeds it, and work that is known to be heavy, waits for one of a few
processes. The queue is short: beyond it a request is refused with the time to try again, which is
better for everybody than an answer after minutes. The work of a client that leaves is ended.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, Final, TypeVar

from fastapi import Request, Response

from sapper.analysis.budget import budget_exceeded
from sapper.errors import BudgetExceeded, SapperError
from sapper.language import _
from sapper.web.engine_pool import EnginePool
from sapper.web.engine_process import Emit, ProcessEnded, pickle_task
from sapper.web.limits import Limits, TooBusy, TooLarge
from sapper.web.responses import error_response, response_of, send

__all__ = ["EngineQueue", "Rule"]

_log = logging.getLogger(__name__)
_THREADS: Final = 4  # of quick answers: most of their time is spent in the core, without the lock
_LONGEST_WAIT: Final = 60  # seconds to advise at most
_GONE: Final = 499  # nobody reads this answer

Body = TypeVar("Body")
Rule = Callable[[Body, Limits], Mapping[str, object] | str]
"""Answers a request within limits, with a document or a picture."""


class EngineQueue:
    """The work of one server process, within its limits."""

    def __init__(self, limits: Limits, pool: EnginePool) -> None:
        self.limits = limits
        self._pool = pool
        self._threads = ThreadPoolExecutor(_THREADS, "quick")
        self._places = asyncio.Semaphore(limits.engines)
        self._inside = 0
        self._mean_seconds = 0.5

    @property
    def inside(self) -> int:
        """The number of requests that run or wait."""
        return self._inside

    async def quick(self, request: Request, rule: Rule[Body], body: Body, size: int) -> Response:
        """Return an answer made at once; a large or a hard request waits in the queue instead."""
        if size > self.limits.quick_text:
            return await self.heavy(request, rule, body)
        limits = self.limits.begin(is_quick=True)
        loop = asyncio.get_running_loop()
        try:
            answer = partial(copy_context().run, _answer, rule, body, limits)  # in its language
            return await loop.run_in_executor(self._threads, answer)
        except BudgetExceeded:
            return await self.heavy(request, rule, body)

    async def heavy(
        self, request: Request, rule: Rule[Body], body: Body, limits: Limits | None = None
    ) -> Response:
        """Return an answer of an engine process; raise `TooBusy` if too many wait already."""
        allowed = limits or self.limits
        self._check_room()
        self._inside += 1
        try:
            task = pickle_task(partial(_answer_or_error, rule, body, allowed))
            return await _unless_gone(request, self._run(task, allowed))
        finally:
            self._inside -= 1

    def close(self) -> None:
        """Refuse what still waits; the processes end with their pool."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _check_room(self) -> None:
        if self._inside < self.limits.engines + self.limits.waiting:
            return
        seconds = math.ceil(self._mean_seconds * self._inside / self.limits.engines)
        raise TooBusy(
            _("{inside} requests are already running or waiting; try again later").format(
                inside=self._inside
            ),
            max(1, min(_LONGEST_WAIT, seconds)),
        )

    async def _run(self, task: bytes, limits: Limits) -> Response:
        async with self._places:
            began = time.monotonic()
            try:
                return await self._ask(task, limits)
            except TimeoutError:
                return response_of(budget_exceeded(0, 1000 * limits.hard_seconds, "time"))
            except ProcessEnded:
                if self._pool.is_closed:
                    return error_response(503, _("the server is shutting down"), "server")
                _log.error("an engine process ended by itself")
                return error_response(500, _("the server failed; its log says why"), "server")
            finally:
                self._mean_seconds += 0.1 * (time.monotonic() - began - self._mean_seconds)

    async def _ask(self, task: bytes, limits: Limits) -> Response:
        process = await self._pool.take()
        try:
            async with asyncio.timeout(limits.hard_seconds):
                answer = await process.answer(task)
        except BaseException:
            self._pool.discard(process)
            raise
        self._pool.give_back(process)
        return answer


async def _unless_gone(request: Request, work: Coroutine[Any, Any, Response]) -> Response:
    """Return what the work returns; end it when the client leaves before."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_wait_until_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else Response(status_code=_GONE)
    finally:
        working.cancel()
        leaving.cancel()


async def _wait_until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _answer_or_error(rule: Rule[Body], body: Body, limits: Limits, _emit: Emit) -> Response:
    """Return the answer or the error of a request; in an engine process, with all its time."""
    try:
        return _answer(rule, body, limits.begin())
    except (SapperError, TooLarge) as error:
        return response_of(error)
    except Exception:
        _log.exception("a request failed")
        return error_response(500, _("the server failed; its log says why"), "server")


def _answer(rule: Rule[Body], body: Body, limits: Limits) -> Response:
    found = rule(body, limits)
    answer = _picture(found) if isinstance(found, str) else send(found)
    limits.check_answer(len(answer.body))
    return answer


def _picture(text: str) -> Response:
    return Response(text, media_type="image/svg+xml")
