"""The best move in words, and its candidates in columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sapper import _core
from sapper.analysis.budget import Budget
from sapper.board.cell import join_names
from sapper.errors import InputError
from sapper.language import N_, _, _n, local_number
from sapper.percent import percent
from sapper.players.engine.basis import Compared
from sapper.players.engine.choice import Candidate, Choice, Rollouts
from sapper.players.engine.intervals import NORMAL_95, share_text
from sapper.proofs.unavoidable_guesses import unavoidable

__all__ = ["Column", "candidate_columns", "explain_choice", "explain_guess", "legend"]

# The best of several candidates also had the most luck, so its lead must be as large as in the
# search that drops candidates; errors of rollouts are half the width of an interval.
_CLEARLY: Final = _core.CLEARLY_BEHIND / NORMAL_95

_FIGURES: Final = {
    "score": N_("Its look-ahead score is {figure}"),
    "estimate": N_("Its estimated winning chance is {figure}"),
    "win": N_("Its winning chance is {figure}"),
}
_DECIDING: Final[dict[Compared, str]] = {
    "safety": N_("safe"),
    "score": N_("score"),
    "estimate": N_("est. wins"),
    "win": N_("wins"),
    "rollouts": N_("behind"),
}
"""The heading of the figure by which candidates were compared."""


class Column(NamedTuple):
    """A heading, a text for every candidate, and what the figures mean."""

    heading: str
    texts: list[str]
    meaning: str


def explain_choice(choice: Choice, *, budget: Budget | None = None) -> str:
    """Return why the chosen move is the best, and name the guesses that cannot be avoided.

    Raise `BudgetExceeded` when the budget is exhausted.
    """
    if not choice.is_guess:
        return _certain(choice)
    groups = unavoidable(choice.position, budget=budget)
    own = [group for group in groups if choice.cell in group.cells]
    others = [group for group in groups if choice.cell not in group.cells]
    elsewhere = [_("Elsewhere, {guess}").format(guess=group.text) for group in others]
    return " ".join([_guess(choice), *(group.text for group in own), *elsewhere])


def _certain(choice: Choice) -> str:
    cells = [candidate.cell for candidate in choice.candidates]
    text = _n("{cells} is certain: {why}.", "{cells} are certain: {why}.", len(cells))
    return text.format(cells=join_names(cells), why=choice.basis.short)


def _guess(choice: Choice) -> str:
    text = _("Nothing is certain. Open {cell} (mine in {risk}): {why}.").format(
        cell=choice.cell,
        risk=percent(1 - choice.candidates[0].safety),
        why=choice.basis.short,
    )
    if choice.basis.is_compared and len(choice.candidates) > 1:
        text += f" {explain_guess(choice.candidates)}{_doubt(choice)}"
    if choice.basis.compared == "estimate":
        text += " " + _(
            "The winning chance is a learned estimate, which compares cells well but is not exact."
        )
    return text


def _doubt(choice: Choice) -> str:
    """Return the cells that may be as good, by the difference on the same layouts."""
    close = [c.cell for c in choice.candidates[1:] if c.rollouts and _is_close(c.rollouts)]
    text = _("Not settled: {cells} may be as good.").format(cells=join_names(close))
    return f" {text}" if close else ""


def _is_close(played: Rollouts) -> bool:
    return not played.is_dropped and played.behind <= _CLEARLY * played.behind_error


def explain_guess(candidates: Sequence[Candidate]) -> str:
    """Return why the first candidate is preferred: to the next best, and to a safer one.

    All are compared by one figure, the strongest that was computed for the first. Raise
    `InputError` without candidates.
    """
    if not candidates:
        raise InputError("expected at least one candidate, got none")
    chosen, others = candidates[0], candidates[1:]
    if not others:
        text = _("{cell} is the only candidate, safe with {chance}.")
        return text.format(cell=chosen.cell, chance=percent(chosen.safety))
    compared = chosen.compared
    rivals = [c for c in others if c.figure(compared) is not None]
    if not rivals:
        return _("No other cell could be compared.")
    if compared == "rollouts":
        return _by_rollouts(chosen, rivals)
    if compared == "safety":
        return _by_safety(chosen, rivals)
    return _by_figure(chosen, rivals, compared)


def figure_text(candidate: Candidate, compared: Compared) -> str:
    """Return a figure as sentences and tables write it; empty if it is unknown."""
    played = candidate.rollouts
    if compared == "rollouts":
        return "" if played is None else share_text(played.chance, played.low, played.high)
    value = candidate.figure(compared)
    if value is None:
        return ""
    return local_number(f"{value:.4f}") if compared == "score" else percent(value)


def _by_figure(chosen: Candidate, rivals: Sequence[Candidate], compared: Compared) -> str:
    """Return how the chosen cell compares with the next best, and with the safest if it is safer.

    Progress is mentioned only if it is higher too.
    """
    rival = max(rivals, key=lambda c: c.figure(compared) or 0.0)
    own = _(_FIGURES[compared]).format(figure=figure_text(chosen, compared))
    text = f"{own}; {_next_best(chosen, rival, compared)}"
    safest = max(rivals, key=lambda c: c.safety)
    if safest is not rival and _is_safer(safest, chosen):
        text += f"; {_next_best(chosen, safest, compared)}"
    return f"{text}.{_progress(chosen, rival)}"


def _progress(chosen: Candidate, rival: Candidate) -> str:
    """Return how often a certain cell follows, if that too speaks for the chosen cell."""
    own, other = chosen.progress, rival.progress
    if own is None or other is None or own < other or _looks_equal(own, other):
        return ""
    text = _("A certain cell follows more often: in {chance} against {other}.")
    return f" {text.format(chance=percent(own), other=percent(other))}"


def _next_best(chosen: Candidate, rival: Candidate, compared: Compared) -> str:
    if _is_safer(rival, chosen):
        text = _("{cell} is safer ({safety} against {other}), but has {figure}")
    else:
        text = _("{cell} has {figure}")
    return text.format(
        cell=rival.cell,
        safety=percent(rival.safety),
        other=percent(chosen.safety),
        figure=_against(chosen, rival, compared),
    )


def _against(chosen: Candidate, rival: Candidate, compared: Compared) -> str:
    """Return the rival's figure, or in words that it is the same or nearly the same."""
    own, other = chosen.figure(compared) or 0.0, rival.figure(compared) or 0.0
    if abs(own - other) < 1e-9:
        return _("the same")
    is_close = _looks_equal(own, other) and compared != "score"
    return _("a little less") if is_close else figure_text(rival, compared)


