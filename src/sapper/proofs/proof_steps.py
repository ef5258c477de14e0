"""Turn reasoning into the steps of a proof or a conflict, with their sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sapper.analysis.premises import MINE_COUNT, Premises
from sapper.board.cell import Cell
from sapper.language import N_, _
from sapper.proofs.proof import Step
from sapper.proofs.reasoning import Case, Inference, refute
from sapper.proofs.words import is_kind
from sapper.proofs.words.clash_sentences import range_sentence
from sapper.proofs.words.premises import names_of
from sapper.proofs.words.step_sentences import step_sentence

__all__ = ["clash_steps", "mine_count_step", "refutation_steps", "step_of"]

_CASES = N_("First let {cell} be a mine."), N_("Or let {cell} be safe.")


def step_of(puzzle: Premises, inference: Inference) -> Step:
    """Return one inference as a step."""
    settled = puzzle.cells(inference.settled)
    return Step(
        numbers=puzzle.cells(i for i in inference.premises if i != MINE_COUNT),
        uses_mine_count=MINE_COUNT in inference.premises,
        shared=puzzle.cells({cell for bound in inference.helpers for cell in bound.cells}),
        safe=() if inference.is_mine else settled,
        mines=settled if inference.is_mine else (),
        text=step_sentence(puzzle, inference),
    )


def refutation_steps(puzzle: Premises, premises: Sequence[int], cell: int) -> tuple[Step, ...]:
    """Return the steps from the opposite of a certain cell to a clash."""
    is_mine = puzzle.answer.is_mine(cell)
    end = Step(
        numbers=(),
        uses_mine_count=False,
        shared=(),
        safe=() if is_mine else (puzzle.cell(cell),),
        mines=(puzzle.cell(cell),) if is_mine else (),
        text=_so(puzzle.cell(cell), is_mine),
    )
    case = refute(puzzle, premises, {cell: not is_mine})
    if case is not None:
        return (*_case_steps(puzzle, case), end)
    if is_mine:
        text = _(
            "With {cell} safe, all ways to place the mines around {numbers} fail; "
            "there are too many cases to list."
        )
    else:
        text = _(
            "With {cell} a mine, all ways to place the mines around {numbers} fail; "
            "there are too many cases to list."
        )
    text = text.format(cell=puzzle.cell(cell), numbers=names_of(puzzle, premises))
    return _bare_step(puzzle, premises, text), end


def clash_steps(puzzle: Premises, premises: Sequence[int]) -> tuple[Step, ...]:
    """Return the steps that show that the premises clash."""
    case = refute(puzzle, premises, {}) if len(premises) <= 12 else None
    if case is not None:
        return tuple(_case_steps(puzzle, case))
    if MINE_COUNT in premises:
        return (_bare_step(puzzle, premises, range_sentence(puzzle, premises, {})),)
    text = _("No way to place the mines satisfies {numbers} together.")
    text = text.format(numbers=names_of(puzzle, premises))
    return (_bare_step(puzzle, premises, text),)


def mine_count_step(puzzle: Premises, premises: Sequence[int], cell: int) -> Step:
    """Return the step in which the mine count settles a cell, by the range of possible mines."""
    is_mine = puzzle.answer.is_mine(cell)
    here = puzzle.cell(cell)
    why = range_sentence(puzzle, premises, {cell: not is_mine})
    return Step(
        numbers=puzzle.cells(i for i in premises if i != MINE_COUNT),
        uses_mine_count=True,
        shared=(),
        safe=() if is_mine else (here,),
        mines=(here,) if is_mine else (),
        text=f"{why} {_so(here, is_mine)}",
    )


def _case_steps(puzzle: Premises, case: Case, opening: str | None = None) -> Iterator[Step]:
    if case.cell is not None:
        here = puzzle.cell(case.cell)
        suppose = (
            _("Suppose {cell} were a mine.") if case.is_mine else _("Suppose {cell} were safe.")
        )
        yield _note_step((_(opening) if opening else suppose).format(cell=here), shared=(here,))
    for inference in case.steps:
        yield step_of(puzzle, inference)
    if case.cases:
        split = case.cases[0].cell
        assert split is not None
        here = puzzle.cell(split)
        text = _("There are two cases: {cell} is a mine, or it is safe.").format(cell=here)
        yield _note_step(text, shared=(here,))
        for inner, let in zip(case.cases, _CASES, strict=True):
            yield from _case_steps(puzzle, inner, let)


def _so(cell: Cell, is_mine: bool) -> str:
    return _("So {cell_is}.").format(cell_is=is_kind(str(cell), 1, is_mine))


def _bare_step(puzzle: Premises, premises: Sequence[int], text: str) -> Step:
    numbers = puzzle.cells(i for i in premises if i != MINE_COUNT)
    return Step(numbers, MINE_COUNT in premises, (), (), (), text)


def _note_step(text: str, shared: tuple[Cell, ...]) -> Step:
    return Step((), False, shared, (), (), text)
