"""`sapper best`: the move, what decided, and every way to ask wrongly."""

from __future__ import annotations

import json
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


@pytest.mark.parametrize(
    ("position", "player", "basis", "decided", "other"),
    [
        (EXPERT, "champion", "winning-chance", "estimate", "score"),
        (EXPERT, "patient", "second-step", "estimate", "score"),
        (EXPERT, "lookahead", "look-ahead", "score", "estimate"),
        (HEXAGONS, "champion", "look-ahead", "score", "estimate"),
        (TORUS, "champion", "look-ahead", "score", "estimate"),
    ],
)
def test_look_ahead_shows_what_decided(
    position: str, player: str, basis: str, decided: str, other: str
) -> None:
    asked = ["best", position, "--player", player, "--limit", "3"]
    told = json.loads(sapper(*asked, "--json").stdout)
    assert told["basis"] == basis
    assert told["is_guess"]
    assert not told["is_exact"]
    assert len(told["candidates"]) == 3
    by = [candidate[decided] for candidate in told["candidates"]]
    assert by == sorted(by, reverse=True)
    assert told["cell"] == told["candidates"][0]["cell"]
    for never in (other, "win", "rollouts"):
        assert all(candidate[never] is None for candidate in told["candidates"])
    assert told["win_chance"] is None
    assert told["compared"] == decided
    heading = {"estimate": "est. wins", "score": "score"}
    shown = sapper(*asked).stdout
    assert f"Compared by '{heading[decided]}'. " in shown
    assert f"; {heading[decided]}: " in shown
    assert f"{heading[other]}: " not in shown


def test_json_of_an_endgame() -> None:
    told = json.loads(sapper("best", GUESS, "--json", "--games", "10").stdout)
    assert told["position"] == GUESS
    assert told["player"] == "champion"
    assert told["basis"] == "endgame"
    assert told["is_exact"]
    assert told["win_chance"] == {
        "chance": pytest.approx(2 / 3), "is_exact": True, "games": 0,
        "low": pytest.approx(2 / 3), "high": pytest.approx(2 / 3),
    }  # fmt: skip


def test_an_estimate_says_how_sure_it_is() -> None:
    nine = "9x9/10:" + "/".join(["_" * 9] * 9)
    done = sapper("best", nine, "--games", "200", "--player", "fast")
    last = done.stdout.splitlines()[-1]
    assert last.startswith("winning chance ")
    assert re.search(r"[0-9.]+ %   [0-9.]+ to [0-9.]+, 200 games$", last)
    assert done.stdout == sapper("best", nine, "--games", "200", "--player", "fast").stdout


def test_a_contradiction_is_exit_code_one() -> None:
    done = sapper("best", "1x3/2:_1_")
    assert done.returncode == 1
    assert done.stderr.startswith("sapper: ")
    told = sapper("best", "1x3/2:_1_", "--json")
    assert told.returncode == 1
    assert json.loads(told.stdout)["conflict"]["repairs"]


def test_a_density_chooses_the_safest_and_of_equals_the_one_with_fewer_unknown_neighbours() -> None:
    unknown = "4x4/?:1___/____/____/____"
    lines = sapper("best", unknown, "--density", "0.2").stdout.splitlines()
    assert lines[0].startswith("open r0c3   the least chance of a mine")
    assert "an unknown mine count" in lines[0]
    done = sapper("best", unknown, "--density", "0.2", "--player", "deep")
    assert done.returncode == 2
    assert "player deep need the mines" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            [SURE, "--player", "brilliant"],
            "expected the player champion, patient, lookahead, fast or deep, got 'brilliant'",
        ),
        (["1x2/1:1_"], "no other safe cell"),
        (["2x2/4:__/__"], "no other safe cell"),
        (["1x3/?:_1_"], "the mine count is unknown"),
        ([GUESS, "--games", "16", "--seed", str(2**64)], "expected a seed from 0 to 2^64 - 1"),
        ([GUESS, "--games", str(10**20)], "expected 1 to 1,000,000,000 games, got 1000"),
        ([EXPERT, "--player", "deep", "--games", str(10**20)], "expected 1 to 1,000,000,000"),
        (["1x3/1:_z"], "expected"),
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


def test_deep_as_json() -> None:
    done = sapper("best", NINE, "--player", "deep", "--games", "40", "--json", FORCE_COLOR="1")
    assert done.stderr == ""
    told = json.loads(done.stdout)
    assert (told["player"], told["basis"], told["is_exact"]) == ("deep", "rollouts", False)
    first, second = told["candidates"][:2]
    played = first["rollouts"]
    assert played == {
        "games": 40, "chance": played["chance"], "low": played["low"], "high": played["high"],
        "behind": 0, "behind_error": 0, "is_dropped": False,
    }  # fmt: skip
    assert 0 < played["low"] < played["chance"] < played["high"] < 1
    assert second["rollouts"]["behind_error"] > 0
    assert first["estimate"] is not None


def test_deep_gives_an_exact_answer_at_once() -> None:
    done = sapper("best", GUESS, "--player", "deep", "--time", "1s")
    assert "exact search" in done.stdout.splitlines()[0]
    assert "certain" in sapper("best", SURE, "--player", "deep", "--time", "1s").stdout
