"""Play chunks on a Dask cluster that is already running (extra `cluster`).

A thread waits for every chunk; if several workers died of it, it asks for it again, to be played
game by game in a process of its own. Dask itself gives the chunk of a worker that was lost to
another one. If the scheduler is lost, or a worker cannot play what it is asked for, the run stops.
Only this process writes to the ledger.
"""

from __future__ import annotations

import asyncio
import reprlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from socket import gethostname
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

import cloudpickle  # type: ignore[import-untyped]
from distributed import Client, KilledWorker, get_worker
from distributed.core import rpc
from distributed.security import Security

from sapper.errors import InputError, SapperError
from sapper.lab.errors import RunStopped
from sapper.lab.identity import process_name
from sapper.lab.ledger.provenance import sapper_version
from sapper.lab.playing.chunk import Chunk, play_chunk
from sapper.lab.runs.run import Run
from sapper.lab.workers.pool import WorkerPool, play_apart
from sapper.lab.workers.processes import Processes, pickle_by_value
from sapper.players.protocol.engines import is_engine_text

__all__ = ["ClusterPool"]

T = TypeVar("T")
_Play = Callable[[Run, int, int], Chunk]

_ANSWER_SECONDS = 6.0  # for a scheduler to say that it is one
_CLOSE_SECONDS = 10.0
_WORKERS_SECONDS = 30.0  # to wait for workers, at the start and after all are lost
_CHECK_SECONDS = 5.0  # without a result, then the workers are counted
_MOST_CALLS = 4096  # at a time


_BESIDE = Processes()  # of this process: a worker of the cluster, or the one that uses it


