"""Turn reasoning into the steps of a proof or a conflict, with their sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sapper.analysis.partial_board import PartialBoard
from sapper.analysis.puzzle import MINE_COUNT, Puzzle
from sapper.board.cell import Cell, join_names
from sapper.proofs.cases import refute
from sapper.proofs.inference import Case, Inference
from sapper.proofs.proof import Step
from sapper.proofs.step_sentences import name, step_sentence
from sapper.proofs.words import are, capital, count, mines

__all__ = ["clash_steps", "mine_count_step", "refutation_steps", "step_of"]


def step_of(puzzle: Puzzle, inference: Inference) -> Step:
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


def refutation_steps(puzzle: Puzzle, premises: Sequence[int], cell: int) -> tuple[Step, ...]:
    """Return the steps from the opposite of a certain cell to a clash."""
    is_mine = puzzle.answer.is_mine(cell)
    end = Step(
        numbers=(),
        uses_mine_count=False,
        shared=(),
        safe=() if is_mine else (puzzle.cell(cell),),
        mines=(puzzle.cell(cell),) if is_mine else (),
        text=f"So {puzzle.cell(cell)} is {'a mine' if is_mine else 'safe'}.",
    )
    case = refute(puzzle, premises, {cell: not is_mine})
    if case is not None:
        return (*_case_steps(puzzle, case), end)
    opposite = "safe" if is_mine else "a mine"
    text = (
        f"With {puzzle.cell(cell)} {opposite}, all ways to place the mines around "
        f"{_names(puzzle, premises)} fail; there are too many cases to list."
    )
    return _bare_step(puzzle, premises, text), end


def clash_steps(puzzle: Puzzle, premises: Sequence[int]) -> tuple[Step, ...]:
    """Return the steps that show that the premises clash."""
    case = refute(puzzle, premises, {}) if len(premises) <= 12 else None
    if case is not None:
        return tuple(_case_steps(puzzle, case))
    if MINE_COUNT in premises:
        return (_bare_step(puzzle, premises, _range_text(puzzle, premises, {})),)
    text = f"No way to place the mines satisfies {_names(puzzle, premises)} together."
    return (_bare_step(puzzle, premises, text),)


def mine_count_step(puzzle: Puzzle, premises: Sequence[int], cell: int) -> Step:
    """Return the step in which the mine count settles a cell, by the range of possible mines."""
    is_mine = puzzle.answer.is_mine(cell)
    here = puzzle.cell(cell)
    why = _range_text(puzzle, premises, {cell: not is_mine})
    text = f"{why} So {here} is {'a mine' if is_mine else 'safe'}."
    return Step(
        numbers=puzzle.cells(i for i in premises if i != MINE_COUNT),
        uses_mine_count=True,
        shared=(),
        safe=() if is_mine else (here,),
        mines=(here,) if is_mine else (),
        text=text,
    )


def _case_steps(puzzle: Puzzle, case: Case, opening: str = "Suppose {} were") -> Iterator[Step]:
    if case.cell is not None:
        here = puzzle.cell(case.cell)
        text = f"{opening.format(here)} {'a mine' if case.is_mine else 'safe'}."
        yield _note_step(text, shared=(here,))
    for inference in case.steps:
        yield step_of(puzzle, inference)
    if case.cases:
        split = case.cases[0].cell
        assert split is not None
        here = puzzle.cell(split)
        yield _note_step(f"Now {here} may be a mine or safe.", shared=(here,))
        for inner, let in zip(case.cases, ("First let {} be", "Or let {} be"), strict=True):
            yield from _case_steps(puzzle, inner, let)


def _range_text(puzzle: Puzzle, premises: Sequence[int], supposed: Mapping[int, bool]) -> str:
    """Return why the mine count does not fit what the numbers allow."""
    numbers = [i for i in premises if i != MINE_COUNT]
    board = PartialBoard(puzzle, numbers, with_count=True)
    limits = board.mine_range(numbers, supposed)
    assert limits is not None, "the numbers alone clash: the mine count is no premise"
    fewest, most = limits
    if supposed:
        return _supposed_text(puzzle, numbers, (fewest, most), *next(iter(supposed.items())))
    left = puzzle.premise(MINE_COUNT).need
    who = _names(puzzle, numbers)
    need, leave = ("needs", "leaves") if len(numbers) == 1 else ("need", "leave")
    if left < fewest:
        only = _only(puzzle, left)
        return f"{capital(who)} {need} at least {mines(fewest)}, but {only}: impossible."
    if left > most:
        return f"{capital(_still(left))}, but {who} {leave} {_room(most)}: impossible."
    return f"{capital(who)} cannot be satisfied with exactly {mines(left)}: impossible."


def _supposed_text(
    puzzle: Puzzle, numbers: list[int], limits: tuple[int, int], cell: int, is_mine: bool
) -> str:
    """Return why the mine count rules out an assumption about a cell."""
    left = puzzle.premise(MINE_COUNT).need
    who = _names(puzzle, numbers)
    suppose = f"If {puzzle.cell(cell)} were {'a mine' if is_mine else 'safe'},"
    fewest, most = limits
    if left < fewest and not puzzle.is_touched(cell, numbers):
        need = "needs" if len(numbers) == 1 else "need"
        return f"{capital(who)} {need} at least {mines(fewest - 1)}, and {_only(puzzle, left)}."
    if left < fewest:
        return f"{suppose} {who} would need at least {mines(fewest)}, but {_only(puzzle, left)}."
    if left > most:
        return f"{suppose} {who} would leave {_room(most)}, but {_still(left)}."
    return f"{suppose} {who} could not be satisfied with exactly the {mines(left)} that are left."


def _bare_step(puzzle: Puzzle, premises: Sequence[int], text: str) -> Step:
    numbers = puzzle.cells(i for i in premises if i != MINE_COUNT)
    return Step(numbers, MINE_COUNT in premises, (), (), (), text)


def _note_step(text: str, shared: tuple[Cell, ...]) -> Step:
    return Step((), False, shared, (), (), text)


def _names(puzzle: Puzzle, premises: Sequence[int]) -> str:
    return join_names(name(puzzle, i) for i in sorted(premises) if i != MINE_COUNT)


def _only(puzzle: Puzzle, left: int) -> str:
    if not puzzle.premise(MINE_COUNT).known:
        return f"the board has only {count(left)}" if left else "the board has none"
    return f"only {count(left)} {are(left)} left" if left else "none is left"


def _room(most: int) -> str:
    return f"room for at most {mines(most)}" if most else "no room for a mine"


def _still(left: int) -> str:
    return f"{mines(left)} {are(left)} left"
