"""The best move in words: its basis, its rival, and the guesses that cannot be avoided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sapper import _core
from sapper.analysis.budget import Budget
from sapper.board.cell import join_names
from sapper.errors import InputError
from sapper.percent import percent
from sapper.players.engine.choice import Candidate, Choice, Rollouts
from sapper.players.engine.intervals import NORMAL_95
from sapper.proofs.unavoidable_guesses import unavoidable

__all__ = ["explain_choice", "explain_guess"]

# The best of several candidates also had the most luck, so its lead must be as large as in the
# search that drops candidates; errors of rollouts are half the width of an interval.
_CLEARLY: Final = _core.CLEARLY_BEHIND / NORMAL_95


def explain_choice(choice: Choice, *, budget: Budget | None = None) -> str:
    """Return why the chosen move is the best, and name the guesses that cannot be avoided.

    Raise `BudgetExceeded` when the budget is exhausted.
    """
    if not choice.is_guess:
        return _certain(choice)
    groups = unavoidable(choice.position, budget=budget)
    own = [group for group in groups if choice.cell in group.cells]
    others = [group for group in groups if choice.cell not in group.cells]
    elsewhere = [f"Elsewhere, {group.text}" for group in others]
    return " ".join([_guess(choice), *(group.text for group in own), *elsewhere])


def _certain(choice: Choice) -> str:
    cells = [candidate.cell for candidate in choice.candidates]
    verb = "is" if len(cells) == 1 else "are"
    return f"{join_names(cells)} {verb} certain: {choice.basis.short}."


def _guess(choice: Choice) -> str:
    risk = percent(1 - choice.candidates[0].safety)
    text = f"Nothing is certain. Open {choice.cell} (mine in {risk}): {choice.basis.short}."
    if not choice.basis.is_compared or len(choice.candidates) == 1:
        return text
    return f"{text} {explain_guess(choice.candidates)}{_doubt(choice)}"


def _doubt(choice: Choice) -> str:
    """Return the cells that may be as good, by the difference on the same layouts."""
    close = [c.cell for c in choice.candidates[1:] if c.rollouts and _is_close(c.rollouts)]
    return f" Not settled: {join_names(close)} may be as good." if close else ""


def _is_close(played: Rollouts) -> bool:
    return not played.is_dropped and played.behind <= _CLEARLY * played.behind_error


def explain_guess(candidates: Sequence[Candidate]) -> str:
    """Return why the first candidate is preferred to the safest of the others.

    Raise `InputError` without candidates.
    """
    if not candidates:
        raise InputError("expected at least one candidate, got none")
    chosen, others = candidates[0], candidates[1:]
    rival = max(others, key=lambda c: (c.safety, c.winning or 0.0), default=None)
    if rival is None:
        return f"{chosen.cell} is the only candidate, safe with {percent(chosen.safety)}."
    return f"{_risk(chosen, rival)}{_progress(chosen, rival)}{_winning(chosen, rival)}."


def _risk(chosen: Candidate, rival: Candidate) -> str:
    if _is_as_safe(chosen, rival):
        return f"{chosen.cell} is as safe as {rival.cell} ({percent(chosen.safety)})"
    word = "riskier" if chosen.safety < rival.safety else "safer"
    return f"{chosen.cell} is {percent(abs(chosen.safety - rival.safety))} {word} than {rival.cell}"


def _progress(chosen: Candidate, rival: Candidate) -> str:
    """Return how often a certain cell follows; empty if unknown."""
    own, other = chosen.progress_if_safe, rival.progress_if_safe
    if own is None:
        return ""
    is_riskier = chosen.safety < rival.safety and not _is_as_safe(chosen, rival)
    joint = "but" if is_riskier else "and"
    against = "" if other is None else f" (against {percent(other, 0)})"
    return f" {joint} opens progress in {percent(own, 0)} of cases{against}"


def _winning(chosen: Candidate, rival: Candidate) -> str:
    """Return how the winning chances compare; empty if unknown."""
    if chosen.winning is None or rival.winning is None:
        return ""
    if chosen.rollouts is not None and rival.rollouts is not None:
        won, against = (
            f"{percent(played.chance)} ± {percent(played.error)}"
            for played in (chosen.rollouts, rival.rollouts)
        )
        return f"; won {won} of the sampled layouts, against {against}"
    is_exact = chosen.win is not None and rival.win is not None
    word = "winning" if is_exact else "estimated winning"
    return f"; {word} chance {percent(chosen.winning)} against {percent(rival.winning)}"


def _is_as_safe(one: Candidate, other: Candidate) -> bool:
    return abs(one.safety - other.safety) < 1e-9
