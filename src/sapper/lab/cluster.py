"""The same chunks on a Dask cluster that already runs (extra `cluster`).

Dask hands a chunk of a worker that died to another one (a chunk that takes several workers with
it is given up, which ends the run); the ledger stays here, with the process
that asked. The cluster's workers must have the same version of sapper.
"""

from __future__ import annotations

import math
import socket
from collections.abc import Callable
from concurrent.futures import Executor, Future
from time import monotonic
from typing import Protocol, cast

from sapper.errors import InputError
from sapper.lab.chunk import Chunk, play_chunk
from sapper.lab.errors import RunStopped
from sapper.lab.identity import home_of, sapper_version
from sapper.lab.run import Run
from sapper.lab.workers import Crew

__all__ = ["ClusterCrew"]

_CONNECT_SECONDS = 10
_PATIENCE = 30.0  # seconds to wait for workers to come (back)
_COUNT_EVERY = 1.0  # seconds; every count of the workers is a question to the scheduler


class _Client(Protocol):
    """What is used of Dask's client, which has no types of its own."""

    status: str

    def nthreads(self) -> dict[str, int]: ...
    def wait_for_workers(self, n_workers: int, timeout: float) -> None: ...
    def get_executor(self, *, pure: bool) -> Executor: ...
    def run(self, function: Callable[[], str]) -> dict[str, str]: ...
    def close(self, timeout: float) -> None: ...


class ClusterCrew(Crew):
    """Workers of a Dask scheduler, by its address."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client = _connected(address)
        self._alone_since: float | None = None
        self._workers, self._counted_at = 1, -math.inf
        try:
            self._await_workers()
            _check_versions(self._client)
            self._executor = self._client.get_executor(pure=False)
        except BaseException:
            self._client.close(_CONNECT_SECONDS)
            raise

    @property
    def workers(self) -> int:
        """How many chunks the cluster can play at once, as it was a second ago."""
        if monotonic() - self._counted_at >= _COUNT_EVERY:
            self._workers, self._counted_at = max(1, self._threads()), monotonic()
        return self._workers

    def slots(self, run: Run) -> int:  # noqa: ARG002
        """Return enough to keep every thread of the cluster busy."""
        return 2 * self.workers

    def submit(self, run: Run, begin: int, count: int) -> Future[Chunk]:
        """Return the promise of a chunk."""
        return self._executor.submit(play_chunk, run, begin, count, 1, home_of(run.player))

    def check(self) -> None:
        """Raise `RunStopped` if the scheduler is gone, or all workers for half a minute."""
        if self._threads():
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = monotonic()
        elif monotonic() - self._alone_since > _PATIENCE:
            raise RunStopped(
                f"the cluster at {self._address} has no workers; what was finished is kept, "
                "run the same command again to go on"
            )

    def close(self, *, at_once: bool = False) -> None:
        """Leave the cluster; what it still does for us is called off."""
        self._executor.shutdown(wait=not at_once)
        self._client.close(_CONNECT_SECONDS)

    def _threads(self) -> int:
        try:
            return sum(self._client.nthreads().values())
        except (OSError, RuntimeError):
            raise RunStopped(
                f"the cluster at {self._address} is gone; what was finished is kept, "
                "run the same command again to go on"
            ) from None

    def _await_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise RunStopped(
                f"the cluster at {self._address} has no workers after {_PATIENCE:g} seconds"
            ) from None


def _connected(address: str) -> _Client:
    try:
        import distributed
    except ImportError:
        raise InputError("a cluster needs the extra: pip install 'sapper[cluster]'") from None
    try:
        _knock(address)
        made = cast("Callable[..., _Client]", distributed.Client)
        return made(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(
            f"expected a Dask scheduler at {address!r}, got: {str(error).splitlines()[0]}"
        ) from None


def _knock(address: str) -> None:
    """Raise `OSError` or `ValueError` if nobody listens there; Dask would wait and say less."""
    scheme, _, place = address.rpartition("://")
    host, _, port = place.rpartition(":")
    if scheme in ("", "tcp", "tls"):
        if not (host and port.isdecimal()):
            raise ValueError("no address like tcp://HOST:PORT")
        socket.create_connection((host.strip("[]"), int(port)), _CONNECT_SECONDS).close()


def _check_versions(client: _Client) -> None:
    """Raise `InputError` if a worker has another sapper: it might play otherwise."""
    versions = client.run(sapper_version)
    wrong = {version for version in versions.values() if version != sapper_version()}
    if wrong:
        raise InputError(
            f"expected sapper {sapper_version()} on every worker, got {', '.join(sorted(wrong))}"
        )
