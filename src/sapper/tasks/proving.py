"""Judge what is cited: whether a cell or a contradiction follows from it, and is all needed.

Only what is cited counts as an argument; that known mines are mines and open cells are not, are
facts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from sapper.analysis.partial_board import PartialBoard
from sapper.analysis.puzzle import MINE_COUNT, Puzzle
from sapper.analysis.shrink import shrink
from sapper.board.cell import Cell, is_number
from sapper.board.position import Position

__all__ = ["clash_share", "proof_share"]


def proof_share(puzzle: Puzzle, cell: Cell, numbers: frozenset[Cell], counts: bool) -> Fraction:
    """Return which share of what is cited is needed to prove a cell: 1 for a minimal proof.

    0 if it proves nothing, also where a cited cell shows no number. The cell must be certain.
    """
    cited = _premises(puzzle.position, numbers, counts)
    if cited is None:
        return Fraction(0)
    index = puzzle.position.geometry.index(cell)
    indices = [i for i in cited if i != MINE_COUNT]
    boards = {False: PartialBoard(puzzle, indices)}
    if counts:
        boards[True] = PartialBoard(puzzle, indices, with_count=True)

    def proves(premises: Sequence[int]) -> bool:
        some = [i for i in premises if i != MINE_COUNT]
        return boards[MINE_COUNT in premises].forces(index, some)

    return _share(proves, cited)


def clash_share(puzzle: Puzzle, numbers: frozenset[Cell], counts: bool) -> Fraction:
    """Return which share of what is cited is needed for a contradiction; 0 if there is none."""
    cited = _premises(puzzle.position, numbers, counts)
    if cited is None:
        return Fraction(0)
    broken = [i for i in cited if not puzzle.premise(i).is_possible]
    if broken:
        return Fraction(1, len(cited))
    indices = [i for i in cited if i != MINE_COUNT]
    boards = {False: PartialBoard(puzzle, indices)}
    if counts:
        boards[True] = PartialBoard(puzzle, indices, with_count=True)

    def clashes(premises: Sequence[int]) -> bool:
        some = [i for i in premises if i != MINE_COUNT]
        return boards[MINE_COUNT in premises].clashes(some)

    return _share(clashes, cited)


def _premises(position: Position, numbers: frozenset[Cell], counts: bool) -> list[int] | None:
    """Return what is cited as indices; None if something is no open number, or nothing is cited."""
    rows, columns = position.rows, position.columns
    for row, column in numbers:
        if not (0 <= row < rows and 0 <= column < columns):
            return None
        if not is_number(position.face((row, column))):
            return None
    cited = sorted(position.geometry.index(cell) for cell in numbers)
    return [*cited, MINE_COUNT] if counts else cited or None


def _share(holds: Callable[[Sequence[int]], bool], cited: Sequence[int]) -> Fraction:
    if not holds(cited):
        return Fraction(0)
    return Fraction(len(shrink(holds, cited)), len(cited))
