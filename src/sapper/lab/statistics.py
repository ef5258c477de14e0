"""The statistics of the laboratory, on counts and arrays; scipy has the binomial distribution.

- A win rate has the Wilson score interval (E. B. Wilson 1927).
- Two players on the same boards are compared by the games that only one of them won: McNemar's
  test, exact and as mid-p (Fagerland, Lydersen, Laake 2013), and the interval of the difference
  by Bonett and Price (2012), the Wald interval with one game added to each kind of discordant pair.
- Two win rates on different boards are compared by Newcombe's interval (1998, method 10).
- Calibration: guesses that survived minus the sum of their safeties is 0 on average. Its variance
  follows from the safeties, because every guess is fair given everything before it.
- Luck: that same difference, game by game, has mean 0 and is correlated with winning, so it is a
  control variate: subtracting it keeps the mean of the win rate and narrows the interval.
- Scores: a player with a learned winning chance measures the luck of every number by that chance.
  Outcome minus that luck is the score. Its mean is the win rate whatever was learned, so the
  difference of the two means must be 0 within its error.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from sapper.errors import InputError

__all__ = [
    "Calibration",
    "ControlVariate",
    "Estimate",
    "LuckFree",
    "calibration",
    "control_variate",
    "luck_free",
    "mcnemar",
    "mean_error",
    "normal",
    "paired_difference",
    "unpaired_difference",
    "wilson",
]

Values = npt.NDArray[np.float64]

MOST_DEVIATIONS = 4
"""A deviation by more standard errors than this counts as a bug, not as chance."""
_FEWEST = 30  # games; the mean of fewer is not treated as normally distributed


@dataclass(frozen=True)
class Estimate:
    """A value with its confidence interval."""

    value: float
    low: float
    high: float
    confidence: float = 0.95

    @property
    def direction(self) -> str:
        """The sign of a difference: `higher`, `lower`, or `no difference shown`."""
        if self.low <= 0 <= self.high:
            return "no difference shown"
        return "higher" if self.low > 0 else "lower"


@dataclass(frozen=True)
class Calibration:
    """Mean of outcome minus predicted safety over all guesses, and its standard error."""

    difference: float
    error: float
    guesses: int

    @property
    def deviations(self) -> float:
        """The distance from 0 in standard errors; more than 4 indicate a bug."""
        return self.difference / self.error if self.error > 0 else 0.0


@dataclass(frozen=True)
class LuckFree(Estimate):
    """An estimate with the luck subtracted, as precise as `worth` times as many games."""

    worth: float = 1.0


@dataclass(frozen=True)
class ControlVariate(Estimate):
    """A mean of scores, as precise as `worth` times as many games, and its check.

    `correction` is the mean of outcome minus score, `error` its standard error.
    """

    worth: float = 1.0
    correction: float = 0.0
    error: float = 0.0

    @property
    def deviations(self) -> float:
        """The distance of the correction from 0 in standard errors."""
        return self.correction / self.error if self.error > 0 else 0.0

    @property
    def is_fair(self) -> bool:
        """Whether the correction is 0 within its error; if not, there is a bug."""
        return abs(self.deviations) <= MOST_DEVIATIONS


def wilson(wins: int, games: int, confidence: float = 0.95) -> Estimate:
    """Return a share with its Wilson score interval; NaN and 0 to 1 for no games."""
    if games == 0:
        return Estimate(math.nan, 0.0, 1.0, confidence)
    z = _quantile(confidence)
    share, spread = wins / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    low = 0.0 if wins == 0 else middle - half
    high = 1.0 if wins == games else middle + half
    return Estimate(share, low, high, confidence)


def mcnemar(only_first: int, only_second: int) -> tuple[float, float]:
    """Return the two-sided p-values of equal win rates: exact, and mid-p."""
    try:
        from scipy.stats import binom
    except ImportError:
        raise InputError("comparisons need the lab extra: pip install 'sapper[lab]'") from None
    discordant = only_first + only_second
    if discordant == 0:
        return 1.0, 1.0
    fewer = min(only_first, only_second)
    tail = 2 * float(binom.cdf(fewer, discordant, 0.5))
    point = float(binom.pmf(fewer, discordant, 0.5))
    if only_first == only_second:
        return 1.0, 1.0 - point
    return min(1.0, tail), min(1.0, tail - point)


def paired_difference(
    only_first: int, only_second: int, games: int, confidence: float = 0.95
) -> Estimate:
    """Return the first win rate minus the second on the same boards (Bonett and Price 2012)."""
    if games == 0:
        return Estimate(math.nan, -1.0, 1.0, confidence)
    a, b = (only_first + 1) / (games + 2), (only_second + 1) / (games + 2)
    half = _quantile(confidence) * math.sqrt((a + b - (a - b) ** 2) / (games + 2))
    value = (only_first - only_second) / games
    return Estimate(value, max(-1.0, a - b - half), min(1.0, a - b + half), confidence)


def unpaired_difference(first: Estimate, second: Estimate) -> Estimate:
    """Return the first share minus the second, of different boards (Newcombe 1998, method 10).

    A share that is known exactly has an interval of width 0.
    """
    value = first.value - second.value
    below = math.hypot(first.value - first.low, second.high - second.value)
    above = math.hypot(first.high - first.value, second.value - second.low)
    return Estimate(value, value - below, value + above, first.confidence)


def calibration(survived: Values, expected: Values, variance: Values, guesses: int) -> Calibration:
    """Return the mean difference between the outcomes of all guesses and their safeties."""
    if guesses == 0:
        return Calibration(0.0, 0.0, 0)
    difference = float(np.sum(survived - expected))
    return Calibration(difference / guesses, math.sqrt(float(np.sum(variance))) / guesses, guesses)


def luck_free(outcomes: Values, luck: Values, confidence: float = 0.95) -> LuckFree | None:
    """Return the mean outcome with the luck subtracted.

    `luck` has one column per player, each of mean 0. Return None for fewer than 30 games or if
    some luck is not known.
    """
    games = len(outcomes)
    if games < _FEWEST or not np.isfinite(luck).all():
        return None
    centred = luck - luck.mean(axis=0)
    weights = np.linalg.lstsq(centred, outcomes - outcomes.mean(), rcond=None)[0]
    left = outcomes - luck @ weights
    spread = float(np.var(left, ddof=1 + luck.shape[1]))
    if spread <= 0:
        return None
    value, half = float(left.mean()), _quantile(confidence) * math.sqrt(spread / games)
    worth = float(np.var(outcomes, ddof=1)) / spread
    return LuckFree(value, value - half, value + half, confidence, worth)


def control_variate(
    outcomes: Values, scores: Values, confidence: float = 0.95
) -> ControlVariate | None:
    """Return the mean score and its check, of games or of differences on the same boards.

    Return None for fewer than 30 games, if some score is not known, or if all are equal.
    """
    games = len(outcomes)
    mean = normal(games, float(np.sum(scores)), float(np.sum(scores**2)), confidence)
    if mean is None:
        return None
    corrections = outcomes - scores
    return ControlVariate(
        mean.value, mean.low, mean.high, confidence,
        worth=float(np.var(outcomes, ddof=1) / np.var(scores, ddof=1)),
        correction=float(np.mean(corrections)),
        error=float(np.std(corrections, ddof=1)) / math.sqrt(games),
    )  # fmt: skip


def normal(games: int, total: float, squares: float, confidence: float = 0.95) -> Estimate | None:
    """Return a mean with its normal interval, from the sum and the sum of squares.

    Return None for fewer than 30 games, for sums that are NaN, and for values that are all equal.
    """
    if games < _FEWEST:
        return None
    value = total / games
    spread = (squares - games * value**2) / (games - 1)
    if not spread > 1e-12:
        return None
    half = _quantile(confidence) * math.sqrt(spread / games)
    return Estimate(value, value - half, value + half, confidence)


def mean_error(values: Values, confidence: float = 0.95) -> float:
    """Return half the width of the normal interval of a mean."""
    return _quantile(confidence) * float(np.std(values, ddof=1)) / math.sqrt(len(values))


def _quantile(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)
