"""How much one visitor may ask of the server; beyond it a request is answered at once with why."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.analysis import Budget
from sapper.board import Position
from sapper.board.spec import BoardSpec

__all__ = ["Limits", "TooBusy", "TooLarge"]


class TooLarge(Exception):  # noqa: N818 (it is a status, 413, with its reason)
    """More than the server is willing to take: a body, a board, or work."""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind


class TooBusy(Exception):  # noqa: N818 (it is a status, 429)
    """As many simulations as the server allows are under way already."""


@dataclass(frozen=True)
class Limits:
    """The limits of one server process.

    An analysis of ten thousand cells takes milliseconds; the milliseconds below bound positions
    that were made to be hard.
    """

    body_bytes: int = 256 * 1024
    cells: int = 10_000
    milliseconds: float = 2000.0
    moves: int = 20_000
    games: int = 100_000
    rollouts: int = 2000
    simulations: int = 2

    @property
    def budget(self) -> Budget:
        """The work that one question may cost."""
        return Budget(milliseconds=self.milliseconds)

    @property
    def review_budget(self) -> Budget:
        """The work that the review of a whole game may cost: that of several questions."""
        return Budget(milliseconds=10 * self.milliseconds)

    def check_position(self, position: Position) -> Position:
        """Return the position; raise `TooLarge` for more cells than are allowed."""
        self._check_cells(position.geometry.size)
        return position

    def board(self, text: str) -> BoardSpec:
        """Return the board written so; raise `TooLarge` before a large one is built."""
        size = text.rpartition("-")[2].partition("/")[0]
        rows, _, columns = size.partition("x")
        if rows.isascii() and rows.isdigit() and columns.isascii() and columns.isdigit():
            self._check_cells(int(rows[:9]) * int(columns[:9]))
        return BoardSpec.parse(text)

    def check_most(self, name: str, wanted: int, most: int) -> None:
        """Raise `TooLarge` where more is wanted than is allowed."""
        if wanted > most:
            raise TooLarge(f"expected at most {most:,} {name}, got {wanted:,}", "work")

    def _check_cells(self, cells: int) -> None:
        if cells > self.cells:
            raise TooLarge(f"expected at most {self.cells:,} cells, got {cells:,}", "board")
