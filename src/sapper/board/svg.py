"""Draw a position as SVG: for notebooks, reports and the web page.

A picture is self-contained: no style sheet, and no ids that could clash on one page. Cells of one
kind are one path and equal numbers one group, so an expert board takes about 75 kB. It has a light
background of its own and looks the same on a dark page. Colour is never the only sign: numbers are
written, marks have shapes, hidden cells are raised and darker.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from sapper.board.cell import FLAG, MINE, QUESTION, CellMap, is_covered, is_number
from sapper.board.formats.line import header_of
from sapper.board.notebook_value import Key
from sapper.board.number_checks import whole_number
from sapper.board.outlines import Plan, brief, plan_of
from sapper.board.position import Position
from sapper.language import _

__all__ = ["NUMBER_COLOURS", "OPEN_COLOUR", "draw", "legend_of"]

OPEN_COLOUR = "#f7f5f0"
NUMBER_COLOURS = {
    1: "#0b5fb3", 2: "#1b7a3d", 3: "#c8321f", 4: "#4b2a91",
    5: "#8a2b0e", 6: "#0b6f80", 7: "#1f2328", 8: "#5c636b",
}  # fmt: skip
_GROUND = "#c9d1d9"
_HIDDEN_COLOUR = "#9db0c4"
_RAISED = ' stroke="#7d91a6" stroke-width="1"'
_LINES = 'fill="none" stroke="#5c636b" stroke-width="1.5"'
_MINE_COLOUR = "#f3b7a6"
_INK = "#1f2328"
_FAINT = "#444c56"  # of coordinates: 5.6 times the luminance of the ground
_FONT = "system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif"
# XML allows no control characters and no unpaired surrogates, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# Marks are drawn around (0, 0) in a cell of size 1.
_MARKS = {
    FLAG: (
        f'<path fill="none" stroke="{_INK}" stroke-width=".07" d="M-.1 -.3V.28M-.24 .28H.16"/>'
        '<path fill="#c8321f" stroke="#ffffff" stroke-width=".03" d="M-.1 -.33L.28 -.15L-.1 .03z"/>'
    ),
    QUESTION: f'<text y=".21" font-size=".6" font-weight="700" fill="{_INK}">?</text>',
    MINE: (
        f'<path stroke="{_INK}" stroke-width=".08" '
        'd="M-.33 0H.33M0 -.33V.33M-.23 -.23L.23 .23M-.23 .23L.23 -.23"/>'
        f'<circle r=".21" fill="{_INK}"/><circle cx="-.07" cy="-.07" r=".055" fill="#ffffff"/>'
    ),
}


def draw(
    position: Position,
    *,
    labels: CellMap[str] | None = None,
    fills: CellMap[str] | None = None,
    cell_size: int = 28,
    coordinates: bool = True,
) -> str:
    """Return the board as one SVG text, with `labels` and `fills` (CSS colours) over its cells.

    A label replaces the number; a flag or question mark shrinks above it. Rows and columns are
    numbered unless `coordinates` is False.
    Raise `CellError` for a cell outside the board, `InputError` for a cell size below 4.
    """
    cell_size = whole_number(cell_size, 4, 10_000, "a cell size of at least 4")
    index = position.geometry.index
    texts = {index(cell): text for cell, text in (labels or {}).items()}
    colours = {index(cell): colour for cell, colour in (fills or {}).items()}
    plan = plan_of(position.geometry, float(cell_size), coordinates=coordinates)
    parts = [
        *_frame(position, plan),
        *(_coordinates(plan) if coordinates else ()),
        *_tiles(position, plan, colours),
        *_numbers(position, plan, texts),
        *_marks(position, plan, texts),
        *_labels(position, plan, texts, colours),
    ]
    return "".join([*parts, "</svg>"])


def legend_of(position: Position) -> list[Key]:
    """Return what the kinds of cells in a picture of the position mean."""
    keys = {
        "covered": Key(_HIDDEN_COLOUR, "", "covered"),
        "open": Key(OPEN_COLOUR, "1", "open"),
        FLAG: Key(_HIDDEN_COLOUR, "⚑", "flag"),
        QUESTION: Key(_HIDDEN_COLOUR, "?", "question mark"),
        MINE: Key(_MINE_COLOUR, "✹", "mine"),
    }
    faces = set(position.faces)
    kinds = {"covered" for face in faces if is_covered(face)}
    kinds |= {"open" for face in faces if is_number(face)}
    return [key for kind, key in keys.items() if kind in kinds or kind in faces]


def _frame(position: Position, plan: Plan) -> list[str]:
    """Return the opening tag, the title and the background; a torus has a dashed edge."""
    width, height = brief(plan.width), brief(plan.height)
    title = escape(_("Minesweeper board {board}").format(board=header_of(position)), quote=False)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" font-family="{_FONT}" text-anchor="middle">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" rx="{brief(plan.cell * 0.2)}" fill="{_GROUND}"/>',
    ]
    if position.geometry.shape == "torus":
        inside = f'width="{brief(plan.width - 3)}" height="{brief(plan.height - 3)}"'
        parts.append(f'<rect x="1.5" y="1.5" {inside} rx="4" {_LINES} stroke-dasharray="4 4"/>')
    if position.geometry.shape == "graph":
        parts.append(f'<path d="{plan.joins()}" {_LINES}/>')
    return parts


def _coordinates(plan: Plan) -> list[str]:
    size = 0.34
    numbers = (
        f'<text x="{brief(x)}" y="{brief(y + plan.cell * 0.35 * size)}">{text}</text>'
        for text, x, y in plan.coordinates()
    )
    group = f'<g class="coordinates" fill="{_FAINT}" font-size="{brief(plan.cell * size)}">'
    return [group, *numbers, "</g>"]


def _tiles(position: Position, plan: Plan, colours: Mapping[int, str]) -> list[str]:
    kinds: dict[tuple[str, bool], list[int]] = {}
    for index, face in enumerate(position.faces):
        colour = colours.get(index, _tile_colour(face))
        kinds.setdefault((colour, is_covered(face)), []).append(index)
    return [
        f'<path fill="{escape(_xml(colour))}"{_RAISED if raised else ""} '
        f'd="{plan.tiles(indices)}"/>'
        for (colour, raised), indices in kinds.items()
    ]


def _tile_colour(face: int) -> str:
    if is_covered(face):
        return _HIDDEN_COLOUR
    return _MINE_COLOUR if face == MINE else OPEN_COLOUR


def _numbers(position: Position, plan: Plan, texts: Mapping[int, str]) -> list[str]:
    """Return one group per number; an opened 0 stays empty, as in the game."""
    places: dict[int, list[int]] = {}
    for index, face in enumerate(position.faces):
        if is_number(face) and face > 0 and index not in texts:
            places.setdefault(face, []).append(index)
    size = brief(plan.cell * 0.6)
    return [
        f'<g fill="{NUMBER_COLOURS.get(number, _INK)}" font-size="{size}" font-weight="700">'
        + "".join(_text(plan, index, str(number), 0.6) for index in indices)
        + "</g>"
        for number, indices in sorted(places.items())
    ]


def _marks(position: Position, plan: Plan, texts: Mapping[int, str]) -> list[str]:
    parts = []
    for index, face in enumerate(position.faces):
        if face in _MARKS:
            x, y = plan.centre(index)
            # Above a label a mark is half as large.
            scale, y = (0.5, y - plan.cell * 0.24) if index in texts else (1.0, y)
            move = f"translate({brief(x)} {brief(y)}) scale({brief(plan.cell * scale)})"
            parts.append(f'<g transform="{move}">{_MARKS[face]}</g>')
    return parts


def _labels(
    position: Position, plan: Plan, texts: Mapping[int, str], colours: Mapping[int, str]
) -> list[str]:
    parts = []
    for index, text in texts.items():
        face = position.faces[index]
        size = min(0.42, 1.15 / max(len(text), 1))  # a letter is about 0.6 of it wide
        ink = _INK if _is_light(colours.get(index, _tile_colour(face))) else "#ffffff"
        below = 0.2 if face in _MARKS else 0.0
        written = _text(plan, index, text, size, below)
        parts.append(f'<g fill="{ink}" font-size="{size * plan.cell:.2f}">{written}</g>')
    return parts


def _text(plan: Plan, index: int, text: str, size: float, below: float = 0.0) -> str:
    x, y = plan.centre(index)
    baseline = y + plan.cell * (0.35 * size + below)  # capitals are 0.7 of the font size high
    return f'<text x="{brief(x)}" y="{brief(baseline)}">{escape(_xml(text), quote=False)}</text>'


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def _is_light(colour: str) -> bool:
    """Return whether dark ink reads well on a colour; names of colours count as light."""
    match = re.fullmatch(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})", colour)
    if match is None:
        return True
    digits = match[1] if len(match[1]) == 6 else "".join(2 * digit for digit in match[1])
    red, green, blue = bytes.fromhex(digits)
    return 0.299 * red + 0.587 * green + 0.114 * blue > 140
