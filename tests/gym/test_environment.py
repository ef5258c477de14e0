"""The single environment: Gymnasium's contract, seeds, rules, and the game behind it."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from sapper.board.spec import BoardSpec
from sapper.errors import InputError
from sapper.games.game import Game
from sapper.gym import MinesweeperEnv, planes_of
from sapper.gym.rules import game_number
from tests.support.plain_environment import BOARDS


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_every_geometry_passes_the_check(board: BoardSpec | str, mode: Any) -> None:
    env = gymnasium.make("sapper/Minesweeper-v0", board=board, render_mode=mode)
    check_env(env.unwrapped)


def test_episodes_are_the_games_of_the_seed() -> None:
    env = MinesweeperEnv("9x9/10", "raw")
    for episode in range(4):
        _, info = env.reset(seed=5 if episode == 0 else None)
        assert info["game"] == episode
        _, _, _, _, info = env.step(0)
        played = Game("9x9/10", "raw", seed=5, game=episode)
        played.open((0, 0))
        assert env.game.text == played.text
        assert str(env.position) == str(played.position)
    env.reset(seed=5)
    assert env.game.text == "9x9/10 raw 5 0"


def test_an_index_and_an_option_choose_other_games() -> None:
    env = MinesweeperEnv("9x9/10", index=3)
    env.reset(seed=5)
    assert env.game.text == f"9x9/10 safe 5 {3 * 2**32}"
    assert game_number(3, 1) == 3 * 2**32 + 1
    env.reset()
    assert env.game.game == game_number(3, 1)
    env.reset(options={"game": 17})
    assert env.game.text == "9x9/10 safe 5 17"
    env.reset()
    assert env.game.game == 18


@pytest.mark.parametrize(
    ("invalid", "reward", "is_over"),
    [("ignore", 0, False), ("penalty", -1, False), ("end", -1, True)],
)
def test_an_open_cell_is_an_invalid_action(invalid: Any, reward: int, is_over: bool) -> None:
    env = MinesweeperEnv("9x9/10", invalid=invalid)
    env.reset(seed=1)
    before, *_ = env.step(0)
    after, got, terminated, _, info = env.step(0)
    assert (before == after).all()
    assert (got, terminated, info["won"]) == (reward, is_over, False)
    assert len(env.game.moves) == 1


def test_wrong_calls_say_what_is_wrong() -> None:
    env = MinesweeperEnv("9x9/10")
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    for action in (81, -1, 1.5, [1, 2]):
        with pytest.raises(InputError, match="expected"):
            env.step(action)  # type: ignore[arg-type]
    env.step(0)
    env.step(0)
    with pytest.raises(ResetNeeded):
        env.step(1)
    with pytest.raises(InputError, match="'game'"):
        env.reset(options={"games": 1})
    with pytest.raises(InputError, match="seed"):
        env.reset(seed=-1)


def test_planes_by_hand() -> None:
    planes = planes_of(np.array([[-1, 0], [3, -2]], np.int8), highest=3)
    assert planes.tolist() == [
        [[1, 0], [0, 0]], [[1, 1], [1, 1]], [[0, 1], [0, 0]], [[0, 0], [0, 0]], [[0, 0], [0, 0]],
        [[0, 0], [1, 0]],
    ]  # fmt: skip
