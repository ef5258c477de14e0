"""The most memory that a process has had so far."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

__all__ = ["peak_megabytes"]


def peak_megabytes() -> float:
    """Return the high-water mark in megabytes.

    On Linux a child inherits `ru_maxrss` from its parent, so `VmHWM` is read instead.
    """
    status = Path("/proc/self/status")
    if status.exists():
        line = next(x for x in status.read_text().splitlines() if x.startswith("VmHWM"))
        return int(line.split()[1]) * 1024 / 1e6
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
