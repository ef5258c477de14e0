"""Worker pools that play chunks: in this process, in local processes, or on a cluster.

All pools give the same tables.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, TypeVar

from sapper.board.seeds import whole_number
from sapper.errors import InputError
from sapper.lab.chunk import Chunk, play_chunk
from sapper.lab.run import Run
from sapper.lab.workers.isolation import Isolation, end_isolated
from sapper.lab.workers.process_pool import ProcessPool, start_method
from sapper.players.protocol.running import close_engines
from sapper.processors import available_processors

__all__ = ["LocalPool", "WorkerPool", "call_here", "worker_pool"]

T = TypeVar("T")


class WorkerPool(ABC):
    """Plays chunks, several at a time."""

    chunk_seconds: ClassVar[float] = 0.5
    """How long a chunk should take."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many processes or threads play."""

    @abstractmethod
    def submit(self, run: Run, begin: int, count: int) -> Future[Chunk]:
        """Return the future result of a chunk."""

    def call(
        self,
        function: Callable[..., T],
        *arguments: object,
        run: Run | None = None,  # noqa: ARG002
    ) -> Future[T]:
        """Return the future result of other work than a chunk of games; here it is made at once.

        `run` is the one whose player the work needs, if it needs one.
        """
        return call_here(function, *arguments)

    def call_again(
        self,
        error: BaseException,  # noqa: ARG002
        function: Callable[..., T],  # noqa: ARG002
        *arguments: object,  # noqa: ARG002
        run: Run | None = None,  # noqa: ARG002
    ) -> Future[T] | None:
        """Return the future result of a call that failed, or None if another try is useless."""
        return None

    def at_once(self, run: Run) -> int:  # noqa: ARG002
        """Return how many chunks of a run are played at a time."""
        return self.workers

    @abstractmethod
    def slots(self, run: Run) -> int:
        """Return how many chunks to submit at a time to keep every worker busy."""

    def submit_again(
        self,
        error: BaseException,  # noqa: ARG002
        run: Run,  # noqa: ARG002
        begin: int,  # noqa: ARG002
        count: int,  # noqa: ARG002
    ) -> Future[Chunk] | None:
        """Return the future result of a chunk that failed, or None if another try is useless."""
        return None

    def prepare(  # noqa: B027 (optional)
        self, runs: Sequence[Run], note: Callable[[str], None] = lambda _text: None
    ) -> None:
        """Prepare to play these runs, without waiting; `note` shows a remark to the user."""

    def prepare_calls(self) -> None:  # noqa: B027 (optional)
        """Prepare for `call`, without waiting."""

    def check(self) -> None:  # noqa: B027 (optional)
        """Raise `RunStopped` if no workers are left."""

    @abstractmethod
    def close(self, *, at_once: bool = False) -> None:
        """Shut the workers down; with `at_once` without waiting for their chunks."""


@contextmanager
def worker_pool(
    workers: int | None = None, cluster: str | None = None, ship: Sequence[Path | str] = ()
) -> Iterator[WorkerPool]:
    """Yield a pool on this machine or on a Dask cluster; after an error close it at once.

    `ship` are files of Python code that the workers of a cluster need.
    """
    pool: WorkerPool
    if cluster is None:
        if ship:
            raise InputError("files are sent to the workers of a cluster only: give its address")
        pool = LocalPool(available_processors() if workers is None else workers)
    else:
        from sapper.lab.workers.cluster import ClusterPool

        pool = ClusterPool(cluster, ship)
    try:
        yield pool
    except BaseException:
        pool.close(at_once=True)
        raise
    pool.close()


