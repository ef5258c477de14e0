"""Links to positions, `?analysis=...`, of JSMinesweeper.

Digits of base 62 (a-z, A-Z, 0-9): two of the width, two of the height, four of the mines, then runs
of equal cells. Every kind of cell owns some consecutive digits, and the length of a run is written
with them, in the base that is their number; a kind with one digit repeats it. Around certain mines
(`F` a flag, `I` no flag) the numbers are reduced by one each, which makes the link shorter; `O` is
a flag that reduces none.
"""

from __future__ import annotations

import string
from itertools import groupby

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION, is_number
from sapper.board.formats.header import Header, excerpt, settle_geometry, settle_mines
from sapper.board.formats.link import parameters_of
from sapper.board.formats.matrix import check_numbers
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.errors import InputError, ParseError
from sapper.language import _

__all__ = ["format_analysis", "is_analysis", "parse_analysis"]

_DIGITS = string.ascii_letters + string.digits
_HEAD = 8
_KINDS = "012345678IHFO"
_SIZES = (10, 7, 5, 5, 4, 3, 3, 1, 1, 4, 10, 8, 1)
_FIRST = [sum(_SIZES[:place]) for place in range(len(_SIZES))]
_OWNER = {
    _DIGITS[first + value]: (kind, value)
    for kind, first, size in zip(_KINDS, _FIRST, _SIZES, strict=True)
    for value in range(size)
}
_SIZE_OF = dict(zip(_KINDS, _SIZES, strict=True))
_FACE_OF = {str(number): number for number in range(9)} | {
    "I": HIDDEN, "H": HIDDEN, "F": FLAG, "O": FLAG,
}  # fmt: skip
_MOST_SIDE, _MOST_MINES = 62**2 - 1, 62**4 - 1


def is_analysis(text: str) -> bool:
    """Return whether a text is one line with the parameter `analysis`."""
    return len(text.split()) == 1 and "analysis" in parameters_of(text)


def parse_analysis(
    text: str, mines: int | None = None, geometry: Geometry | None = None
) -> Position:
    """Return the position of a link; raise `ParseError` for one that no board fits."""
    code = parameters_of(text)["analysis"]
    if len(code) <= _HEAD or not set(code) <= set(_DIGITS):
        raise ParseError(
            _("expected digits a-z, A-Z and 0-9 in analysis=, got {excerpt}").format(
                excerpt=excerpt(code)
            )
        )
    columns, rows, total = (_number(code[a:b]) for a, b in ((0, 2), (2, 4), (4, _HEAD)))
    header = Header(rows, columns, total)
    count = settle_mines(header, mines)
    kinds = _expand(code[_HEAD:], rows * columns)
    grid = settle_geometry(header, geometry)
    return Position(grid, count, _inflate(kinds, grid))


def format_analysis(position: Position) -> str:
    """Return the part of a link that says the position; raise `InputError` if it holds no such."""
    if position.geometry.shape != "grid" or position.mines is None:
        raise InputError("analysis= holds plain grids with a known mine count only")
    if max(position.rows, position.columns) > _MOST_SIDE or position.mines > _MOST_MINES:
        raise InputError(f"analysis= holds at most {_MOST_SIDE} rows and columns")
    check_numbers(position, "analysis=")
    letters = {HIDDEN: "H", QUESTION: "H", MINE: "H", FLAG: "O"}
    kinds = "".join(str(f) if is_number(f) else letters[f] for f in position.faces)
    head = _write(position.columns, 2) + _write(position.rows, 2) + _write(position.mines, 4)
    runs = "".join(_run(kind, len(list(cells))) for kind, cells in groupby(kinds))
    return f"?analysis={head}{runs}"


def _number(digits: str) -> int:
    value = 0
    for digit in digits:
        value = 62 * value + _DIGITS.index(digit)
    return value


def _write(number: int, digits: int) -> str:
    return "".join(_DIGITS[number // 62**place % 62] for place in reversed(range(digits)))


def _run(kind: str, length: int) -> str:
    """Return a run of equal cells in the digits of their kind."""
    first, base = _FIRST[_KINDS.index(kind)], _SIZE_OF[kind]
    if base == 1:
        return _DIGITS[first] * length
    digits = ""
    while length:
        length, digit = divmod(length, base)
        digits = _DIGITS[first + digit] + digits
    return digits


def _expand(code: str, size: int) -> str:
    """Return the kind of every cell; raise `ParseError` unless there is one for each."""
    parts: list[str] = []
    left = size
    for kind, digits in groupby(code, key=lambda digit: _OWNER[digit][0]):
        length, base = 0, _SIZE_OF[kind]
        for digit in digits:
            length = length + 1 if base == 1 else base * length + _OWNER[digit][1]
            if length > left:  # before the run is built
                raise ParseError(_("analysis= has more than its {size} cells").format(size=size))
        parts.append(kind * length)
        left -= length
    if left:
        raise ParseError(
            _("expected {size} cells in analysis=, got {count}").format(
                size=size, count=size - left
            )
        )
    return "".join(parts)


def _inflate(kinds: str, geometry: Geometry) -> bytes:
    """Return the faces, with every number raised by the certain mines around it."""
    faces = bytearray(_FACE_OF[kind] for kind in kinds)
    around = geometry.neighbour_lists if "F" in kinds or "I" in kinds else ()
    for index, kind in enumerate(kinds):
        for near in around[index] if kind in "FI" else ():
            if is_number(faces[near]):
                faces[near] += 1
    if any(is_number(face) and face > 8 for face in faces):
        raise ParseError(_("analysis= has a number above 8"))
    return bytes(faces)
