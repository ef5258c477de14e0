"""Recognise the patterns that players know by name: 1-1, 1-2, 1-2-1, 1-2-2-1.

A pattern is a straight row of neighbouring numbers whose covered cells lie on one side (or at the
ends of the row). Only what the numbers still need matters, so a 2 beside a shown mine is a 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sapper.analysis.premises import Premises
from sapper.board.cell import Cell, is_number

__all__ = ["pattern_of"]

_PATTERNS = ((1, 2, 2, 1), (1, 2, 1), (1, 2), (2, 1), (1, 1))


def pattern_of(puzzle: Premises, numbers: Sequence[int]) -> str | None:
    """Return the name of the longest pattern that holds all these numbers, if there is one."""
    if puzzle.position.geometry.shape not in ("grid", "torus") or not 2 <= len(numbers) <= 4:
        return None
    used = set(puzzle.cells(numbers))
    for pattern in _PATTERNS:
        for row in _rows(used, len(pattern)):
            if used <= set(row) and _matches(puzzle, row, pattern):
                return "-".join(map(str, sorted((pattern, pattern[::-1]))[0]))
    return None


def _rows(used: set[Cell], length: int) -> Iterator[list[Cell]]:
    """Yield the straight rows of cells that begin at or before the first number."""
    first = min(used)
    for back in range(length):
        yield [Cell(first.row, first.column - back + i) for i in range(length)]
        yield [Cell(first.row - back + i, first.column) for i in range(length)]


def _matches(puzzle: Premises, row: list[Cell], pattern: tuple[int, ...]) -> bool:
    geometry = puzzle.position.geometry
    line = 0 if row[0].row == row[-1].row else 1
    sides: set[int] = set()
    for cell, need in zip(row, pattern, strict=True):
        if not (0 <= cell.row < geometry.rows and 0 <= cell.column < geometry.columns):
            return False
        if not is_number(puzzle.position.face(cell)):
            return False
        premise = puzzle.premise(geometry.index(cell))
        if premise.need != need:
            return False
        sides |= {puzzle.cell(i)[line] - cell[line] for i in premise.cells}
    return len(sides - {0}) == 1