class LocalPool(WorkerPool):
    """Threads of the core for native players; processes, or this one, for the others.

    A limit for a move needs a process that can be killed, also with one worker, and so does a
    player that a command imports, which may end its process. After the death of a process all
    chunks are played in such processes, which tell the game that kills them.
    """

    def __init__(self, workers: int) -> None:
        self._workers = whole_number(workers, 1, 1024, "1 to 1024 workers")
        self._core: ThreadPoolExecutor | None = None
        self._processes: ProcessPool | None = None
        self._isolation = Isolation()
        self._supervisors: ThreadPoolExecutor | None = None

    @property
    def workers(self) -> int:
        """The number of processes, or of threads in the core."""
        return self._workers

    def at_once(self, run: Run) -> int:
        """Return how many chunks are played at a time: one in the core, by all its threads."""
        return 1 if run.native is not None else self.workers

    def slots(self, run: Run) -> int:
        """Return how many chunks to submit at a time to keep every worker busy."""
        if run.native is not None:
            return 2  # the next chunk is played while the last one is stored
        return 1 if self._plays_here(run) else 2 * self.workers

    def prepare(
        self,
        runs: Sequence[Run],
        note: Callable[[str], None] = lambda _text: None,  # noqa: ARG002
    ) -> None:
        """Start the fork server, if processes will be needed."""
        if any(run.native is None and not self._plays_here(run) for run in runs):
            start_method()

    def prepare_calls(self) -> None:
        """Start the fork server: it imports sapper meanwhile."""
        if self.workers > 1:
            start_method()

    def submit(self, run: Run, begin: int, count: int) -> Future[Chunk]:
        """Return the future result of a chunk; with one worker it is played at once."""
        if run.native is not None:
            self._core = self._core or ThreadPoolExecutor(1)
            return self._core.submit(play_chunk, run, begin, count, self.workers)
        if run.limits.move_time is not None or self._supervisors is not None:
            return self._submit_isolated(run, begin, count)
        if self._plays_here(run):
            return call_here(play_chunk, run, begin, count)
        self._processes = self._processes or ProcessPool(self.workers)
        try:
            return self._processes.submit(play_chunk, run.part(begin, begin + count), begin, count)
        except BrokenProcessPool:  # one of them has just died
            return self._submit_isolated(run, begin, count)

    def _plays_here(self, run: Run) -> bool:
        """Return whether a player in Python plays in this process, where a debugger reaches it."""
        return self.workers == 1 and not run.player_spec.plays_apart

    def call(
        self,
        function: Callable[..., T],
        *arguments: object,
        run: Run | None = None,  # noqa: ARG002
    ) -> Future[T]:
        """Return the future result of a call; with one worker it is made at once."""
        if self.workers == 1:
            return call_here(function, *arguments)
        self._processes = self._processes or ProcessPool(self.workers)
        return self._processes.submit(function, *arguments)

    def submit_again(
        self, error: BaseException, run: Run, begin: int, count: int
    ) -> Future[Chunk] | None:
        """Play the chunk of a process that died again, game by game."""
        if isinstance(error, BrokenProcessPool):
            return self._submit_isolated(run, begin, count)
        return None

    def _submit_isolated(self, run: Run, begin: int, count: int) -> Future[Chunk]:
        self._supervisors = self._supervisors or ThreadPoolExecutor(self.workers)
        return self._supervisors.submit(self._isolation.play, run, begin, count)

    def close(self, *, at_once: bool = False) -> None:
        """Shut the threads and processes down."""
        if self._core is not None:
            self._core.shutdown(wait=not at_once, cancel_futures=True)
        if self._processes is not None and at_once:
            self._processes.terminate()
        elif self._processes is not None:
            self._processes.shutdown(cancel_futures=True)
        if at_once:
            self._isolation.close(at_once=True)
        if self._supervisors is not None:
            self._supervisors.shutdown(wait=not at_once, cancel_futures=True)
        self._isolation.close()
        end_isolated(at_once=at_once)
        close_engines()


def call_here(function: Callable[..., T], *arguments: object) -> Future[T]:
    """Make a call in this process; return its result as a finished future."""
    future: Future[T] = Future()
    try:
        future.set_result(function(*arguments))
    except Exception as error:
        future.set_exception(error)
    return future
