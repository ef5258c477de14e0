"""Play chunks on a Dask cluster that is already running (extra `cluster`).

When a worker dies, Dask reassigns its chunk; a chunk on which several workers die is played game by
game in a process of its own, which finds the game that kills them. A worker that has not been heard
of for half a minute is removed, and its chunks go to others. A worker that lacks an engine, or has
another one, is refused (`refused_workers.py`). After a loss of the scheduler the connection is
tried again for a minute. Only this process writes to the ledger.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError
from contextlib import suppress
from pathlib import Path
from socket import gethostname
from time import monotonic, sleep
from typing import Any, Final, TypeVar

import cloudpickle  # type: ignore[import-untyped]

from sapper.errors import InputError
from sapper.lab.chunk import Chunk, play_chunk
from sapper.lab.errors import RunStopped, WorkerRefused
from sapper.lab.identity import sapper_version
from sapper.lab.run import Run
from sapper.lab.workers import WorkerPool
from sapper.lab.workers.dask_client import (
    FROZEN_SECONDS,
    DaskClient,
    connect,
    remove_frozen_workers,
)
from sapper.lab.workers.isolation import pickle_run, play_isolated
from sapper.lab.workers.process_pool import pickle_by_value
from sapper.lab.workers.refused_workers import Addresses, RefusedWorkers, check_engine

__all__ = ["ClusterPool"]

T = TypeVar("T")

RECONNECT_SECONDS: Final = 60.0
"""How long the connection to a lost scheduler is tried again."""

_CLOSE_SECONDS = 10.0
_WORKERS_SECONDS = 30.0  # to wait for workers, at the start and after all are lost
_COUNT_SECONDS = 1.0  # between two counts of the workers; each is a request to the scheduler
_RETRY_SECONDS = 1.0

_Play = Callable[[Run, int, int], Chunk]


class ClusterPool(WorkerPool):
    """The workers of a Dask scheduler; `ship` are files of Python code that they need."""

    chunk_seconds = 1.0  # a task costs Dask 12 ms, in this process, the scheduler and the worker

    def __init__(self, address: str, ship: Sequence[Path | str] = ()) -> None:
        self._address, self._ship = address, [Path(file) for file in ship]
        for file in self._ship:
            if not file.is_file():
                raise InputError(f"there is no file {file} to send to the workers")
        self._client = self._open()
        self._executors: dict[Addresses, Executor] = {}
        self._refused = RefusedWorkers()
        self._pending: dict[Future[Any], Addresses] = {}
        self._empty_since: float | None = None
        self._workers, self._counted_at = 1, -math.inf

    @property
    def workers(self) -> int:
        """How many chunks the cluster can play at once; updated every second."""
        if monotonic() - self._counted_at >= _COUNT_SECONDS:
            with suppress(OSError, RuntimeError):  # the chunks will tell that it is lost
                self._workers = max(1, sum(self._client.nthreads().values()))
            self._counted_at = monotonic()
        return self._workers

    def slots(self, run: Run) -> int:  # noqa: ARG002
        """Return how many chunks to submit at a time to keep every thread busy."""
        return 2 * self.workers

    def submit(self, run: Run, begin: int, count: int) -> Future[Chunk]:
        """Return the future result of a chunk."""
        is_limited = run.native is None and run.limits.move_time is not None
        return self._submit(play_isolated if is_limited else play_chunk, run, begin, count)

    def call(
        self, function: Callable[..., T], *arguments: object, run: Run | None = None
    ) -> Future[T]:
        """Return the future result of a call."""
        return self._send(run, _call_pickled, pickle_by_value((function, arguments, run)))

    def call_again(
        self,
        error: BaseException,
        function: Callable[..., T],
        *arguments: object,
        run: Run | None = None,
    ) -> Future[T] | None:
        """Make a call again after the loss of the scheduler, or on another worker."""
        if self._may_succeed_elsewhere(error, run):
            return self.call(function, *arguments, run=run)
        return None

    def prepare(
        self,
        runs: Sequence[Run],  # noqa: ARG002
        note: Callable[[str], None] = lambda _text: None,
    ) -> None:
        """Remember to whom refused workers are told."""
        self._refused.note = note

    def submit_again(
        self, error: BaseException, run: Run, begin: int, count: int
    ) -> Future[Chunk] | None:
        """Submit a chunk again after the loss of the scheduler, or of several workers."""
        if self._may_succeed_elsewhere(error, run):
            return self.submit(run, begin, count)
        if type(error).__name__ == "KilledWorker" and run.native is None:
            return self._submit(play_isolated, run, begin, count)
        return None

    def check(self) -> None:
        """Remove frozen workers; raise `RunStopped` if there are no workers for half a minute."""
        try:
            remove_frozen_workers(self._client, FROZEN_SECONDS)
            present = self._client.nthreads()
        except (OSError, RuntimeError):
            self._reconnect()
            return
        threads = sum(present.values())
        for future, allowed in list(self._pending.items()):
            if allowed and allowed.isdisjoint(present):  # nobody is left who may make it
                future.cancel()
                future.set_running_or_notify_cancel()  # wakes up who waits for it
        if threads:
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = monotonic()
        elif monotonic() - self._empty_since > _WORKERS_SECONDS:
            raise RunStopped(
                f"the cluster at {self._address} has no workers; finished games are stored, run "
                "the same command again to continue"
            )

    def close(self, *, at_once: bool = False) -> None:
        """Disconnect from the cluster and cancel unfinished chunks."""
        with suppress(OSError, RuntimeError):  # the scheduler may be gone
            for executor in self._executors.values():
                executor.shutdown(wait=not at_once)
        self._refused.close_engines(self._client)
        self._client.close(_CLOSE_SECONDS)

    def _submit(self, play: _Play, run: Run, begin: int, count: int) -> Future[Chunk]:
        """Submit a chunk; after a loss of the scheduler return a future that is cancelled."""
        # A process beside a worker is kept for all chunks of a run, so it gets all boards.
        sent = run if play is play_isolated else run.part(begin, begin + count)
        return self._send(run, _play_pickled, play, pickle_run(sent), begin, count)

    def _send(
        self, run: Run | None, function: Callable[..., Any], *arguments: object
    ) -> Future[Any]:
        """Send a call to a worker; after a loss of the scheduler return a cancelled future.

        Raise `RunStopped` if every worker is refused for this player.
        """
        try:
            allowed = self._refused.others(run, self._client)
            future = self._executor(allowed).submit(function, *arguments)
            self._pending[future] = allowed
            future.add_done_callback(lambda done: self._pending.pop(done, None))
            return future
        except (OSError, RuntimeError):
            lost: Future[Any] = Future()
            lost.set_exception(CancelledError())
            return lost

    def _executor(self, allowed: Addresses) -> Executor:
        """Return the executor of some workers; of all if none are named."""
        if allowed not in self._executors:
            only = {"workers": sorted(allowed)} if allowed else {}
            self._executors[allowed] = self._client.get_executor(pure=False, **only)
        return self._executors[allowed]

    def _open(self) -> DaskClient:
        """Return a client whose workers are ready; raise `InputError` or `RunStopped`."""
        client = connect(self._address)
        try:
            self._wait_for_workers(client)
            remove_frozen_workers(client, FROZEN_SECONDS)
            for file in self._ship:
                client.upload_file(str(file))
            _check_versions(client)
            return client
        except BaseException:
            client.close(_CLOSE_SECONDS)
            raise

    def _may_succeed_elsewhere(self, error: BaseException, run: Run | None) -> bool:
        """Return whether work failed for reasons that another worker or connection lacks."""
        if isinstance(error, WorkerRefused) and run is not None:
            self._refused.add(run, error)
            return True
        if self._is_lost(error):
            self._reconnect()
            return True
        return False

    def _is_lost(self, error: BaseException) -> bool:
        """Return whether a chunk failed because the connection to the scheduler did."""
        is_cancelled = isinstance(error, CancelledError) or "Cancelled" in type(error).__name__
        return is_cancelled or (isinstance(error, OSError) and self._client.status != "running")

    def _reconnect(self) -> None:
        """Connect again, unless that has happened; raise `RunStopped` if it takes too long."""
        if self._client.status == "running":
            return
        with suppress(Exception):
            self._client.close(_CLOSE_SECONDS)
        for future in list(self._pending):  # the closed client would never finish them
            with suppress(InvalidStateError):
                future.set_exception(CancelledError())
        deadline = monotonic() + RECONNECT_SECONDS
        while monotonic() < deadline:
            with suppress(InputError):
                self._client, self._executors = self._open(), {}
                return
            sleep(_RETRY_SECONDS)
        raise RunStopped(
            f"the cluster at {self._address} cannot be reached for {RECONNECT_SECONDS:g} seconds; "
            "finished games are stored, run the same command again to continue"
        )

    def _wait_for_workers(self, client: DaskClient) -> None:
        try:
            client.wait_for_workers(1, timeout=_WORKERS_SECONDS)
        except TimeoutError:
            raise RunStopped(
                f"the cluster at {self._address} has no workers after {_WORKERS_SECONDS:g} seconds"
            ) from None


def _play_pickled(play: _Play, pickled: bytes, begin: int, count: int) -> Chunk:
    """Play a chunk on a worker; raise `RunStopped` if it cannot load the player.

    The run arrives pickled: Dask would load it on the scheduler, which need not have its modules.
    """
    run = _load(pickled)
    check_engine(run)
    return play(run, begin, count)


def _call_pickled(pickled: bytes) -> Any:
    function, arguments, run = _load(pickled)
    if run is not None:
        check_engine(run)
    return function(*arguments)


def _load(pickled: bytes) -> Any:
    try:
        return cloudpickle.loads(pickled)
    except Exception as error:  # whatever the code of a module raises
        raise RunStopped(
            f"the worker on {gethostname()} cannot load the player: {type(error).__name__}: "
            f"{error}; install what is missing there, or send the file with --ship FILE; finished "
            "games are stored"
        ) from None


def _check_versions(client: DaskClient) -> None:
    """Raise `InputError` if a worker has another version of sapper."""
    versions = client.run(sapper_version)
    others = {version for version in versions.values() if version != sapper_version()}
    if others:
        raise InputError(
            f"expected sapper {sapper_version()} on every worker, got {', '.join(sorted(others))}"
        )
