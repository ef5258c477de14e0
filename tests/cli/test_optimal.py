"""`sapper optimal`: fractions for every first cell, and what it cannot do."""

from __future__ import annotations

import json

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


def test_json() -> None:
    told = json.loads(sapper("lab", "optimal", "4x4/4", "--start", "raw", "--json").stdout)
    assert told["board"] == "4x4/4"
    assert told["start"] == "raw"
    assert told["chance"] == "961/1820"
    assert told["chance_float"] == pytest.approx(961 / 1820)
    assert len(told["by_first"]) == 16
    assert [cell for cell, chance in told["by_first"] if chance == told["chance"]] == told[
        "best_first"
    ]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["16x30/99"], 3, "that can be listed"),
        (["4x4/4", "--nodes", "10"], 3, "stopped by the budget of 10 nodes"),
        (["2x2/1", "--start", "open"], 2, "cannot hold"),
        (["4x4/16"], 2, "expected 0 to 15 mines"),
        (["4x4/4", "--start", "kind"], 2, "'raw', 'safe', 'open'"),
        (["board"], 2, "expected"),
        (["3x3/2", "--nodes", str(10**20)], 2, "expected 1 to 2^63 - 1 nodes, got 1000"),
    ],
)
def test_what_cannot_be_is_told(arguments: list[str], code: int, says: str) -> None:
    done = sapper("lab", "optimal", *arguments)
    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr
