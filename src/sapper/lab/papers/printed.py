"""The figures that the papers print.

"Observed" rates are of the published program of Huda 2025, run unmodified but with its losses
counted as losses; the number of games is not recorded.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["BATCH", "HUDA", "HUDA_GAMES", "PROBABILITY_WINS", "Printed"]

HUDA_GAMES: Final = 1000
BATCH: Final = 500
PROBABILITY_WINS: Final = (400, 389)
"""The games won of two batches of `BATCH` games, in the paper on greedy play by probability."""


class Printed(NamedTuple):
    """Huda's figures of one solver on one board, and the observed rate of the program."""

    win: float
    steps: float
    ms: float
    observed: float


HUDA: Final = {
    ("10x10/15", "greedy"): Printed(65.9, 32.14, 0.49, 64.7),
    ("20x20/60", "greedy"): Printed(55.0, 134.42, 5.50, 53.8),
    ("30x30/135", "greedy"): Printed(50.3, 304.81, 18.78, 44.6),
    ("10x10/15", "hybrid"): Printed(77.0, 41.05, 0.27, 74.8),
    ("20x20/60", "hybrid"): Printed(67.7, 177.00, 5.45, 63.4),
    ("30x30/135", "hybrid"): Printed(60.2, 401.76, 23.66, 55.6),
}
