"""The sequential test of a paired comparison: stop as soon as the evidence suffices.

The two hypotheses speak of the difference of the win rates, first player minus second, in
percentage points on the same boards:

    H0: the difference is P0        H1: the difference is P1        (P0 < P1)

Every board gives 1 (only the first won), -1 (only the second) or 0. The test is the generalised
sequential probability ratio test that engine testing in chess uses: the log-likelihood ratio of
the most likely shares of 1, 0 and -1 whose mean is P1 against the most likely ones whose mean is
P0. H1 is accepted at log((1 - beta) / alpha), H0 at log(beta / (1 - alpha)) (Wald 1945). Half a
board of each kind of discordant pair is added, so that the first boards alone cannot decide. The
error rates hold approximately; the tests measure them by simulation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypedDict

import numpy as np
import numpy.typing as npt

from sapper.errors import InputError

__all__ = ["Sprt", "SprtDocument", "SprtState"]

Counts = npt.NDArray[np.float64]
_HALF_A_BOARD = 0.5

Verdict = Literal["H0", "H1", "undecided"]


class SprtDocument(TypedDict):
    """How the sequential test on one board stands: H1 at ratio `high`, H0 at ratio `low`."""

    board: str
    verdict: Verdict
    ratio: float
    games: int
    low: float
    high: float


@dataclass(frozen=True)
class SprtState:
    """The state of the test; `games` is the number of boards when it was decided, or so far."""

    verdict: Verdict
    ratio: float
    games: int
    low: float
    high: float

    def to_dict(self, board: str) -> SprtDocument:
        """Return plain data for JSON, with the board that was played."""
        return SprtDocument(
            board=board,
            verdict=self.verdict,
            ratio=self.ratio,
            games=self.games,
            low=self.low,
            high=self.high,
        )


@dataclass(frozen=True)
class Sprt:
    """A test between two differences in percentage points, with its two error rates."""

    p0: float
    p1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -100 < self.p0 < self.p1 < 100:
            raise InputError(
                "expected --sprt P0 P1 with -100 < P0 < P1 < 100 percentage points, "
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
        first = np.cumsum(differences == 1) + _HALF_A_BOARD
        second = np.cumsum(differences == -1) + _HALF_A_BOARD
        neither = np.cumsum(differences == 0).astype(np.float64)
        low, high = self.p0 / 100, self.p1 / 100
        tilt_low = _tilt(first, neither, second, low)
        tilt_high = _tilt(first, neither, second, high)
        ratios = np.zeros(len(differences))
        for counts, value in ((first, 1), (neither, 0), (second, -1)):
            tilts = (1 + tilt_low * (value - low)) / (1 + tilt_high * (value - high))
            ratios += counts * np.log(tilts)
        return ratios

    def state(self, differences: npt.NDArray[np.integer]) -> SprtState:
        """Return the state of the test; boards after the decision are ignored."""
        low, high = self.bounds
        ratios = self.ratios(differences)
        beyond = np.flatnonzero((ratios <= low) | (ratios >= high))
        if len(beyond) == 0:
            ratio = float(ratios[-1]) if len(ratios) else 0.0
            return SprtState("undecided", ratio, len(ratios), low, high)
        at = int(beyond[0])
        verdict: Verdict = "H1" if ratios[at] >= high else "H0"
        return SprtState(verdict, float(ratios[at]), at + 1, low, high)


def _tilt(first: Counts, neither: Counts, second: Counts, mean: float) -> Counts:
    """Return the tilt that turns observed shares into the most likely ones of a given mean.

    The shares are observed / (1 + tilt * (value - mean)). Their mean gives a quadratic equation for
    the tilt; the root next to 0 is returned.
    """
    games = first + neither + second
    square = mean * (1 - mean**2) * games
    linear = (
        2 * mean**2 * neither
        - first * (1 - mean) * (1 + 2 * mean)
        - second * (1 + mean) * (1 - 2 * mean)
    )
    constant = first - second - mean * games
    root = np.sqrt(np.maximum(linear**2 - 4 * square * constant, 0))
    tilt: Counts = 2 * constant / (root - linear)
    return tilt
