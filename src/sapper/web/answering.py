"""Answer requests: the quick ones at once in threads, the others in lanes before processes.

A question whose answer takes a few milliseconds is answered in a thread of the server, within a
small budget. Whatever exceeds it, and work that is known to be heavy, waits in a lane for a
process. The work of a client that leaves is ended.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Coroutine, Mapping
from contextlib import aclosing
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from sapper.analysis.budget import budget_exceeded
from sapper.answers import QUESTIONS, Limits, Question, answer
from sapper.answers.question import Report, question_from
from sapper.errors import BudgetExceeded, SapperError, TooLarge
from sapper.lab.errors import ProcessDied
from sapper.lab.workers.processes import send_report
from sapper.language import _, language, use_language
from sapper.web.lanes import Lane, TooBusy
from sapper.web.limits import ServerLimits
from sapper.web.responses import Reply, error_reply, failure_reply, reply_to_error
from sapper.web.workers import Workers

__all__ = ["AnswerService"]

_log = logging.getLogger(__name__)
_THREADS: Final = 4  # of quick answers: most of their time is spent in the core, without the lock
_GONE: Final = Response(status_code=499)  # nobody reads this answer
_STREAM_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}

Body = Mapping[str, object]
T = TypeVar("T")


class Event(NamedTuple):
    """What is said while a long question is answered."""

    name: str
    data: Mapping[str, Any]


Events = AsyncGenerator[Event | Reply, None]
"""Events, and a reply at the end."""


class AnswerService:
    """All work on answers, within the limits of one server."""

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        self.workers = Workers(limits.short_places)
        self._threads = CapacityLimiter(_THREADS)
        seconds = limits.waiting_seconds
        self.lanes = {
            "short": Lane(limits.short_places, limits.waiting, seconds),
            "slow": Lane(limits.slow_places, limits.waiting, 10 * seconds),
            "long": Lane(limits.long_places, limits.waiting, None, of_client=1),
        }

    def close(self) -> None:
        """End all work, also from a signal handler."""
        self.workers.close()
        for lane in self.lanes.values():
            lane.is_closed = True

    async def answer(self, request: Request, name: str, body: Body) -> Response:
        """Return the answer to a question; raise `TooBusy` if too many wait already."""
        asked = question_from(QUESTIONS[name], body)
        if asked.lane == "quick" and _is_short(body, self.limits):
            limits = self.limits.of_quick_answers
            try:
                work = partial(_reply, name, body, limits, self.limits.answer_bytes)
                return (await to_thread.run_sync(work, limiter=self._threads)).response()
            except BudgetExceeded:
                pass  # it has more time in a process
        reply = await _unless_gone(request, _last(self._events(request, name, body, asked)))
        return _GONE if reply is None else reply.response()

    async def stream(self, request: Request, name: str, body: Body) -> Response:
        """Return the answer to a question as events, with the progress; raise `TooBusy`.

        What is refused at once is answered as without events.
        """
        asked = question_from(QUESTIONS[name], body)
        events = self._events(request, name, body, asked)
        first = await _unless_gone(request, anext(events))
        if isinstance(first, Event):
            return _Stream(first, events)
        await events.aclose()
        return _GONE if first is None else first.response()

    async def _events(self, request: Request, name: str, body: Body, asked: Question) -> Events:
        """Yield the place in the lane, then the progress, and at last the reply."""
        lane = self._lane_of(asked)
        turn = lane.enter(request.client.host if request.client else "")
        try:
            async for ahead in lane.wait(turn):
                yield Event("waiting", {"ahead": ahead})
            async with aclosing(self._work(name, body, asked)) as events:
                async for event in events:
                    yield event
        finally:
            lane.leave(turn)

    def _lane_of(self, asked: Question) -> Lane:
        kind = "long" if asked.lane == "long" else "slow" if asked.time_factor > 1 else "short"
        return self.lanes[kind]

    async def _work(self, name: str, body: Body, asked: Question) -> Events:
        """Yield what a process says of a question, and its reply."""
        events: asyncio.Queue[Event | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        seconds = self.limits.hard_seconds(asked)
        limits, most = self.limits.of_answers, self.limits.answer_bytes
        work = partial(_reply, name, body, limits, most, _send_event)

        def report(event: Event) -> None:
            loop.call_soon_threadsafe(events.put_nowait, event)

        call = self.workers.call(_in_process, language(), work, seconds=seconds, report=report)
        working = asyncio.ensure_future(call)
        working.add_done_callback(lambda _: events.put_nowait(None))
        try:
            while (event := await events.get()) is not None:
                yield event
            yield self._reply_of(working, seconds)
        finally:
            working.cancel()

    def _reply_of(self, working: asyncio.Future[Reply], seconds: float | None) -> Reply:
        """Return the reply of a process, or what is said for one that died."""
        try:
            return working.result()
        except Exception as error:
            if self.workers.is_closed:
                return error_reply(503, _("the server is shutting down"), "server")
            if isinstance(error, ProcessDied) and error.is_late:
                return reply_to_error(budget_exceeded(0, 1000 * (seconds or 0), "time"))
            _log.error("a question got no answer: a worker process %s", error)
            return failure_reply()


class _Stream(StreamingResponse):
    """Events as server-sent events, the first of which is known."""

    def __init__(self, first: Event, events: Events) -> None:
        super().__init__(
            _texts(first, events), media_type="text/event-stream", headers=_STREAM_HEADERS
        )
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream; end the work with it, also when it never began."""
        async with aclosing(self._events):
            await super().__call__(scope, receive, send)


