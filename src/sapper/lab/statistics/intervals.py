"""Intervals and tests of counts of games; all intervals are 95 %.

- A win rate has the Wilson score interval (E. B. Wilson 1927).
- Two players on the same boards are compared by the games that only one of them won: the score
  interval of the difference (T. Tango, Statistics in Medicine 17, 1998) and the p-value of the same
  test, which verdicts use; as data also McNemar's exact test and its mid-p (Fagerland, Lydersen,
  Laake 2013).
- Two win rates on different boards are compared by Newcombe's interval (1998, method 10).
- Calibration: guesses that survived minus the sum of their safeties is 0 on average. Its variance
  follows from the safeties, because every guess is fair given everything before it.

`experiments/coverage` measures how often every interval contains the truth.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

from sapper import _core

__all__ = [
    "CONFIDENCE",
    "QUANTILE",
    "Calibration",
    "Estimate",
    "McNemar",
    "calibration",
    "mcnemar",
    "paired_difference",
    "score_p_value",
    "unpaired_difference",
    "wilson",
]

CONFIDENCE = 0.95
QUANTILE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""The standard errors on both sides of a normal interval."""

_STEPS = 60  # of bisection: more than a double has digits
_MOST_EXACT = 1500  # discordant boards whose binomial coefficients are computed as integers
_NEGLIGIBLE = 1e-17  # of a sum


@dataclass(frozen=True)
class Estimate:
    """A value with its confidence interval."""

    value: float
    low: float
    high: float

    @property
    def direction(self) -> str:
        """The sign of a difference: `higher`, `lower`, or `no difference shown`."""
        if self.low > 0:
            return "higher"
        return "lower" if self.high < 0 else "no difference shown"


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


def wilson(wins: int, games: int) -> Estimate:
    """Return a share with its Wilson score interval; NaN and 0 to 1 for no games."""
    if games == 0:
        return Estimate(math.nan, 0.0, 1.0)
    return Estimate(wins / games, *_core.wilson(wins, games, QUANTILE))


def paired_difference(only_first: int, only_second: int, games: int) -> Estimate:
    """Return the first win rate minus the second on the same boards, with Tango's interval.

    It holds every difference that the score test does not reject. With fewer than about four
    discordant boards the possible outcomes are too few for any interval to be exact; this one is
    then too wide.
    """
    if games == 0:
        return Estimate(math.nan, -1.0, 1.0)
    value = (only_first - only_second) / games

    def is_below(difference: float) -> bool:
        return _score(only_first, only_second, games, difference) > QUANTILE

    def is_above(difference: float) -> bool:
        return _score(only_first, only_second, games, difference) < -QUANTILE

    low, high, inside = -1.0, 1.0, value
    for _ in range(_STEPS if only_second < games else 0):
        middle = (low + inside) / 2
        low, inside = (middle, inside) if is_below(middle) else (low, middle)
    inside = value
    for _ in range(_STEPS if only_first < games else 0):
        middle = (inside + high) / 2
        inside, high = (inside, middle) if is_above(middle) else (middle, high)
    return Estimate(value, low, high)


def _score(only_first: int, only_second: int, games: int, difference: float) -> float:
    """Return how many standard errors the observed difference lies above the given one.

    The error is that of the most likely shares whose difference is the given one.
    """
    linear = (2 * games - only_first + only_second) * difference - only_first - only_second
    constant = -only_second * difference * (1 - difference)
    root = math.sqrt(max(0.0, linear**2 - 8 * games * constant))
    second = (root - linear) / (4 * games)
    variance = games * (2 * second + difference * (1 - difference))
    above = only_first - only_second - games * difference
    return above / math.sqrt(variance) if variance > 0 else math.copysign(math.inf, above)


def score_p_value(only_first: int, only_second: int) -> float:
    """Return the two-sided p-value of no difference, by the test that Tango's interval inverts.

    It is McNemar's test in its first form (1947), and below 5 % just where the interval of the
    difference leaves out 0.
    """
    discordant = only_first + only_second
    if discordant == 0:
        return 1.0
    return math.erfc(abs(only_first - only_second) / math.sqrt(2 * discordant))


class McNemar(NamedTuple):
    """The two-sided p-values of equal win rates."""

    exact: float
    mid: float


def mcnemar(only_first: int, only_second: int) -> McNemar:
    """Return McNemar's test of equal win rates on the same boards."""
    discordant, fewer = only_first + only_second, min(only_first, only_second)
    if discordant == 0:
        return McNemar(1.0, 1.0)
    point = _half_binomial(fewer, discordant)
    if only_first == only_second:
        return McNemar(1.0, 1.0 - point / 2)
    both_tails = 2 * point * _tail_of_point(fewer, discordant)
    return McNemar(min(1.0, both_tails), min(1.0, both_tails - point))


def _half_binomial(count: int, total: int) -> float:
    """Return the chance of exactly `count` heads in `total` throws of a coin.

    Many throws by C. Loader's formula (2000): the errors of Stirling's series and the distance from
    the middle are computed apart, so that no digits are lost.
    """
    if total <= _MOST_EXACT:
        return math.comb(total, count) / (1 << total)
    if count == 0:
        return 0.0
    rest = total - count
    off = (rest - count) / total
    distance = total * (off * math.atanh(off) + math.log1p(-off * off) / 2)
    errors = _stirling_error(total) - _stirling_error(count) - _stirling_error(rest)
    return math.sqrt(total / (2 * math.pi * count * rest)) * math.exp(errors - distance)


def _stirling_error(n: int) -> float:
    """Return by how much log(n!) is above Stirling's formula."""
    square = n * n
    return (1 / 12 - (1 / 360 - (1 / 1260 - 1 / (1680 * square)) / square) / square) / n


def _tail_of_point(count: int, total: int) -> float:
    """Return the chance of at most `count` heads, as a multiple of that of exactly `count`."""
    tail = term = 1.0
    while count > 0 and term > _NEGLIGIBLE * tail:
        term *= count / (total - count + 1)
        tail += term
        count -= 1
    return tail


def unpaired_difference(first: Estimate, second: Estimate) -> Estimate:
    """Return the first share minus the second, of different boards (Newcombe 1998, method 10).

    A share that is known exactly has an interval of width 0.
    """
    value = first.value - second.value
    below = math.hypot(first.value - first.low, second.high - second.value)
    above = math.hypot(first.high - first.value, second.value - second.low)
    return Estimate(value, value - below, value + above)


def calibration(difference: float, variance: float, guesses: int) -> Calibration:
    """Return the mean difference between the outcomes of all guesses and their safeties.

    Given are the sums over all guesses: outcome minus safety, and safety * (1 - safety).
    """
    if guesses == 0:
        return Calibration(0.0, 0.0, 0)
    return Calibration(difference / guesses, math.sqrt(variance) / guesses, guesses)
