"""Observations as planes of zeros and ones, for networks of convolutions.

The planes of a board: covered cells; cells of the board (all ones, so that a network sees the edge
behind its padding); then one plane for each number from 0 to the highest.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sapper.gym.rules import COVERED

__all__ = ["planes_of"]


def planes_of(observations: npt.NDArray[Any], highest: int = 8) -> npt.NDArray[np.float32]:
    """Return the planes of one observation, or of a batch: ... x planes x rows x columns."""
    seen = np.asarray(observations)[..., None, :, :]
    kinds = np.array([COVERED, *range(highest + 1)], np.int8)[:, None, None]
    planes = (seen == kinds).astype(np.float32)
    return np.insert(planes, 1, np.float32(1), axis=-3)
