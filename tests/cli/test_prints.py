"""What a player prints goes to standard error where standard output is data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command import sapper_process

LOUD = """\
import os

print("imported")

class Loud:
    def __init__(self):
        print("made")

    def decide(self, position):
        print("decides")
        if {is_raw}:
            os.write(1, b"by C code\\n")
        return next(position.covered())
"""
BOARD = ["--board", "5x5/4", "--seed", "1"]


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """Return a folder with a loud player, and one that prints past Python too."""
    for name, is_raw in (("loud", False), ("raw", True)):
        (tmp_path / f"{name}.py").write_text(LOUD.format(is_raw=is_raw), encoding="utf-8")
    return str(tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        ["run", "raw:Loud", *BOARD, "--games", "2", "--workers", "1", "--json"],
        ["run", "raw:Loud", *BOARD, "--games", "2", "--move-time", "9", "--json"],
        ["play", "-p", "loud:Loud", *BOARD, "--json"],
        ["papers", "trace", "-p", "loud:Loud", "3x3/2:01_/12_/___", "--json"],
    ],
    ids=" ".join,
)
def test_a_document_is_all_of_standard_output(words: list[str], folder: str) -> None:
    done = sapper_process(*words, PYTHONPATH=folder, XDG_DATA_HOME=folder)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["schema"] == 1
    prints = ["imported", "made", "decides", *(["by C code"] if "raw:Loud" in words else [])]
    assert set(prints) <= {*done.stderr.splitlines()}


def test_an_engine_answers_nothing_else(folder: str) -> None:
    lines = "sapper-engine 1\nposition 3x3/2:01_/12_/___\ngo\nquit\n"
    done = sapper_process("engine", "serve", "-p", "loud:Loud", stdin=lines, PYTHONPATH=folder)
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()][-1] == "move"
    assert "imported" not in done.stdout
