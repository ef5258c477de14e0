"""Mines as bits: row by row, several cells to a digit, the first cell in the highest bit.

The formats of whole boards that other programs write differ in the size of a digit and in what
stands around the digits; the bits are the same in all of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from sapper.board.formats.header import Header
from sapper.board.geometry import Geometry
from sapper.board.layout import Layout
from sapper.errors import InputError, ParseError
from sapper.language import _

__all__ = ["count_digits", "grid_layout", "need_grid", "pack_mines", "unpack_mines"]


def count_digits(cells: int, bits: int) -> int:
    """Return how many digits of this many bits hold one bit per cell."""
    return -(-cells // bits)


def pack_mines(cells: bytes, bits: int) -> list[int]:
    """Return the cells as digits of this many bits; the last one is filled up with zeros."""
    text = "".join(map(str, cells))
    text += "0" * (count_digits(len(cells), bits) * bits - len(cells))
    return [int(text[at : at + bits], 2) for at in range(0, len(text), bits)]


def unpack_mines(digits: Sequence[int], bits: int, size: int) -> bytes:
    """Return one byte per cell; raise `ParseError` for a mine behind the last cell."""
    text = "".join(f"{digit:0{bits}b}" for digit in digits)
    if "1" in text[size:]:
        raise ParseError(
            _("expected {size} cells, but a mine lies behind the last one").format(size=size)
        )
    return bytes(map(int, text[:size]))


def grid_layout(header: Header, cells: bytes) -> Layout:
    """Return the layout of a plain grid; raise `ParseError` for a board of mines only."""
    try:
        return Layout(Geometry.grid(header.rows, header.columns), cells)
    except InputError as error:
        raise ParseError(str(error)) from None


def need_grid(layout: Layout, what: str) -> None:
    """Raise `InputError` unless the board is a plain grid: other programs hold no others."""
    if layout.geometry.shape != "grid":
        raise InputError(f"{what} holds plain grids only, not {layout.geometry.shape} boards")
