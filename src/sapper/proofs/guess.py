"""What decided a guess, in words, from the numbers that a player found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sapper.board.cell import Cell
from sapper.errors import InputError
from sapper.percent import percent

__all__ = ["Candidate", "explain_guess"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell that could be opened: chance of no mine, of progress, and of winning with it.

    `progress` is the chance to find a certain cell next, given no mine; it and `winning` may be
    unknown, and `winning` may be an estimate. With an `error` it is the share of drawn layouts
    that were won when played on, and that half the width of its 95 % interval.
    """

    cell: Cell
    safety: float
    progress: float | None = None
    winning: float | None = None
    is_estimated: bool = False
    error: float | None = None


def explain_guess(candidates: Sequence[Candidate]) -> str:
    """Return why the first candidate is preferred to the others, against the safest of them.

    Raise `InputError` without candidates.
    """
    if not candidates:
        raise InputError("expected at least one candidate, got none")
    chosen, others = candidates[0], candidates[1:]
    rival = max(others, key=lambda c: (c.safety, c.winning or 0.0), default=None)
    if rival is None:
        return f"{chosen.cell} is the only candidate, safe with {percent(chosen.safety)}."
    parts = [_risk(chosen, rival)]
    if chosen.progress is not None:
        joint = "but" if chosen.safety < rival.safety and not _is_equal(chosen, rival) else "and"
        cases = f"{percent(chosen.progress, 0)} of cases"
        against = "" if rival.progress is None else f" (against {percent(rival.progress, 0)})"
        parts.append(f" {joint} opens progress in {cases}{against}")
    text = "".join(parts)
    return f"{text}{_winning(chosen, rival)}."


def _risk(chosen: Candidate, rival: Candidate) -> str:
    if _is_equal(chosen, rival):
        return f"{chosen.cell} is as safe as {rival.cell} ({percent(chosen.safety)})"
    word = "riskier" if chosen.safety < rival.safety else "safer"
    return f"{chosen.cell} is {percent(abs(chosen.safety - rival.safety))} {word} than {rival.cell}"


def _winning(chosen: Candidate, rival: Candidate) -> str:
    """Return how the two compare in winning; nothing where it is unknown."""
    if chosen.winning is None or rival.winning is None:
        return ""
    if chosen.error is not None and rival.error is not None:
        won = f"{percent(chosen.winning)} ± {percent(chosen.error)}"
        against = f"{percent(rival.winning)} ± {percent(rival.error)}"
        return f"; won {won} of the layouts played on, against {against}"
    word = "estimated winning" if chosen.is_estimated or rival.is_estimated else "winning"
    return f"; {word} chance {percent(chosen.winning)} against {percent(rival.winning)}"


def _is_equal(one: Candidate, other: Candidate) -> bool:
    return abs(one.safety - other.safety) < 1e-9
