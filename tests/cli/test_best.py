"""`sapper best`: the move, what decided, and every way to ask wrongly."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Run

SURE = "3x3/2:01_/12_/___"
GUESS = "1x3/1:___"
EXPERT = "16x30/99:" + "/".join(["_" * 30] * 16)


def test_a_certain_cell(inside: Run) -> None:
    done = inside("best", SURE)
    assert done.returncode == 0
    assert done.stdout.startswith("open r2c2   certain")
    assert done.stderr == ""


def test_an_exact_endgame(inside: Run) -> None:
    done = inside("best", GUESS)
    lines = done.stdout.splitlines()
    assert "exact search" in lines[0]
    heads = lines.index("cell    safe  progress  score    wins")
    assert lines[heads + 1].split() == ["r0c0", "66.7", "%", "66.7", "%"]


def test_look_ahead_shows_what_decided(inside: Run) -> None:
    told = json.loads(inside("best", EXPERT, "--json", "--limit", "3").stdout)
    assert told["basis"] == "look-ahead"
    assert told["is_guess"]
    assert not told["is_exact"]
    assert len(told["candidates"]) == 3
    scores = [candidate["score"] for candidate in told["candidates"]]
    assert scores == sorted(scores, reverse=True)
    assert told["cell"] == told["candidates"][0]["cell"]
    assert all(candidate["win"] is None for candidate in told["candidates"])
    assert told["win_chance"] is None


def test_json_of_an_endgame(inside: Run) -> None:
    told = json.loads(inside("best", GUESS, "--json", "--games", "10").stdout)
    assert told["position"] == GUESS
    assert told["setting"] == "champion"
    assert told["basis"] == "endgame"
    assert told["is_exact"]
    assert told["win_chance"] == {
        "chance": pytest.approx(2 / 3), "is_exact": True, "games": 0, "error": 0.0,
    }  # fmt: skip


def test_an_estimate_says_how_sure_it_is(inside: Run) -> None:
    nine = "9x9/10:" + "/".join(["_" * 9] * 9)
    done = inside("best", nine, "--games", "200", "--setting", "fast")
    last = done.stdout.splitlines()[-1]
    assert last.startswith("winning chance ")
    assert "+-" in last
    assert last.endswith("200 games")
    assert done.stdout == inside("best", nine, "--games", "200", "--setting", "fast").stdout


def test_a_contradiction_is_exit_code_one(inside: Run) -> None:
    done = inside("best", "1x3/2:_1_")
    assert done.returncode == 1
    assert done.stderr.startswith("sapper: ")
    told = inside("best", "1x3/2:_1_", "--json")
    assert told.returncode == 1
    assert "contradiction" in json.loads(told.stdout)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([SURE, "--setting", "brilliant"], "expected setting champion or fast, got 'brilliant'"),
        (["1x2/1:1_"], "without another safe cell"),
        (["2x2/4:__/__"], "without another safe cell"),
        (["1x3/?:_1_"], "the mine count is unknown"),
        (["1x3/1:_z"], "expected"),
    ],
)
def test_bad_questions_are_told_in_one_sentence(
    inside: Run, arguments: list[str], says: str
) -> None:
    done = inside("best", *arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
