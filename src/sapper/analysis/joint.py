"""The chance that several cells are all safe: what a chord needs.

The chances of single cells cannot be multiplied, because mines are not independent. Cell by cell
the chance is taken given that the cells before it are safe, whatever number they show.
"""

from __future__ import annotations

from collections.abc import Iterable

from sapper.analysis.budget import Allowance
from sapper.analysis.question import Answer, Question
from sapper.board.cell import SILENT
from sapper.board.position import Position

__all__ = ["chance_all_safe"]

_ROUNDED = 1e-6  # below it, 1 - chance has lost too many digits: the layouts are compared instead


def chance_all_safe(position: Position, cells: Iterable[int], allowance: Allowance) -> float:
    """Return the chance that none of these covered cells, given by index, is a mine.

    One question to the core per cell. Raise `BudgetExceeded` when the budget runs out.
    """
    safe, faces = 1.0, bytearray(position.faces)
    for cell in cells:
        answer = _solve(position, faces, allowance)
        if not answer.is_possible or answer.is_mine(cell):
            return 0.0
        faces[cell] = SILENT
        chance = 1.0 - float(answer.chances.flat[cell])
        if chance < _ROUNDED:
            after = _solve(position, faces, allowance)
            chance = 10.0 ** (after.ways_log10 - answer.ways_log10)
        safe *= chance
    return safe


def _solve(position: Position, faces: bytearray, allowance: Allowance) -> Answer:
    return Question(position.geometry.native, bytes(faces), position.mines).solve(allowance)
