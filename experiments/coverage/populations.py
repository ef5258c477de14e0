"""The games that the coverage experiment draws from: real ones, and simulated ones.

A real population is some thousand games of a player, or of two players on the same boards. Samples
are drawn from it with replacement; the truth is the mean of the population. Its luck is centred,
because the true mean of luck is 0, and its scores around the outcomes, because their means are
equal. A simulated population has a known truth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sapper.lab.simulation import simulate

__all__ = ["SEED", "Columns", "Pairing", "Population", "play", "scored_pairings", "simulated"]

SEED = 20261118  # used only here
Columns = dict[str, npt.NDArray[np.float64]]
Games = dict[tuple[str, str], Columns]
Draw = Callable[[np.random.Generator, int], Columns]

PLAYERS: tuple[tuple[str, str, int], ...] = (
    ("fast", "9x9/10", 40_000),
    ("greedy", "9x9/10", 4_000),
    ("champion", "9x9/10", 10_000),
    ("patient", "9x9/10", 10_000),
    ("fast", "9x9/16", 10_000),
    ("champion", "9x9/16", 6_000),
    ("patient", "9x9/16", 6_000),
    ("fast", "16x16/40", 20_000),
    ("champion", "16x16/40", 6_000),
    ("fast", "16x30/99", 10_000),
    ("champion", "16x30/99", 3_000),
)
PAIRS = (
    ("fast", "greedy", "9x9/10"),
    ("champion", "fast", "9x9/10"),
    ("champion", "patient", "9x9/10"),
    ("champion", "patient", "9x9/16"),
    ("champion", "fast", "9x9/16"),
    ("champion", "fast", "16x16/40"),
    ("champion", "fast", "16x30/99"),
)
_DISCORDS = (0.01, 0.05, 0.5)  # shares of simulated boards whose last guess is not the same


@dataclass(frozen=True)
class Population:
    """Games to draw samples from, with the truth about them."""

    name: str
    draw: Draw
    truth: float  # the win rate
    accuracy: float | None = None
    apart: None = None


@dataclass(frozen=True)
class Pairing:
    """Two players on the same boards, to draw samples of boards from."""

    name: str
    draw: Draw
    truth: float  # the difference of the win rates
    apart: float | None = None  # the share of boards that only one of them wins


def play() -> tuple[list[Population], list[Pairing]]:
    """Play the real games and return them as populations."""
    games = _games(PLAYERS)
    populations = [
        Population(
            f"{player} on {board}",
            _resample(columns),
            float(columns["won"].mean()),
            float(columns["survived"].sum() / columns["guesses"].sum()),
        )
        for (player, board), columns in games.items()
    ]
    return populations, [_pairing(games, *names) for names in PAIRS]


def scored_pairings() -> list[Pairing]:
    """Return the pairs of players that both have scores, real and simulated."""
    names = [pair for pair in PAIRS if set(pair[:2]) == {"champion", "patient"}]
    games = _games([player for player in PLAYERS if player[0] in ("champion", "patient")])
    return [*(_pairing(games, *pair) for pair in names), *simulated()[1][1:]]


def _games(players: Sequence[tuple[str, str, int]]) -> Games:
    return {(player, board): _columns(player, board, number) for player, board, number in players}


def _pairing(games: Games, first: str, second: str, board: str) -> Pairing:
    columns = _pair(games[first, board], games[second, board])
    truth, apart = float(columns["won"].mean()), float(np.abs(columns["won"]).mean())
    return Pairing(f"{first} − {second} on {board}", _resample(columns), truth, apart)


def simulated() -> tuple[list[Population], list[Pairing]]:
    """Return the simulated populations: games of three guesses."""
    pairings = [
        Pairing(
            f"simulated, {100 * share:g} % of last guesses apart",
            _simulated_pair(share),
            truth=0.0,
            # both won the first two guesses, and one of them the last: safeties are 0.5 to 1
            apart=share * 0.75**2 * 2 * (0.75 - 7 / 12),
        )
        for share in _DISCORDS
    ]
    return [Population("simulated", _simulated_games, 0.75**3)], pairings


def _columns(player: str, board: str, games: int) -> Columns:
    data = simulate(player, board, games=games, seed=SEED).data
    luck = data.survived - data.expected
    columns = {
        "won": data.won,
        "luck": luck - luck.mean(),
        "variance": data.variance,
        "score": data.score - (data.score - data.won).mean(),
        "guesses": data.guesses,
        "survived": data.survived,
    }
    return {name: np.asarray(column, np.float64) for name, column in columns.items()}


def _pair(first: Columns, second: Columns) -> Columns:
    games = min(len(first["won"]), len(second["won"]))
    one, two = ({name: c[:games] for name, c in p.items()} for p in (first, second))
    won, score = one["won"] - two["won"], one["score"] - two["score"]
    return {
        "won": won,
        "luck": one["luck"] - one["luck"].mean(),
        "luck of second": two["luck"] - two["luck"].mean(),
        "score": score - (score - won).mean(),
    }


def _resample(columns: Columns) -> Draw:
    games = len(next(iter(columns.values())))
    known = {name: column for name, column in columns.items() if np.isfinite(column).all()}

    def draw(random: np.random.Generator, number: int) -> Columns:
        chosen = random.integers(0, games, number)
        return {name: column[chosen] for name, column in known.items()}

    return draw


def _simulated_games(random: np.random.Generator, games: int) -> Columns:
    """Return games of three guesses of safeties 0.5 to 1, with approximate values."""
    safeties = random.uniform(0.5, 1, size=(games, 3))
    return _outcome(safeties, random.random((games, 3)) < safeties)


def _outcome(safeties: npt.NDArray[np.float64], safe: npt.NDArray[np.bool_]) -> Columns:
    before = np.cumprod(np.column_stack([np.ones(len(safe)), safe[:, :2]]), axis=1)
    surprise = (safe - safeties) * before
    value = np.array([0.5, 0.7, 0.9])  # learned, and so not quite right
    won = safe.all(axis=1).astype(np.float64)
    return {
        "won": won,
        "luck": surprise.sum(axis=1),
        "variance": (safeties * (1 - safeties) * before).sum(axis=1),
        "score": won - surprise @ value,
    }


def _simulated_pair(apart: float) -> Draw:
    """Return how to draw pairs whose last guess differs on a share of the boards."""

    def draw(random: np.random.Generator, games: int) -> Columns:
        safeties = random.uniform(0.5, 1, size=(games, 3))
        safe = random.random((games, 3)) < safeties
        other = safe.copy()
        differs = random.random(games) < apart
        other[:, 2] = np.where(differs, random.random(games) < safeties[:, 2], safe[:, 2])
        one, two = _outcome(safeties, safe), _outcome(safeties, other)
        return {
            "won": one["won"] - two["won"],
            "luck": one["luck"],
            "luck of second": two["luck"],
            "score": one["score"] - two["score"],
        }

    return draw
