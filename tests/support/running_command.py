"""A command of sapper in a group of processes of its own, to be sent signals."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from tests.support.command import COMMAND

__all__ = ["assert_none_is_left", "games_in", "handles", "start", "wait_for"]

_marks: dict[int, str] = {}


def start(
    words: list[str], command: list[str] = COMMAND, **options: object
) -> subprocess.Popen[str]:
    """Start a command; its process leads a new group, and its children are known by a mark."""
    mark = uuid4().hex
    process: subprocess.Popen[str] = subprocess.Popen(  # type: ignore[call-overload]
        [*command, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        start_new_session=True, **{"env": {**os.environ, "STARTED_BY_TEST": mark}, **options},
    )  # fmt: skip
    _marks[process.pid] = mark
    return process


def games_in(path: Path) -> int:
    """Return how many games a ledger has; 0 before it is made."""
    if not path.exists():
        return 0
    base = sqlite3.connect(path, timeout=10)
    try:
        return int(base.execute("SELECT COALESCE(SUM(count), 0) FROM chunks").fetchone()[0])
    except sqlite3.OperationalError:  # the tables do not exist yet
        return 0
    finally:
        base.close()


def wait_for(is_true: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait until something is true of a command that must not end before."""
    deadline = time.monotonic() + 60
    while not is_true() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    assert process.poll() is None, process.stderr and process.stderr.read()
    assert is_true()


def handles(process: int, number: int) -> bool:
    """Return whether a process has a handler of its own for a signal."""
    found = re.search(r"SigCgt:\s+(\w+)", Path(f"/proc/{process}/status").read_text("ascii"))
    return found is not None and bool(int(found[1], 16) >> number - 1 & 1)


def assert_none_is_left(leader: int, seconds: float = 60) -> None:
    """Fail if a process that a command started is still there after so many seconds; kill it."""
    deadline = time.monotonic() + seconds
    while (left := _started_by(leader)) and time.monotonic() < deadline:
        time.sleep(0.05)
    for process in left:
        os.kill(process, signal.SIGKILL)
    assert not left, "processes were left running"


def _started_by(leader: int) -> list[int]:
    """Return the processes of the command's group, and those with its mark in other groups."""
    mark = f"STARTED_BY_TEST={_marks.get(leader, 'nobody')}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, _, group = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
            is_its = int(group) == leader or mark in (folder / "environ").read_bytes()
            found += [int(folder.name)] if is_its and state != "Z" else []
    return found
