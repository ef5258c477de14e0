"""A move, and a decision: the move with its reason.

Named tuples, because a game has hundreds of decisions and they must be cheap.
"""

from __future__ import annotations

import reprlib
from typing import Final, Literal, NamedTuple

from sapper.board.cell import Cell, CellLike, cell_of
from sapper.errors import InputError
from sapper.language import N_, _

__all__ = ["MOVE_LETTERS", "Decision", "Move", "MoveKind", "Unjudged", "move_name"]

MoveKind = Literal["open", "flag", "question", "unmark", "chord"]

MOVE_LETTERS: Final[dict[MoveKind, str]] = {
    "open": "o",
    "flag": "f",
    "question": "q",
    "unmark": "u",
    "chord": "c",
}
"""The letter of each kind of move in a game line."""

_NAMES: Final = {
    "open": N_("open {cell}"),
    "flag": N_("flag {cell}"),
    "question": N_("question {cell}"),
    "unmark": N_("unmark {cell}"),
    "chord": N_("chord {cell}"),
}
_KINDS: Final = {letter: kind for kind, letter in MOVE_LETTERS.items()}


class Move(NamedTuple):
    """A move: open, flag, question or unmark a cell, or chord a number."""

    kind: MoveKind
    cell: Cell

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move of a text like `o3,4`; raise `InputError` for any other text."""
        try:
            return cls(_KINDS[text[:1]], Cell.parse(text[1:]))
        except (KeyError, InputError):
            raise InputError(
                _("expected a move like o3,4 (o f q u c), got {text!r}").format(text=text)
            ) from None

    @classmethod
    def of(cls, move: Move | tuple[MoveKind, CellLike] | str) -> Move:
        """Return the move that a caller means; raise `InputError` for anything else."""
        if type(move) is Move and type(move.cell) is Cell and move.kind in MOVE_LETTERS:
            return move
        if isinstance(move, str):
            return cls.parse(move)
        if isinstance(move, tuple) and len(move) == 2 and move[0] in tuple(MOVE_LETTERS):
            return cls(move[0], cell_of(move[1]))
        raise InputError(
            f"expected a move such as Move('open', (2, 3)) or 'o2,3', got {reprlib.repr(move)}"
        )

    def __str__(self) -> str:
        return f"{MOVE_LETTERS[self.kind]}{self.cell[0]},{self.cell[1]}"


Move.document_as = str  # type: ignore[attr-defined]  # in the class it would be a field


def move_name(move: Move) -> str:
    """Return a move in words: open r2c3."""
    return _(_NAMES[move.kind]).format(cell=move.cell)


class Decision(NamedTuple):
    """A move with its reason.

    `chance` is the player's own estimate of the chance that the cell is a mine: 0 for a certain
    safe cell, 1 for a flag, None if the reason is not a probability. `is_guess` is False only if
    the move follows from the position.
    """

    move: Move
    reason: str
    chance: float | None
    is_guess: bool


class Unjudged(Decision):
    """The decision of a player that names only a move; the game loop computes its risk."""

    __slots__ = ()
