"""The command `sapper review` as a person or a script meets it."""

from __future__ import annotations

import json

import pytest

from tests.support.command import sapper

GAME = "9x9/10 safe 1 0 o4,4 o0,0"
EXACT = "1x6/3 raw =25 0 o0,1 o0,2 o0,0"


def test_a_game_in_words() -> None:
    done = sapper("review", EXACT)
    assert done.returncode == 0
    assert not done.stderr
    assert done.stdout.startswith("Lost by opening a certain mine (skill -50.0 %, luck +16.7 %).\n")
    assert "33.3 % to win after the first cell" in done.stdout
    assert "blunder -50.0 %; it was a mine" in done.stdout


def test_what_play_prints_can_be_reviewed() -> None:
    record = sapper("play", "--player", "greedy", "--board", "6x6/6", "--seed", "5", "--json")
    done = sapper("review", "-", "--games", "24", "--json", stdin=record.stdout)
    answer = json.loads(done.stdout)
    assert answer["game"] == json.loads(record.stdout)["game"]
    assert answer["end"]["chance"] - answer["start"]["chance"] == pytest.approx(
        answer["skill"] + answer["luck"]
    )


def test_the_seed_and_the_number_of_layouts_count() -> None:
    one = json.loads(sapper("review", GAME, "--games", "48", "--json").stdout)
    other = json.loads(sapper("review", GAME, "--games", "48", "--seed", "1", "--json").stdout)
    assert one["start"]["games"] == 48
    assert one != other


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nonsense"], "'nonsense' is no game, and no file of this name exists"),
        (["9x9/10 safe 1 0"], "the game has no opened cell"),
        ([GAME, "--games", "0"], "expected 1 to 1,000,000,000 games, got 0"),
        ([f"{EXACT}\n{EXACT}", "--svg", "x.svg"], "--svg shows one game, but 2 were given"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_two(arguments: list[str], says: str) -> None:
    done = sapper("review", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("sapper: ")
    assert done.stderr.count("\n") == 1
    assert says in done.stderr
