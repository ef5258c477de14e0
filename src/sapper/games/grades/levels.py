"""What follows at a stage of a game, by the easiest reasoning that gives anything.

Every grade stands for a solver that takes together at most so many numbers (`MOST_NUMBERS`), as
often as it likes. What it finds does not depend on the order, because more facts never undo a
conclusion. So taking the easiest reasoning at every stage needs no harder grade than the board
does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sapper.analysis.budget import Budget
from sapper.analysis.partial_board import PartialBoard
from sapper.analysis.premises import Premises
from sapper.games.grades.grade import MOST_NUMBERS, Grade
from sapper.games.grades.knowledge import Conclusion, Knowledge

__all__ = ["Round", "easiest_round", "least_numbers", "puzzle_of"]


class Round(NamedTuple):
    """All conclusions that the easiest reasoning gives at one stage.

    `numbers` is how many it has to take together: the fewest that settle a cell, one more than a
    case split takes for `component`, and all numbers that still touch unknown cells, and the
    count itself, for `count`.
    """

    grade: Grade
    conclusions: tuple[Conclusion, ...]
    numbers: int

    @property
    def cells(self) -> frozenset[int]:
        """All cells that become known."""
        return frozenset().union(*(each.safe | each.mines for each in self.conclusions))


def easiest_round(
    knowledge: Knowledge, *, mine_count: bool, budget: Budget | None = None
) -> Round | None:
    """Return what the easiest reasoning gives, or None if nothing is certain any more.

    Without `mine_count` the mine count is no argument. Raise `BudgetExceeded` when one stage takes
    more work than the budget allows.
    """
    singles = tuple(knowledge.single_conclusions())
    if singles:
        return Round(Grade.SINGLE, singles, 1)
    pairs = tuple(knowledge.pair_conclusions())
    if pairs:
        return Round(Grade.PAIR, pairs, 2)
    puzzle = puzzle_of(knowledge, mine_count, budget)
    certain = [i for i in puzzle.answer.certain if puzzle.is_unknown(i)]
    by_numbers = [i for i in certain if not puzzle.answer.needs_mine_count(i)]
    if by_numbers:
        return _many_numbers(puzzle, by_numbers)
    if certain:
        found = _conclusion(puzzle, puzzle.numbers, certain, uses_mine_count=True)
        return Round(Grade.COUNT, (found,), len(puzzle.numbers) + 1)
    return None


def puzzle_of(knowledge: Knowledge, mine_count: bool, budget: Budget | None = None) -> Premises:
    """Return the premises of a stage; found mines are trusted flags."""
    position = knowledge.position
    return Premises(position if mine_count else position.with_mines(None), True, budget)


def _many_numbers(puzzle: Premises, cells: list[int]) -> Round:
    """Return what three numbers or more settle: first three, then up to five, then any."""
    for grade in (Grade.CHAIN, Grade.CASES):
        most = MOST_NUMBERS[grade]
        assert most is not None
        found: list[Conclusion] = []
        settled: set[int] = set()
        for cell in cells:
            numbers = None if cell in settled else least_numbers(puzzle, cell, most)
            if numbers is not None:
                forced = PartialBoard(puzzle, numbers).forced_cells(numbers)
                found.append(_conclusion(puzzle, numbers, forced))
                settled |= forced
        if found:
            found.sort(key=lambda each: len(each.numbers))
            return Round(grade, tuple(found), len(found[0].numbers))
    beyond = MOST_NUMBERS[Grade.CASES]
    assert beyond is not None
    return Round(Grade.COMPONENT, (_conclusion(puzzle, puzzle.numbers, cells),), beyond + 1)


def _conclusion(
    puzzle: Premises,
    numbers: tuple[int, ...],
    cells: frozenset[int] | list[int],
    *,
    uses_mine_count: bool = False,
) -> Conclusion:
    mines = frozenset(cell for cell in cells if puzzle.answer.is_mine(cell))
    return Conclusion(numbers, frozenset(cells) - mines, mines, uses_mine_count)


def least_numbers(puzzle: Premises, cell: int, at_most: int) -> tuple[int, ...] | None:
    """Return a smallest set of numbers that settles a cell, or None if it has more than `at_most`.

    The cell must follow from the numbers alone. Raise `BudgetExceeded` when the budget runs out.

    A set of numbers proves a cell unless some layout fits all of them and has the cell the other
    way. So it must contain a number of every *gap*: the numbers that such a layout breaks. The
    search keeps a list of gaps, takes a smallest set that meets all of them, and asks the core
    whether it proves the cell. If it does, no smaller set can. If not, the core's answer leads to
    another gap (Ignatiev and others, "Smallest MUS extraction with minimal hitting set
    dualization", 2015).
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


def _numbers_by_distance(puzzle: Premises, cell: int) -> list[int]:
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
