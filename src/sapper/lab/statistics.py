"""The statistics of the laboratory, on counts and arrays; scipy has the binomial distribution.

- A win rate has the Wilson score interval (E. B. Wilson 1927).
- Two players on the same boards are compared by the games that only one of them won: the score
  interval of the difference (Tango 1998) and the p-value of the same test, which verdicts use; as
  data also McNemar's exact test and its mid-p (Fagerland, Lydersen, Laake 2013).
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

from sapper import _core
from sapper.errors import InputError
from sapper.lab.moments import Moments
from sapper.lab.score_interval import score_interval
from sapper.language import _

__all__ = [
    "FEWEST_APART",
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
    "verdict",
    "why_no_luck_free",
    "why_too_few",
    "wilson",
]

Values = npt.NDArray[np.float64]

MOST_DEVIATIONS = 4
"""A deviation by more standard errors than this counts as a bug, not as chance."""
FEWEST_APART = 30
"""If fewer games ended unlike the rest (`Moments.minority`), a mean is not treated as normally
distributed. experiments/coverage measures what this bound and every interval are worth."""
_DEPENDENT = 1e-9  # of two columns whose spread is the same but for this share, one says nothing


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
    low, high = _core.wilson(wins, games, _quantile(confidence))
    return Estimate(wins / games, low, high, confidence)


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
        return 1.0, 1.0 - point / 2
    return min(1.0, tail), min(1.0, tail - point)


def paired_difference(
    only_first: int, only_second: int, games: int, confidence: float = 0.95
) -> Estimate:
    """Return the first win rate minus the second on the same boards (Tango 1998)."""
    if games == 0:
        return Estimate(math.nan, -1.0, 1.0, confidence)
    low, high = score_interval(only_first, only_second, games, _quantile(confidence))
    return Estimate((only_first - only_second) / games, low, high, confidence)


def unpaired_difference(first: Estimate, second: Estimate) -> Estimate:
    """Return the first share minus the second, of different boards (Newcombe 1998, method 10).

    A share that is known exactly has an interval of width 0.
    """
    value = first.value - second.value
    below = math.hypot(first.value - first.low, second.high - second.value)
    above = math.hypot(first.high - first.value, second.value - second.low)
    return Estimate(value, value - below, value + above, first.confidence)


def verdict(first: Estimate, second: Estimate) -> str:
    """Return whether a share is higher than another of different boards, as far as is shown."""
    return unpaired_difference(first, second).direction


def calibration(difference: float, variance: float, guesses: int) -> Calibration:
    """Return the mean difference between the outcomes of all guesses and their safeties.

    Given are the sums over all guesses: outcome minus safety, and safety * (1 - safety).
    """
    if guesses == 0:
        return Calibration(0.0, 0.0, 0)
    return Calibration(difference / guesses, math.sqrt(variance) / guesses, guesses)


def luck_free(moments: Moments, confidence: float = 0.95) -> LuckFree | None:
    """Return the mean outcome with the luck subtracted: the regression at luck 0.

    The columns after the outcome are luck, one per player, each of mean 0. Return None where
    `why_no_luck_free` gives a reason.
    """
    if why_no_luck_free(moments) is not None:
        return None
    games, means = moments.games, moments.means
    inverse, left = _regress(moments)
    freedom = games - len(means)
    spread = left / freedom
    value = float(means[0] - moments.products[0, 1:] @ inverse @ means[1:])
    error = math.sqrt(spread * (1 / games + float(means[1:] @ inverse @ means[1:])))
    half = _t_quantile(confidence, freedom) * error
    return LuckFree(value, value - half, value + half, confidence, moments.spread(0) / spread)


def why_no_luck_free(moments: Moments, *, paired: bool = False) -> str | None:
    """Return why there is no estimate without luck, as a clause; None if there is one."""
    if not moments.is_known:
        return _("the luck of some games is not known")
    few = why_too_few(moments.games, moments.minority, paired=paired)
    if few is None and _regress(moments)[1] <= _DEPENDENT * moments.products[0, 0]:
        return _("the luck explains every outcome")
    return few


def why_too_few(games: int, minority: int, *, paired: bool = False) -> str | None:
    """Return why a mean of so few games is no basis of a normal interval; None if it is one."""
    if minority >= FEWEST_APART:
        return None
    if paired:
        return _(
            "the players differ on {minority:,} of {games:,} boards, fewer than {fewest}"
        ).format(minority=minority, games=games, fewest=FEWEST_APART)
    return _("{minority:,} of {games:,} games ended unlike the rest, fewer than {fewest}").format(
        minority=minority, games=games, fewest=FEWEST_APART
    )


def control_variate(moments: Moments, confidence: float = 0.95) -> ControlVariate | None:
    """Return the mean score and its check, of games or of differences on the same boards.

    The columns are outcome and score. Return None for too few games or outcomes that differ, if
    some score is not known, or if all are equal.
    """
    games = moments.games
    mean = normal(games, moments.means[1], moments.products[1, 1], moments.minority, confidence)
    if mean is None:
        return None
    (outcomes, both), (_, scores) = moments.products.tolist()
    return ControlVariate(
        mean.value, mean.low, mean.high, confidence,
        worth=outcomes / scores,
        correction=float(moments.means[0] - moments.means[1]),
        error=math.sqrt(max(0.0, outcomes + scores - 2 * both) / (games - 1) / games),
    )  # fmt: skip


def normal(
    games: int, mean: float, products: float, minority: int, confidence: float = 0.95
) -> Estimate | None:
    """Return a mean with its interval, from the sum of the squared deviations from it.

    Return None for too few games or outcomes that differ, for NaN, and for values that are equal.
    """
    if why_too_few(games, minority) is not None or not products / (games - 1) > 1e-12:
        return None
    half = _t_quantile(confidence, games - 1) * math.sqrt(products / (games - 1) / games)
    return Estimate(float(mean), float(mean) - half, float(mean) + half, confidence)


def mean_error(values: Values, confidence: float = 0.95) -> float:
    """Return half the width of the interval of a mean of many values."""
    return (
        _t_quantile(confidence, len(values) - 1)
        * float(np.std(values, ddof=1))
        / math.sqrt(len(values))
    )


def _quantile(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _t_quantile(confidence: float, freedom: int) -> float:
    """Return the quantile of Student's t, to four digits from 30 degrees of freedom on.

    Abramowitz and Stegun 26.7.5, so that a run needs no scipy.
    """
    z, f = _quantile(confidence), freedom
    first, second = z**3 + z, 5 * z**5 + 16 * z**3 + 3 * z
    third = 3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z
    return z + first / (4 * f) + second / (96 * f**2) + third / (384 * f**3)


def _regress(moments: Moments) -> tuple[npt.NDArray[np.floating], float]:
    """Return the inverse of the luck's products, and the squared outcomes left unexplained."""
    products = moments.products
    inverse = np.linalg.pinv(products[1:, 1:], rcond=_DEPENDENT, hermitian=True)
    return inverse, float(products[0, 0] - products[0, 1:] @ inverse @ products[1:, 0])
