"""The game line: parsing and formatting."""

from __future__ import annotations

from typing import Any

import pytest

from sapper import Game, InputError, play
from sapper.games.game_line import GameLine


def test_a_record_in_json_has_the_line_of_its_game() -> None:
    record = play("greedy", "4x4/2", seed=3)
    assert str(GameLine.parse(record.to_json())) == record.text
    assert Game.parse(f" {record.to_json()}\n").text == record.text


@pytest.mark.parametrize("text", ["{", '{"a":' * 100_000, '{"game": 3}', "{}"])
def test_another_json_text_is_no_record(text: str) -> None:
    with pytest.raises(InputError, match=r"not valid JSON|under 'game'"):
        GameLine.parse(text)


def test_a_game_knows_its_line() -> None:
    game = Game.parse("4x4/2 raw =9000 0 o3,0 f0,0")
    assert str(game.line) == game.text == "4x4/2 raw =9000 0 o3,0 f0,0"
    assert Game.parse(game.line.opening).moves == ()
    assert game.mines_left == 1


@pytest.mark.parametrize(
    ("move", "says"), [("x1,1", "like o3,4"), ("o9,0", "9 rows"), ("o4,4", "covered")]
)
def test_a_wrong_move_is_named_by_its_number(move: str, says: str) -> None:
    with pytest.raises(InputError, match=f"^move 2: .*{says}") as caught:
        Game.parse(f"9x9/10 safe 5 0 o4,4 {move}")
    assert caught.value.where["move"] == 1  # data counts from 0, words count from 1


def test_times_survive_a_round_trip() -> None:
    text = "3x3/1 safe =100 0 f0,0@0.5 o2,2@1.25"
    game = Game.parse(text)
    assert game.times == (0.5, 1.25)
    assert game.text == text
    game.undo()
    assert game.times == (0.5,)
    assert Game.parse("3x3/1 safe =100 0 f0,0 o2,2@3").times == (None, 3.0)


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        ("o2,2@", "expected a time in seconds such as 1.25"),
        ("o2,2@1.2345", "expected a time in seconds such as 1.25"),
        ("o2,2@-1", "expected a time in seconds such as 1.25"),
        ("f0,0@2 o2,2@1.5", "move 2: expected a time from 2.0 s on, got 1.5 s"),
    ],
)
def test_bad_times_are_refused(moves: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        Game.parse(f"3x3/1 safe =100 0 {moves}")


@pytest.mark.parametrize("time", [float("nan"), float("inf"), -0.1, 1e9, True, "1"])
def test_bad_times_of_a_move_are_refused(time: Any) -> None:
    game = Game("3x3/1", "safe")
    with pytest.raises(InputError, match="expected a time"):
        game.make("o1,1", time=time)
    assert not game.moves
