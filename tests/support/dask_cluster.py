"""A real Dask cluster of separate processes, and a way to do something to it during a run."""

from __future__ import annotations

import gc
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

from bench.dask_workers import free_port, start_dask
from sapper.lab import RunResult, Watch

__all__ = ["Cluster", "Killer"]


class Cluster:
    """A scheduler and its workers, each in its own process."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._port, self._folder = free_port(), folder
        self.address = f"tcp://127.0.0.1:{self._port}"
        self.scheduler: subprocess.Popen[bytes]
        self.workers: list[subprocess.Popen[bytes]] = []
        self.start(workers)

    def start(self, workers: int) -> None:
        """Start a scheduler at the address, and some workers."""
        self.scheduler = start_dask(
            "scheduler", "--host", "127.0.0.1", "--port", str(self._port), "--no-dashboard",
        )  # fmt: skip
        for _ in range(workers):
            self.add_worker()
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self._port)) == 0:
                    return
            time.sleep(0.1)

    def add_worker(self) -> None:
        """Start one more worker."""
        worker = start_dask(
            "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--local-directory", str(self._folder / str(len(self.workers))),
        )  # fmt: skip
        self.workers.append(worker)

    def close(self) -> None:
        """Kill all processes."""
        for process in (*self.workers, self.scheduler):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(60)
        gc.collect()  # sockets that Dask left open: their warnings are Dask's, not the next test's


class Killer(Watch):
    """Sends processes a signal once some games are done."""

    def __init__(
        self, victims: list[subprocess.Popen[bytes]], number: int = signal.SIGKILL
    ) -> None:
        self.victims, self.number = victims, number
        self.notes: list[str] = []
        self.killed_at: int | None = None

    def note(self, text: str) -> None:
        """Keep the note."""
        self.notes.append(text)

    def update(self, result: RunResult) -> None:
        """Send the signal, once."""
        if self.killed_at is None and result.games >= 20:
            for victim in self.victims:
                os.killpg(victim.pid, self.number)
            self.killed_at = result.games
