"""Why no layout fits: a smallest set of numbers that cannot all be right.

Numbers are left out one by one; what still clashes without a number does not need it. The set
that remains is minimal: leave out any one and a layout fits. `sapper.conflict` says more.
"""

from __future__ import annotations

from sapper.analysis.budget import Budget
from sapper.analysis.exact import mine_range
from sapper.analysis.question import Answer, Question
from sapper.board.cell import SILENT, Cell, is_number
from sapper.board.position import Position
from sapper.errors import BudgetExceeded, ContradictionError

__all__ = ["contradiction"]

_MOST_SHRUNK = 600  # numbers; each costs one more count of the position
_MANY_CELLS = 6


def contradiction(
    position: Position, answer: Answer, trust_flags: bool, budget: Budget
) -> ContradictionError:
    """Return the error for a position that the core found impossible."""
    if not answer.needs_other_mine_count:
        cells = _shrunk(position.with_mines(None), answer.clash, trust_flags, budget)
        return ContradictionError(_clash_sentence(cells), cells=cells, is_mine_count=False)
    numbers = [i for i, face in enumerate(position.faces) if is_number(face)]
    return ContradictionError(
        f"no layout of mines fits: {_clash_with_count(position, trust_flags, budget)}, "
        f"the board has {position.mines}",
        cells=_shrunk(position, numbers, trust_flags, budget),
        is_mine_count=True,
    )


def _shrunk(
    position: Position, numbers: list[int], trust_flags: bool, budget: Budget
) -> frozenset[Cell]:
    """Return a minimal part of the numbers that still clashes; all of them if too many."""
    faces = bytearray(position.faces)
    kept = set(numbers)
    if len(numbers) <= _MOST_SHRUNK:
        for index, face in enumerate(position.faces):
            if is_number(face) and index not in kept:
                faces[index] = SILENT
        for number in numbers:
            faces[number] = SILENT
            if _is_possible(position, bytes(faces), trust_flags, budget):
                faces[number] = position.faces[number]
            else:
                kept.discard(number)
    return frozenset(map(position.geometry.cell, kept))


def _is_possible(position: Position, faces: bytes, trust_flags: bool, budget: Budget) -> bool:
    question = Question(position.geometry.native, faces, position.mines, trust_flags)
    try:
        return question.solve(budget).is_possible
    except BudgetExceeded:
        return True  # not known to clash without the number: it stays


def _clash_with_count(position: Position, trust_flags: bool, budget: Budget) -> str:
    """Return what the numbers want of the mine count, as far as the budget lets us see it."""
    try:
        counts = Question.about(position, trust_flags).exact_counts(budget)
    except BudgetExceeded:
        return "the numbers need another mine count"
    assert counts is not None
    assert position.mines is not None
    fewest, most = mine_range(counts)
    if position.mines < fewest:
        return f"the numbers need at least {fewest} mines"
    if position.mines > most:
        return f"the numbers leave room for at most {most} mines"
    return "no mixture of the parts makes up the mine count"


def _clash_sentence(cells: frozenset[Cell]) -> str:
    some = sorted(cells)
    if len(some) == 1:
        return f"no layout of mines fits the number at {some[0]}"
    named = ", ".join(map(str, some[:_MANY_CELLS]))
    more = f" and {len(some) - _MANY_CELLS} more" if len(some) > _MANY_CELLS else ""
    return f"no layout of mines fits the numbers at {named}{more} together"
