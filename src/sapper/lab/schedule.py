"""Do the work of some runs: cut what is missing into chunks, have them played, keep them.

The cuts adapt to the player's speed, so that a chunk takes about half a second: that much is
lost when the process is killed. The games do not depend on the cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field

from sapper.errors import SapperError
from sapper.games.table import GameTable
from sapper.lab.chunk import Chunk
from sapper.lab.errors import RunStopped
from sapper.lab.ledger import Entry, Ledger
from sapper.lab.workers import Crew

__all__ = ["Task", "carry_out"]

_CHUNK_SECONDS = 0.5
_FIRST_CHUNK = 8
_FASTEST_GROWTH = 4
_CHECK_EVERY = 5.0  # seconds without news after which the crew is looked at


@dataclass
class Task:
    """A run's entry, the games it still lacks, and what is known of its pace."""

    entry: Entry
    games: int
    missing: list[tuple[int, int]]
    pace: float | None = None
    size: int = field(default=_FIRST_CHUNK)

    @property
    def left(self) -> int:
        """How many games are not yet handed out."""
        return sum(end - begin for begin, end in self.missing)

    def cut(self, workers: int) -> tuple[int, int]:
        """Take the next chunk off what is missing: its first game, and how many."""
        size = min(self.size, max(_FIRST_CHUNK, -(-self.left // (2 * workers))))
        begin, end = self.missing[0]
        stop = min(begin + size, end)
        self.missing[:1] = [(stop, end)] if stop < end else []
        return begin, stop - begin

    def learn(self, chunk: Chunk) -> None:
        """Let the chunks grow or shrink towards the wanted time."""
        pace = chunk.elapsed / max(1, len(chunk.games))
        wanted = int(_CHUNK_SECONDS / max(pace, 1e-9))
        self.size = max(1, min(wanted, _FASTEST_GROWTH * self.size))


def carry_out(
    tasks: Sequence[Task],
    ledger: Ledger,
    crew: Crew,
    kept: Callable[[Entry, GameTable], None],
    is_enough: Callable[[], bool] = lambda: False,
) -> None:
    """Play what the tasks lack, those with the lowest games first; `kept` is told every chunk.

    Raises `RunStopped` when workers die; what was kept by then stays kept.
    """
    under_way: dict[Future[Chunk], Task] = {}
    while not is_enough():
        for task in _next(tasks, crew, under_way):
            begin, count = task.cut(crew.workers)
            under_way[crew.submit(task.entry.run, begin, count)] = task
        if not under_way:
            return
        done, _ = wait(under_way, _CHECK_EVERY, FIRST_COMPLETED)
        if not done:
            crew.check()
        for future in sorted(done, key=_has_failed):  # keep what is good before trouble is told
            task, chunk = under_way.pop(future), _answer(future)
            ledger.keep(task.entry, chunk.games)
            task.learn(chunk)
            kept(task.entry, chunk.games)
    for future in under_way:
        future.cancel()


def _next(
    tasks: Sequence[Task], crew: Crew, under_way: dict[Future[Chunk], Task]
) -> Iterator[Task]:
    """Yield the task whose next game is lowest, as long as there is a slot for it."""
    while left := [task for task in tasks if task.missing]:
        task = min(left, key=lambda task: task.missing[0][0])
        if len(under_way) >= crew.slots(task.entry.run):
            return
        yield task


def _has_failed(future: Future[Chunk]) -> bool:
    return future.cancelled() or future.exception() is not None


def _answer(future: Future[Chunk]) -> Chunk:
    try:
        return future.result()
    except BrokenProcessPool:
        raise RunStopped(
            "a worker process died (out of memory, ended by someone, or in a script without "
            "`if __name__ == '__main__':`); what was finished is kept, run the same command "
            "again to go on"
        ) from None
    except SapperError:
        raise
    except (Exception, CancelledError) as error:
        raise RunStopped(
            f"a chunk could not be played: {type(error).__name__}: {error}; "
            "what was finished is kept"
        ) from error
