"""Explain why a position is impossible, and which single change would repair it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.analysis.budget import Budget
from sapper.analysis.clash import contradiction_of, find_clash
from sapper.analysis.puzzle import MINE_COUNT, Puzzle
from sapper.board.cell import Cell
from sapper.board.inputs import PositionLike, position_of
from sapper.board.position import Position
from sapper.board.shown import Shown
from sapper.errors import BudgetExceeded, ContradictionError
from sapper.proofs.document import ConflictDocument, conflict_document
from sapper.proofs.proof import Role, Step
from sapper.proofs.repairs import Repair, repairs_of
from sapper.proofs.steps import clash_steps

if TYPE_CHECKING:
    from sapper.board.views import View

__all__ = ["Conflict", "conflict", "conflict_of"]


@dataclass(frozen=True)
class Conflict(Shown):
    """Why no layout fits.

    `numbers` (with the mine count if `uses_mine_count`) cannot all be right, but any proper subset
    of them can. `text` explains why, step by step; `error` names them in one sentence. Each of the
    `repairs` alone makes the position possible.
    """

    position: Position
    numbers: tuple[Cell, ...]
    uses_mine_count: bool
    steps: tuple[Step, ...]
    text: str
    repairs: tuple[Repair, ...]

    @property
    def highlights(self) -> Mapping[Cell, Role]:
        """The cells to show, each with its role."""
        roles: dict[Cell, Role] = {}
        for step in self.steps:
            roles |= dict.fromkeys((*step.shared, *step.safe, *step.mines), Role.HELPER)
        return roles | dict.fromkeys(self.numbers, Role.NUMBER)

    @property
    def error(self) -> ContradictionError:
        """The error that `analyse` raises: it names the same numbers."""
        return contradiction_of(self.position, self.numbers, self.uses_mine_count)

    def to_dict(self) -> ConflictDocument:
        """Return plain data for JSON."""
        return conflict_document(self)

    def svg(self, *, cell_size: int = 28) -> str:
        """Return the board with the clashing numbers highlighted."""
        from sapper.proofs.picture import conflict_svg

        return conflict_svg(self, cell_size=cell_size)

    def view(self) -> View:
        """Return what a notebook shows: the clash, why it is one, and the repairs."""
        from sapper.proofs.picture import conflict_view

        return conflict_view(self)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        count = " and the mine count" if self.uses_mine_count else ""
        return f"<Conflict of {len(self.numbers)} numbers{count}, {len(self.repairs)} repairs>"


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
    puzzle = Puzzle(position, trust_flags, budget)
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
