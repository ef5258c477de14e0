"""Draw an analysis: the board with a colour and a percentage in every covered cell."""

from __future__ import annotations

from sapper.analysis.analysis import Analysis
from sapper.board.cell import Cell
from sapper.board.notebook_value import Key, View
from sapper.language import _
from sapper.percent import percent, percent_figure

__all__ = ["analysis_view", "chance_colour", "heat_svg"]

SAFE_COLOUR, MINE_COLOUR = "#8fd19e", "#e5735c"
# From safe to deadly in colour-blind-safe colours: blue, sand, orange, vermilion. The page has the
# same in `static/js/board/cell-look.js`; a test compares them.
_RAMP = [
    (0x6B, 0xAE, 0xD6),
    (0xC6, 0xDB, 0xEF),
    (0xFD, 0xE0, 0xA0),
    (0xF4, 0x9A, 0x4A),
    (0xD7, 0x30, 0x1F),
]


def heat_svg(analysis: Analysis, *, cell_size: int = 28) -> str:
    """Return the heat map as SVG; certain cells also have a tick or a cross."""
    from sapper.board.svg import draw  # the terminal needs only the colours

    labels: dict[Cell, str] = {}
    fills: dict[Cell, str] = {}
    for cell in analysis.position.covered():
        chance = analysis.chance(cell)
        if cell in analysis.safe:
            labels[cell], fills[cell] = "✓", SAFE_COLOUR
        elif cell in analysis.mines:
            labels[cell], fills[cell] = "✕", MINE_COLOUR
        else:
            labels[cell], fills[cell] = percent_figure(chance, 0), chance_colour(chance)
    return draw(analysis.position, labels=labels, fills=fills, cell_size=cell_size)


def analysis_view(analysis: Analysis) -> View:
    """Return what a notebook shows of an analysis: the heat map and a sentence."""
    view = View(
        title=_("chance of a mine"),
        sentences=[_sentence(analysis)],
        legend=[
            Key(SAFE_COLOUR, "✓", _("certainly safe")),
            Key(MINE_COLOUR, "✕", _("certainly a mine")),
            *(Key(chance_colour(p), percent_figure(p), percent(p)) for p in (0.1, 0.5, 0.9)),
        ],
    )
    return analysis.position.view_with(lambda: heat_svg(analysis), view)


def _sentence(analysis: Analysis) -> str:
    """Return how many cells are certain, and which is the safest of the others."""
    safe, mines = len(analysis.safe), len(analysis.mines)
    if not analysis.safest:
        return _("{safe} safe and {mines} mines are certain.").format(safe=safe, mines=mines)
    cell = analysis.safest[0]
    return _(
        "{safe} safe and {mines} mines are certain; "
        "the least chance of a mine is {chance} at {cell}."
    ).format(safe=safe, mines=mines, chance=percent(analysis.chance(cell)), cell=cell)


def chance_colour(chance: float) -> str:
    """Return the CSS colour of a chance."""
    place = chance * (len(_RAMP) - 1)
    i = min(int(place), len(_RAMP) - 2)
    ends = zip(_RAMP[i], _RAMP[i + 1], strict=True)
    mix = [int(a + (b - a) * (place - i) + 0.5) for a, b in ends]  # halves go up, as on the page
    return "#{:02x}{:02x}{:02x}".format(*mix)
