"""The progress of a run as a person at a terminal sees it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.command import COMMAND

pty = pytest.importorskip("pty")


def test_rate_interval_and_time_left(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [
            *COMMAND,
            "compare", "greedy", "bfs", "--games", "150", "--workers", "1", "--sprt", "-1", "1",
            "--ledger", str(tmp_path / "ledger"),
        ],
        stdout=subprocess.PIPE, stderr=theirs,
        env={**os.environ, "COLUMNS": "160", "TERM": "xterm"},
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        seen += part
    assert process.wait(60) == 0
    os.close(ours)
    shown = seen.decode(errors="replace")
    for words in ("greedy 9x9/10", "bfs 9x9/10", "150/150", "games/s", "% [", "0:00:0",
                 "log-likelihood ratio"):  # fmt: skip
        assert words in shown
    assert process.stdout is not None
    assert b"greedy" in process.stdout.read()
    process.stdout.close()
