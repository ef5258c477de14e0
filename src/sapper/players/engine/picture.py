"""Draw a choice: the board with a letter on every candidate, A on the best.

Letters, because a number on a board would read as one that was opened.
"""

from __future__ import annotations

from string import ascii_uppercase

from sapper.board.cell import Cell
from sapper.board.notebook_value import Key, View
from sapper.board.svg import draw
from sapper.language import _
from sapper.players.engine.choice import Choice
from sapper.players.engine.words import candidate_columns, legend

__all__ = ["choice_svg", "choice_view"]

_BEST, _OTHER, _CERTAIN = "#6fc387", "#fde9b8", "#6fc387"
_LETTERS = ascii_uppercase[:8]  # further candidates are coloured only


def choice_svg(choice: Choice, *, cell_size: int = 28) -> str:
    """Return the board with the cells that were compared: A is the best."""
    cells = [candidate.cell for candidate in choice.candidates]
    fills: dict[Cell, str] = dict.fromkeys(cells, _OTHER)
    labels = dict(zip(cells, _LETTERS, strict=False))
    if not choice.is_guess:
        fills, labels = dict.fromkeys(cells, _CERTAIN), dict.fromkeys(cells, "✓")
    fills[choice.cell] = _BEST
    return draw(choice.position, fills=fills, labels=labels, cell_size=cell_size)


def choice_view(choice: Choice) -> View:
    """Return what a notebook shows of a choice."""
    reason = f"{choice.reason[0].upper()}{choice.reason[1:]}."
    view = View(
        title=_("open {cell} ({player})").format(cell=choice.cell, player=choice.player),
        sentences=[reason, legend(choice)] if choice.is_guess else [reason],
        legend=_legend(choice),
        heads=["", *(c.heading for c in candidate_columns(choice))] if choice.is_guess else (),
        rows=_rows(choice) if choice.is_guess else (),
    )
    return choice.position.view_with(lambda: choice_svg(choice), view)


def _legend(choice: Choice) -> list[Key]:
    if not choice.is_guess:
        return [Key(_CERTAIN, "✓", _("certainly safe"))]
    count = len(choice.candidates)
    keys = [
        Key(_BEST, "A", _("the best cell to open")),
        Key(_OTHER, "B", _("the next candidates, in the order of letters")),
        Key(_OTHER, "", _("further candidates")),
    ]
    return keys[: 1 + (count > 1) + (count > len(_LETTERS))]


def _rows(choice: Choice) -> list[list[str]]:
    """Return the candidates that have a letter, and how many have none."""
    columns = [column.texts[: len(_LETTERS)] for column in candidate_columns(choice)]
    rows = [[letter, *row] for letter, *row in zip(_LETTERS, *columns, strict=False)]
    left = len(choice.candidates) - len(rows)
    return (
        [*rows, ["", _("{count} more").format(count=left), *[""] * (len(columns) - 1)]]
        if left
        else rows
    )
