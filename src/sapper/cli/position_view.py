"""Draw a position in the terminal: numbers, chances as colours and percentages, certain cells."""

from __future__ import annotations

from collections.abc import Callable, Collection

from rich.style import Style
from rich.text import Text

from sapper.analysis import Analysis
from sapper.analysis.picture import chance_colour
from sapper.board.cell import MINE, Cell
from sapper.board.formats.alphabet import CANONICAL
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.percent import percent_figure

__all__ = ["board_text", "heatmap_text", "is_drawable"]

_CELL = 3  # characters
_LARGEST_SIDE = 100  # rows or columns of a board that is still drawn
_SAFE, _MINE = " ✓ ", " ✱ "
_INK = "#101418"
_SAFE_STYLE = Style(color="white", bgcolor="#1b7a3d", bold=True)
_MINE_STYLE = Style(color="white", bgcolor="#8c1d10", bold=True)
_MARKED_STYLE = Style(color="white", bgcolor="#8c1d10", bold=True)
_NUMBER_STYLE = Style(bold=True)
_QUIET_STYLE = Style(dim=True)


def heatmap_text(analysis: Analysis) -> Text:
    """Return the board with the chance of a mine in every covered cell."""
    safe, mines = analysis.safe, analysis.mines
    chances = analysis.chances

    def covered(cell: Cell) -> tuple[str, Style]:
        if cell in safe:
            return _SAFE, _SAFE_STYLE
        if cell in mines:
            return _MINE, _MINE_STYLE
        chance = float(chances[cell])
        return _centred(percent_figure(chance, 0)), Style(color=_INK, bgcolor=chance_colour(chance))

    return _board(analysis.position, covered)


def board_text(
    position: Position,
    marked: Collection[Cell],
    *,
    safe: Collection[Cell] = (),
    mines: Collection[Cell] = (),
) -> Text:
    """Return the board with some numbers marked, and some covered cells as safe or mines."""

    def covered(cell: Cell) -> tuple[str, Style]:
        if cell in safe:
            return _SAFE, _SAFE_STYLE
        if cell in mines:
            return _MINE, _MINE_STYLE
        return f" {_character(position.face(cell))} ", _QUIET_STYLE

    return _board(position, covered, frozenset(marked))


def is_drawable(geometry: Geometry) -> bool:
    """Return whether a board is small enough to be drawn in a terminal."""
    return max(geometry.rows, geometry.columns) <= _LARGEST_SIDE


def _board(
    position: Position,
    covered: Callable[[Cell], tuple[str, Style]],
    marked: frozenset[Cell] = frozenset(),
) -> Text:
    margin = len(str(position.rows - 1)) + 1
    text = Text(" " * margin)
    for column in range(position.columns):
        text.append(f"{column:>{_CELL - 1}} ", _QUIET_STYLE)
    for row in range(position.rows):
        text.append("\n")
        # Hexagons: odd rows are shifted half a cell to the right.
        shift = " " * (_CELL // 2 + 1 if position.geometry.shape == "hex" and row % 2 else 0)
        text.append(f"{row:>{margin - 1}} {shift}", _QUIET_STYLE)
        for column in range(position.columns):
            cell = Cell(row, column)
            if position.is_covered(cell):
                text.append(*covered(cell))
            else:
                text.append(*_opened(position.face(cell), cell in marked))
    return text


def _character(face: int) -> str:
    return CANONICAL.write(bytes([face]))


def _opened(face: int, is_marked: bool) -> tuple[str, Style]:
    if face == MINE:
        return _MINE, _QUIET_STYLE
    if face == 0 and not is_marked:
        return " · ", _QUIET_STYLE
    if is_marked:
        return f"›{_character(face)}‹", _MARKED_STYLE
    return f" {_character(face)} ", _NUMBER_STYLE


def _centred(shown: str) -> str:
    return f"{shown + ' ' if len(shown) < _CELL else shown:>{_CELL}}"
