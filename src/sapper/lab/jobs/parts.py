"""Make the parts of a job on workers: here, in processes, or on a cluster; in their order.

Parts go to the same pools as chunks of games, so a frozen worker, a lost scheduler or a worker that
lacks an engine costs time and no part. Every worker computes the identity of the code that makes a
part, and of the player that it needs; a part of another identity is refused. A worker process that
dies stops the job.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from typing import Final, NamedTuple, TypeVar

from sapper.lab.errors import RunStopped
from sapper.lab.identity import Worker, check_identity, identity_here, identity_of, this_worker
from sapper.lab.jobs.job import Job, JobPart, MadePart
from sapper.lab.workers import WorkerPool
from sapper.language import _

__all__ = ["make_parts"]

A = TypeVar("A")
T = TypeVar("T")

_DEATHS: Final = ("ProcessDied", "KilledWorker", "MemoryError")  # the second one is of Dask


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
    kept: str | None = None,
) -> Iterator[MadePart[A, T]]:
    """Yield the parts in their order, while the workers make the next ones.

    `make` turns the argument of a part into its value, on a worker. Raise whatever it raises, and
    `RunStopped` for a worker with other code or a process that died; parts before that one were
    yielded, and `kept` says what is left of the work.
    """
    kept = _("the parts before are whole") if kept is None else kept
    players = {part.run.player: identity_of(part.run) for part in parts if part.run is not None}
    waiting = deque(parts)
    under_way: deque[tuple[JobPart[A], Future[_Answer]]] = deque()
    slots = 1 if pool.workers == 1 else 2 * pool.workers
    while waiting or under_way:
        while waiting and len(under_way) < slots:
            part = waiting.popleft()
            call = pool.call(_make_here, job, make, part, run=part.run)
            under_way.append((part, call))
        part, future = under_way[0]
        try:
            answer = future.result()
        except Exception as error:
            if type(error).__name__ not in _DEATHS:
                raise
            raise _stopped(error, job, [part for part, _future in under_way], kept) from None
        under_way.popleft()
        _check(job, part, players, answer)
        value: T = answer.value  # type: ignore[assignment]
        yield MadePart(part, value, answer.worker)


def _make_here(job: Job, make: Callable[[A], object], part: JobPart[A]) -> _Answer:
    """Make a part; called on a worker."""
    player = None if part.run is None else identity_here(part.run)
    return _Answer(make(part.argument), job.identity, player, this_worker())


def _check(job: Job, part: JobPart[A], players: dict[str, str], answer: _Answer) -> None:
    """Raise `RunStopped` if a worker has other code than the calling process."""
    if part.run is not None:
        expected = players[part.run.player]
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