async def _texts(first: Event, events: Events) -> AsyncGenerator[bytes, None]:
    try:
        yield _text(first)
        async for event in events:
            yield _text(event)
    except TooBusy as error:  # it lost its place in the lane
        yield _text(error_reply(429, str(error), "busy"))
    except HTTPException as error:
        yield _text(error_reply(error.status_code, error.detail, "server"))


def _text(event: Event | Reply) -> bytes:
    if isinstance(event, Event):
        name, data = event.name, Reply.of(event.data).body
    else:
        name, data = "done" if event.status == 200 else "failed", event.body
    return b"event: %b\ndata: %b\n\n" % (name.encode(), data)


async def _last(events: Events) -> Reply:
    async with aclosing(events):
        async for event in events:
            if isinstance(event, Reply):
                return event
    raise AssertionError("events end with a reply")


async def _unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T | None:
    """Return what the work returns; end it and return None when the client leaves before."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_wait_until_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        working.cancel()
        leaving.cancel()


async def _wait_until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _is_short(body: Body, limits: ServerLimits) -> bool:
    texts = [len(value) for value in body.values() if isinstance(value, str)]
    return sum(texts) <= limits.quick_text


def _reply(
    name: str, body: Body, limits: Limits, most_bytes: int, report: Report | None = None
) -> Reply:
    """Return the reply to a question; a quick try raises `BudgetExceeded`."""
    try:
        reply = Reply.of(answer(name, body, limits, report))
        if len(reply.body) > most_bytes:
            text = _("the answer has {size:,} bytes; at most {answer_bytes:,} are sent")
            text = text.format(size=len(reply.body), answer_bytes=most_bytes)
            return reply_to_error(TooLarge(text, "answer"))
        return reply
    except SapperError as error:
        if limits.is_quick and isinstance(error, BudgetExceeded):
            raise
        return reply_to_error(error)
    except Exception:
        _log.exception("a question failed")
        return failure_reply()


def _in_process(code: str, work: Any) -> Reply:
    """Return a reply, in a process."""
    with use_language(code):
        return work()  # type: ignore[no-any-return]


def _send_event(name: str, data: Mapping[str, object]) -> None:
    send_report(Event(name, data))
