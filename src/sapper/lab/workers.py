"""Who plays the chunks: this process, others beside it, threads in the core, or a cluster.

All crews take the same chunks and give the same figures. A crew has some `slots`: that many
chunks may be under way at once, enough to keep every worker busy.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing.context import BaseContext
from threading import Thread

from sapper.errors import InputError
from sapper.lab.chunk import Chunk, play_chunk
from sapper.lab.identity import home_of
from sapper.lab.run import Run

__all__ = ["Crew", "LocalCrew", "crew_of", "default_workers"]


class Crew(ABC):
    """Takes chunks and plays them."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many chunks are played at a time."""

    @abstractmethod
    def submit(self, run: Run, begin: int, count: int) -> Future[Chunk]:
        """Return the promise of a chunk."""

    @abstractmethod
    def slots(self, run: Run) -> int:
        """Return how many chunks of a run should be under way at once."""

    def expect(self, runs: Sequence[Run]) -> None:  # noqa: B027 (most crews are always ready)
        """Take note which runs will come, so that those who play them can get ready."""

    def check(self) -> None:  # noqa: B027 (most crews have nothing to look after)
        """Raise `RunStopped` if nobody is left to work."""

    @abstractmethod
    def close(self, *, at_once: bool = False) -> None:
        """Send everybody home; `at_once` does not wait for what is under way."""


@contextmanager
def crew_of(workers: int | None = None, cluster: str | None = None) -> Iterator[Crew]:
    """Yield a crew on this machine, or on a Dask cluster; leaving in trouble stops it at once."""
    crew: Crew
    if cluster is None:
        crew = LocalCrew(default_workers() if workers is None else workers)
    else:
        from sapper.lab.cluster import ClusterCrew

        crew = ClusterCrew(cluster)
    try:
        yield crew
    except BaseException:
        crew.close(at_once=True)
        raise
    crew.close()


def default_workers() -> int:
    """Return how many workers this machine is good for."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class LocalCrew(Crew):
    """Players of the core in its threads; players in Python in processes, one in this very one."""

    def __init__(self, workers: int) -> None:
        if not 1 <= workers <= 1024:
            raise InputError(f"expected 1 to 1024 workers, got {workers}")
        self._workers = workers
        self._core: ThreadPoolExecutor | None = None
        self._python: Executor | None = None
        self._processes: set[multiprocessing.process.BaseProcess] = set()

    @property
    def workers(self) -> int:
        """How many processes, or threads in the core."""
        return self._workers

    def slots(self, run: Run) -> int:
        """Return enough to keep every process, or the core, busy."""
        if run.native is not None:
            return 2  # the next chunk begins while the last is written down
        return 1 if self.workers == 1 else 2 * self.workers

    def expect(self, runs: Sequence[Run]) -> None:
        """Let the nursery load meanwhile, if there will be processes."""
        if self.workers > 1 and any(run.native is None for run in runs):
            _nursery()

    def submit(self, run: Run, begin: int, count: int) -> Future[Chunk]:
        """Return the promise of a chunk."""
        if run.native is not None:
            self._core = self._core or ThreadPoolExecutor(1)
            return self._core.submit(play_chunk, run, begin, count, self.workers)
        if self._python is None:
            self._python = _Inline() if self.workers == 1 else self._hired()
        return self._python.submit(play_chunk, run, begin, count, 1, home_of(run.player))

    def close(self, *, at_once: bool = False) -> None:
        """End the threads and processes."""
        for executor in (self._core, self._python):
            if executor is not None:
                executor.shutdown(wait=not at_once, cancel_futures=True)
        if at_once:
            for process in set(multiprocessing.active_children()) & self._processes:
                process.terminate()

    def _hired(self) -> ProcessPoolExecutor:
        """Return a pool of processes; they leave Ctrl-C to this one and end when it ends."""
        before = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(self.workers, _nursery(), _settle_in)
        for _ in range(self.workers):
            pool.submit(_ready)
        self._processes = set(multiprocessing.active_children()) - before
        return pool


class _Inline(Executor):
    """Plays at once, in this process."""

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        """Return the answer, as a promise already kept."""
        future: Future[object] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def _nursery() -> BaseContext:
    """Return where processes come from: copies of one that has loaded all that this one has.

    Loading costs a process a quarter of a second; here all workers of all runs pay it together,
    once, from now on. Unlike a bare fork that is safe beside threads. Windows has no such thing.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(sorted(name for name in sys.modules if _is_ours(name)))
    import_module("multiprocessing.forkserver").ensure_running()
    return context


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] == "sapper"


def _settle_in() -> None:
    """Leave Ctrl-C to the process that hired this one; a kill -9 there ends this one too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _ready() -> None:
    """Do nothing: a pool hires a process for every piece of work that finds none idle."""
