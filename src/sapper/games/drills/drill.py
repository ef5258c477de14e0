"""A drill: a position to solve, where the next certain cell needs one technique."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sapper.board.notebook_value import NotebookValue
from sapper.board.position import Position
from sapper.documents import Digits
from sapper.language import _
from sapper.nouns import count_noun
from sapper.proofs.proof import Proof, Technique

if TYPE_CHECKING:
    from sapper.board.views import View

__all__ = ["Drill", "FoundDrills", "name_of"]


@dataclass(frozen=True)
class Drill(NotebookValue):
    """A position where no technique easier than `technique` gives a certain cell.

    Every mine that is known so far has a flag, and flags may be trusted.
    """

    technique: Technique
    position: Position
    answers: tuple[Proof, ...]
    """The cells that the technique gives, easiest first, each with its proof."""
    seed: Digits
    game: Digits
    """The number of the game of the seed that the position is from."""

    document_as = (("technique", "name"), "position", "seed", "game", "answers")

    @property
    def answer(self) -> Proof:
        """The easiest answer: a safe cell if there is one."""
        return self.answers[0]

    @property
    def name(self) -> str:
        """The name of the technique as `drills` and the command take it, such as `case-split`."""
        return name_of(self.technique)

    @property
    def text(self) -> str:
        """The position in one line."""
        return str(self.position)

    def svg(self, *, cell_size: int = 28) -> str:
        """Return the position as it is given."""
        return self.position.svg(cell_size=cell_size)

    def answer_svg(self, *, cell_size: int = 28) -> str:
        """Return the position with the easiest proof drawn into it."""
        return self.answer.svg(cell_size=cell_size)

    def view(self) -> View:
        """Return what a notebook shows: the position, not the answer."""
        from sapper.board.views import View

        return self.position.view_with(
            self.svg, View(title=_("Find a cell by: {technique}").format(technique=self.technique))
        )

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        answers = count_noun(len(self.answers), "answer")
        return f"<Drill {self.technique}: {answers} on {self.position.geometry!r}>"


@dataclass(frozen=True)
class FoundDrills:
    """Positions that need one technique, from `tries` dealt boards."""

    technique: str
    board: str
    seed: Digits
    tries: int
    drills: list[Drill]


def name_of(technique: Technique) -> str:
    """Return the name of a technique without spaces, as options are written."""
    return str(technique).replace(" ", "-")
