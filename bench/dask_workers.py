"""A Dask scheduler on this machine with single-threaded worker processes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, Self, cast

__all__ = ["ADVISED", "DaskWorkers", "free_port", "start_dask"]

ADVISED: Final = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "500ms",
}
"""The settings that `docs/how-to/dask-cluster.md` advises."""

_START_SECONDS = 30
_SETTLE_SECONDS = 0.5  # for workers to be connected, and after they were stopped


class DaskWorkers:
    """A scheduler and some workers, each a process, while the context lasts."""

    def __init__(self, workers: int, settings: Mapping[str, str]) -> None:
        self._port = free_port()
        self._workers, self._settings = workers, settings
        self._processes: list[subprocess.Popen[bytes]] = []
        self.address = f"tcp://127.0.0.1:{self._port}"

    def __enter__(self) -> Self:
        """Start the processes and wait for the workers."""
        scheduler = ["scheduler", "--host", "127.0.0.1", "--port", str(self._port)]
        worker = ["worker", self.address, "--nthreads", "1", "--no-nanny"]
        try:
            for words in [scheduler, *[worker] * self._workers]:
                self._processes.append(start_dask(*words, "--no-dashboard", **self._settings))
            self._await_workers()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        """End all processes."""
        self._end()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop all processes for a while: an idle one takes up to a twelfth of a processor."""
        try:
            self._signal(signal.SIGSTOP)
            yield
        finally:
            self._signal(signal.SIGCONT)
            time.sleep(_SETTLE_SECONDS)

    def _await_workers(self) -> None:
        from distributed import Client

        open_client = cast("Callable[..., Any]", Client)  # Dask has no type hints
        with open_client(self.address, timeout=_START_SECONDS, set_as_default=False) as client:
            client.wait_for_workers(self._workers, timeout=_START_SECONDS)
        time.sleep(_SETTLE_SECONDS)

    def _end(self) -> None:
        self._signal(signal.SIGKILL)  # reaches stopped processes too
        for process in self._processes:
            process.wait()

    def _signal(self, number: signal.Signals) -> None:
        for process in self._processes:
            process.send_signal(number)


def free_port() -> int:
    """Return a port of this machine that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def start_dask(*words: str, **settings: str) -> subprocess.Popen[bytes]:
    """Start a command of Dask with some more environment variables, silent, in its own session."""
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        env={**os.environ, **settings},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
