"""Explanations as data: a proof, or two layouts that show that there is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from sapper.board.cell import Cell
from sapper.board.notebook_value import NotebookValue, View, shorten
from sapper.board.position import Position
from sapper.language import N_
from sapper.nouns import count_noun

__all__ = [
    "Drawn",
    "Explanation",
    "Highlight",
    "Proof",
    "Role",
    "Step",
    "Technique",
    "Undecided",
    "easiest_first",
    "highlights_of",
]


class Technique(StrEnum):
    """The method of a proof, from the simplest to the hardest."""

    GIVEN = N_("given")
    SINGLE_NUMBER = N_("single number")
    SUBSET = N_("subset")
    DIFFERENCE = N_("difference")
    CHAIN = N_("chain")
    CASE_SPLIT = N_("case split")
    MINE_COUNT = N_("mine count")


class Role(StrEnum):
    """Why a cell is highlighted."""

    NUMBER = "number"
    HELPER = "helper"
    CONCLUDED = "concluded"
    CELL = "cell"


class Highlight(NamedTuple):
    """A cell to show, and why."""

    cell: Cell
    role: Role


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

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The numbers, the cells that they share and the cells that they settle."""
        return (*self.numbers, *self.shared, *self.safe, *self.mines)

    def __repr__(self) -> str:
        return f"<Step: {shorten(self.text, 150)}>"


class Drawn(NotebookValue):
    """An explanation that can be drawn into its board; as text it is its `text`."""

    position: Position
    text: str

    def svg(self, *, cell_size: int = 28) -> str:
        """Return the board with the explanation drawn into it."""
        from sapper.proofs.picture import explanation_svg

        return explanation_svg(self, cell_size)

    def view(self) -> View:
        """Return what a notebook shows: the picture and the text."""
        from sapper.proofs.picture import explanation_view

        return explanation_view(self)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Proof(Drawn):
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

    document_as = (
        "cell", "is_certain", "is_mine", "numbers", "uses_mine_count", "technique", "pattern",
        "steps", "highlights", "text",
    )  # fmt: skip

    @property
    def is_certain(self) -> bool:
        """Whether the cell is certain."""
        return True

    @property
    def highlights(self) -> tuple[Highlight, ...]:
        """The cells to show, each with its role."""
        roles = {cell: Role.HELPER for step in self.steps for cell in step.cells}
        if self.steps:
            last = self.steps[-1]
            if self.cell in (*last.safe, *last.mines):
                roles |= dict.fromkeys((*last.safe, *last.mines), Role.CONCLUDED)
        roles |= dict.fromkeys(self.numbers, Role.NUMBER)
        roles[self.cell] = Role.CELL
        return highlights_of(roles)

    @property
    def difficulty(self) -> tuple[int, ...]:
        """A key that sorts proofs of few, simple steps before long or hard ones.

        A step of one number counts 1, a subset 2, any other step of two numbers 3, of three 5.
        Proofs that split into cases come after all plain steps, proofs by the mine count last.
        """
        rank, plain = _TECHNIQUES.index(self.technique), _TECHNIQUES.index(Technique.CHAIN)
        premises = [len(step.numbers) + step.uses_mine_count for step in self.steps]
        effort = sum(2 * count - 1 for count in premises if count)
        effort -= self.technique is Technique.SUBSET
        cells = sum(len(step.cells) for step in self.steps)
        return max(rank, plain), effort, rank, len(self.numbers), cells

    def __repr__(self) -> str:
        kind = "a mine" if self.is_mine else "safe"
        numbers = count_noun(len(self.numbers), "number")
        return f"<Proof that {self.cell} is {kind}, from {numbers} ({self.technique})>"


_TECHNIQUES = list(Technique)


def easiest_first(proofs: Iterable[Proof]) -> tuple[Proof, ...]:
    """Return the proofs of safe cells, then those of mines, both from the easiest on."""
    return tuple(sorted(proofs, key=lambda proof: (proof.is_mine, proof.difficulty, proof.cell)))


@dataclass(frozen=True)
class Undecided(Drawn):
    """Why a cell is neither safe nor a mine: the mines of two layouts that fit the position.

    One of them has a mine in the cell, the other has none.
    """

    position: Position
    cell: Cell
    with_mine: frozenset[Cell]
    without_mine: frozenset[Cell]
    text: str

    document_as = ("cell", "is_certain", "with_mine", "without_mine", "text")

    @property
    def is_certain(self) -> bool:
        """Whether the cell is certain."""
        return False

    def __repr__(self) -> str:
        return f"<Undecided: {self.cell} is a mine in some layouts and safe in others>"


@dataclass(frozen=True, slots=True)
class Explanation:
    """The explanations that were asked for; if no cell is certain, `guess` says what to do."""

    position: Position
    explanations: tuple[Proof | Undecided, ...]
    guess: str | None = None


def highlights_of(roles: Mapping[Cell, Role]) -> tuple[Highlight, ...]:
    """Return the cells to show, in row order."""
    return tuple(Highlight(cell, role) for cell, role in sorted(roles.items()))
