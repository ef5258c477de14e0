"""Find the fewest numbers from which a cell follows, exactly.

A set of numbers proves a cell unless some layout fits all of them and has the cell the other way.
So it must contain a number of every *gap*: the numbers that such a layout breaks. The search keeps
a list of gaps, takes a smallest set that meets all of them, and asks the core whether it proves the
cell. If it does, no smaller set can. If not, the core's answer leads to another gap. This is the
usual method for smallest unsatisfiable sets (Ignatiev and others, "Smallest MUS extraction with
minimal hitting set dualization", 2015).
"""

from __future__ import annotations

from collections.abc import Sequence

from sapper.analysis.partial_board import PartialBoard
from sapper.analysis.puzzle import Puzzle

__all__ = ["least_numbers"]


def least_numbers(puzzle: Puzzle, cell: int, at_most: int) -> tuple[int, ...] | None:
    """Return a smallest set of numbers that settles a cell, or None if it has more than `at_most`.

    The cell must follow from the numbers alone. Raise `BudgetExceeded` when the budget runs out.
    """
    numbers = _numbers_by_distance(puzzle, cell)
    board = PartialBoard(puzzle, numbers)
    gaps: list[frozenset[int]] = []
    while True:
        chosen = _smallest_meeting(gaps, at_most)
        if chosen is None:
            return None
        if board.forces(cell, chosen):
            return tuple(sorted(chosen))
        gaps.append(_gap(board, cell, numbers, chosen))


def _numbers_by_distance(puzzle: Puzzle, cell: int) -> list[int]:
    """Return the numbers that are tied to a cell, the nearest first."""
    found = list(puzzle.numbers_around(cell))
    seen = set(found)
    for number in found:
        for other in puzzle.tied_numbers(number):
            if other not in seen:
                seen.add(other)
                found.append(other)
    return found


def _gap(
    board: PartialBoard, cell: int, numbers: Sequence[int], chosen: frozenset[int]
) -> frozenset[int]:
    """Return numbers without which the others, among them the chosen, do not settle the cell.

    The others are made as many as possible, in growing blocks from the farthest number on, because
    small gaps near the cell say most.
    """
    kept, missing = list(chosen), []
    rest = [number for number in reversed(numbers) if number not in chosen]
    size = max(1, len(rest) // 4)
    while rest:
        block = rest[:size]
        if not board.forces(cell, [*kept, *block]):
            kept += block
            rest = rest[size:]
            size *= 2
        elif size > 1:
            size = (size + 1) // 2
        else:
            missing.append(rest.pop(0))
    return frozenset(missing)


def _smallest_meeting(gaps: Sequence[frozenset[int]], at_most: int) -> frozenset[int] | None:
    """Return a smallest set with a number of every gap, or None if that takes too many."""
    for size in range(at_most + 1):
        found = _meeting(gaps, size)
        if found is not None:
            return found
    return None


def _meeting(gaps: Sequence[frozenset[int]], size: int) -> frozenset[int] | None:
    """Return `size` numbers or fewer that meet all gaps, if there are such."""
    if not gaps:
        return frozenset()
    if size == 0:
        return None
    smallest: frozenset[int] = min(gaps, key=len)
    for number in sorted(smallest):
        found = _meeting([gap for gap in gaps if number not in gap], size - 1)
        if found is not None:
            return found | {number}
    return None
