"""What the papers print: win rates, a search tree, a list of layouts."""

from __future__ import annotations

from typing import Final, NamedTuple

from sapper.board.cell import Cell
from sapper.players.trace_steps import SearchNode

__all__ = [
    "AMADIA_TREE",
    "BATCH",
    "HUDA",
    "HUDA_GAMES",
    "PROBABILITY_WINS",
    "SANSANI_LAYOUTS",
    "Printed",
]

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

AMADIA_TREE: Final = (
    SearchNode(1, None, None, None),
    SearchNode(2, 1, Cell(0, 2), "mine"),
    SearchNode(3, 2, Cell(1, 2), "mine", violated=Cell(0, 1)),
    SearchNode(4, 2, Cell(1, 2), "safe", violated=Cell(2, 1)),
    SearchNode(5, 1, Cell(0, 2), "safe"),
    SearchNode(6, 5, Cell(1, 2), "mine", is_solution=True),
)
"""The search tree that Amadia 2023 draws for puzzle A; the paper counts rows and columns from 1."""

SANSANI_LAYOUTS: Final = ((1, 0, 1, 0, 0), (0, 1, 1, 0, 0), (1, 0, 0, 1, 0), (0, 1, 0, 1, 0))
"""The layouts of the cells a to e that Sansani 2010 lists for the corner; 1 is a mine."""
