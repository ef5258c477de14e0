"""Make the parts of a job on workers: here, in processes, or on a cluster; in their order.

Parts go to the same pools as chunks of games, so a frozen worker, a lost scheduler or a worker that
lacks an engine costs time and no part. Every worker computes the identity of the code that makes a
part, and of the player that it needs; a part of another identity is refused.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as NotYet
from concurrent.futures.process import BrokenProcessPool
from time import monotonic
from typing import Final, NamedTuple, TypeVar

from sapper.lab.errors import RunStopped
from sapper.lab.identity import Worker, check_identity, identity_here, identity_of, this_worker
from sapper.lab.job import Job, JobPart, MadePart
from sapper.lab.workers import WorkerPool
from sapper.language import _

__all__ = ["Call", "make_parts"]

A = TypeVar("A")
T = TypeVar("T")
Call = Callable[..., "Future[_Answer]"]
"""How a worker is called: `WorkerPool.call`, or the `submit` of a pool of processes."""

_CHECK_SECONDS: Final = 5.0  # without a result, then the workers are checked


class _Answer(NamedTuple):
    """What a worker made, the identities that it computed, and who it is."""

    value: object
    identity: str
    player: str | None
    worker: Worker


def make_parts(
    job: Job,
    parts: Sequence[JobPart[A]],
    make: Callable[[A], T],
    pool: WorkerPool,
    call: Call | None = None,
) -> Iterator[MadePart[A, T]]:
    """Yield the parts in their order, while the workers make the next ones.

    `make` turns the argument of a part into its value, on a worker. Raise whatever it raises, and
    `RunStopped` for a worker with other code; parts before that one were yielded.
    """
    players = {part.run.strategy: identity_of(part.run) for part in parts if part.run is not None}
    waiting = deque(parts)
    under_way: deque[tuple[JobPart[A], Future[_Answer]]] = deque()
    slots = 1 if pool.workers == 1 else 2 * pool.workers
    while waiting or under_way:
        while waiting and len(under_way) < slots:
            part = waiting.popleft()
            under_way.append((part, _call(pool, call, job, make, part)))
        part, future = under_way[0]
        answer = _await(pool, future, job, make, part)
        under_way.popleft()
        if isinstance(answer, Future):  # it is made again elsewhere
            under_way.appendleft((part, answer))
            continue
        _check(job, part, players, answer)
        value: T = answer.value  # type: ignore[assignment]
        yield MadePart(part, value, answer.worker)


def _make_here(job: Job, make: Callable[[A], object], part: JobPart[A]) -> _Answer:
    """Make a part; called on a worker."""
    player = None if part.run is None else identity_here(part.run)
    return _Answer(make(part.argument), job.identity, player, this_worker())


def _call(
    pool: WorkerPool, call: Call | None, job: Job, make: Callable[[A], object], part: JobPart[A]
) -> Future[_Answer]:
    """Return the future part; also where the call itself finds that a process has died."""
    try:
        if call is not None:
            return call(_make_here, job, make, part)
        return pool.call(_make_here, job, make, part, run=part.run)
    except BrokenProcessPool as error:
        future: Future[_Answer] = Future()
        future.set_exception(error)
        return future


def _await(
    pool: WorkerPool,
    future: Future[_Answer],
    job: Job,
    make: Callable[[A], object],
    part: JobPart[A],
) -> _Answer | Future[_Answer]:
    """Return what was made, or its next try; meanwhile check the workers."""
    checked_at = monotonic()
    while True:
        try:
            return future.result(_CHECK_SECONDS)
        except (Exception, CancelledError) as error:
            if isinstance(error, NotYet) and not future.done():
                if monotonic() - checked_at >= _CHECK_SECONDS:
                    pool.check()
                    checked_at = monotonic()
                continue
            again = pool.call_again(error, _make_here, job, make, part, run=part.run)
            if again is None:
                raise
            return again


def _check(job: Job, part: JobPart[A], players: dict[str, str], answer: _Answer) -> None:
    """Raise `RunStopped` if a worker has other code than the calling process."""
    if part.run is not None:
        expected = players[part.run.strategy]
        check_identity(part.run, expected, answer.player or "", answer.worker)
    if answer.identity != job.identity:
        raise RunStopped(
            _(
                "a worker ({worker}) has other code for the {kind}: its identity is {identity}, "
                "here it is {other_identity}; its part was refused and all others are kept. Give "
                "every worker the same sapper, restart it, and run the command again"
            ).format(
                worker=answer.worker,
                kind=job.kind,
                identity=answer.identity,
                other_identity=job.identity,
            )
        )
