"""Play the missing games of some runs: split them into chunks, submit these, store the results.

The size of a chunk adapts to the player's speed so that it takes about half a second (a second on
a cluster); a killed process loses that much. The games do not depend on the sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field

from sapper.errors import SapperError
from sapper.lab.chunk import Chunk
from sapper.lab.errors import RunStopped
from sapper.lab.identity import check_identity
from sapper.lab.ledger import Entry, Ledger
from sapper.lab.ledger.keep import Keep
from sapper.lab.ledger.stored_chunk import StoredChunk
from sapper.lab.playing.faults import Failure
from sapper.lab.provenance import Provenance
from sapper.lab.workers import WorkerPool

__all__ = ["Task", "chunk_of", "play_tasks"]

_FIRST_CHUNK = 8
_LAST_CHUNK = 0.1  # of a full one, at least: each costs some time whatever its size
_FASTEST_GROWTH = 8


@dataclass
class Task:
    """A run's entry in the ledger, its missing games, and the sizes of its next and last chunks."""

    entry: Entry
    games: int
    missing: list[tuple[int, int]]
    keep: Keep = Keep.GAMES
    size: int = field(default=_FIRST_CHUNK)
    least: int = field(default=_FIRST_CHUNK)
    _played: int = field(default=0, init=False)
    _seconds: float = field(default=0.0, init=False)

    @property
    def left(self) -> int:
        """The number of games that are not submitted yet."""
        return sum(end - begin for begin, end in self.missing)

    def cut_chunk(self, at_once: int) -> tuple[int, int]:
        """Remove the next chunk from the missing games; return its first game and its size.

        Where several chunks are played at once, the last ones are smaller and end together; none
        is more than an even share of what is left, or than the first chunk was.
        """
        size = self.size
        if at_once > 1:
            half, even = (-(-self.left // (shares * at_once)) for shares in (2, 1))
            size = min(size, max(half, min(self.least, even), _FIRST_CHUNK))
        begin, end = self.missing[0]
        stop = min(begin + size, end)
        self.missing[:1] = [(stop, end)] if stop < end else []
        return begin, stop - begin

    def adapt_size(self, chunk: Chunk, target: float) -> None:
        """Adapt the size of the next chunks so that they take `target` seconds.

        `least` uses the mean over all chunks, since one chunk may happen to be quick.
        """
        seconds = chunk.elapsed / max(1, len(chunk.games))
        wanted = int(target / max(seconds, 1e-9))
        self.size = max(1, min(wanted, _FASTEST_GROWTH * self.size))
        self._played += len(chunk.games)
        self._seconds += chunk.elapsed
        usual = target * self._played / max(self._seconds, 1e-9)
        self.least = max(_FIRST_CHUNK, int(_LAST_CHUNK * min(self.size, usual)))


@dataclass(frozen=True)
class _Part:
    """A chunk under way: whose it is, its first game and its size."""

    task: Task
    begin: int
    count: int


def play_tasks(
    tasks: Sequence[Task],
    ledger: Ledger,
    pool: WorkerPool,
    on_written: Callable[[Entry, StoredChunk], None],
    is_enough: Callable[[], bool] = lambda: False,
    on_failure: Callable[[Entry, Failure], None] = lambda _entry, _failure: None,
    origin: Provenance | None = None,
) -> None:
    """Play the missing games of the tasks, lowest first; call `on_written` after every chunk.

    `on_failure` is called for the first games of a chunk in which the player failed, after all
    finished chunks are written, and may end the run by raising. `origin` is stored with every
    chunk. Raise `RunStopped` when workers die; every chunk finished by then is in the ledger.
    """
    under_way: dict[Future[Chunk], _Part] = {}
    while not is_enough():
        for task in _tasks_to_submit(tasks, pool, under_way):
            begin, count = task.cut_chunk(pool.at_once(task.entry.run))
            part = _Part(task, begin, count)
            under_way[pool.submit(task.entry.run, begin, count)] = part
        if not under_way:
            return
        done, _ = wait(under_way, return_when=FIRST_COMPLETED)
        failures: list[tuple[Entry, Failure]] = []
        # Failed chunks last, after the successful ones are written.
        for future in sorted(done, key=_has_failed):
            part = under_way.pop(future)
            task, chunk = part.task, chunk_of(future)
            check_identity(task.entry.run, task.entry.identity, chunk.identity, chunk.worker)
            on_written(
                task.entry, ledger.store(task.entry, chunk.games, task.keep, origin, chunk.worker)
            )
            task.adapt_size(chunk, pool.chunk_seconds)
            failures += [(task.entry, failure) for failure in chunk.failures]
        for entry, failure in failures:
            on_failure(entry, failure)
    for future in under_way:
        future.cancel()


def _tasks_to_submit(
    tasks: Sequence[Task], pool: WorkerPool, under_way: dict[Future[Chunk], _Part]
) -> Iterator[Task]:
    """Yield the task with the lowest next game, as long as there is a free slot."""
    while left := [task for task in tasks if task.missing]:
        task = min(left, key=lambda task: task.missing[0][0])
        if len(under_way) >= pool.slots(task.entry.run):
            return
        yield task


def _has_failed(future: Future[Chunk]) -> bool:
    return future.cancelled() or future.exception() is not None


def chunk_of(future: Future[Chunk]) -> Chunk:
    """Return a finished chunk; raise `RunStopped` if its worker died."""
    try:
        return future.result()
    except SapperError:
        raise
    except (Exception, CancelledError) as error:
        raise RunStopped(
            f"a chunk could not be played: {type(error).__name__}: {error}; finished games are "
            "stored"
        ) from error
