"""Moves in words, in the language in use."""

from __future__ import annotations

from typing import Final

from sapper.language import N_, _
from sapper.players.decision import Move

__all__ = ["move_name"]

_MOVES: Final = {
    "open": N_("open {cell}"),
    "flag": N_("flag {cell}"),
    "question": N_("question {cell}"),
    "unmark": N_("unmark {cell}"),
    "chord": N_("chord {cell}"),
}


def move_name(move: Move) -> str:
    """Return a move in words: open r2c3."""
    return _(_MOVES[move.kind]).format(cell=move.cell)
