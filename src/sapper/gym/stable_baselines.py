"""The vector environment for Stable-Baselines3, with masks for SB3-contrib's `MaskablePPO`.

SB3 wants its own kind of batch: games restart in the same step, `info` is a list, and masks come
row by row from `env_method("action_masks")`. It needs the package stable-baselines3.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import Space
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from sapper.gym.observations import planes_of, planes_space
from sapper.gym.vector import MinesweeperVectorEnv

__all__ = ["StableBaselinesVecEnv"]

_Which = int | Iterable[int] | None


class StableBaselinesVecEnv(VecEnv):  # type: ignore[misc]
    """`num_envs` games as SB3 sees them; `planes` shows planes instead of faces.

    All other arguments are those of `MinesweeperVectorEnv`.
    """

    def __init__(self, num_envs: int, *, planes: bool = False, **rules: Any) -> None:
        self.env = MinesweeperVectorEnv(num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **rules)
        shown: Space[Any] = self.env.single_observation_space
        self._has_planes = planes
        self._actions: npt.NDArray[np.int64] = np.zeros(num_envs, np.int64)
        self._returns, self._lengths = np.zeros(num_envs), np.zeros(num_envs, np.int64)
        self._began = perf_counter()
        super().__init__(
            num_envs, planes_space(shown) if planes else shown, self.env.single_action_space
        )

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
