"""The exact chance to win with each cell, where the rest of the game can be searched."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from sapper.analysis.analysis import Analysis
from sapper.board.cell import FLAG, MINE, Cell, is_covered
from sapper.board.position import Position
from sapper.players.engine.engine import Engine

__all__ = ["exact_wins"]


def exact_wins(analysis: Analysis, cells: Iterable[Cell]) -> dict[Cell, Fraction] | None:
    """Return the chance to win of best play for each cell to open first; None if unknown.

    It is the sum over the numbers that the cell may show of the layouts that best play wins then,
    as a share of all layouts. Flags must be right.
    """
    position = analysis.position
    flags = [cell for cell in position.covered() if position.face(cell) == FLAG]
    position = position.with_faces(dict.fromkeys(flags, MINE))
    engine = Engine("champion")
    wins: dict[Cell, Fraction] = {}
    for cell in cells:
        total = 0
        for number in np.flatnonzero(analysis.numbers(cell)).tolist():
            won = _wins_of(engine, position.with_faces({cell: number}))
            if won is None:
                return None
            total += won
        wins[cell] = Fraction(total, analysis.ways)
    return wins


def _wins_of(engine: Engine, position: Position) -> int | None:
    """Return how many layouts best play wins; a board without safe cells is won."""
    mines = sum(face == MINE for face in position.faces)
    covered = sum(map(is_covered, position.faces))
    if covered + mines == position.mines:
        return 1
    found = engine.exact_wins(position)
    return None if found is None else found.wins
