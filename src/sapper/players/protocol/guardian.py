"""Kill the engines of a process that has died; run as a program, one beside each such process.

An engine ends by itself at the end of its input. One that hangs would stay for ever if the process
that asked it was killed: its guardian is told of every engine (`+PID`, `-PID`), and when its own
input ends, it kills the process groups of those that are left. It imports nothing of sapper.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress

__all__ = ["main"]

_GRACE_SECONDS = 1.0  # for engines to end by themselves


def main() -> None:
    """Collect the engines that run until the input ends; kill those that are left."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    running: set[int] = set()
    for line in sys.stdin:
        (running.add if line[0] == "+" else running.discard)(int(line[1:]))
    if running:
        time.sleep(_GRACE_SECONDS)
    for group in running:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
