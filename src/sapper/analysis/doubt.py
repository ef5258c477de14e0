"""Which certain cells depend on cells that were read with doubt, as from a picture."""

from __future__ import annotations

from collections.abc import Collection

from sapper.analysis.analysis import Analysis, analyse
from sapper.board.cell import HIDDEN, Cell, join_names
from sapper.errors import BudgetExceeded, ContradictionError
from sapper.language import _

__all__ = ["certain_by_doubt", "doubt_note"]


def certain_by_doubt(analysis: Analysis, doubtful: Collection[Cell]) -> list[Cell]:
    """Return the certain cells that are not certain whatever the doubtful cells show.

    A cell of which nothing is assumed is a covered one: whatever it shows, its layouts are among
    those. So what is certain then is certain for every reading.
    """
    certain = analysis.safe | analysis.mines
    if not certain or not doubtful:
        return []
    position = analysis.position.with_faces(dict.fromkeys(doubtful, HIDDEN))
    try:
        other = analyse(position, density=analysis.density, budget=analysis.budget)
    except (BudgetExceeded, ContradictionError):
        return sorted(certain)
    return sorted(
        cell
        for cell in certain
        if cell in doubtful or cell not in (other.safe if cell in analysis.safe else other.mines)
    )


def doubt_note(cells: Collection[Cell]) -> str:
    """Return the sentence about these cells."""
    text = _("Certain only if the doubtful cells were read rightly: {cells}.")
    return text.format(cells=join_names(cells, len(cells)))
