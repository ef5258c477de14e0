"""Game IDs of Simon Tatham's Mines: `WIDTHxHEIGHT:X,Y,mHEX`.

X and Y are the column and row of the first cell, and may be missing. HEX has four cells to a digit,
plain after `u` or nothing, and masked after `m`: the bytes are halved, and each half is combined
with SHA-1 of the other, so that a player cannot read the mines from the ID. Parameters behind the
size (`n` mines, `a` for boards that may need a guess, `X`, `Y`) say how his program would make
other boards and are not needed here.
"""

from __future__ import annotations

import re
from itertools import count

from sapper.board.cell import Cell
from sapper.board.formats.header import Header, excerpt, whole_number
from sapper.board.formats.mine_bits import (
    count_digits,
    grid_layout,
    need_grid,
    pack_mines,
    unpack_mines,
)
from sapper.board.layout import Layout
from sapper.errors import ParseError
from sapper.language import _

__all__ = ["is_game_id", "read_game_id", "write_game_id"]

_PARAMETERS = re.compile(r"([0-9]+)(?:x([0-9]+))?(?:n([0-9.%]+))?a?(?:[XY][0-9]+)*")
_MINES = re.compile(r"(?:([0-9]+),([0-9]+),)?([mu]?)([0-9a-fA-F]+)")


def is_game_id(text: str) -> bool:
    """Return whether a text begins like a game ID: its parameters, then a colon or #."""
    head = re.split("[:#]", text, maxsplit=1)
    return len(head) == 2 and len(text.split()) == 1 and bool(_PARAMETERS.fullmatch(head[0]))


def read_game_id(text: str) -> tuple[Layout, Cell | None]:
    """Return the mines and the first cell of a game ID; raise `ParseError` where it is wrong."""
    parameters, separator, description = re.split("([:#])", text.strip(), maxsplit=1)
    match = _PARAMETERS.fullmatch(parameters)
    assert match is not None, "is_game_id() said so"
    if separator == "#" or description.startswith("r"):
        raise ParseError(
            _(
                "this game ID has the seed of Simon Tatham's own generator and not the mines: "
                "open it in his program, begin to play, and take the specific game ID that it "
                "shows then"
            )
        )
    columns = whole_number(match[1], "columns")
    header = Header(whole_number(match[2] or match[1], "rows"), columns, None)
    found = _MINES.fullmatch(description)
    if found is None:
        raise ParseError(
            _("expected X,Y,m and mines behind the colon, got {excerpt}").format(
                excerpt=excerpt(description)
            )
        )
    column, row, mask, digits = found.groups()
    size = header.rows * header.columns
    if len(digits) != count_digits(size, 4):
        raise ParseError(
            _(
                "expected {expected} digits of mines in the game ID for {size} cells, got {count}"
            ).format(expected=count_digits(size, 4), size=size, count=len(digits))
        )
    first = None if row is None else _first_cell(row, column, header)
    values = [int(digit, 16) for digit in digits]
    if mask == "m":
        values = _nibbles(_mask(_bytes(values), size, decode=True))[: len(values)]
    layout = grid_layout(header, unpack_mines(values, 4, size))
    if match[3] and match[3].isdecimal() and whole_number(match[3], "mines") != sum(layout.cells):
        raise ParseError(
            _("the game ID says {said} mines, but {found} follow").format(
                said=match[3], found=sum(layout.cells)
            )
        )
    return layout, first


def write_game_id(layout: Layout, first: Cell | None = None) -> str:
    """Return the game ID of a layout, as Mines itself writes it; raise `InputError` for no grid."""
    need_grid(layout, "a game ID")
    digits = pack_mines(layout.cells, 4)
    masked = _nibbles(_mask(_bytes(digits), len(layout.cells), decode=False))[: len(digits)]
    size = f"{layout.geometry.columns}x{layout.geometry.rows}"
    cell = "" if first is None else f"{first.column},{first.row},"
    return f"{size}:{cell}m" + "".join(f"{digit:x}" for digit in masked)


def _first_cell(row: str, column: str, header: Header) -> Cell:
    cell = Cell(whole_number(row, "rows"), whole_number(column, "columns"))
    if cell.row >= header.rows or cell.column >= header.columns:
        raise ParseError(
            _("the first cell {column},{row} of the game ID is outside of the board").format(
                column=column, row=row
            )
        )
    return cell


def _mask(data: bytearray, size: int, *, decode: bool) -> bytearray:
    """Combine each half of the bytes with a stream that the other half makes; the last first."""
    half = len(data) // 2
    halves = [(slice(half, None), slice(0, half)), (slice(0, half), slice(half, None))]
    for seed, target in reversed(halves) if decode else halves:
        stream = _stream(bytes(data[seed]), len(data[target]))
        data[target] = bytes(a ^ b for a, b in zip(data[target], stream, strict=True))
        if size % 8:  # bits behind the last cell stay 0
            data[-1] &= 0xFF00 >> size % 8 & 0xFF
    return data


def _stream(seed: bytes, length: int) -> bytes:
    """Return SHA-1 of the seed with 0, 1, 2 ... behind it, one after the other."""
    from hashlib import sha1  # slow, and rarely needed

    stream = bytearray()
    for number in count():
        if len(stream) >= length:
            return bytes(stream[:length])
        stream += sha1(seed + str(number).encode(), usedforsecurity=False).digest()
    raise AssertionError


def _bytes(digits: list[int]) -> bytearray:
    even = [*digits, 0] if len(digits) % 2 else digits
    return bytearray(high << 4 | low for high, low in zip(even[::2], even[1::2], strict=True))


def _nibbles(data: bytearray) -> list[int]:
    return [half for byte in data for half in (byte >> 4, byte & 15)]
