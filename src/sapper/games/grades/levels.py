"""What follows at a stage of a game, by the easiest reasoning that gives anything.

Every grade stands for a solver that takes together at most so many numbers, as often as it likes.
What it finds does not depend on the order, because more facts never undo a
conclusion. So taking the easiest reasoning at every stage needs no harder grade than the board
does.
"""

from __future__ import annotations

from typing import NamedTuple

from sapper.analysis.budget import Budget
from sapper.analysis.premises import Premises
from sapper.games.grades.grade import Grade
from sapper.games.grades.knowledge import Conclusion, Knowledge

__all__ = ["Round", "easiest_round", "puzzle_of"]


class Round(NamedTuple):
    """All conclusions that the easiest reasoning gives at one stage.

    `numbers` is how many it has to take together at least: 1, 2, 3 for a chain, and for the mine
    count all numbers that still touch unknown cells, and the count itself.
    """

    grade: Grade
    conclusions: tuple[Conclusion, ...]
    numbers: int

    @property
    def cells(self) -> frozenset[int]:
        """All cells that become known."""
        return frozenset().union(*(each.safe | each.mines for each in self.conclusions))


def easiest_round(knowledge: Knowledge, budget: Budget | None = None) -> Round | None:
    """Return what the easiest reasoning gives, or None if nothing is certain any more.

    Raise `BudgetExceeded` when one stage takes more work than the budget allows.
    """
    singles = tuple(knowledge.single_conclusions())
    if singles:
        return Round(Grade.SINGLE, singles, 1)
    pairs = tuple(knowledge.pair_conclusions())
    if pairs:
        return Round(Grade.PAIR, pairs, 2)
    puzzle = puzzle_of(knowledge, budget)
    answer = puzzle.answer
    certain = {i for i in answer.certain if puzzle.is_unknown(i)}
    by_numbers = {i for i in certain if not answer.needs_mine_count(i)}
    cells = frozenset(by_numbers or certain)
    if not cells:
        return None
    mines = frozenset(i for i in cells if answer.is_mine(i))
    found = Conclusion(puzzle.numbers, cells - mines, mines, not by_numbers)
    if by_numbers:
        return Round(Grade.CHAIN, (found,), 3)
    return Round(Grade.COUNT, (found,), len(puzzle.numbers) + 1)


def puzzle_of(knowledge: Knowledge, budget: Budget | None = None) -> Premises:
    """Return the premises of a stage; found mines are trusted flags."""
    return Premises(knowledge.position, True, budget)
