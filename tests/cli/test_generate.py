"""`sapper generate`: boards that need no guess, as text, lines, JSON, pictures and MBF."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command import sapper


def test_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert sapper("generate", "-b", "beginner", "-o", str(path)).returncode == 0
    assert path.read_text("utf-8").startswith("<svg")


_INTERRUPTED = """
import os, signal
from threading import Timer
import sapper.cli.commands.generate
from sapper.cli import main
Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
main()
"""


@pytest.mark.parametrize(
    "endless",
    ["-b 16x30/230 --time 1h", "-b 16x30/99 --technique mine-count --positions 9999"],
)
def test_ctrl_c_ends_it(endless: str) -> None:
    command = [sys.executable, "-c", _INTERRUPTED, "generate", *endless.split()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 130
    assert done.stderr == "note: stopped\n"
