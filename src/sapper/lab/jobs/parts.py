"""Make the parts of a job on workers: here, in processes, or on a cluster; in their order.

Parts go to the same pools as chunks of games, so a frozen worker, a lost scheduler or a worker that
lacks an engine costs time and no part. Every worker computes the identity of the code that makes a
part, and of the player that it needs; a part of another identity is refused. A worker process that
dies stops the job.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as NotYet
from concurrent.futures.process import BrokenProcessPool
from time import monotonic
from typing import Final, TypeVar

from sapper.lab.errors import RunStopped
from sapper.lab.jobs.job import Job, JobPart, MadePart
from sapper.lab.workers import WorkerPool
from sapper.language import _

__all__ = ["make_parts"]

A = TypeVar("A")
T = TypeVar("T")

_CHECK_SECONDS: Final = 5.0  # without a result, then the workers are checked
_DEATHS: Final = ("BrokenProcessPool", "KilledWorker", "MemoryError")  # the second one is of Dask


def make_parts(
    job: Job,
    parts: Sequence[JobPart[A]],
    make: Callable[[A], T],
    pool: WorkerPool,
    kept: str | None = None,
) -> Iterator[MadePart[A, T]]:
    """Yield the parts in their order, while the workers make the next ones.

    `make` turns the argument of a part into its value, on a worker. Raise whatever it raises, and
    `RunStopped` for a worker with other code or a process that died; parts before that one were
    yielded, and `kept` says what is left of the work.
    """
    kept = _("the parts before are whole") if kept is None else kept
    waiting = deque(parts)
    under_way: deque[tuple[JobPart[A], Future[object]]] = deque()
    slots = 1 if pool.workers == 1 else 2 * pool.workers
    while waiting or under_way:
        while waiting and len(under_way) < slots:
            part = waiting.popleft()
            under_way.append((part, _call(pool, job, make, part)))
        part, future = under_way[0]
        try:
            answer = _await(pool, future, job, make, part)
        except Exception as error:
            if type(error).__name__ not in _DEATHS:
                raise
            raise _stopped(error, job, [part for part, _future in under_way], kept) from None
        under_way.popleft()
        if isinstance(answer, Future):  # it is made again elsewhere
            under_way.appendleft((part, answer))
            continue
        value: T = answer  # type: ignore[assignment]
        yield MadePart(part, value)


def _make_here(job: Job, make: Callable[[A], object], part: JobPart[A]) -> object:  # noqa: ARG001
    """Make a part; called on a worker."""
    return make(part.argument)


def _call(
    pool: WorkerPool, job: Job, make: Callable[[A], object], part: JobPart[A]
) -> Future[object]:
    """Return the future part; also where the call itself finds that a process has died."""
    try:
        return pool.call(_make_here, job, make, part, run=part.run)
    except BrokenProcessPool as error:
        future: Future[object] = Future()
        future.set_exception(error)
        return future


def _await(
    pool: WorkerPool,
    future: Future[object],
    job: Job,
    make: Callable[[A], object],
    part: JobPart[A],
) -> object | Future[object]:
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


def _stopped(error: Exception, job: Job, parts: Iterable[JobPart[A]], kept: str) -> RunStopped:
    """Return in words that a worker process died, or ran out of memory, with some parts."""
    runs = [part.run for part in parts if part.run is not None]
    suspects = [run for run in runs if run.native is None] or runs
    names = " or ".join(dict.fromkeys(run.player for run in suspects))
    what = f"{names} played" if names else f"the {job.kind} were made"
    if isinstance(error, MemoryError):
        return RunStopped(f"the memory ran out while {what}; {kept}")
    if not names:
        return RunStopped(f"a worker process ended while {what}: it was killed; {kept}")
    is_shared = any(run.limits.move_time is None for run in suspects)
    hint = "; with a limit for a move a game can end only its own process" if is_shared else ""
    return RunStopped(
        f"a worker process ended while {what}: the player ended it, or it was killed; {kept}{hint}"
    )
