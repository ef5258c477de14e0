"""Train MaskablePPO of SB3-contrib on a batch of games in the core.

    pip install 'sapper[gym]' sb3-contrib
    python examples/masked_ppo.py --board 5x5/4 --steps 200000

PPO starts from nothing and needs millions of steps for a board of ordinary size; learning from the
exact chances (experiments/learning) is far quicker.

SB3 wants its own kind of batch: games restart in the same step, `info` is a list, and masks come
row by row from `env_method("action_masks")`. `StableBaselinesVecEnv` makes it of our batch.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Space
from gymnasium.vector import AutoresetMode
from rich.console import Console
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from sapper.gym import MinesweeperVectorEnv, planes_of

_Which = int | Iterable[int] | None


class StableBaselinesVecEnv(VecEnv):
    """`num_envs` games as SB3 sees them; `planes` shows planes instead of faces.

    All other arguments are those of `MinesweeperVectorEnv`.
    """

    def __init__(self, num_envs: int, *, planes: bool = False, **rules: Any) -> None:
        self.env = MinesweeperVectorEnv(num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **rules)
        shown: Space[Any] = self.env.single_observation_space
        if planes:
            count = self.env.rules.highest_number + 3
            shown = Box(0, 1, (count, *self.env.rules.observation_space.shape), np.float32)
        self._has_planes = planes
        self._actions: npt.NDArray[np.int64] = np.zeros(num_envs, np.int64)
        self._returns, self._lengths = np.zeros(num_envs), np.zeros(num_envs, np.int64)
        self._began = perf_counter()
        super().__init__(num_envs, shown, self.env.single_action_space)

    def reset(self) -> npt.NDArray[Any]:
        """Start a game everywhere, with the seed that `seed` gave."""
        observations, _ = self.env.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        self._returns[:], self._lengths[:] = 0, 0
        return self._shown(observations)

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Set the seed of the next reset; it is the same for all, as their games differ."""
        self._seeds = [seed] * self.num_envs
        return list(self._seeds)

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Remember the actions."""
        self._actions = np.asarray(actions, np.int64)

    def step_wait(
        self,
    ) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], list[dict[str, Any]]]:
        """Make the step and return its results."""
        observations, rewards, terminated, truncated, infos = self.env.step(self._actions)
        self._returns += rewards
        self._lengths += 1
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(terminated | truncated).tolist():
            told[i] = self._end_of(i, infos, bool(truncated[i]))
        return self._shown(observations), rewards.astype(np.float32), terminated | truncated, told

    def env_method(
        self, method_name: str, *method_args: Any, indices: _Which = None, **method_kwargs: Any
    ) -> list[Any]:
        """Return what a method of the vector environment returns, row by row."""
        rows = getattr(self.env, method_name)(*method_args, **method_kwargs)
        return [rows[i] for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: _Which = None) -> list[Any]:
        """Return an attribute of the vector environment, once for each environment."""
        return [getattr(self.env, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, *_: Any, **_named: Any) -> None:
        """Raise: the environments of a batch share their attributes."""
        raise AttributeError(f"the environments of a batch share {attr_name}: make a new batch")

    def env_is_wrapped(self, *_: Any, indices: _Which = None) -> list[bool]:
        """Return that no environment is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Close the environments."""
        self.env.close()

    def _shown(self, observations: npt.NDArray[np.int8]) -> npt.NDArray[Any]:
        if not self._has_planes:
            return observations
        return planes_of(observations, self.env.rules.highest_number)

    def _end_of(self, i: int, infos: dict[str, Any], is_truncated: bool) -> dict[str, Any]:
        """Return what SB3 wants to know about a game that ended, and forget its sums."""
        episode = {
            "r": float(self._returns[i]),
            "l": int(self._lengths[i]),
            "t": perf_counter() - self._began,
        }
        self._returns[i], self._lengths[i] = 0, 0
        return {
            "terminal_observation": self._shown(infos["final_obs"][i]),
            "TimeLimit.truncated": is_truncated,
            "won": bool(infos["final_info"]["won"][i]),
            "episode": episode,
        }


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
