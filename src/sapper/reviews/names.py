"""The names of verdicts, moves, grades and ends of games, as people read them."""

from __future__ import annotations

from typing import Final

from sapper.games.status import Status
from sapper.language import N_, _
from sapper.players.decision import Move
from sapper.reviews.classify import Verdict

__all__ = ["grade_name", "move_name", "status_name", "verdict_name"]

_VERDICTS: Final = {
    Verdict.MARK: N_("mark"),
    Verdict.FIRST: N_("first cell"),
    Verdict.CERTAIN: N_("certain"),
    Verdict.FORCED: N_("forced guess"),
    Verdict.UNFORCED: N_("unforced guess"),
    Verdict.MINE: N_("certain mine"),
}
_MOVES: Final = {
    "open": N_("open {cell}"),
    "flag": N_("flag {cell}"),
    "question": N_("question {cell}"),
    "unmark": N_("unmark {cell}"),
    "chord": N_("chord {cell}"),
}
_GRADES: Final = {
    "blunder": N_("blunder"),
    "mistake": N_("mistake"),
    "inaccuracy": N_("inaccuracy"),
}
_STATUSES: Final = {
    Status.PLAYING: N_("playing"),
    Status.WON: N_("won"),
    Status.LOST: N_("lost"),
}


def verdict_name(verdict: Verdict) -> str:
    """Return the kind of a move in words."""
    return _(_VERDICTS[verdict])


def move_name(move: Move) -> str:
    """Return a move in words: open r2c3."""
    return _(_MOVES[move.kind]).format(cell=move.cell)


def status_name(status: Status) -> str:
    """Return how a game ended in words."""
    return _(_STATUSES[status])


def grade_name(grade: str) -> str:
    """Return how bad a choice was, in words."""
    return _(_GRADES[grade])
