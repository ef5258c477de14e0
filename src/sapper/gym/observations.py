"""Observations as planes of zeros and ones, for networks of convolutions.

The planes of a board: covered cells; cells of the board (all ones, so that a network sees the edge
behind its padding); then one plane for each number from 0 to the highest.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import VectorEnv, VectorObservationWrapper
from gymnasium.vector.utils import batch_space

from sapper.gym.rules import COVERED

__all__ = ["PlanesObservation", "VectorPlanesObservation", "planes_of", "planes_space"]

_Faces = npt.NDArray[np.int8]
_Planes = npt.NDArray[np.float32]


def planes_of(observations: npt.NDArray[Any], highest: int = 8) -> _Planes:
    """Return the planes of one observation, or of a batch: ... x planes x rows x columns."""
    seen = np.asarray(observations)[..., None, :, :]
    kinds = np.array([COVERED, *range(highest + 1)], np.int8)[:, None, None]
    planes = (seen == kinds).astype(np.float32)
    return np.insert(planes, 1, np.float32(1), axis=-3)


def planes_space(space: gymnasium.Space[Any]) -> spaces.Box[np.float32]:
    """Return the space of the planes of these observations."""
    if not isinstance(space, spaces.Box):
        raise TypeError(f"expected an environment that shows faces, got {space}")
    planes = int(space.high.max()) + 3
    return spaces.Box(0, 1, (planes, *space.shape), np.float32)


class PlanesObservation(gymnasium.ObservationWrapper[_Planes, np.int64, _Faces]):
    """Shows planes instead of faces."""

    def __init__(self, env: gymnasium.Env[_Faces, np.int64]) -> None:
        super().__init__(env)
        self._highest = _highest(env.observation_space)
        self.observation_space = planes_space(env.observation_space)

    def observation(self, observation: _Faces) -> _Planes:
        """Return the planes of an observation."""
        return planes_of(observation, self._highest)


class VectorPlanesObservation(VectorObservationWrapper[_Planes, Any, _Faces, Any]):
    """Shows planes instead of faces; not for games that restart in the same step."""

    def __init__(self, env: VectorEnv[_Faces, Any, Any]) -> None:
        super().__init__(env)
        self._highest = _highest(env.single_observation_space)
        self.single_observation_space = planes_space(env.single_observation_space)
        self.observation_space = batch_space(self.single_observation_space, env.num_envs)

    def observations(self, observations: _Faces) -> _Planes:
        """Return the planes of all observations."""
        return planes_of(observations, self._highest)


def _highest(space: gymnasium.Space[Any]) -> int:
    return planes_space(space).shape[0] - 3
