"""A real Dask cluster on this machine, of separate processes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

__all__ = ["Cluster"]


def dask(*words: str, python_path: Path | None = None) -> subprocess.Popen[bytes]:
    """Start a command of Dask."""
    more = {} if python_path is None else {"PYTHONPATH": str(python_path)}
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        env={**os.environ, **more},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


class Cluster:
    """A scheduler and its workers, each in its own process."""

    def __init__(self, folder: Path, workers: int, python_path: Path | None = None) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.scheduler = dask(
            "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard",
            python_path=python_path,
        )  # fmt: skip
        self._folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        for _ in range(workers):
            self.add_worker()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return
            time.sleep(0.1)

    def add_worker(self, python_path: Path | None = None) -> subprocess.Popen[bytes]:
        """Start one more worker, which looks for modules in `python_path` too."""
        worker = dask(
            "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--local-directory", str(self._folder / str(len(self.workers))),
            python_path=python_path,
        )  # fmt: skip
        self.workers.append(worker)
        return worker

    def close(self) -> None:
        """Kill all processes."""
        for process in (*self.workers, self.scheduler):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)
