"""`sapper generate`: boards that need no guess, as text, lines, JSON, pictures and MBF."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command import sapper


def test_json_has_one_document_a_board() -> None:
    done = sapper(
        "generate", "-b", "9x9/12", "-n", "2", "--grade", "pair", "--3bv", "10-60",
        "--max-grade", "chain", "--first", "corner", "--json",
    )  # fmt: skip
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(documents) == 2
    for document in documents:
        assert document["schema"] == 1
        assert document["grade"] == "pair"
        assert 10 <= document["3bv"] <= 60
        assert document["first"] == [0, 0]


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
