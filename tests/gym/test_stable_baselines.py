"""Stable-Baselines3 and SB3-contrib, where they are installed: they are not among our extras."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

from sapper.gym import MinesweeperEnv


def library(name: str) -> Any:
    """Return an imported module, or skip the test; what it warns of is not ours."""
    pytest.importorskip(name.partition(".")[0])
    return importlib.import_module(name)


pytestmark = [
    pytest.mark.slow,  # importing PyTorch takes seconds
    pytest.mark.filterwarnings("ignore"),
]


def test_a_batch_follows_the_rules_of_sb3() -> None:
    library("stable_baselines3")
    adapter = importlib.import_module("examples.masked_ppo")
    envs = adapter.StableBaselinesVecEnv(5, board="4x4/4", start="raw", reward="progress")
    single = MinesweeperEnv("4x4/4", "raw", reward="progress", index=2)
    envs.seed(3)
    observations = envs.reset()
    seen, _ = single.reset(seed=3)
    ends = 0
    for step in range(20):
        np.testing.assert_array_equal(observations[2], seen)
        masks = np.stack(envs.env_method("action_masks"))
        np.testing.assert_array_equal(masks[2], single.action_masks())
        actions = np.array([np.random.default_rng([step, i]).choice(np.flatnonzero(mask))
                            for i, mask in enumerate(masks)])  # fmt: skip
        observations, rewards, dones, infos = envs.step(actions)
        seen, reward, is_over, _, info = single.step(actions[2])
        assert rewards[2] == np.float32(reward)
        assert dones[2] == is_over
        if is_over:
            ends += 1
            np.testing.assert_array_equal(infos[2]["terminal_observation"], seen)
            assert infos[2]["won"] == info["won"]
            assert infos[2]["TimeLimit.truncated"] is False
            assert infos[2]["episode"]["l"] >= 1
            seen, _ = single.reset()
    assert ends > 2
