"""Number, means and joint spread of columns of values, mergeable chunk by chunk.

Everything that the estimates without luck need of a run or a pair is in such a value: the moments
of two sets of games add up, so a billion games are measured without keeping one of them. Products
of deviations from the means are summed, not of values, which would lose digits (Chan, Golub and
LeVeque 1983).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Moments"]

Values = npt.NDArray[np.float64]


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

    def spread(self, column: int, lost: int = 1) -> float:
        """Return the variance of a column, with `lost` degrees of freedom subtracted."""
        return float(self.products[column, column]) / (self.games - lost)