class ClusterPool(WorkerPool):
    """The workers of a Dask scheduler."""

    chunk_seconds = 1.0  # a task costs Dask 12 ms, in this process, the scheduler and the worker

    def __init__(self, address: str) -> None:
        self._address = address
        self._waiting = ThreadPoolExecutor(_MOST_CALLS)  # each thread waits for a chunk
        self._present: dict[str, int] = {}  # workers and their threads, when they were counted
        self._counted_at = self._seen_at = monotonic()
        self._client = self._open()

    @property
    def workers(self) -> int:
        """How many chunks the cluster can play at once; counted every second."""
        if monotonic() - self._counted_at > 1.0:
            self._count_workers()
        return max(1, sum(self._present.values()))

    def submit(self, run: Run, begin: int, count: int) -> Future[Chunk]:
        """Return the future result of a chunk."""
        return self._waiting.submit(self._play, run, begin, count)

    def call(self, run: Run, function: Callable[..., T], *arguments: object) -> T:
        """Return what a function returns in a process beside this one."""
        if is_engine_text(run.player):
            raise InputError(f"{run.player} plays on this machine only: leave out --cluster")
        return _BESIDE.call(function, *arguments)

    def close(self, *, at_once: bool = False) -> None:
        """Disconnect from the cluster."""
        _BESIDE.end()
        if not at_once:
            self._waiting.shutdown(cancel_futures=True)
        ending = Thread(target=_clean_up, args=(self._client,), daemon=True)
        ending.start()
        ending.join(_CLOSE_SECONDS)  # a frozen worker does not answer
        _close(self._client)
        self._waiting.shutdown(cancel_futures=True)

    def _play(self, run: Run, begin: int, count: int) -> Chunk:
        """Return a chunk; beside a worker if the player may hang, or if workers died of it."""
        if run.native is not None:
            return self._ask(play_chunk, run, begin, count)
        if run.move_limit is None:
            with suppress(KilledWorker):
                return self._ask(play_chunk, run, begin, count)
        return self._ask(_play_beside, run, begin, count)

    def _ask(self, play: _Play, run: Run, begin: int, count: int) -> Chunk:
        """Return a chunk of any worker; raise `RunStopped` if the scheduler is lost."""
        task = pickle_by_value((sapper_version(), play, run, begin, count))
        future: Any = None
        try:
            future = self._client.submit(_play_task, task, pure=False)
            return self._await(future)
        except (Exception, asyncio.CancelledError) as error:
            state = "unsent" if future is None else future.status
            is_running = self._client.status == "running" and state != "cancelled"
            if state == "error" or isinstance(error, SapperError) or is_running:
                raise
            raise RunStopped(
                f"the scheduler of the cluster at {self._address} is lost; finished games are "
                "stored, run the same command again to continue"
            ) from None

    def _await(self, future: Any) -> Chunk:
        """Return a result; meanwhile raise `RunStopped` if there are no workers for a while."""
        while True:
            try:
                chunk: Chunk = future.result(timeout=_CHECK_SECONDS)
                return chunk
            except TimeoutError:
                if future.status == "error":  # of the chunk; or another, which came just now
                    return future.result()  # type: ignore[no-any-return]
            self._count_workers()
            if monotonic() - self._seen_at > _WORKERS_SECONDS:
                raise RunStopped(
                    f"the cluster at {self._address} has no workers; finished games are stored, "
                    "run the same command again to continue"
                )

    def _count_workers(self) -> None:
        with suppress(Exception):  # the scheduler is lost, as the chunks will show
            self._present = self._client.nthreads()
        self._counted_at = monotonic()
        if self._present:
            self._seen_at = self._counted_at

    def _open(self) -> Any:
        """Return a client whose workers are ready; raise `InputError` or `RunStopped`."""
        _check_scheduler(self._address)
        client: Any = Client(self._address, timeout=_CLOSE_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
        try:
            client.wait_for_workers(1, timeout=_WORKERS_SECONDS)
            self._present = client.nthreads()
            return client
        except TimeoutError:
            _close(client)
            raise RunStopped(
                f"the cluster at {self._address} has no workers after {_WORKERS_SECONDS:g} seconds"
            ) from None


def _play_task(task: bytes) -> Chunk:
    """Play a chunk on a worker; raise `RunStopped` if it cannot.

    It arrives pickled: Dask would load it on the scheduler, which need not have its modules.
    """
    try:
        version, play, run, begin, count = cloudpickle.loads(task)
    except Exception as error:  # whatever the code of a module raises
        raise RunStopped(
            f"the worker on {gethostname()} cannot load the player: {type(error).__name__}: "
            f"{error}; install what is missing there, or send its file with upload_file of Dask's "
            "Client; finished games are stored"
        ) from None
    if version != sapper_version():
        raise RunStopped(
            f"the worker at {get_worker().address} ({process_name()}) has sapper "
            f"{sapper_version()}, and not {version}. Mend or stop it; finished games are stored, "
            "and the same command continues"
        )
    chunk: Chunk = play(run, begin, count)
    return chunk


def _play_beside(run: Run, begin: int, count: int) -> Chunk:
    """Return a chunk that a process beside this worker plays."""
    return play_apart(run, begin, count, _BESIDE)


def _clean_up(client: Any) -> None:
    with suppress(Exception):  # the scheduler may be gone
        client.run(_end_beside)


def _end_beside() -> None:
    """End what a worker has started for its chunks."""
    _BESIDE.end()


def _close(client: Any) -> None:
    with suppress(OSError, RuntimeError):
        client.close(_CLOSE_SECONDS)


def _check_scheduler(address: str) -> None:
    """Raise `InputError` unless a Dask scheduler answers; Dask's client would wait for ever."""
    if not isinstance(address, str):
        raise InputError(f"expected an address like tcp://HOST:PORT, got {reprlib.repr(address)}")
    with ThreadPoolExecutor(1) as thread:  # a notebook's own thread has a loop already
        try:
            if thread.submit(asyncio.run, _kind_of_server(address)).result() == "Scheduler":
                return
            why = "another server of Dask answers there"
        except TimeoutError:
            why = f"nothing answers within {_ANSWER_SECONDS:g} seconds"
        except Exception as error:  # whatever Dask raises when it reads what is not Dask's
            why = (str(error) or type(error).__name__).partition("\n")[0]
    raise InputError(f"there is no Dask scheduler at {address!r}: {why}")


async def _kind_of_server(address: str) -> object:
    """Return what a Dask server says that it is: Scheduler, Worker, Nanny."""
    arguments = Security().get_connection_args("client")  # type: ignore[no-untyped-call]
    server: Any = rpc(address, timeout=_ANSWER_SECONDS, connection_args=arguments)  # type: ignore[no-untyped-call]
    async with asyncio.timeout(_ANSWER_SECONDS), server:
        return (await server.identity()).get("type")
