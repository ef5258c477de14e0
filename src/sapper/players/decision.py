"""A move, and a decision: the move with its reason.

Named tuples, because a game is hundreds of decisions and they should cost next to nothing.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypedDict

from sapper.board.cell import Cell
from sapper.errors import InputError

__all__ = ["MOVE_LETTERS", "Decision", "DecisionDocument", "Move", "MoveKind"]

MoveKind = Literal["open", "flag", "question", "unmark", "chord"]

MOVE_LETTERS: Final[dict[MoveKind, str]] = {
    "open": "o",
    "flag": "f",
    "question": "q",
    "unmark": "u",
    "chord": "c",
}
"""How a kind of move is written in a line of moves."""

_KINDS: Final = {letter: kind for kind, letter in MOVE_LETTERS.items()}


class Move(NamedTuple):
    """One thing that a player does: open, flag, question or unmark a cell, or chord a number."""

    kind: MoveKind
    cell: Cell

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move written like `o3,4`; raise `InputError` for another text."""
        try:
            return cls(_KINDS[text[:1]], Cell.parse(text[1:]))
        except (KeyError, InputError):
            raise InputError(f"expected a move like o3,4 (o f q u c), got {text!r}") from None

    def __str__(self) -> str:
        return f"{MOVE_LETTERS[self.kind]}{self.cell[0]},{self.cell[1]}"


class DecisionDocument(TypedDict):
    """A move like o3,4, why, and how sure; the chance of a mine is null if it is not known."""

    move: str
    reason: str
    chance: float | None
    is_guess: bool


class Decision(NamedTuple):
    """A move, why, and how sure.

    `chance` is the player's own estimate that the opened cell is a mine: 0 when it is certain
    of a safe move, 1 for a flag, None when its reason is not a probability.
    `is_guess` is False only if the move follows from the position.
    """

    move: Move
    reason: str
    chance: float | None
    is_guess: bool

    def to_dict(self) -> DecisionDocument:
        """Return plain data for JSON."""
        return DecisionDocument(
            move=str(self.move), reason=self.reason, chance=self.chance, is_guess=self.is_guess
        )
