"""The candidates of a choice as columns: what each is called, its figures, what it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sapper.language import N_, _
from sapper.percent import percent
from sapper.players.engine.basis import Compared
from sapper.players.engine.choice import Candidate, Choice
from sapper.players.engine.words import behind_text, figure_text

__all__ = ["Column", "candidate_columns", "legend"]


class Column(NamedTuple):
    """A heading, a text for every candidate, and what the figures mean."""

    heading: str
    texts: list[str]
    meaning: str


_DECIDING: Final[dict[Compared, str]] = {
    "safety": N_("safe"),
    "score": N_("score"),
    "estimate": N_("est. wins"),
    "win": N_("wins"),
    "rollouts": N_("behind"),
}
"""The heading of the figure by which candidates were compared."""


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
    layouts = ["" if c.rollouts is None else f"{c.rollouts.games:,}" for c in candidates]
    return [
        Column(
            _("wins"),
            wins,
            _("winning chance by playing random layouts to the end, with its 95 % interval"),
        ),
        Column(_("behind"), list(map(behind_text, candidates)), _("the best, on the same layouts")),
        Column(
            _("layouts"), layouts, _("how many were played; a cell clearly behind plays no more")
        ),
    ]
