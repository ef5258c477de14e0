"""Worker pools that play chunks: in this process, in local processes, or on a cluster.

All pools give the same tables. A chunk whose process dies or hangs is played again game by game,
which finds the game: only that one is lost. So a process that was killed from outside, as by a
machine that is out of memory, costs no game unless it happens in the same game again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from time import perf_counter
from typing import ClassVar, TypeVar

from sapper.board.number_checks import whole_number
from sapper.errors import InputError
from sapper.lab.errors import ProcessDied
from sapper.lab.playing.chunk import Chunk, play_chunk
from sapper.lab.playing.faults import Failure, Fault, failure_of
from sapper.lab.playing.games import PlayedGame, join_games, lose_game, play_game
from sapper.lab.runs.limits import MoveTimedOut
from sapper.lab.runs.run import Run
from sapper.lab.workers.processes import Processes
from sapper.players.protocol.process import close_engines
from sapper.processors import available_processors

__all__ = [
    "LocalPool",
    "WorkerPool",
    "play_apart",
    "worker_pool",
]

T = TypeVar("T")


class WorkerPool(ABC):
    """Plays chunks, several at a time."""

    chunk_seconds: ClassVar[float] = 0.5
    """How long a chunk should take."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many processes or threads play."""

    def at_once(self, run: Run) -> int:  # noqa: ARG002
        """Return how many chunks of a run are played at a time."""
        return self.workers

    def slots(self, run: Run) -> int:
        """Return how many chunks to submit at a time, to keep every worker busy."""
        return 2 * self.at_once(run)

    @abstractmethod
    def submit(self, run: Run, begin: int, count: int) -> Future[Chunk]:
        """Return the future result of a chunk."""

    @abstractmethod
    def call(self, run: Run, function: Callable[..., T], *arguments: object) -> T:
        """Return what a function returns in a process of this machine that may play a run.

        Raise `ProcessDied` if the process dies.
        """

    @abstractmethod
    def close(self, *, at_once: bool = False) -> None:
        """Shut the workers down; with `at_once` without waiting for their chunks."""


@contextmanager
def worker_pool(workers: int | None = None, cluster: str | None = None) -> Iterator[WorkerPool]:
    """Yield a pool on this machine or on a Dask cluster; after an error close it at once."""
    pool = _pool_of(workers, cluster)
    try:
        yield pool
    except BaseException:
        pool.close(at_once=True)
        raise
    pool.close()


def _pool_of(workers: int | None, cluster: str | None) -> WorkerPool:
    if cluster is None:
        return LocalPool(available_processors() if workers is None else workers)
    try:
        from sapper.lab.workers.cluster import ClusterPool
    except ModuleNotFoundError:
        raise InputError(
            "--cluster needs the cluster extra: pip install 'sapper[cluster]'"
        ) from None
    return ClusterPool(cluster)


class LocalPool(WorkerPool):
    """Threads of the core for native players; processes, or this one, for the others."""

    def __init__(self, workers: int) -> None:
        self._workers = whole_number(workers, 1, 1024, "1 to 1024 workers")
        self._core = ThreadPoolExecutor(1)
        self._waiting = ThreadPoolExecutor(self._workers)  # each thread waits for a process
        self._processes = Processes()

    @property
    def workers(self) -> int:
        """The number of processes, or of threads in the core."""
        return self._workers

    def at_once(self, run: Run) -> int:
        """Return how many chunks are played at a time: one in the core, by all its threads."""
        return 1 if run.native is not None else self.workers

    def slots(self, run: Run) -> int:
        """Return how many chunks to submit at a time; one that is played here is stored first."""
        return 1 if self._plays_here(run) else super().slots(run)

    def submit(self, run: Run, begin: int, count: int) -> Future[Chunk]:
        """Return the future result of a chunk; one that is played here is played at once."""
        if run.native is not None:
            return self._core.submit(play_chunk, run, begin, count, self.workers)
        if self._plays_here(run):
            return _play_here(run, begin, count)
        return self._waiting.submit(play_apart, run, begin, count, self._processes)

    def call(self, run: Run, function: Callable[..., T], *arguments: object) -> T:
        """Return what a function returns where the games of a run are played."""
        if self._plays_here(run):
            return function(*arguments)
        return self._processes.call(function, *arguments)

    def _plays_here(self, run: Run) -> bool:
        """Return whether a player in Python plays in this process, where a debugger reaches it.

        Not with a limit for a move, which needs a process that can be killed, nor if a command
        imports the player, which may end its process.
        """
        is_alone = self.workers == 1 and run.native is None
        return is_alone and run.move_limit is None and not run.player_spec.plays_apart

    def close(self, *, at_once: bool = False) -> None:
        """Shut the threads and processes down."""
        if at_once:
            self._processes.close()
        self._core.shutdown(wait=not at_once, cancel_futures=True)
        self._waiting.shutdown(cancel_futures=True)
        self._processes.close()
        close_engines()


def _play_here(run: Run, begin: int, count: int) -> Future[Chunk]:
    """Play a chunk in this process; return it as a finished future."""
    future: Future[Chunk] = Future()
    try:
        future.set_result(play_chunk(run, begin, count))
    except Exception as error:
        future.set_exception(error)
    return future


def play_apart(run: Run, begin: int, count: int, processes: Processes) -> Chunk:
    """Return a chunk that is played in another process; game by game if that dies or hangs."""
    began = perf_counter()
    with suppress(ProcessDied):
        return processes.call(play_chunk, run, begin, count)
    played = (_play_or_lose(run, game, processes) for game in range(begin, begin + count))
    games, failures = join_games(run, begin, played)
    chunk = Chunk.of(games, run.spec.safe_cells)
    return replace(chunk, seconds=perf_counter() - began, failures=failures)


def _play_or_lose(run: Run, game: int, processes: Processes) -> PlayedGame:
    """Return a game, which is lost if its process dies or hangs."""
    try:
        return processes.call(play_game, run, game)
    except ProcessDied as death:
        if death.is_late:
            return lose_game(run, failure_of(MoveTimedOut(), run, game))
        return lose_game(run, Failure(game, Fault.PROCESS_DIED, f"{run.player} {death}"))
