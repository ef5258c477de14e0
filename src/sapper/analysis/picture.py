"""Draw an analysis, as SVG and as text: a colour and a percentage in every covered cell.

In text a chance has a percent sign, so that it cannot be taken for an opened number, with or
without colour: `8%` beside `1`.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sapper.analysis.analysis import Analysis
from sapper.board.cell import MINE, Cell, is_covered, is_number
from sapper.board.notebook_value import Key, View
from sapper.board.text_grid import (
    CERTAIN_MINE,
    SAFE,
    CellText,
    Paint,
    board_text,
    is_drawable,
    plain,
)
from sapper.language import _
from sapper.percent import percent, percent_figure, short_percent

__all__ = ["analysis_view", "chance_colour", "heat_svg", "heatmap_key", "heatmap_text", "printed"]

_SAFE_LOOK: Final = "✓", "#8fd19e"
_MINE_LOOK: Final = "✕", "#e5735c"
# From safe to deadly in colour-blind-safe colours: blue, sand, orange, vermilion. The page has the
# same in `static/js/board/cell-look.js`; a test compares them.
_RAMP = [*map(bytes.fromhex, ("6baed6", "c6dbef", "fde0a0", "f49a4a", "d7301f"))]
_BLACK: Final = 16
_WIDTH_OF_FILES: Final = 160


def heat_svg(analysis: Analysis, *, unsure: Collection[Cell] = (), cell_size: int = 28) -> str:
    """Return the heat map as SVG; certain cells have a tick or a cross, with ? if `unsure`."""
    from sapper.board.svg import draw  # the terminal needs only the colours

    chances = _undecided(analysis).items()
    looks = {cell: (percent_figure(chance, 0), chance_colour(chance)) for cell, chance in chances}
    looks |= dict.fromkeys(analysis.safe, _SAFE_LOOK) | dict.fromkeys(analysis.mines, _MINE_LOOK)
    labels = {cell: looks[cell][0] + "?" * (cell in unsure) for cell in sorted(looks)}
    fills = {cell: look[1] for cell, look in looks.items()}
    return draw(analysis.position, labels=labels, fills=fills, cell_size=cell_size)


def analysis_view(analysis: Analysis) -> View:
    """Return what a notebook shows of an analysis: the heat map and a sentence."""
    view = View(
        title=_("chance of a mine"),
        sentences=[_sentence(analysis)],
        legend=[
            Key(_SAFE_LOOK[1], _SAFE_LOOK[0], _("certainly safe")),
            Key(_MINE_LOOK[1], _MINE_LOOK[0], _("certainly a mine")),
            *(Key(chance_colour(p), percent_figure(p), percent(p)) for p in (0.1, 0.5, 0.9)),
        ],
    )
    return analysis.position.view_with(lambda: heat_svg(analysis), view)


def printed(analysis: Analysis) -> str:
    """Return what `print` shows: the heat map with its key, as wide as the terminal."""
    from shutil import get_terminal_size  # slow, and the command knows its width

    if not is_drawable(analysis.position.geometry):
        return repr(analysis)
    width = get_terminal_size((_WIDTH_OF_FILES, 0)).columns
    lines = [*heatmap_text(analysis, width).splitlines(), heatmap_key(analysis)]
    return "\n".join(line.rstrip() for line in lines)


def heatmap_text(analysis: Analysis, width: int, paint: Paint = plain) -> str:
    """Return the board with the chance of a mine in every covered cell, `width` columns wide."""
    shown = {
        cell: CellText(f"{short_percent(chance):>3}", {"fg": _BLACK, "bg": _colour_256(chance)})
        for cell, chance in _undecided(analysis).items()
    }
    room = max([4, *(len(drawn.text) + 1 for drawn in shown.values())])
    shown |= dict.fromkeys(analysis.safe, SAFE) | dict.fromkeys(analysis.mines, CERTAIN_MINE)
    return board_text(analysis.position, width, shown=shown, widths=[room], paint=paint)


def heatmap_key(analysis: Analysis) -> str:
    """Return what the signs of the heat map mean: those that it shows."""
    faces = analysis.position.faces
    certain = len(analysis.safe) + len(analysis.mines)
    entries = {
        f"% {_('chance of a mine')}": sum(map(is_covered, faces)) > certain,
        f"✓ {_('safe')}": bool(analysis.safe),
        f"✱ {_('mine')}": bool(analysis.mines) or MINE in faces,
        f"· {_('opened 0')}": 0 in faces,
        f"1 {_('opened number')}": any(face and is_number(face) for face in faces),
    }
    shown = "   ".join(entry for entry, is_shown in entries.items() if is_shown)
    return f"{_('key'):<9} {shown}"


def chance_colour(chance: float) -> str:
    """Return the CSS colour of a chance."""
    return "#{:02x}{:02x}{:02x}".format(*_mix(chance))


def _mix(chance: float) -> list[int]:
    """Return how red, green and blue the colour of a chance is."""
    place = chance * (len(_RAMP) - 1)
    i = min(int(place), len(_RAMP) - 2)
    ends = zip(_RAMP[i], _RAMP[i + 1], strict=True)
    return [int(a + (b - a) * (place - i) + 0.5) for a, b in ends]  # halves go up, as on the page


def _colour_256(chance: float) -> int:
    """Return the nearest of the 256 colours that every terminal has."""
    red, green, blue = (round(value / 51) for value in _mix(chance))
    return 16 + 36 * red + 6 * green + blue


def _undecided(analysis: Analysis) -> dict[Cell, float]:
    certain = analysis.safe | analysis.mines
    covered = analysis.position.covered()
    return {cell: analysis.chance(cell) for cell in covered if cell not in certain}


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
