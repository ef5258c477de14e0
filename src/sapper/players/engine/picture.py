"""Draw a choice: the board with the cell to open, and how safe every candidate is."""

from __future__ import annotations

from sapper.percent import percent_figure
from sapper.players.engine.choice import Choice

__all__ = ["choice_svg"]

_CHOSEN, _OTHER = "#7fd06c", "#c6dbef"


def choice_svg(choice: Choice, *, cell_size: int = 28) -> str:
    """Return the board with the chance of no mine, in percent, at every candidate."""
    labels = {c.cell: percent_figure(c.safety, 0) for c in choice.candidates}
    fills = dict.fromkeys(labels, _OTHER) | {choice.cell: _CHOSEN}
    return choice.position.svg(labels=labels, fills=fills, cell_size=cell_size)
