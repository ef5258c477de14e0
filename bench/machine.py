"""Describe the machine on which figures were measured, without naming it."""

from __future__ import annotations

import os
import platform
import resource
import shutil
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np

import sapper
from sapper.lab.ledger.provenance import processor_name

__all__ = ["machine", "peak_megabytes"]


def machine() -> dict[str, str | int | None]:
    """Return processor, cores, system, compiler and the versions that matter."""
    return {
        "processor": processor_name(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "compiler": _compiler(),
        "numpy": np.__version__,
        "ms_toollib": _version("ms_toollib"),
        "sapper": sapper.__version__,
    }


def _compiler() -> str | None:
    """Return the first line of the default compiler's version; it probably built the core."""
    command = shutil.which("c++")
    if command is None:
        return None
    output = subprocess.run([command, "--version"], capture_output=True, text=True, check=False)
    return next(iter(output.stdout.splitlines()), None)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


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
