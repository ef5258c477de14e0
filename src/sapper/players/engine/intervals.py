"""95 % intervals of estimates by rollouts."""

from __future__ import annotations

from math import sqrt
from typing import Final

from sapper import _core

__all__ = ["NORMAL_95", "share_error"]

NORMAL_95: Final = _core.NORMAL_95
"""Half the width of a two-sided 95 % interval, in standard errors."""


def share_error(wins: int, games: int) -> float:
    """Return half the 95 % interval of a share of games won (Agresti and Coull, 1998).

    Two wins and two losses are added, so that the error is never 0.
    """
    smoothed = (wins + 2) / (games + 4)
    return NORMAL_95 * sqrt(smoothed * (1 - smoothed) / (games + 4))
