"""Draw a position with text: numbers, chances as colours and percentages, certain cells.

A chance has a percent sign, so that it cannot be taken for an opened number, with or without
colour: `8%` beside `1`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from sapper.analysis.analysis import Analysis
from sapper.analysis.picture import chance_colour
from sapper.board.cell import MINE, Cell, is_covered
from sapper.board.formats.alphabet import CANONICAL
from sapper.board.position import Position
from sapper.board.text_grid import Drawn, Paint, board_parts, is_drawable, plain
from sapper.language import _
from sapper.percent import short_percent

__all__ = ["board_text", "heatmap_key", "heatmap_text", "printed"]

_WIDTH_OF_FILES: Final = 160

_SAFE, _MINE, _ZERO = "✓", "✱", "·"
_SAFE_STYLE: Final = {"fg": 231, "bg": 28, "bold": True}
_MINE_STYLE: Final = {"fg": 231, "bg": 88, "bold": True}
_NUMBER_STYLE: Final = {"bold": True}
_QUIET_STYLE: Final = {"dim": True}
_BLACK: Final = 16
_BOARD_WIDTHS = (3, 2)


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
    position, safe, mines = analysis.position, analysis.safe, analysis.mines
    chances = {c: analysis.chance(c) for c in position.covered() if c not in safe | mines}
    return board_text(position, (), width, safe=safe, mines=mines, chances=chances, paint=paint)


def heatmap_key(analysis: Analysis) -> str:
    """Return what the signs of the heat map mean: those that it shows."""
    faces = analysis.position.faces
    certain = len(analysis.safe) + len(analysis.mines)
    entries = {
        f"% {_('chance of a mine')}": sum(map(is_covered, faces)) > certain,
        f"{_SAFE} {_('safe')}": bool(analysis.safe),
        f"{_MINE} {_('mine')}": bool(analysis.mines) or MINE in faces,
        f"{_ZERO} {_('opened 0')}": 0 in faces,
        f"1 {_('opened number')}": any(0 < face < MINE and not is_covered(face) for face in faces),
    }
    shown = "   ".join(entry for entry, is_shown in entries.items() if is_shown)
    return f"{_('key'):<9} {shown}"


def board_text(
    position: Position,
    marked: Collection[Cell],
    width: int,
    *,
    safe: Collection[Cell] = (),
    mines: Collection[Cell] = (),
    chances: Mapping[Cell, float] | None = None,
    paint: Paint = plain,
) -> str:
    """Return the board with some numbers marked, and covered cells as safe, mines or chances."""
    named = frozenset(marked)
    shown = {cell: short_percent(chance) for cell, chance in (chances or {}).items()}
    widest = max(map(len, shown.values()), default=0)

    def draw(cell: Cell, room: int) -> Drawn:
        face = position.face(cell)
        if not is_covered(face):
            return _opened(face, room, is_marked=cell in named)
        if cell in safe:
            return Drawn(_place(_SAFE, room), _SAFE_STYLE)
        if cell in mines:
            return Drawn(_place(_MINE, room), _MINE_STYLE)
        if chances is not None:
            colour = _colour_256(chance_colour(chances[cell]))
            return Drawn(f"{shown[cell]:>3}".ljust(room), {"fg": _BLACK, "bg": colour})
        return Drawn(_place(_character(face), room), _QUIET_STYLE)

    widths = _BOARD_WIDTHS if chances is None else [max(4, widest + 1)]
    return board_parts(position.geometry, widths, width, draw, paint)


def _character(face: int) -> str:
    return CANONICAL.write(bytes([face]))


def _opened(face: int, room: int, *, is_marked: bool) -> Drawn:
    sign = _MINE if face == MINE else _character(face)
    if is_marked:
        return Drawn(f"›{sign}‹"[:room].ljust(room), _MINE_STYLE)
    if face == MINE:
        return Drawn(_place(sign, room), _QUIET_STYLE)
    if face == 0:
        return Drawn(_place(_ZERO, room), _QUIET_STYLE)
    return Drawn(_place(_character(face), room), _NUMBER_STYLE)


def _place(sign: str, room: int) -> str:
    return f" {sign}".ljust(room)


def _colour_256(colour: str) -> int:
    """Return the nearest of the 256 colours that every terminal has."""
    red, green, blue = (round(int(colour[i : i + 2], 16) / 51) for i in (1, 3, 5))
    return 16 + 36 * red + 6 * green + blue
