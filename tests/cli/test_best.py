"""`sapper best`: the move, what decided, and every way to ask wrongly."""

from __future__ import annotations

import re

import pytest

from tests.support.command import sapper

SURE = "3x3/2:01_/12_/___"
GUESS = "1x3/1:___"
EXPERT = "16x30/99:" + "/".join(["_" * 30] * 16)
HEXAGONS = "hex-8x8/12:" + "/".join(["_" * 8] * 8)
TORUS = "torus-8x8/12:" + "/".join(["1" + "_" * 7] + ["_" * 8] * 7)


def test_a_certain_cell() -> None:
    done = sapper("best", SURE)
    assert done.returncode == 0
    assert done.stdout.startswith("open r2c2   certain")
    assert done.stderr == ""


def test_an_exact_endgame() -> None:
    done = sapper("best", GUESS)
    lines = done.stdout.splitlines()
    assert "exact search" in lines[0]
    heads = lines.index("cell    safe    wins")
    assert lines[heads + 2].split() == ["r0c0", "66.7", "%", "66.7", "%"]


def test_an_estimate_says_how_sure_it_is() -> None:
    nine = "9x9/10:" + "/".join(["_" * 9] * 9)
    done = sapper("best", nine, "--games", "200", "--player", "fast")
    last = done.stdout.splitlines()[-1]
    assert last.startswith("winning chance ")
    assert re.search(r"[0-9.]+ %   [0-9.]+ to [0-9.]+, 200 games$", last)
    assert done.stdout == sapper("best", nine, "--games", "200", "--player", "fast").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([SURE, "--player", "brilliant"], "'brilliant' is not one of 'champion', 'patient'"),
        (["1x2/1:1_"], "no other safe cell"),
        (["1x3/?:_1_"], "the mine count is unknown"),
        ([GUESS, "--games", str(10**20)], "expected 1 to 1,000,000,000 games, got 1000"),
        ([GUESS, "--player", "deep", "--time", "0s"], "expected a time above 0 seconds, got 0"),
        ([GUESS, "--player", "deep", "--time", "1", "--games", "9"], "not both"),
        (["40x40/300:" + "/".join(["_" * 40] * 40), "--player", "deep"], "at most 1000 unknown"),
    ],
)
def test_bad_questions_are_told_in_one_sentence(arguments: list[str], says: str) -> None:
    done = sapper("best", *arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


NINE = "9x9/20:" + "/".join(["_" * 9] * 9)


def test_deep_shows_chances_with_their_intervals() -> None:
    asked = ["best", NINE, "--player", "deep", "--games", "40", "--seed", "3", "--limit", "4"]
    done = sapper(*asked)
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0].startswith("open r")
    assert "rollouts: sampled layouts" in lines[0]
    heads = next(i for i, line in enumerate(lines) if line.startswith("cell "))
    assert lines[heads].split()[-3:] == ["wins", "behind", "layouts"]
    assert len(lines) == heads + 6  # a corner, an edge, a cell inside: all others are alike
    assert all(line.count(" to ") == 1 for line in lines[heads + 2 : -1])
    assert lines[heads + 2].count("+-") == 0
    assert all(line.count("+-") == 1 for line in lines[heads + 3 : -1])
    assert lines[-1].startswith("Compared by 'behind'. safe: chance of no mine")
    assert lines[heads + 2].endswith(" 40")
    assert sapper(*asked).stdout == done.stdout
