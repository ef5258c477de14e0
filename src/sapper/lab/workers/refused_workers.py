"""The workers of a cluster that cannot play an engine, and where its chunks go instead.

The command of an engine must exist on every worker. One that cannot start it there, or starts
another engine by it, is told to the user and gets no more work for this player; it may play others.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import Final

from sapper.lab.errors import RunStopped, WorkerRefused
from sapper.lab.identity import this_worker
from sapper.lab.run import Run
from sapper.lab.workers.dask_client import DaskClient
from sapper.players.protocol.engines import engine_problem
from sapper.players.protocol.running import close_engines

__all__ = ["Addresses", "RefusedWorkers", "check_engine"]

Addresses = frozenset[str]
"""Of workers; none if everyone is meant."""

_CLOSE_SECONDS: Final = 5.0


class RefusedWorkers:
    """Who is refused for which player, and why."""

    def __init__(self) -> None:
        self.note: Callable[[str], None] = lambda _text: None
        self._why: dict[str, dict[str, str]] = {}  # by player, then by address

    def add(self, run: Run, error: WorkerRefused) -> None:
        """Refuse a worker, and say so the first time."""
        refused = self._why.setdefault(run.player, {})
        if error.address not in refused:
            refused[error.address] = str(error)
            self.note(f"{error}; it is refused, and its chunks go to other workers")

    def others(self, run: Run | None, client: DaskClient) -> Addresses:
        """Return the workers that are left for a player; none if nobody was refused.

        Raise `RunStopped` if everyone was.
        """
        refused = self._why.get(run.player, {}) if run is not None else {}
        if not refused or run is None:
            return frozenset()
        left = frozenset(client.nthreads()).difference(refused)
        if not left:
            raise RunStopped(
                f"no worker of the cluster can play {run.player}: {'; '.join(refused.values())}. "
                "Install the engine on the workers under the same command; what is finished is "
                "stored, and the same command continues"
            )
        return left

    def close_engines(self, client: DaskClient) -> None:
        """End the engines that wait on the workers, but do not wait long for a frozen one."""

        def close() -> None:
            with suppress(Exception):
                client.run(close_engines)

        thread = Thread(target=close, daemon=True)
        thread.start()
        thread.join(_CLOSE_SECONDS)


def check_engine(run: Run) -> None:
    """Raise `WorkerRefused` if this worker of a cluster cannot play the engine of a run."""
    problem = engine_problem(run.player_spec)
    if problem is None:
        return
    from distributed import get_worker

    address: str = get_worker().address
    raise WorkerRefused(f"the worker at {address} ({this_worker()}): {problem}", address)
