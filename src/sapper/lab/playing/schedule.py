"""Play the missing games of some runs: cut them into chunks, submit these, yield what comes back.

The size of a chunk adapts to the player's speed so that it takes about half a second (a second on
a cluster); a killed process loses that much. The games do not depend on the sizes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field

from sapper.errors import SapperError
from sapper.games.table import GameTable
from sapper.lab.errors import RunStopped
from sapper.lab.playing.chunk import Chunk
from sapper.lab.runs.run import Run
from sapper.lab.workers import WorkerPool

__all__ = ["Backlog", "play_backlogs", "play_unstored"]

_FIRST_CHUNK = 8
_LAST_CHUNK = 0.1  # of a full one, at least: each costs some time whatever its size
_FASTEST_GROWTH = 8


@dataclass
class Backlog:
    """The missing games of a run, in ranges, and the sizes of its next and last chunks."""

    run: Run
    missing: list[tuple[int, int]]
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
        seconds = chunk.seconds / max(1, chunk.games)
        wanted = int(target / max(seconds, 1e-9))
        self.size = max(1, min(wanted, _FASTEST_GROWTH * self.size))
        self._played += chunk.games
        self._seconds += chunk.seconds
        usual = target * self._played / max(self._seconds, 1e-9)
        self.least = max(_FIRST_CHUNK, int(_LAST_CHUNK * min(self.size, usual)))


def play_backlogs(
    backlogs: Sequence[Backlog], pool: WorkerPool
) -> Iterator[list[tuple[Run, Chunk]]]:
    """Yield finished chunks, those that have come together; the lowest games are played first.

    Closing the iterator cancels what is not begun. Raise `RunStopped` when workers die, after all
    finished chunks were yielded.
    """
    under_way: dict[Future[Chunk], Backlog] = {}
    try:
        while True:
            for backlog in _choose(backlogs, pool, under_way):
                begin, count = backlog.cut_chunk(pool.at_once(backlog.run))
                under_way[pool.submit(backlog.run, begin, count)] = backlog
            if not under_way:
                return
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            failed = {future for future in done if _has_failed(future)}
            yield [_take(future, under_way.pop(future), pool) for future in done - failed]
            for future in failed:
                _raise_error(future)
    finally:
        for future in under_way:
            future.cancel()


def _choose(
    backlogs: Sequence[Backlog], pool: WorkerPool, under_way: Mapping[Future[Chunk], Backlog]
) -> Iterator[Backlog]:
    """Yield the backlog with the lowest next game, as long as there is a free slot."""
    while left := [backlog for backlog in backlogs if backlog.missing]:
        backlog = min(left, key=lambda each: each.missing[0][0])
        if len(under_way) >= pool.slots(backlog.run):
            return
        yield backlog


def _take(future: Future[Chunk], backlog: Backlog, pool: WorkerPool) -> tuple[Run, Chunk]:
    """Return a chunk that was played, and adapt the next ones to its speed."""
    chunk = future.result()
    backlog.adapt_size(chunk, pool.chunk_seconds)
    return backlog.run, chunk


def _raise_error(future: Future[Chunk]) -> None:
    """Raise why a chunk could not be played."""
    try:
        future.result()
    except SapperError:
        raise
    except (Exception, CancelledError) as error:
        raise RunStopped(
            f"a chunk could not be played: {type(error).__name__}: {error}; finished games are "
            "stored"
        ) from error


def _has_failed(future: Future[Chunk]) -> bool:
    return future.cancelled() or future.exception() is not None


def play_unstored(pool: WorkerPool, run: Run, begin: int, count: int) -> GameTable:
    """Return games that are not stored, played by the workers."""
    backlog = Backlog(run, [(begin, begin + count)])
    chunks = [chunk for batch in play_backlogs([backlog], pool) for _, chunk in batch]
    tables = {chunk.begin: chunk.table for chunk in chunks if chunk.table is not None}
    return GameTable.join(tables[at] for at in sorted(tables))
