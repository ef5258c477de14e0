"""The board to play on and the rule for the first cell.

A board is written `ROWSxCOLUMNS/MINES`, with the shape in front unless it is the square grid:
`16x30/99`, `torus-9x9/10`, `hex-10x12/20`. The names `beginner`, `intermediate` and `expert` stand
for the standard boards.
"""

from __future__ import annotations

import reprlib
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Final

from sapper.board.formats.header import split_header
from sapper.board.geometry import Geometry, Shape
from sapper.errors import InputError, ParseError
from sapper.language import _

__all__ = ["PRESETS", "BoardSpec", "StartRule"]


class StartRule(StrEnum):
    """What the first opened cell may be; all layouts that the rule allows are equally likely."""

    RAW = "raw"
    """Anything: the first cell may be a mine."""
    SAFE = "safe"
    """Never a mine."""
    OPEN = "open"
    """Never a mine, nor any of its neighbours: it shows 0."""

    @classmethod
    def parse(cls, text: str) -> StartRule:
        """Return the rule of this name; raise `InputError` for another."""
        try:
            return cls(text)
        except ValueError:
            raise InputError(
                _("expected start rule raw, safe or open, got {text!r}").format(text=text)
            ) from None


@dataclass(frozen=True)
class BoardSpec:
    """A board to play on: shape, size and number of mines; at least one cell is safe."""

    rows: int
    columns: int
    mines: int
    shape: Shape = "grid"
    graph: Geometry | None = field(default=None, repr=False)
    """The neighbours, where no name of a shape gives them: see `on`."""

    document_as = str

    def __post_init__(self) -> None:
        if not 0 <= self.mines < self.geometry.size:
            raise InputError(
                _(
                    "expected 0 to {size} mines on {rows}x{columns} (one cell must be safe), got "
                    "{mines}"
                ).format(
                    size=self.geometry.size - 1,
                    rows=self.rows,
                    columns=self.columns,
                    mines=self.mines,
                )
            )

    @classmethod
    def on(cls, geometry: Geometry, mines: int) -> BoardSpec:
        """Return the board of any geometry, also of a graph, with this many mines."""
        graph = geometry if geometry.shape == "graph" else None
        return cls(geometry.rows, geometry.columns, mines, geometry.shape, graph)

    @classmethod
    def parse(cls, text: str, *, geometry: Geometry | None = None) -> BoardSpec:
        """Return the board of a name such as `expert` or a text such as `torus-16x30/99`.

        The text of a graph needs its `geometry`, which must fit every other text too.
        Raise `InputError` for any other text, or for a board that cannot exist.
        """
        if not isinstance(text, str):
            raise InputError(
                f"expected a board such as 'expert' or '16x30/99', got {reprlib.repr(text)}"
            )
        rows, columns, mines, shape = _split(text)
        if geometry is not None:
            if (rows, columns, shape) != (geometry.rows, geometry.columns, geometry.shape):
                raise InputError(f"expected a board of {geometry!r} with its mines, got {text!r}")
            return cls.on(geometry, mines)
        if shape == "graph":
            raise InputError(
                f"{text!r} does not contain the neighbours of its cells: play on a graph from "
                "Python, with BoardSpec.on(geometry, mines)"
            )
        return cls(rows, columns, mines, shape)

    @classmethod
    def of(cls, board: BoardSpec | str) -> BoardSpec:
        """Return the board that a caller means; raise `InputError` for anything else."""
        return board if isinstance(board, BoardSpec) else cls.parse(board)

    @staticmethod
    def cells_of(text: str) -> int:
        """Return how many cells the board of a text has, without building it."""
        rows, columns, _, _ = _split(text)
        return rows * columns

    @cached_property
    def geometry(self) -> Geometry:
        """The cells and their neighbours."""
        return self.graph or Geometry.of_shape(self.shape, self.rows, self.columns)

    @property
    def safe_cells(self) -> int:
        """How many cells must be opened to win."""
        return self.rows * self.columns - self.mines

    def __str__(self) -> str:
        prefix = "" if self.shape == "grid" else f"{self.shape}-"
        return f"{prefix}{self.rows}x{self.columns}/{self.mines}"


PRESETS: Final = {"beginner": "9x9/10", "intermediate": "16x16/40", "expert": "16x30/99"}
"""The standard boards by name."""


def _split(text: str) -> tuple[int, int, int, Shape]:
    try:
        rows, columns, mines, shape = split_header(PRESETS.get(text, text))
    except ParseError:
        mines = None
    if mines is None:
        raise InputError(
            _(
                "expected a board like 16x30/99, torus-9x9/10 or one of {presets}, got {text!r}"
            ).format(presets=", ".join(PRESETS), text=text)
        )
    return rows, columns, mines, shape
