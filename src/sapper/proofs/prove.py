"""Explain why a cell is safe, a mine, or neither.

`explain` finds the premises (`search`) and turns them into steps (`reasoning`, `step_sentences`).
For an undecided cell it makes two layouts (`example_layouts`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from sapper.analysis.budget import Budget
from sapper.analysis.clash import contradiction
from sapper.analysis.premises import MINE_COUNT, Premises
from sapper.board.cell import Cell, CellLike, count_named
from sapper.board.inputs import PositionLike, position_of
from sapper.board.position import Position
from sapper.language import _
from sapper.proofs.example_layouts import example_layout
from sapper.proofs.patterns import pattern_of
from sapper.proofs.proof import Proof, Step, Technique, Undecided
from sapper.proofs.proof_steps import mine_count_step, refutation_steps, step_of
from sapper.proofs.reasoning import Inference, chain
from sapper.proofs.search import Searcher

__all__ = ["explain", "explain_all"]

_MOST_TO_COUNT = 5


def explain(
    position: PositionLike,
    cell: CellLike,
    *,
    mines: int | None = None,
    trust_flags: bool = False,
    budget: Budget | None = None,
) -> Proof | Undecided:
    """Return the proof that a covered cell is safe or a mine, or two layouts that differ in it.

    The mine count of the position may be unknown. Raise `CellError` for a cell that is not
    covered, `ContradictionError` when no layout fits, `BudgetExceeded` when the budget runs out.
    """
    position = position_of(position, mines)
    puzzle = _make_puzzle(position, trust_flags, budget)
    index = position.covered_index(cell)
    if not puzzle.answer.is_certain(index):
        return _undecided(puzzle, index)
    return _Prover(puzzle).prove(index)


def explain_all(
    position: PositionLike,
    *,
    mines: int | None = None,
    trust_flags: bool = False,
    budget: Budget | None = None,
) -> tuple[Proof, ...]:
    """Return a proof for every certain cell, in row order.

    Raise `ContradictionError` when no layout fits, `BudgetExceeded` when the budget runs out.
    """
    puzzle = _make_puzzle(position_of(position, mines), trust_flags, budget)
    prover = _Prover(puzzle)
    return tuple(prover.prove(i) for i in puzzle.answer.certain)


def _make_puzzle(position: Position, trust_flags: bool, budget: Budget | None) -> Premises:
    """Return the puzzle of a position, or raise `ContradictionError`."""
    puzzle = Premises(position, trust_flags, budget)
    if not puzzle.answer.is_possible:
        raise contradiction(puzzle)
    return puzzle


def _undecided(puzzle: Premises, cell: int) -> Undecided:
    text = _(
        "Nothing proves {cell}: there is a layout of mines with a mine there and one without, and "
        "both fit everything that is shown."
    )
    return Undecided(
        position=puzzle.position,
        cell=puzzle.cell(cell),
        with_mine=example_layout(puzzle, cell, True),
        without_mine=example_layout(puzzle, cell, False),
        text=text.format(cell=puzzle.cell(cell)),
    )


class _Reasons(NamedTuple):
    """The reasons why premises settle some cells; `text` only without steps."""

    settled: frozenset[int]
    technique: Technique
    pattern: str | None
    steps: tuple[Step, ...]
    text: str = ""

    def steps_to(self, cell: Cell) -> tuple[Step, ...]:
        """Return the steps; the last names the cell, also where it only counts the last cells."""
        if not self.steps:
            return ()
        *before, last = self.steps
        settled = last.mines or last.safe
        if cell in settled[: count_named(len(settled))]:
            return self.steps
        text = _("{step} {cell} is one of them.").format(step=last.text, cell=cell)
        return *before, replace(last, text=text)


class _Prover:
    """Proves one cell after another; cells settled by the same last step share their reasons."""

    def __init__(self, puzzle: Premises) -> None:
        self._puzzle = puzzle
        self._searcher = Searcher(puzzle)
        self._reasons: dict[tuple[int, ...], list[_Reasons]] = {}

    def prove(self, cell: int) -> Proof:
        """Return the proof of a certain cell."""
        puzzle = self._puzzle
        premises = self._searcher.premises_of(cell)
        known = self._reasons.setdefault(premises, [])
        reasons = next((r for r in known if cell in r.settled), None)
        if reasons is None:
            reasons = _reasons(puzzle, premises, cell)
            known.append(reasons)
        steps = reasons.steps_to(puzzle.cell(cell))
        return Proof(
            position=puzzle.position,
            cell=puzzle.cell(cell),
            is_mine=puzzle.answer.is_mine(cell),
            numbers=puzzle.cells(i for i in premises if i != MINE_COUNT),
            uses_mine_count=MINE_COUNT in premises,
            technique=reasons.technique,
            pattern=reasons.pattern,
            steps=steps,
            text=reasons.text or _text(steps, reasons.pattern),
        )


def _reasons(puzzle: Premises, premises: tuple[int, ...], cell: int) -> _Reasons:
    alone = frozenset((cell,))
    if not premises:
        text = _("{cell} has a flag, and flags are trusted here.")
        return _Reasons(alone, Technique.GIVEN, None, (), text.format(cell=puzzle.cell(cell)))
    uses_count = premises[-1] == MINE_COUNT
    inferences = _chain(puzzle, premises, cell)
    if inferences:
        steps = tuple(step_of(puzzle, inference) for inference in inferences)
        technique = Technique.MINE_COUNT if uses_count else _technique(premises, inferences)
        pattern = None if uses_count else pattern_of(puzzle, premises)
        return _Reasons(inferences[-1].settled, technique, pattern, steps)
    if uses_count:
        step = mine_count_step(puzzle, premises, cell)
        return _Reasons(alone, Technique.MINE_COUNT, None, (step,))
    steps = refutation_steps(puzzle, premises, cell)
    return _Reasons(alone, Technique.CASE_SPLIT, None, steps)


def _chain(puzzle: Premises, premises: tuple[int, ...], cell: int) -> tuple[Inference, ...]:
    """Return plain steps; none for a long chain to the mine count: its sum is a better reason."""
    if premises[-1] != MINE_COUNT:
        return chain(puzzle, premises, cell)
    if len(premises) > _MOST_TO_COUNT:
        return ()
    steps = chain(puzzle, premises, cell)
    return steps if len(steps) <= _MOST_TO_COUNT else ()


def _technique(premises: tuple[int, ...], inferences: tuple[Inference, ...]) -> Technique:
    if len(premises) == 1:
        return Technique.SINGLE_NUMBER
    if len(inferences) > 1 or len(premises) > 2:
        return Technique.CHAIN
    return Technique.DIFFERENCE if inferences[0].helpers[0].outside else Technique.SUBSET


def _text(steps: tuple[Step, ...], pattern: str | None) -> str:
    text = " ".join(step.text for step in steps)
    if pattern is None:
        return text
    known = _("Players know this as the {pattern} pattern.").format(pattern=pattern)
    return f"{text} {known}"
