"""Grade a board: the hardest reasoning that it needs from its first cell on, and how much of it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from sapper.analysis.budget import Budget
from sapper.board.cell import Cell, CellLike
from sapper.board.layout import Layout
from sapper.board.position import Position
from sapper.board.spec import StartRule
from sapper.errors import InputError
from sapper.games.dealing import excluded_cells
from sapper.games.grades.grade import Grade
from sapper.games.grades.knowledge import Knowledge
from sapper.games.grades.levels import Round, easiest_round
from sapper.language import _

__all__ = ["Grading", "check_start", "difficulty_of", "grade_of", "nearest_first"]


@dataclass(frozen=True)
class Grading:
    """How hard a board is without guesses.

    A *round* is everything that the easiest reasoning gives at one stage, all at once; so the
    rounds do not depend on any order of moves.
    """

    grade: Grade | None
    """The hardest reasoning that is needed; None if the board needs a guess."""
    steps_by_grade: dict[Grade, int] = field(hash=False)
    """How many rounds each grade took."""
    difficulty: float
    """The sum over all rounds of (numbers taken together) / (cells that became known)."""
    guess_at: Position | None = None
    """Where a guess is needed, with a flag on every mine that is certain."""

    @property
    def hard_steps(self) -> int:
        """How many rounds needed more than single numbers."""
        easy = (Grade.CLICK, Grade.SINGLE)
        return sum(count for grade, count in self.steps_by_grade.items() if grade not in easy)

    def __repr__(self) -> str:
        if self.grade is None:
            return "<Grading: needs a guess>"
        hard = f"{self.hard_steps} hard step{'' if self.hard_steps == 1 else 's'}"
        return f"<Grading {self.grade}: {hard}, difficulty {self.difficulty:.2f}>"


def grade_of(
    layout: Layout,
    first: CellLike,
    *,
    start: StartRule | str = StartRule.OPEN,
    budget: Budget | None = None,
) -> Grading:
    """Return which reasoning a board needs when `first` is opened first.

    Raise `InputError` for a first cell that the start rule does not allow, `BudgetExceeded` when a
    stage takes too much work.
    """
    knowledge = Knowledge(layout)
    knowledge.open([check_start(layout, first, start)])
    rounds: list[Round] = []
    while not knowledge.is_cleared:
        found = easiest_round(knowledge, budget)
        if found is None:
            break
        knowledge.learn(found.conclusions)
        rounds.append(found)
    return _grading(rounds, knowledge)


def nearest_first(
    layout: Layout,
    first: CellLike,
    *,
    start: StartRule | str = StartRule.OPEN,
    budget: Budget | None = None,
) -> Cell | None:
    """Return the cell nearest to `first` from which the board needs no guess; None if none is.

    Raise `BudgetExceeded` when a stage takes too much work.
    """
    geometry, around = layout.geometry, layout.geometry.neighbour_lists
    queue = [geometry.index(first)]
    seen = set(queue)
    tried = set[bytes]()  # what first cells opened: those of one opening are alike
    for index in queue:  # grows: cells in the order of their distance
        for near in around[index]:
            if near not in seen:
                seen.add(near)
                queue.append(near)
        opened = _opened_by(layout, index, start)
        if opened is None or opened in tried:
            continue
        tried.add(opened)
        cell = geometry.cell(index)
        if grade_of(layout, cell, start=start, budget=budget).grade is not None:
            return cell
    return None


def _opened_by(layout: Layout, index: int, start: StartRule | str) -> bytes | None:
    """Return what a first cell opens; None where the start rule does not hold."""
    try:
        check_start(layout, layout.geometry.cell(index), start)
    except InputError:
        return None
    knowledge = Knowledge(layout)
    knowledge.open([index])
    return knowledge.position.faces


def check_start(layout: Layout, first: CellLike, start: StartRule | str) -> int:
    """Return the index of the first cell; raise `InputError` if its rule does not hold there."""
    geometry, rule = layout.geometry, StartRule.parse(start)
    index = geometry.index(first)
    for cell in (index, *excluded_cells(geometry, rule, geometry.cell(index))):
        if layout.cells[cell]:
            raise InputError(_bad_start(geometry.cell(index), geometry.cell(cell), rule))
    return index


def _bad_start(first: Cell, mine: Cell, rule: StartRule) -> str:
    if mine == first:
        return _("the first cell {first} is a mine: give another first cell").format(first=first)
    return _(
        "start rule '{rule}' does not hold at {first}: its neighbour {mine} is a mine; "
        "give another first cell, or the start rule safe"
    ).format(rule=rule, first=first, mine=mine)


def difficulty_of(rounds: Iterable[tuple[int, int]]) -> float:
    """Return the difficulty of rounds, each as (numbers taken together, cells that became known).

    It grows with every round, with the numbers that a round takes together, and with fewer cells
    to choose from.
    """
    return math.fsum(numbers / cells for numbers, cells in rounds)


def _grading(rounds: list[Round], knowledge: Knowledge) -> Grading:
    steps = {grade: sum(r.grade is grade for r in rounds) for grade in Grade}
    hardest = max((r.grade for r in rounds), key=lambda grade: grade.rank, default=Grade.CLICK)
    return Grading(
        grade=hardest if knowledge.is_cleared else None,
        steps_by_grade={grade: count for grade, count in steps.items() if count},
        difficulty=difficulty_of((r.numbers, len(r.cells)) for r in rounds),
        guess_at=None if knowledge.is_cleared else knowledge.position,
    )
