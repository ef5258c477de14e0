"""The sequential test of a paired comparison: stop as soon as the evidence suffices.

The two hypotheses speak of the difference of the win rates, first player minus second, in
percentage points on the same boards:

    H0: the difference is P0        H1: the difference is P1        (P0 < P1)

H1 is accepted at log((1 - beta) / alpha), H0 at log(beta / (1 - alpha)) (Wald 1945). The test is
the generalised sequential probability ratio test that engine testing in chess uses, on one of two
things:

- Outcomes. Every board gives 1 (only the first won), -1 (only the second) or 0. The log-likelihood
  ratio is that of the most likely shares of 1, 0 and -1 whose mean is P1 against the most likely
  ones whose mean is P0.
- Scores, if both players have them: the outcome minus the luck of the numbers. Their difference has
  the same mean and a much smaller spread. The ratio is that of two normal distributions of the
  means P1 and P0, with the spread observed so far:
  games * (P1 - P0) * (2 * mean - P0 - P1) / (2 * variance).

In both, half a board of each kind of discordant pair is added, so that the first boards alone
cannot decide. The error rates hold approximately; experiments/coverage measures them by simulation.

A test runs in `SprtRun`: it is given the differences of consecutive boards, keeps sums only, and
decides at the first board whose ratio is beyond a bound, however the boards were cut into chunks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from sapper.errors import InputError

__all__ = ["Basis", "OutcomeRun", "ScoreRun", "Sprt", "SprtRun", "SprtState"]

Counts = npt.NDArray[np.float64]
_HALF_A_BOARD = 0.5
_MOST_POINTS = 1999  # of the history, before the last one

Verdict = Literal["H0", "H1", "undecided"]
Basis = Literal["outcomes", "scores"]


@dataclass(frozen=True)
class SprtState:
    """The state of the test: H1 at ratio `high`, H0 at ratio `low`.

    `games` is the number of boards when it was decided, or so far; `history` has the ratio after
    some numbers of boards.
    """

    verdict: Verdict
    ratio: float
    games: int
    low: float
    high: float
    on: Basis = "outcomes"
    history: tuple[tuple[int, float], ...] = field(default=(), repr=False)


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
                "expected --sprt P0 P1 with -100 < P0 < P1 < 100 percentage points, got "
                f"{self.p0:g} and {self.p1:g}"
            )
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise InputError(
                f"expected error rates between 0 and 0.5, got {self.alpha:g} and {self.beta:g}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def run(self, on: Basis = "outcomes") -> SprtRun:
        """Return the test before the first board."""
        return ScoreRun(self) if on == "scores" else OutcomeRun(self)

    def state(self, differences: npt.NDArray[np.generic], on: Basis = "outcomes") -> SprtState:
        """Return the state of the test; boards after the decision are ignored."""
        run = self.run(on)
        run.add(differences)
        return run.state()


class SprtRun:
    """A test that is under way: fed with consecutive boards, in time proportional to them.

    The history holds at most 2,000 points (games, ratio): of every board, of every second one from
    2,000 on, and so on, and of the last one. It depends on the boards alone.
    """

    on: Basis

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self.games = 0
        self._verdict: Verdict = "undecided"
        self._ratio = 0.0
        self._stride = 1
        self._points: list[tuple[int, float]] = []

    @property
    def is_decided(self) -> bool:
        """Whether a hypothesis has been accepted; boards after that are ignored."""
        return self._verdict != "undecided"

    def add(self, differences: npt.NDArray[np.generic]) -> None:
        """Add the boards that follow, up to the one that decides."""
        if self.is_decided or len(differences) == 0:
            return
        low, high = self.test.bounds
        ratios = self._next_ratios(differences)
        beyond = np.flatnonzero((ratios <= low) | (ratios >= high))
        if len(beyond):
            ratios = ratios[: beyond[0] + 1]
            self._verdict = "H1" if ratios[-1] >= high else "H0"
        self._ratio = float(ratios[-1])
        self._keep(ratios)
        self.games += len(ratios)

    def state(self) -> SprtState:
        """Return the state of the test after the boards so far."""
        low, high = self.test.bounds
        last = [(self.games, self._ratio)] if self.games else []
        points = [point for point in self._points if point[0] < self.games]
        return SprtState(
            self._verdict, self._ratio, self.games, low, high, self.on, (*points, *last)
        )

    def _next_ratios(self, differences: npt.NDArray[np.generic]) -> Counts:
        """Return the ratio after every new board, and add the boards to the sums."""
        raise NotImplementedError

    def _keep(self, ratios: Counts) -> None:
        """Add points to the history; drop every second one while there are too many."""
        first = -(self.games + 1) % self._stride
        boards = range(self.games + 1 + first, self.games + len(ratios) + 1, self._stride)
        self._points += zip(boards, ratios[first :: self._stride].tolist(), strict=True)
        while len(self._points) > _MOST_POINTS:
            self._stride *= 2
            self._points = [point for point in self._points if point[0] % self._stride == 0]


class OutcomeRun(SprtRun):
    """The test on outcomes: a difference is 1, 0 or -1."""

    on: Basis = "outcomes"

    def __init__(self, test: Sprt) -> None:
        super().__init__(test)
        self._counts = {1: _HALF_A_BOARD, 0: 0.0, -1: _HALF_A_BOARD}

    def _next_ratios(self, differences: npt.NDArray[np.generic]) -> Counts:
        sums = {v: count + np.cumsum(differences == v) for v, count in self._counts.items()}
        self._counts = {value: float(column[-1]) for value, column in sums.items()}
        low, high = self.test.p0 / 100, self.test.p1 / 100
        tilt_low, tilt_high = (_tilt(sums[1], sums[0], sums[-1], mean) for mean in (low, high))
        ratios = np.zeros(len(differences))
        for value, counts in sums.items():
            tilts = (1 + tilt_low * (value - low)) / (1 + tilt_high * (value - high))
            ratios += counts * np.log(tilts)
        return ratios


class ScoreRun(SprtRun):
    """The test on scores: a difference is any number."""

    on: Basis = "scores"

    def __init__(self, test: Sprt) -> None:
        super().__init__(test)
        self._total, self._squares = 0.0, 2 * _HALF_A_BOARD

    def _next_ratios(self, differences: npt.NDArray[np.generic]) -> Counts:
        values = differences.astype(np.float64)
        if not np.isfinite(values).all():
            raise InputError(
                "a sequential test on scores needs the scores of all games, and the ledger has "
                "some without; use another ledger, or --sprt-on outcomes"
            )
        games = 2 * _HALF_A_BOARD + self.games + np.arange(1, len(values) + 1)
        total, squares = self._total + np.cumsum(values), self._squares + np.cumsum(values**2)
        self._total, self._squares = float(total[-1]), float(squares[-1])
        low, high = self.test.p0 / 100, self.test.p1 / 100
        mean = total / games
        variance = squares / games - mean**2
        ratios: Counts = games * (high - low) * (2 * mean - low - high) / (2 * variance)
        return ratios


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
