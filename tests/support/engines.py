"""The commands of engines that the tests start, and what is left of their processes."""

from __future__ import annotations

import os
import shlex
import signal
import sys
import time
from pathlib import Path
from typing import Final

import pytest

__all__ = ["EXAMPLES", "OTHERS", "PLAIN", "bad", "children_of", "open_files", "wait_until_gone"]

ROOT: Final = Path(__file__).parents[2]
EXAMPLES: Final = ROOT / "src" / "sapper" / "players" / "protocol" / "examples"
"""The engines that `sapper engine example` prints."""

OTHERS: Final = ROOT / "examples" / "engines"
PLAIN: Final = f"engine:{shlex.join([sys.executable, str(EXAMPLES / 'plain.py')])}"
"""The player of the engine in plain Python."""


def bad(how: str) -> str:
    """Return the player of an engine that fails in this way."""
    program = ROOT / "tests" / "support" / "bad_engine.py"
    return f"engine:{shlex.join([sys.executable, '-S', str(program), *how.split()])}"


def children_of(process: int, word: str = "bad_engine") -> list[int]:
    """Return the children of a process whose command has a word, dead ones that nobody awaited too.

    A zombie has no command any more, so all zombies are returned.
    """
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            status = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if int(status[1]) == process and (word in command or status[0] == "Z"):
            found.append(int(folder.name))
    return found


def open_files() -> int:
    """Return how many files this process has open."""
    return len(os.listdir("/proc/self/fd"))


def wait_until_gone(process: int, seconds: float = 60) -> None:
    """Wait until a process has ended, also as a zombie; kill it and fail if it stays."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return
        if state == "Z":
            return
        time.sleep(0.05)
    os.kill(process, signal.SIGKILL)
    pytest.fail(f"the process {process} lives on")
