"""The names of verdicts and of mistakes, as people read them."""

from __future__ import annotations

from typing import Final

from sapper.language import N_, _
from sapper.reviews.classify import Verdict

__all__ = ["grade_name", "names_of_faults", "verdict_name"]

_VERDICTS: Final = {
    Verdict.MARK: N_("mark"),
    Verdict.FIRST: N_("first cell"),
    Verdict.CERTAIN: N_("certain"),
    Verdict.FORCED: N_("forced guess"),
    Verdict.UNFORCED: N_("unforced guess"),
    Verdict.MINE: N_("certain mine"),
}
_GRADES: Final = {
    "blunder": N_("blunder"),
    "mistake": N_("mistake"),
    "inaccuracy": N_("inaccuracy"),
}


def verdict_name(verdict: Verdict) -> str:
    """Return the kind of a move in words."""
    return _(_VERDICTS[verdict])


def grade_name(grade: str) -> str:
    """Return how bad a choice was, in words."""
    return _(_GRADES[grade])


def names_of_faults() -> list[str]:
    """Return the names of what a review blames, to show them in another colour."""
    bad = (Verdict.UNFORCED, Verdict.MINE)
    return [*map(_, _GRADES.values()), *map(verdict_name, bad)]
