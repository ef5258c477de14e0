"""What decided a guess, in words, from the numbers that a player found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sapper.board.cell import Cell
from sapper.errors import InputError
from sapper.explain.words import percent

__all__ = ["Candidate", "explain_guess"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell that could be opened: chance of no mine, of progress, and of winning with it.

    `progress` is the chance to find a certain cell next, given no mine; it and `winning` may be
    unknown, and `winning` may be an estimate.
    """

    cell: Cell
    safety: float
    progress: float | None = None
    winning: float | None = None
    is_estimated: bool = False


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
        cases = f"{100 * chosen.progress:.0f} % of cases"
        against = "" if rival.progress is None else f" (against {100 * rival.progress:.0f} %)"
        parts.append(f" {joint} opens progress in {cases}{against}")
    text = "".join(parts)
    if chosen.winning is not None and rival.winning is not None:
        word = "estimated winning" if chosen.is_estimated or rival.is_estimated else "winning"
        text += f"; {word} chance {percent(chosen.winning)} against {percent(rival.winning)}"
    return f"{text}."


def _risk(chosen: Candidate, rival: Candidate) -> str:
    if _is_equal(chosen, rival):
        return f"{chosen.cell} is as safe as {rival.cell} ({percent(chosen.safety)})"
    word = "riskier" if chosen.safety < rival.safety else "safer"
    return f"{chosen.cell} is {percent(abs(chosen.safety - rival.safety))} {word} than {rival.cell}"


def _is_equal(one: Candidate, other: Candidate) -> bool:
    return abs(one.safety - other.safety) < 1e-9
