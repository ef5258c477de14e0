"""What a file says, before anything is played: the board, the buttons and what is stated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from sapper.board.cell import Cell
from sapper.board.geometry import Geometry
from sapper.board.layout import Layout
from sapper.errors import InputError, ReplayError
from sapper.language import _

__all__ = [
    "MOST_BYTES",
    "MOST_CELLS",
    "Button",
    "MouseEvent",
    "Outcome",
    "Recording",
    "ReplayFormat",
    "Squares",
    "check_size",
    "level_of",
    "make_layout",
]

ReplayFormat = Literal["rmv", "avf", "evf", "rawvf", "mvf"]
"""The formats that are read."""

Outcome = Literal["won", "lost"]

Button = Literal["lc", "lr", "rc", "rr", "mc", "mr", "sc", "cc", "pf", "mv"]
"""A button goes down (c) or up (r): left, right or middle. `sc` is the left one going down in place
of both, `cc` the other one of left and right going down, `pf` a flag set before the game began.
`mv` is a movement of the mouse."""

MOST_BYTES: Final = 4 * 2**20
"""The largest file that is read; the largest known replay has a third of a million bytes."""

MOST_CELLS: Final = 10_000
"""The largest board, so that no damaged size costs much; the largest known has 2,160 cells."""

_LEVELS = {
    (8, 8, 10): "beginner",
    (9, 9, 10): "beginner",
    (16, 16, 40): "intermediate",
    (16, 30, 99): "expert",
}


class Squares(NamedTuple):
    """The cells of a board in pixels."""

    rows: int
    columns: int
    size: int = 16

    def event(self, time: int, button: Button, x: int, y: int) -> MouseEvent:
        """Return the event at a pixel."""
        column, row = x // self.size, y // self.size
        is_inside = 0 <= row < self.rows and 0 <= column < self.columns
        return MouseEvent(time, x, y, button, Cell(row, column) if is_inside else None)

    def event_in(self, time: int, button: Button, row: int, column: int) -> MouseEvent:
        """Return the event in the middle of a cell, for a file that has no pixels."""
        x, y = (place * self.size + self.size // 2 for place in (column, row))
        return self.event(time, button, x, y)


class MouseEvent(NamedTuple):
    """What the mouse did, at a time in milliseconds since the file begins.

    `x` and `y` are pixels from the corner of the board; the cell is None outside the board.
    """

    time: int
    x: int
    y: int
    button: Button
    cell: Cell | None


@dataclass(frozen=True)
class Recording:
    """The contents of a file: what is stated in it, and every event of the mouse."""

    format: ReplayFormat
    layout: Layout
    events: tuple[MouseEvent, ...]
    """All that the mouse did, movements included."""
    cell_size: int = 16
    """The width of a cell in pixels."""
    has_questions: bool = False
    """Whether a right click on a flag makes it a question mark."""
    is_timed_from_opening: bool = False
    """Whether the clock of the game starts with the first opened cell, and not with the file."""
    player: str = ""
    program: str = ""
    version: str = ""
    date: str = ""
    mode: str = ""
    time: float | None = None
    """The stated time in seconds."""
    stated_bbbv: int | None = None
    outcome: Outcome | None = None
    opened: frozenset[Cell] | None = None
    """The cells that the file itself says were opened, if it does."""
    notes: tuple[str, ...] = ()


def make_layout(rows: int, columns: int, mines: Iterable[tuple[int, int]], count: int) -> Layout:
    """Return the layout of mines at (row, column); raise `ReplayError` if there is none."""
    check_size(rows, columns)
    if not 0 <= count < rows * columns:
        raise ReplayError(
            _("the replay is damaged: {count} mines on {cells} cells").format(
                count=count, cells=rows * columns
            )
        )
    try:
        layout = Layout.of_mines(Geometry.grid(rows, columns), mines)
    except InputError as error:
        raise ReplayError(_("the replay is damaged: {error}").format(error=error)) from None
    if layout.spec.mines != count:
        raise ReplayError(
            _("the replay is damaged: it says {count} mines and has {mines}").format(
                count=count, mines=layout.spec.mines
            )
        )
    return layout


def check_size(rows: int, columns: int) -> None:
    """Raise `ReplayError` for a board that is too large, or has no cells."""
    if min(rows, columns) < 1 or rows * columns > MOST_CELLS:
        raise ReplayError(
            _(
                "the replay has a board of {rows} x {columns} cells; sapper reads up to "
                "{most_cells:,}"
            ).format(rows=rows, columns=columns, most_cells=MOST_CELLS)
        )


def level_of(layout: Layout) -> str:
    """Return the name of the board among players: beginner, intermediate, expert or custom."""
    spec = layout.spec
    return _LEVELS.get((spec.rows, spec.columns, spec.mines), "custom")
