"""Explain why a position is impossible, and which single change would repair it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from sapper.analysis.budget import Budget
from sapper.analysis.clash import contradiction_of, find_clash
from sapper.analysis.premises import MINE_COUNT, Premises
from sapper.board.cell import Cell
from sapper.board.inputs import PositionLike, position_of
from sapper.board.notebook_value import shorten
from sapper.board.position import Position
from sapper.errors import BudgetExceeded, ContradictionError
from sapper.nouns import count_noun
from sapper.proofs.proof import Drawn, Highlight, Role, Step, highlights_of
from sapper.proofs.proof_steps import clash_steps
from sapper.proofs.repairs import Repair, repairs_of

__all__ = ["Conflict", "Impossible", "conflict", "conflict_of"]


@dataclass(frozen=True)
class Conflict(Drawn):
    """Why no layout fits.

    `numbers` (with the mine count if `uses_mine_count`) cannot all be right, but any proper subset
    of them can. `text` explains why, step by step; `summary` names them in one sentence. Each of
    the `repairs` alone makes the position possible. If the budget ended first, there are no steps
    and the repairs are not known.
    """

    position: Position
    numbers: tuple[Cell, ...]
    uses_mine_count: bool
    steps: tuple[Step, ...]
    text: str
    repairs: tuple[Repair, ...]

    document_as = (
        "summary", "numbers", "uses_mine_count", "steps", "highlights", "text", "repairs",
    )  # fmt: skip

    @property
    def highlights(self) -> tuple[Highlight, ...]:
        """The cells to show, each with its role."""
        roles = {cell: Role.HELPER for step in self.steps for cell in step.cells}
        return highlights_of(roles | dict.fromkeys(self.numbers, Role.NUMBER))

    @property
    def error(self) -> ContradictionError:
        """The error that `analyse` raises: it names the same numbers."""
        return contradiction_of(self.position, self.numbers, self.uses_mine_count)

    @property
    def summary(self) -> str:
        """What clashes, in one sentence."""
        return str(self.error)

    def __repr__(self) -> str:
        repairs = count_noun(len(self.repairs), "possible repair")
        return f"<Conflict: {shorten(self.summary, 120)}; {repairs}>"


@dataclass(frozen=True, slots=True)
class Impossible:
    """The answer about a position that no layout fits; `notes` say how its text was read.

    `conflict` is None only if it was asked for and a layout fits.
    """

    position: Position
    notes: tuple[str, ...]
    conflict: Conflict | None


def conflict(
    position: PositionLike,
    *,
    mines: int | None = None,
    trust_flags: bool = False,
    budget: Budget | None = None,
) -> Conflict | None:
    """Return why no layout fits the position, or None when one does.

    Raise `BudgetExceeded` when the budget runs out.
    """
    position = position_of(position, mines)
    puzzle = Premises(position, trust_flags, budget)
    if puzzle.answer.is_possible:
        return None
    premises = find_clash(puzzle)
    numbers = [i for i in premises if i != MINE_COUNT]
    steps = clash_steps(puzzle, premises)
    return Conflict(
        position=position,
        numbers=puzzle.cells(numbers),
        uses_mine_count=len(numbers) < len(premises),
        steps=steps,
        text=" ".join(step.text for step in steps),
        repairs=repairs_of(puzzle, premises),
    )


def conflict_of(
    error: ContradictionError,
    position: Position,
    *,
    trust_flags: bool = False,
    budget: Budget | None = None,
) -> Conflict:
    """Return the conflict behind an error, without steps and repairs if the budget ends first."""
    found = None
    with suppress(BudgetExceeded):
        found = conflict(position, trust_flags=trust_flags, budget=budget)
    numbers = tuple(sorted(error.cells))
    return found or Conflict(position, numbers, error.is_mine_count, (), str(error), ())
