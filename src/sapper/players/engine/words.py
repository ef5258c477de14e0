"""The best move in words: what decided, against what, and what will not get better."""

from __future__ import annotations

from typing import Final

from sapper.analysis.budget import Budget
from sapper.percent import percent
from sapper.players.engine.values import Advice, Basis, Candidate, Rollouts
from sapper.proofs import Candidate as Compared
from sapper.proofs import explain_guess, unavoidable
from sapper.proofs.words import listed

__all__ = ["advice_text"]


_WHY: Final[dict[Basis, str]] = {
    "winning-chance": "one step of look-ahead promises the best chance to win, as learned",
    "second-step": "two steps of look-ahead promise the best chance to win, as learned",
    "look-ahead": "one step of look-ahead prefers it",
    "rollouts": "it wins most, played on over drawn layouts",
    "safest": "no cell is safer",
    "endgame": "the rest of the game was searched to its end",
    "region": "nothing outside its region will tell more about it",
    "rough": "by a rough estimate, since the budget ended the exact count",
}


# The first of several is also the luckiest: its lead counts from three standard errors on, as
# where the search drops a candidate, and not from the 1.96 of the error bar.
_CLEARLY: Final = 3 / 1.96


def advice_text(advice: Advice, *, budget: Budget | None = None) -> str:
    """Return why the advised move is the best, and name the guesses that will not get better.

    Raise `BudgetExceeded` when the budget ends.
    """
    if not advice.is_guess:
        return _certain(advice)
    groups = unavoidable(advice.position, budget=budget)
    own = [group for group in groups if advice.cell in group.cells]
    others = [group for group in groups if advice.cell not in group.cells]
    elsewhere = [f"Elsewhere, {group.text}" for group in others]
    return " ".join([_guess(advice), *(group.text for group in own), *elsewhere])


def _certain(advice: Advice) -> str:
    cells = [candidate.cell for candidate in advice.candidates]
    if len(cells) == 1:
        return f"{cells[0]} is certain: no layout has a mine there."
    return f"{listed(cells)} are certain: no layout has a mine there."


def _guess(advice: Advice) -> str:
    risk = percent(1 - advice.candidates[0].safety)
    text = f"Nothing is certain. Open {advice.cell} (mine in {risk}): {_WHY[advice.basis]}."
    if advice.basis in ("region", "rough") or len(advice.candidates) == 1:
        return text
    compared = f"{text} {explain_guess([_compared(c) for c in advice.candidates])}"
    return f"{compared}{_doubt(advice)}"


def _doubt(advice: Advice) -> str:
    """Return who may be as good, by the difference on the same layouts."""
    close = [c.cell for c in advice.candidates[1:] if c.rollouts and _is_close(c.rollouts)]
    return f" Not settled: {listed(close)} may be as good." if close else ""


def _is_close(played: Rollouts) -> bool:
    return not played.is_dropped and played.behind <= _CLEARLY * played.behind_error


def _compared(candidate: Candidate) -> Compared:
    """Return the candidate as explanations take it: progress given that there is no mine."""
    progress = candidate.progress
    if progress is not None and candidate.safety > 0:
        progress = min(1.0, progress / candidate.safety)
    played = candidate.rollouts
    if played is not None:
        return Compared(
            candidate.cell, candidate.safety, progress, played.chance, error=played.error
        )
    winning = candidate.estimate if candidate.win is None else candidate.win
    return Compared(
        candidate.cell, candidate.safety, progress, winning, is_estimated=candidate.win is None
    )
