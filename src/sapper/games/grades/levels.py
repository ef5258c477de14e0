"""What follows at a stage of a game, by the easiest reasoning that gives anything.

Every grade stands for a solver that takes together at most so many numbers (`MOST_NUMBERS`), as
often as it likes. What it finds does not depend on the order, because more facts never undo a
conclusion. So taking the easiest reasoning at every stage needs no harder grade than the board
does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sapper.analysis.budget import Budget
from sapper.analysis.partial_board import PartialBoard
from sapper.analysis.puzzle import Puzzle
from sapper.games.grades.conclusion import Conclusion
from sapper.games.grades.grade import MOST_NUMBERS, Grade
from sapper.games.grades.knowledge import Knowledge
from sapper.games.grades.least_proof import least_numbers

__all__ = ["Round", "easiest_round", "puzzle_of"]


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
    certain = [i for i in np.flatnonzero(puzzle.answer.certain).tolist() if puzzle.is_unknown(i)]
    by_numbers = [i for i in certain if not puzzle.answer.needs_mine_count(i)]
    if by_numbers:
        return _many_numbers(puzzle, by_numbers)
    if certain:
        found = _conclusion(puzzle, puzzle.numbers, certain, uses_mine_count=True)
        return Round(Grade.COUNT, (found,), len(puzzle.numbers) + 1)
    return None


def puzzle_of(knowledge: Knowledge, mine_count: bool, budget: Budget | None = None) -> Puzzle:
    """Return the premises of a stage; found mines are trusted flags."""
    position = knowledge.position
    return Puzzle(position if mine_count else position.with_mines(None), True, budget)


def _many_numbers(puzzle: Puzzle, cells: list[int]) -> Round:
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
    puzzle: Puzzle,
    numbers: tuple[int, ...],
    cells: frozenset[int] | list[int],
    *,
    uses_mine_count: bool = False,
) -> Conclusion:
    mines = frozenset(cell for cell in cells if puzzle.answer.is_mine(cell))
    return Conclusion(numbers, frozenset(cells) - mines, mines, uses_mine_count)
