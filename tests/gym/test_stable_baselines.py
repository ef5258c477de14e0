"""Stable-Baselines3 and SB3-contrib, where they are installed: they are not among our extras."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
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


def test_masked_ppo_runs_and_keeps_to_the_masks() -> None:
    contrib = library("sb3_contrib")
    library("torch").set_num_threads(1)
    adapter = importlib.import_module("examples.masked_ppo")
    envs = adapter.StableBaselinesVecEnv(16, board="4x4/3", reward="progress", planes=True)
    envs.seed(1)
    model = contrib.MaskablePPO(
        "MlpPolicy", envs, n_steps=32, batch_size=256, n_epochs=2, seed=1, device="cpu"
    )
    before = [weights.detach().clone() for weights in model.policy.parameters()]
    model.learn(2048)
    after = list(model.policy.parameters())
    assert any((one != other).any() for one, other in zip(before, after, strict=True))
    assert len(model.ep_info_buffer) > 0
    observations = envs.reset()
    for _ in range(20):
        masks = np.stack(envs.env_method("action_masks"))
        actions, _ = model.predict(observations, action_masks=masks, deterministic=True)
        assert masks[np.arange(16), actions].all()
        observations, _, _, _ = envs.step(actions)


def test_the_example_runs() -> None:
    library("sb3_contrib")
    example = Path(__file__).parents[2] / "examples" / "masked_ppo.py"
    command = [sys.executable, str(example), "--board", "3x3/1", "--steps", "2048"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=250)
    assert "games won" in ran.stdout