def _by_safety(chosen: Candidate, rivals: Sequence[Candidate]) -> str:
    rival = max(rivals, key=lambda c: c.safety)
    if _is_safer(rival, chosen):
        text = _("{cell} is safer ({other} against {own}), but has more unknown neighbours.")
    elif abs(chosen.safety - rival.safety) < 1e-9:
        text = _("It is safe in {own}, as is {cell}.")
    elif _looks_equal(chosen.safety, rival.safety):
        text = _("It is safe in {own}, {cell} in a little less.")
    else:
        text = _("It is safe in {own}, {cell} in {other}.")
    return text.format(cell=rival.cell, own=percent(chosen.safety), other=percent(rival.safety))


def _by_rollouts(chosen: Candidate, rivals: Sequence[Candidate]) -> str:
    """Return the share of layouts won, and the lead over the next best on the same layouts."""
    share = figure_text(chosen, "rollouts")
    rival = max(rivals, key=lambda c: c.figure("rollouts") or 0.0)
    assert rival.rollouts is not None
    if rival.rollouts.behind <= 0:
        return _("It wins {share} of the sampled layouts.").format(share=share)
    return _("It wins {share} of the sampled layouts; {cell} is {behind} behind.").format(
        share=share, cell=rival.cell, behind=behind_text(rival)
    )


def behind_text(candidate: Candidate) -> str:
    """Return how far rollouts put a candidate behind the best; empty for the best itself."""
    played = candidate.rollouts
    if played is None or played.behind == played.behind_error == 0:
        return ""
    sign = "-" if played.behind < 0 else ""
    return f"{sign}{percent(abs(played.behind))} +-{percent(played.behind_error)}"


def _is_safer(one: Candidate, other: Candidate) -> bool:
    """Return whether one is safer by so much that the figures show it."""
    return one.safety > other.safety and not _looks_equal(one.safety, other.safety)


def _looks_equal(one: float, other: float) -> bool:
    return percent(one, 1) == percent(other, 1)


def candidate_columns(choice: Choice) -> list[Column]:
    """Return the columns that have figures, the cells first.

    Winning chances are shown by the strongest evidence only: where layouts were played, the
    estimates that chose the candidates are left out.
    """
    candidates = choice.candidates
    safe = [percent(c.safety) for c in candidates]
    columns = [
        Column(_("cell"), [str(c.cell) for c in candidates], ""),
        Column(_("safe"), safe, _("chance of no mine (the rest is risk)")),
    ]
    if any(c.rollouts for c in candidates):
        columns += _rollout_columns(candidates)
    else:
        progress = ["" if c.progress is None else percent(c.progress) for c in candidates]
        columns += [
            Column(_("progress"), progress, _("chance to survive and then have a certain cell")),
            _column(candidates, "score", _("look-ahead score, no chance: it only compares")),
            _column(candidates, "estimate", _("estimated winning chance, learned from games")),
            _column(candidates, "win", _("winning chance with best play, exact")),
        ]
    return [column for column in columns if any(column.texts)]


def legend(choice: Choice) -> str:
    """Return what the columns mean and which of them decided."""
    columns = candidate_columns(choice)
    meanings = "; ".join(f"{c.heading}: {c.meaning}" for c in columns if c.meaning)
    heading = _DECIDING.get(choice.basis.compared) if choice.basis.compared else None
    if heading is None or len(choice.candidates) == 1:
        return f"{meanings}."
    return _("Compared by {heading!r}. {meanings}.").format(heading=_(heading), meanings=meanings)


def _column(candidates: Sequence[Candidate], key: Compared, meaning: str) -> Column:
    return Column(_(_DECIDING[key]), [figure_text(c, key) for c in candidates], meaning)


def _rollout_columns(candidates: Sequence[Candidate]) -> list[Column]:
    wins = [figure_text(c, "rollouts") for c in candidates]
    layouts = [
        "" if c.rollouts is None else local_number(f"{c.rollouts.games:,}") for c in candidates
    ]
    return [
        Column(
            _("wins"),
            wins,
            _("winning chance by playing random layouts to the end, with its 95 % interval"),
        ),
        Column(
            _("behind"),
            list(map(behind_text, candidates)),
            _("the best, by the layouts that both played and by the learned value"),
        ),
        Column(
            _("layouts"), layouts, _("how many were played; a cell too far behind plays no more")
        ),
    ]
