"""Play chunks on a Dask cluster that is already running (extra `cluster`).

When a worker dies, Dask reassigns its chunk; a chunk on which several workers die stops the run.
Only this process writes to the ledger. All workers must have the same version of sapper.
"""

from __future__ import annotations

import math
import reprlib
import socket
from collections.abc import Callable
from concurrent.futures import Executor, Future
from time import monotonic
from typing import Protocol, cast

from sapper.errors import InputError
from sapper.lab.chunk import Chunk, play_chunk
from sapper.lab.errors import RunStopped
from sapper.lab.identity import sapper_version
from sapper.lab.run import Run
from sapper.lab.workers import WorkerPool

__all__ = ["ClusterPool"]

_CONNECT_SECONDS = 10
_WORKERS_SECONDS = 30.0  # to wait for workers, at the start and after all are lost
_COUNT_SECONDS = 1.0  # between two counts of the workers; each is a request to the scheduler


class _Client(Protocol):
    """The part of Dask's client that is used here, since Dask has no type hints."""

    status: str

    def nthreads(self) -> dict[str, int]: ...
    def wait_for_workers(self, n_workers: int, timeout: float) -> None: ...
    def get_executor(self, *, pure: bool) -> Executor: ...
    def run(self, function: Callable[[], str]) -> dict[str, str]: ...
    def close(self, timeout: float) -> None: ...


class ClusterPool(WorkerPool):
    """The workers of a Dask scheduler."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client = _connect(address)
        self._empty_since: float | None = None
        self._workers, self._counted_at = 1, -math.inf
        try:
            self._wait_for_workers()
            _check_versions(self._client)
            self._executor = self._client.get_executor(pure=False)
        except BaseException:
            self._client.close(_CONNECT_SECONDS)
            raise

    @property
    def workers(self) -> int:
        """How many chunks the cluster can play at once; updated every second."""
        if monotonic() - self._counted_at >= _COUNT_SECONDS:
            self._workers, self._counted_at = max(1, self._threads()), monotonic()
        return self._workers

    def slots(self, run: Run) -> int:  # noqa: ARG002
        """Return how many chunks to submit at a time to keep every thread busy."""
        return 2 * self.workers

    def submit(self, run: Run, begin: int, count: int) -> Future[Chunk]:
        """Return the future result of a chunk."""
        return self._executor.submit(play_chunk, run, begin, count)

    def check(self) -> None:
        """Raise `RunStopped` if the scheduler is gone, or has had no workers for half a minute."""
        if self._threads():
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = monotonic()
        elif monotonic() - self._empty_since > _WORKERS_SECONDS:
            raise RunStopped(
                f"the cluster at {self._address} has no workers; finished games are stored, "
                "run the same command again to continue"
            )

    def close(self, *, at_once: bool = False) -> None:
        """Disconnect from the cluster and cancel unfinished chunks."""
        self._executor.shutdown(wait=not at_once)
        self._client.close(_CONNECT_SECONDS)

    def _threads(self) -> int:
        try:
            return sum(self._client.nthreads().values())
        except (OSError, RuntimeError):
            raise RunStopped(
                f"the cluster at {self._address} cannot be reached; finished games are stored, "
                "run the same command again to continue"
            ) from None

    def _wait_for_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=_WORKERS_SECONDS)
        except TimeoutError:
            raise RunStopped(
                f"the cluster at {self._address} has no workers after {_WORKERS_SECONDS:g} seconds"
            ) from None


def _connect(address: str) -> _Client:
    try:
        import distributed
    except ImportError:
        raise InputError(
            "--cluster needs the cluster extra: pip install 'sapper[cluster]'"
        ) from None
    if not isinstance(address, str):
        raise InputError(f"expected an address like tcp://HOST:PORT, got {reprlib.repr(address)}")
    try:
        _check_port(address)
        client = cast("Callable[..., _Client]", distributed.Client)
        return client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(
            f"there is no Dask scheduler at {address!r}: {str(error).splitlines()[0]}"
        ) from None


def _check_port(address: str) -> None:
    """Raise `OSError` or `ValueError` if nothing listens there, sooner and clearer than Dask."""
    scheme, _, place = address.rpartition("://")
    host, _, port = place.rpartition(":")
    if scheme in ("", "tcp", "tls"):
        if not (host and port.isdecimal()):
            raise ValueError("no address like tcp://HOST:PORT")
        socket.create_connection((host.strip("[]"), int(port)), _CONNECT_SECONDS).close()


def _check_versions(client: _Client) -> None:
    """Raise `InputError` if a worker has another version of sapper."""
    versions = client.run(sapper_version)
    others = {version for version in versions.values() if version != sapper_version()}
    if others:
        raise InputError(
            f"expected sapper {sapper_version()} on every worker, got {', '.join(sorted(others))}"
        )
