"""Train MaskablePPO of SB3-contrib on a batch of games in the core.

    pip install 'sapper[gym]' sb3-contrib
    python examples/masked_ppo.py --board 5x5/4 --steps 200000

PPO starts from nothing and needs millions of steps for a board of ordinary size; learning from the
exact chances (experiments/learning) is far quicker.
"""

from __future__ import annotations

import argparse

import numpy as np
from rich.console import Console
from sb3_contrib import MaskablePPO

from sapper.gym.stable_baselines import StableBaselinesVecEnv


def main() -> None:
    """Train, then count the games won with the most likely actions."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--board", default="5x5/4")
    parser.add_argument("--steps", type=int, default=200_000)
    asked = parser.parse_args()
    envs = StableBaselinesVecEnv(64, board=asked.board, reward="progress", planes=True)
    envs.seed(1)
    model = MaskablePPO("MlpPolicy", envs, n_steps=32, batch_size=512, seed=1, device="cpu")
    model.learn(asked.steps)
    envs.seed(2)  # boards that it was not trained on
    observations, games, wins = envs.reset(), 0, 0
    for _ in range(50):
        masks = np.stack(envs.env_method("action_masks"))
        actions, _ = model.predict(observations, action_masks=masks, deterministic=True)
        observations, _, ends, infos = envs.step(actions)
        games, wins = games + int(ends.sum()), wins + sum(info.get("won", False) for info in infos)
    Console(highlight=False).print(f"{wins} of {games} games won")


if __name__ == "__main__":
    main()
