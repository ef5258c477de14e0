"""A command of sapper in a group of processes of its own, to be sent signals."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.command import COMMAND

__all__ = ["assert_none_is_left", "games_in", "start", "wait_for"]


def start(
    words: list[str], command: list[str] = COMMAND, **options: object
) -> subprocess.Popen[str]:
    """Start a command; its process leads a new group."""
    return subprocess.Popen(  # type: ignore[call-overload, no-any-return]
        [*command, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        start_new_session=True, **options,
    )  # fmt: skip


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


def assert_none_is_left(leader: int, seconds: float = 60) -> None:
    """Fail if a process of the group is still there after so many seconds, and kill it."""
    deadline = time.monotonic() + seconds
    try:
        while time.monotonic() < deadline:
            os.killpg(leader, 0)  # raises once no process of the group is left
            time.sleep(0.05)
    except ProcessLookupError:
        return
    os.killpg(leader, signal.SIGKILL)
    pytest.fail("processes were left running")
