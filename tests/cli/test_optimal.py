"""`sapper optimal`: fractions for every first cell, and what it cannot do."""

from __future__ import annotations

import pytest

from tests.support.command import sapper


def test_the_table() -> None:
    done = sapper("lab", "optimal", "3x3/1")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "3x3/1 safe   wins 1 = 100.0000 %"
    assert lines[1].startswith("best first cells  ")
    cells = {word for line in lines[2:] for word in line.split() if word.startswith("r")}
    assert cells == {f"r{row}c{column}" for row in range(3) for column in range(3)}


def test_known_fractions() -> None:
    assert "wins 961/1365 = 70.4029 %" in sapper("lab", "optimal", "4x4/4").stdout
    assert "wins 34/35 = 97.1429 %" in sapper("lab", "optimal", "4x4/4", "--start", "open").stdout


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["16x30/99"], 3, "that can be listed"),
        (["4x4/4", "--nodes", "10"], 3, "stopped by the budget of 10 nodes"),
        (["board"], 2, "expected"),
    ],
)
def test_what_cannot_be_is_told(arguments: list[str], code: int, says: str) -> None:
    done = sapper("lab", "optimal", *arguments)
    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr
