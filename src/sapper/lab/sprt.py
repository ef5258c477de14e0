"""The sequential test of a paired comparison: stop as soon as the boards have decided.

The two hypotheses speak of the difference of the win rates, first player minus second, in
percentage points on the same boards:

    H0: the difference is P0        H1: the difference is P1        (P0 < P1)

Every board gives 1 (only the first won), -1 (only the second) or 0. The test is the generalised
sequential probability ratio test that engine testing in chess uses: with mean m and variance v
of the boards so far,

    log-likelihood ratio = n (P1 - P0) (m - (P0 + P1) / 2) / v

H1 is accepted at log((1 - beta) / alpha), H0 at log(beta / (1 - alpha)) (Wald 1945). The variance
counts half a board more of each kind of discord, so that the first boards alone cannot decide.
The error rates hold approximately; the tests measure them by simulation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from sapper.errors import InputError

__all__ = ["Sprt", "SprtState"]

Verdict = Literal["H0", "H1", "undecided"]


@dataclass(frozen=True)
class SprtState:
    """How the test stands after some boards; a decided one says after how many it was."""

    verdict: Verdict
    ratio: float
    games: int
    low: float
    high: float


@dataclass(frozen=True)
class Sprt:
    """A test between two differences in percentage points, with its two error rates."""

    p0: float
    p1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -100 <= self.p0 < self.p1 <= 100:
            raise InputError(
                "expected --sprt P0 P1 with -100 <= P0 < P1 <= 100 percentage points, "
                f"got {self.p0:g} and {self.p1:g}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise InputError(
                f"expected error rates between 0 and 0.5, got {self.alpha:g} and {self.beta:g}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratios(self, differences: npt.NDArray[np.integer]) -> npt.NDArray[np.float64]:
        """Return the log-likelihood ratio after every board; a difference is 1, 0 or -1."""
        values = differences.astype(np.float64)
        n = np.arange(1, len(values) + 1)
        low, high = self.p0 / 100, self.p1 / 100
        total = np.cumsum(values)
        variance = (np.cumsum(values**2) + 1) / (n + 1) - (total / (n + 1)) ** 2
        ratios: npt.NDArray[np.float64] = (
            n * (high - low) * (total / n - (low + high) / 2) / variance
        )
        return ratios

    def state(self, differences: npt.NDArray[np.integer]) -> SprtState:
        """Return how the test stands; only the boards up to its decision matter."""
        low, high = self.bounds
        ratios = self.ratios(differences)
        beyond = np.flatnonzero((ratios <= low) | (ratios >= high))
        if len(beyond) == 0:
            ratio = float(ratios[-1]) if len(ratios) else 0.0
            return SprtState("undecided", ratio, len(ratios), low, high)
        at = int(beyond[0])
        verdict: Verdict = "H1" if ratios[at] >= high else "H0"
        return SprtState(verdict, float(ratios[at]), at + 1, low, high)
