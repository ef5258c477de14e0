"""The error of a share of games won, for estimates by rollouts."""

from __future__ import annotations

from math import sqrt
from typing import Final

__all__ = ["share_error"]

_NORMAL_95: Final = 1.96


def share_error(wins: int, games: int) -> float:
    """Return half the 95 % interval of a share of games won (Agresti and Coull, 1998).

    Two wins and two losses are added, so that the error is not 0 when all games end alike.
    """
    smoothed = (wins + 2) / (games + 4)
    return _NORMAL_95 * sqrt(smoothed * (1 - smoothed) / (games + 4))
