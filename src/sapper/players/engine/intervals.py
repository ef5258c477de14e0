"""95 % intervals of estimates by rollouts."""

from __future__ import annotations

from typing import Final

from sapper import _core
from sapper.language import _, local_number
from sapper.percent import percent, percent_figure

__all__ = ["NORMAL_95", "interval_text", "share_text", "win_bounds"]

NORMAL_95: Final = _core.NORMAL_95
"""Half the width of a two-sided 95 % interval, in standard errors."""


def win_bounds(wins: int, games: int) -> tuple[float, float]:
    """Return the lower and the upper bound of a share of games won (Wilson, 1927)."""
    return _core.wilson(wins, games)


def share_text(chance: float, low: float, high: float) -> str:
    """Return a chance with its interval: '41.2 % (40.0 to 42.4)'."""
    return f"{percent(chance)} ({interval_text(low, high)})"


def interval_text(low: float, high: float) -> str:
    """Return the bounds of a chance: '40.0 to 42.4'."""
    first, last = (local_number(percent_figure(bound)) for bound in (low, high))
    return _("{low} to {high}").format(low=first, high=last)
