"""What a choice costs against the best candidate, from rollouts that are noisy themselves.

Scores of a position's candidates come in two independent halves of layouts. The product of the
errors of an estimate against each half is, on average, the square of its true error; and a
candidate chosen by one half is judged by the other. The differences by the value are too large,
because the first candidate is the one that the value most likely overrates: only a share of them
is confirmed, and the estimate here is that share. Figures per game are points of games won.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from experiments.regret.guesses import Guesses, Sample
from sapper.lab.statistics.moments import mean_error

__all__ = ["differences_of", "gain_of_cells", "report"]

STAGES = (0.0, 0.1, 0.3, 0.5, 0.7, 1.01)  # shares of the safe cells that are open
DRAWS = 400  # of the errors, for the expected regret
Report = dict[str, object]
Floats = npt.NDArray[np.float64]
Owners = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Differences:
    """All candidates but the first of each position, against the first."""

    by_value: Floats
    halves: tuple[Floats, Floats]  # by rollouts
    owners: Owners  # their positions
    noise: float  # variance of one half

    @property
    def confirmed(self) -> float:
        """Return the share of the differences by the value that the rollouts confirm."""
        return float(self.by_value @ sum(self.halves) / 2 / (self.by_value @ self.by_value))

    @property
    def estimates(self) -> Floats:
        """Return what the value says about the differences, without its exaggeration."""
        return self.confirmed * self.by_value

    def squared_errors(self, positions: int) -> Floats:
        """Return the squared error of the estimates in each position; only its mean is sensible."""
        a, b = (half - self.estimates for half in self.halves)
        return np.asarray(
            np.bincount(self.owners, a * b, positions)
            / np.bincount(self.owners, minlength=positions)
        )


def differences_of(guesses: Guesses) -> Differences:
    """Return the differences to the first candidate."""
    firsts = guesses.firsts
    others = np.flatnonzero(firsts != np.arange(len(firsts)))
    values, scores = guesses.values, guesses.scores.astype(float)
    leads = scores[others] - scores[firsts[others]]
    halves = (leads[:, ::2].mean(axis=1), leads[:, 1::2].mean(axis=1))
    noise = float(leads.var(axis=1, ddof=1).mean()) / (leads.shape[1] / 2)
    return Differences(
        values[others] - values[firsts[others]], halves, guesses.owners[others], noise
    )


def report(guesses: Guesses, sample: Sample, start: str) -> Report:
    """Return all figures of the sample from one start."""
    games, positions = sample.games[start], len(guesses.faces)
    found = differences_of(guesses)
    squares = found.squared_errors(positions)
    square, error = float(squares.mean()), mean_error(squares)
    scale = positions / (sample.share * games)
    expected = [
        (100 * scale * expected_regret(found, positions, max(1e-9, each))).tolist()
        for each in (square - error, square, square + error)
    ]
    return {
        "start": start, "games": games, "guesses": positions, "guesses_per_game": scale,
        "candidates": len(guesses.cells), "confirmed": found.confirmed,
        "layout_noise": (found.noise * sample.layouts / 2) ** 0.5,
        "squared_error": [square, error],
        "stages": list(stages(guesses.opened, squares)),
        "found_by_halves": per_game(*found_by_halves(found, square), guesses, sample, games),
        "expected": expected,
        "expected_by_stage": 100 * scale * regret_by_stage(found, guesses.opened, squares),
    }  # fmt: skip


def stages(opened: Floats, squares: Floats) -> list[Report]:
    """Return the squared errors by how much of the board is open."""
    rows: list[Report] = []
    for low, high in pairwise(STAGES):
        these = squares[(opened >= low) & (opened < high)]
        error = mean_error(these)
        rows.append(
            {"from": low, "guesses": len(these), "squared_error": [float(these.mean()), error]}
        )
    return rows


def found_by_halves(found: Differences, square: float) -> tuple[Owners, Floats]:
    """Return what is gained by choosing with one half and judging with the other, and where.

    The half is averaged with the estimate, each weighted by how certain it is. Not all of the
    regret is found, so this is a lower bound.
    """
    trust = max(0.0, square) / (max(0.0, square) + found.noise)
    owners, gains = [], []
    for own, other in (found.halves, found.halves[::-1]):
        judged = trust * own + (1 - trust) * found.estimates
        order = np.lexsort((-judged, found.owners))
        best = order[np.unique(found.owners[order], return_index=True)[1]]
        best = best[judged[best] > 0]
        owners.append(found.owners[best])
        gains.append(other[best] / 2)
    return np.concatenate(owners), np.concatenate(gains)


def expected_regret(found: Differences, positions: int, square: float) -> npt.NDArray[np.float64]:
    """Return the mean regret if errors are normal, alike and independent for each candidate.

    The second figure is how much of it choosing with one noisy half should find: a check.
    """
    random = np.random.default_rng(1)
    trust = square / (square + found.noise)
    total = np.zeros(2)
    for _ in range(DRAWS):
        true = found.estimates + errors(random, found.owners, positions, square)
        noise = errors(random, found.owners, positions, found.noise)
        judged = trust * (true + noise) + (1 - trust) * found.estimates
        best, found_best = np.zeros(positions), np.zeros(positions)
        np.maximum.at(best, found.owners, true)
        np.maximum.at(found_best, found.owners, judged)
        is_chosen = judged == found_best[found.owners]
        total += best.mean(), true[is_chosen].sum() / positions
    return total / DRAWS


def regret_by_stage(found: Differences, opened: Floats, squares: Floats) -> float:
    """Return the same with an error of its own for each stage of the game."""
    stage = np.searchsorted(STAGES, opened, side="right") - 1
    sums, counts = np.bincount(stage, squares), np.bincount(stage)
    deviations = np.sqrt(np.maximum(0, sums / np.maximum(1, counts)))[stage]
    random = np.random.default_rng(1)
    total = 0.0
    for _ in range(DRAWS):
        unit = errors(random, found.owners, len(opened), 1.0)
        best = np.zeros(len(opened))
        np.maximum.at(best, found.owners, found.estimates + deviations[found.owners] * unit)
        total += float(best.mean())
    return total / DRAWS


def errors(random: np.random.Generator, owners: Owners, positions: int, square: float) -> Floats:
    """Return normal errors of differences: each has that of its candidate and of the first."""
    deviation = (square / 2) ** 0.5
    first = random.normal(0, deviation, positions)
    return np.asarray(random.normal(0, deviation, len(owners)) - first[owners])


def gain_of_cells(
    guesses: Guesses, cells: Owners, sample: Sample, games: int
) -> dict[str, float]:  # fmt: skip
    """Return what other choices gain over the champion's, and how many were not rolled out."""
    rows = np.flatnonzero(guesses.cells == cells[guesses.owners])
    scores = guesses.scores.astype(float).mean(axis=1)
    gains = scores[rows] - scores[guesses.firsts[rows]]
    points, error = per_game(guesses.owners[rows], gains, guesses, sample, games)
    return {
        "points": points, "error": error, "differ": int((rows != guesses.firsts[rows]).sum()),
        "unknown": len(cells) - len(rows),
    }  # fmt: skip


def per_game(
    owners: Owners, gains: Floats, guesses: Guesses, sample: Sample, games: int
) -> list[float]:
    """Return gains at positions as points per game, and the 95 % error."""
    totals = 100 * np.bincount(guesses.games[owners], gains, games) / sample.share
    return [float(totals.mean()), mean_error(totals)]
