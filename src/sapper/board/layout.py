"""Where the mines of a board are, as a value and as text.

`16x30/99=HEX` writes a layout: the board, then one bit per cell in row order as hexadecimal digits,
filled up with zeros in front. A layout is what a game knows and a player does not: no player
gets one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sapper.board.cell import MINE, Cell, CellLike
from sapper.board.geometry import Geometry
from sapper.board.notebook_value import NotebookValue, View, shorten
from sapper.board.position import Position
from sapper.board.spec import BoardSpec
from sapper.errors import InputError, ParseError
from sapper.language import _

if TYPE_CHECKING:
    from sapper.board.metrics import BoardMetrics

__all__ = ["Layout", "check_layout", "layout_text", "numbers_of", "parse_layout"]


@dataclass(frozen=True, repr=False)
class Layout(NotebookValue):
    """The mines of a board: frozen, hashable, equal by value.

    `cells` holds one byte per cell in row order: 1 for a mine.
    """

    geometry: Geometry
    cells: bytes

    document_as = str

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", bytes(self.cells))
        check_layout(self.cells, self.geometry.size, sum(self.cells))
        _ = self.spec  # refuses a board of mines only

    @classmethod
    def of_mines(cls, geometry: Geometry, mines: Iterable[CellLike]) -> Layout:
        """Return the layout with these mines; raise `InputError` for one that is given twice."""
        cells = bytearray(geometry.size)
        for mine in mines:
            index = geometry.index(mine)
            if cells[index]:
                raise InputError(f"the mine at {geometry.cell(index)} is given twice")
            cells[index] = 1
        return cls(geometry, bytes(cells))

    @classmethod
    def parse(cls, text: str, *, geometry: Geometry | None = None) -> Layout:
        """Return the layout of a text like `3x3/2=044`; a graph needs its `geometry`.

        Raise `ParseError` for any other text. `sapper.board.formats` reads other forms.
        """
        board, equals, digits = text.strip().partition("=")
        if not equals:
            raise ParseError(
                _("expected a layout like '3x3/2=044', got {text!r}").format(text=shorten(text, 60))
            )
        spec = BoardSpec.parse(board, geometry=geometry)
        layout = cls(spec.geometry, parse_layout(digits, spec.geometry.size))
        if str(layout.spec) != str(spec):
            raise ParseError(
                _("{board!r} says {mines} mines, but {other_mines} follow").format(
                    board=board, mines=spec.mines, other_mines=layout.spec.mines
                )
            )
        return layout

    @cached_property
    def mines(self) -> frozenset[Cell]:
        """The cells with a mine."""
        return frozenset(self.geometry.cell(i) for i, mine in enumerate(self.cells) if mine)

    @cached_property
    def spec(self) -> BoardSpec:
        """The board: shape, size and number of mines."""
        return BoardSpec.on(self.geometry, sum(self.cells))

    @cached_property
    def numbers(self) -> bytes:
        """What every cell shows once it is open: its number, or MINE."""
        return numbers_of(self.cells, self.geometry)

    @property
    def position(self) -> Position:
        """The board with every cell open, mines too."""
        return Position(self.geometry, self.spec.mines, self.numbers)

    @property
    def text(self) -> str:
        """The layout in one line, which `parse` reads back."""
        return f"{self.spec}={layout_text(self.cells)}"

    @cached_property
    def metrics(self) -> BoardMetrics:
        """3BV, openings, islands, ZiNi and other figures of the board."""
        from sapper.board.metrics import BoardMetrics

        return BoardMetrics(self)

    def svg(self, *, cell_size: int = 28) -> str:
        """Return a picture of the numbers and mines."""
        return self.position.svg(cell_size=cell_size)

    def view(self) -> View:
        """Return what a notebook shows: the board with its mines."""
        view = View(title=f"layout of {self.spec}", rows=[["text", shorten(self.text, 100)]])
        return self.position.view_with(self.svg, view)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Layout {shorten(self.text, 100)}>"


def numbers_of(layout: bytes, geometry: Geometry) -> bytes:
    """Return what every cell of a layout shows once it is open: its number, or MINE."""
    numbers, around = bytearray(len(layout)), geometry.neighbour_lists
    mines = [i for i, is_mine in enumerate(layout) if is_mine]
    for mine in mines:
        for i in around[mine]:
            numbers[i] += 1
    for mine in mines:
        numbers[mine] = MINE
    return bytes(numbers)


def layout_text(layout: bytes) -> str:
    """Return a layout as hexadecimal digits, one bit per cell."""
    bits = int("".join(map(str, layout)), 2)
    return f"{bits:0{(len(layout) + 3) // 4}x}"


def parse_layout(text: str, size: int) -> bytes:
    """Return the layout of `layout_text`; raise `ParseError` for other text."""
    if not set(text) <= set("0123456789abcdef") or not text:
        raise ParseError(
            _("expected a layout in hexadecimal digits, got {text!r}").format(
                text=shorten(text, 60)
            )
        )
    bits = int(text, 16)
    if bits >> size:
        raise ParseError(
            _("expected a layout of {size} cells, got {text!r}").format(
                size=size, text=shorten(text, 60)
            )
        )
    return bytes(bits >> (size - 1 - i) & 1 for i in range(size))


def check_layout(layout: bytes, size: int, mines: int) -> None:
    """Raise `InputError` unless the layout has one byte per cell and this many mines."""
    if len(layout) != size or not set(layout) <= {0, 1}:
        raise InputError(f"expected a layout of {size} bytes 0 or 1, got {len(layout)} bytes")
    if sum(layout) != mines:
        raise InputError(f"expected {mines} mines, got {sum(layout)}")
