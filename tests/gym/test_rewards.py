"""Rewards and the oracle: by hand on small boards, and as plain Python computes them."""

from __future__ import annotations

from math import isnan, log
from typing import Any

import numpy as np
import pytest

from sapper.board.spec import BoardSpec
from sapper.gym import MinesweeperEnv
from tests.support.plain_environment import BOARDS, REWARDS, PlainEnvironment


def env_at(board: str, start: str, layout_first: int, **rules: Any) -> MinesweeperEnv:
    """Return an environment whose first cell is open, with the first seed that leaves a game."""
    for seed in range(1000):
        env = MinesweeperEnv(board, start, **rules)
        env.reset(seed=seed)
        _, _, is_over, _, _ = env.step(layout_first)
        if not is_over and env.position.faces[layout_first] == 1:
            return env
    raise AssertionError("no such game")


@pytest.mark.parametrize(
    ("reward", "near", "far"),
    [("provable", 0.0, 0.0), ("risk", log(1 / 2), log(1 / 2)), ("regret", 0.0, 0.0)],
)
def test_a_forced_guess(reward: Any, near: float, far: float) -> None:
    """A 1 between two cells: each is the mine with one half."""
    for cell, expected in ((0, near), (2, far)):
        env = env_at("1x3/1", "safe", 1, reward=reward)
        assert env.step(cell)[1] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("reward", "proved", "mine"), [("provable", 1, -1), ("risk", 0, -20), ("regret", 0, -1)]
)
def test_certain_cells(reward: Any, proved: float, mine: float) -> None:
    """A 1 at the end of a row: its neighbour is the mine, the third cell is safe."""
    for cell, expected in ((2, proved), (1, mine)):
        env = env_at("1x3/1", "safe", 0, reward=reward)
        assert env.step(cell)[1] == expected


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("start", ["raw", "safe"])
def test_rewards_are_those_of_plain_python(board: BoardSpec | str, start: str) -> None:
    random = np.random.default_rng(3)
    envs = {
        reward: MinesweeperEnv(board, start, reward=reward, oracle="chances")  # type: ignore[arg-type]
        for reward in REWARDS
    }
    for seed in range(6):
        plain = PlainEnvironment(BoardSpec.of(board), start, seed, 0)
        for env in envs.values():
            env.reset(seed=seed)
        while not plain.game.is_over:
            cell = int(random.choice(np.flatnonzero(plain.mask)))
            expected = plain.rewards_of(cell)
            for name, env in envs.items():
                seen, reward, is_over, _, info = env.step(cell)
                assert (seen == plain.observation).all()
                assert (info["action_mask"] == plain.mask).all()
                assert reward == pytest.approx(expected[name], abs=1e-12), (name, plain.game.text)
                assert is_over == plain.game.is_over
                np.testing.assert_array_equal(info["chances"], np.nan_to_num(plain.chances, nan=-1))
                np.testing.assert_array_equal(info["certain"], plain.verdicts)
            known = -1 if isnan(plain.win_chance) else plain.win_chance
            assert info["win_chance"] == known
