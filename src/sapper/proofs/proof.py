"""Explanations as data: a proof, or two layouts that show that there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from sapper.board.cell import Cell, CellPair, pairs_of
from sapper.board.position import Position
from sapper.board.shown import Shown, shorten
from sapper.language import _
from sapper.proofs.document import (
    ProofDocument,
    StepDocument,
    UndecidedDocument,
    proof_document,
    step_document,
    undecided_document,
)

if TYPE_CHECKING:
    from sapper.board.views import View

__all__ = ["Proof", "Role", "Step", "Technique", "Undecided", "Witness"]


class Technique(StrEnum):
    """The method of a proof, from the simplest to the hardest."""

    GIVEN = "given"
    SINGLE_NUMBER = "single number"
    SUBSET = "subset"
    DIFFERENCE = "difference"
    CHAIN = "chain"
    CASE_SPLIT = "case split"
    MINE_COUNT = "mine count"


class Role(StrEnum):
    """Why a cell is highlighted."""

    NUMBER = "number"
    HELPER = "helper"
    CONCLUDED = "concluded"
    CELL = "cell"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a proof: some numbers (or the mine count) settle some cells, or clash.

    `shared` are the cells that the numbers have in common.
    """

    numbers: tuple[Cell, ...]
    uses_mine_count: bool
    shared: tuple[Cell, ...]
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    text: str

    def to_dict(self) -> StepDocument:
        """Return plain data for JSON."""
        return step_document(self)

    def __repr__(self) -> str:
        return f"<Step: {shorten(self.text, 150)}>"


@dataclass(frozen=True)
class Proof(Shown):
    """Why a cell is safe or a mine.

    The cell follows from `numbers` (with the mine count if `uses_mine_count`) and from no proper
    subset of them; no other number is needed.
    """

    position: Position
    cell: Cell
    is_mine: bool
    numbers: tuple[Cell, ...]
    uses_mine_count: bool
    technique: Technique
    pattern: str | None
    steps: tuple[Step, ...]
    text: str

    is_certain = True

    @property
    def highlights(self) -> Mapping[Cell, Role]:
        """The cells to show, each with its role."""
        roles: dict[Cell, Role] = {}
        for step in self.steps:
            roles |= dict.fromkeys(step.shared, Role.HELPER)
            roles |= dict.fromkeys((*step.safe, *step.mines), Role.HELPER)
        if self.steps:
            last = self.steps[-1]
            if self.cell in (*last.safe, *last.mines):
                roles |= dict.fromkeys((*last.safe, *last.mines), Role.CONCLUDED)
        roles |= dict.fromkeys(self.numbers, Role.NUMBER)
        roles[self.cell] = Role.CELL
        return roles

    @property
    def difficulty(self) -> tuple[int, int, int]:
        """A key that sorts simple proofs before hard ones."""
        cells = sum(len((*s.numbers, *s.shared, *s.safe, *s.mines)) for s in self.steps)
        return list(Technique).index(self.technique), len(self.numbers), cells

    def to_dict(self) -> ProofDocument:
        """Return plain data for JSON."""
        return proof_document(self)

    def svg(self, *, cell_size: int = 28) -> str:
        """Return the board with the proof drawn into it."""
        from sapper.proofs.picture import proof_svg

        return proof_svg(self, cell_size=cell_size)

    def view(self) -> View:
        """Return what a notebook shows: the picture and the text of the proof."""
        from sapper.proofs.picture import proof_view

        return proof_view(self)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        kind = "a mine" if self.is_mine else "safe"
        return f"<Proof that {self.cell} is {kind}: {self.technique}, {len(self.numbers)} numbers>"


@dataclass(frozen=True, slots=True)
class Witness:
    """One layout that fits the position: every mine on the board."""

    mines: frozenset[Cell]

    def to_dict(self) -> list[CellPair]:
        """Return the mines as plain data for JSON."""
        return pairs_of(self.mines)

    def __repr__(self) -> str:
        return f"<Witness of {len(self.mines)} mines>"


@dataclass(frozen=True)
class Undecided(Shown):
    """Why a cell is neither safe nor a mine: a layout with a mine there and one without."""

    position: Position
    cell: Cell
    with_mine: Witness
    without_mine: Witness

    is_certain = False

    @property
    def text(self) -> str:
        """The explanation in one sentence."""
        return _(
            "Nothing proves {cell}: there is a layout of mines with a mine there "
            "and one without, and both fit everything that is shown."
        ).format(cell=self.cell)

    def to_dict(self) -> UndecidedDocument:
        """Return plain data for JSON."""
        return undecided_document(self)

    def svg(self, *, cell_size: int = 28) -> str:
        """Return the board with both layouts drawn into it."""
        from sapper.proofs.picture import undecided_svg

        return undecided_svg(self, cell_size=cell_size)

    def view(self) -> View:
        """Return what a notebook shows: both layouts and the sentence."""
        from sapper.proofs.picture import undecided_view

        return undecided_view(self)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Undecided {self.cell}: two layouts differ there>"
