"""Means without luck, from the number, means and joint spread of a few columns of every game.

- Luck: guesses that survived minus their safeties, game by game, has mean 0 and is correlated with
  winning, so it is a control variate: subtracting it keeps the mean of the win rate and narrows the
  interval.
- Scores: a player with a learned winning chance measures the luck of every number by that chance.
  Outcome minus that luck is the score. Its mean is the win rate whatever was learned, so the
  difference of the two means must be 0 within its error.

The moments of two sets of games add up, so a billion games are measured without keeping one of
them. Products of deviations from the means are summed, not of values, which would lose digits
(Chan, Golub and LeVeque 1983).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sapper.lab.statistics.intervals import QUANTILE, Estimate
from sapper.language import _

__all__ = [
    "FEWEST_APART",
    "ControlVariate",
    "LuckFree",
    "Moments",
    "control_variate",
    "luck_free",
    "mean_error",
    "why_no_luck_free",
    "why_too_few",
]

Values = npt.NDArray[np.float64]

MOST_DEVIATIONS = 4
"""A deviation by more standard errors than this counts as a bug, not as chance."""
FEWEST_APART = 30
"""If fewer games ended unlike the rest (`Moments.minority`), a mean is not treated as normally
distributed. experiments/coverage measures what this bound and every interval are worth."""
_DEPENDENT = 1e-9  # of two columns whose spread is the same but for this share, one says nothing


@dataclass(frozen=True, eq=False)
class Moments:
    """The moments of some columns; column 0 is the outcome, the others are luck or scores.

    `products[i, j]` is the sum over all games of the product of the deviations of columns i and j
    from their means. A value that is not known (NaN) makes the moments of its column NaN.
    """

    games: int
    means: Values
    products: Values

    @classmethod
    def of(cls, *columns: npt.ArrayLike) -> Moments:
        """Return the moments of columns of equal length."""
        values = np.array(columns, dtype=np.float64)
        games = values.shape[1]
        means = values.mean(axis=1) if games else np.zeros(len(values))
        centred = values - means[:, np.newaxis]
        return cls(games, means, centred @ centred.T)

    @classmethod
    def none(cls, columns: int) -> Moments:
        """Return the moments of no games at all."""
        return cls(0, np.zeros(columns), np.zeros((columns, columns)))

    def __add__(self, other: Moments) -> Moments:
        """Return the moments of the games of both."""
        games = self.games + other.games
        if games == 0:
            return self
        step = other.means - self.means
        means = self.means + step * (other.games / games)
        apart = np.outer(step, step) * (self.games * other.games / games)
        return Moments(games, means, self.products + other.products + apart)

    @property
    def is_known(self) -> bool:
        """Whether every value of every column is known."""
        return bool(np.isfinite(self.products).all())

    @property
    def minority(self) -> int:
        """The games whose outcome is not the most frequent one, for outcomes of -1, 0 and 1.

        Of a player these are its wins or its losses, whichever are fewer; of a pair, unless it
        differs on most boards, the boards that only one of the two won.
        """
        mean, square = float(self.means[0]), float(self.products[0, 0])
        total, apart = mean * self.games, square + mean**2 * self.games
        counts = ((apart + total) / 2, (apart - total) / 2, self.games - apart)
        return self.games - round(max(counts))


@dataclass(frozen=True)
class LuckFree(Estimate):
    """An estimate with the luck subtracted, as precise as `worth` times as many games."""

    worth: float


@dataclass(frozen=True)
class ControlVariate(Estimate):
    """A mean of scores, as precise as `worth` times as many games, and its check.

    `correction` is the mean of outcome minus score, `error` its standard error.
    """

    worth: float
    correction: float
    error: float

    @property
    def deviations(self) -> float:
        """The distance of the correction from 0 in standard errors."""
        return self.correction / self.error if self.error > 0 else 0.0

    @property
    def is_fair(self) -> bool:
        """Whether the correction is 0 within its error; if not, there is a bug."""
        return abs(self.deviations) <= MOST_DEVIATIONS


def luck_free(moments: Moments) -> LuckFree | None:
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
    half = _t_quantile(freedom) * error
    plain_spread = float(moments.products[0, 0]) / (games - 1)
    return LuckFree(value, value - half, value + half, plain_spread / spread)


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
    text = _("{minority:,} of {games:,} games ended unlike the rest, fewer than {fewest}")
    if paired:
        text = _("{minority:,} of {games:,} boards ended unlike the rest, fewer than {fewest}")
    return text.format(minority=minority, games=games, fewest=FEWEST_APART)


def control_variate(moments: Moments) -> ControlVariate | None:
    """Return the mean score and its check, of games or of differences on the same boards.

    The columns are outcome and score. Return None for too few games or outcomes that differ, if
    some score is not known, or if all are equal.
    """
    games, mean = moments.games, float(moments.means[1])
    (outcomes, both), (_other, scores) = moments.products.tolist()
    if moments.minority < FEWEST_APART or not scores / (games - 1) > 1e-12:
        return None
    half = _t_quantile(games - 1) * math.sqrt(scores / (games - 1) / games)
    return ControlVariate(
        mean, mean - half, mean + half,
        worth=outcomes / scores,
        correction=float(moments.means[0] - moments.means[1]),
        error=math.sqrt(max(0.0, outcomes + scores - 2 * both) / (games - 1) / games),
    )  # fmt: skip


def mean_error(values: Values) -> float:
    """Return half the width of the interval of a mean of many values."""
    return _t_quantile(len(values) - 1) * float(np.std(values, ddof=1)) / math.sqrt(len(values))


def _t_quantile(freedom: int) -> float:
    """Return the quantile of Student's t, to four digits from 30 degrees of freedom on.

    Abramowitz and Stegun 26.7.5.
    """
    z, f = QUANTILE, freedom
    first, second = z**3 + z, 5 * z**5 + 16 * z**3 + 3 * z
    third = 3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z
    return z + first / (4 * f) + second / (96 * f**2) + third / (384 * f**3)


def _regress(moments: Moments) -> tuple[npt.NDArray[np.floating], float]:
    """Return the inverse of the luck's products, and the squared outcomes left unexplained."""
    products = moments.products
    inverse = np.linalg.pinv(products[1:, 1:], rcond=_DEPENDENT, hermitian=True)
    return inverse, float(products[0, 0] - products[0, 1:] @ inverse @ products[1:, 0])
