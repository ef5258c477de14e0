"""Why is this cell safe, or a mine, or neither?

`explain` finds the premises (`search`), puts them into steps (`reasoning`), tells them (`telling`);
for an undecided cell it makes two layouts (`witness`).
"""

from __future__ import annotations

from sapper.analysis.budget import Budget
from sapper.board.position import Position
from sapper.explain.conflict import contradiction_of
from sapper.explain.patterns import pattern_of
from sapper.explain.proof import Proof, Step, Technique, Undecided
from sapper.explain.puzzle import MINE_COUNT, Puzzle
from sapper.explain.reasoning import Inference, chain
from sapper.explain.search import Searcher
from sapper.explain.steps import counted_step, step_of, supposing_steps
from sapper.explain.witness import witness

__all__ = ["explain", "explain_all"]

_MOST_TO_COUNT = 5  # a longer chain up to the mine count is told by its sum instead


def explain(
    position: Position,
    cell: tuple[int, int],
    *,
    trust_flags: bool = False,
    budget: Budget | None = None,
) -> Proof | Undecided:
    """Return the proof that a covered cell is safe or a mine, or two layouts that differ in it.

    The mine count of the position may be unknown. Raise `CellError` for a cell that is not
    covered, `ContradictionError` when no layout fits, `BudgetExceeded` when the budget ends.
    """
    puzzle = _possible(position, trust_flags, budget)
    index = puzzle.covered_index(cell)
    if not puzzle.is_certain(index):
        return Undecided(
            position, puzzle.cell(index), witness(puzzle, index, True), witness(puzzle, index, False)
        )
    return _prove(Searcher(puzzle), index)


def explain_all(
    position: Position, *, trust_flags: bool = False, budget: Budget | None = None
) -> tuple[Proof, ...]:
    """Return a proof for every certain cell, in row order.

    Raise `ContradictionError` when no layout fits, `BudgetExceeded` when the budget ends.
    """
    puzzle = _possible(position, trust_flags, budget)
    searcher = Searcher(puzzle)
    verdicts = puzzle.verdicts
    return tuple(_prove(searcher, i) for i, v in enumerate(verdicts) if v & 2)


def _possible(position: Position, trust_flags: bool, budget: Budget | None) -> Puzzle:
    puzzle = Puzzle(position, trust_flags, budget)
    if not puzzle.is_possible:
        raise contradiction_of(puzzle)
    return puzzle


def _prove(searcher: Searcher, cell: int) -> Proof:
    puzzle = searcher.puzzle
    premises = searcher.premises_of(cell)
    technique, steps, text = _reasons(puzzle, premises, cell)
    numbers = [i for i in premises if i != MINE_COUNT]
    return Proof(
        position=puzzle.position,
        cell=puzzle.cell(cell),
        is_mine=puzzle.is_mine(cell),
        numbers=puzzle.cells(numbers),
        uses_mine_count=len(numbers) < len(premises),
        technique=technique,
        pattern=None if len(numbers) < len(premises) else pattern_of(puzzle, numbers),
        steps=steps,
        text=text,
    )


def _reasons(
    puzzle: Puzzle, premises: tuple[int, ...], cell: int
) -> tuple[Technique, tuple[Step, ...], str]:
    """Return how the premises settle the cell: technique, steps, text."""
    if not premises:
        text = f"{puzzle.cell(cell)} bears a flag, and flags are trusted here."
        return Technique.GIVEN, (), text
    uses_count = premises[-1] == MINE_COUNT
    inferences = () if len(premises) > _MOST_TO_COUNT and uses_count else chain(puzzle, premises, cell)
    if uses_count and len(inferences) > _MOST_TO_COUNT:
        inferences = ()
    if inferences:
        steps = tuple(step_of(puzzle, inference) for inference in inferences)
        technique = Technique.MINE_COUNT if uses_count else _technique(premises, inferences)
        return technique, steps, " ".join(step.text for step in steps)
    if uses_count:
        step = counted_step(puzzle, premises, cell)
        return Technique.MINE_COUNT, (step,), step.text
    steps = supposing_steps(puzzle, premises, cell)
    return Technique.CASE_SPLIT, steps, " ".join(step.text for step in steps)


def _technique(premises: tuple[int, ...], inferences: tuple[Inference, ...]) -> Technique:
    if len(premises) == 1:
        return Technique.SINGLE_NUMBER
    if len(inferences) > 1 or len(premises) > 2:
        return Technique.CHAIN
    return Technique.DIFFERENCE if inferences[0].helpers[0].outside else Technique.SUBSET
