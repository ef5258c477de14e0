"""The pipe to the guardian of this process, which is started with the first engine."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock

__all__ = ["Lifeline"]


class Lifeline:
    """Tells the guardian of this process which engines run."""

    def __init__(self) -> None:
        self._guardian: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._lock = Lock()

    def add(self, engine: int) -> None:
        """Tell of an engine that was started, by the number of its process."""
        self._say(f"+{engine}\n")

    def remove(self, engine: int) -> None:
        """Tell of an engine that was ended."""
        self._say(f"-{engine}\n")

    def _say(self, line: str) -> None:
        with self._lock:
            if self._guardian is None or self._owner != os.getpid():  # also after a fork
                self._guardian, self._owner = _start(), os.getpid()
            assert self._guardian.stdin is not None
            with suppress(OSError):  # somebody killed it
                self._guardian.stdin.write(line.encode())


def _start() -> subprocess.Popen[bytes]:
    """Start a guardian in a session of its own, which Ctrl-C does not reach."""
    program = Path(__file__).with_name("guardian.py")
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", str(program)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        start_new_session=True,
    )
    process.returncode = 0  # it outlives this process: nobody waits for it
    return process
