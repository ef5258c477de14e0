"""Limits on what one request may cost; a request beyond them is refused at once."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.analysis import Budget
from sapper.board import Layout, Position
from sapper.board.spec import BoardSpec

__all__ = ["Limits", "TooBusy", "TooLarge"]


class TooLarge(Exception):  # noqa: N818 (named after the status 413)
    """A request whose body, board or work exceeds a limit."""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind


class TooBusy(Exception):  # noqa: N818 (named after the status 429)
    """The server already runs as many simulations as it allows."""


@dataclass(frozen=True)
class Limits:
    """The limits of one server process.

    The analysis of an ordinary board of ten thousand cells takes milliseconds; the time limit is
    for positions made to be hard.
    """

    body_bytes: int = 256 * 1024
    replay_bytes: int = 1024 * 1024
    cells: int = 10_000
    milliseconds: float = 2000.0
    moves: int = 20_000
    games: int = 100_000
    rollouts: int = 2000
    simulations: int = 2
    search_seconds: float = 20.0
    search_nodes: int = 2_000_000

    @property
    def budget(self) -> Budget:
        """The budget of one request."""
        return Budget(milliseconds=self.milliseconds)

    @property
    def review_budget(self) -> Budget:
        """The budget of the review of a whole game."""
        return Budget(milliseconds=10 * self.milliseconds)

    def check_position(self, position: Position) -> Position:
        """Return the position; raise `TooLarge` if it has too many cells."""
        self._check_cells(position.geometry.size)
        return position

    def check_layout(self, layout: Layout) -> Layout:
        """Return the layout; raise `TooLarge` if it has too many cells."""
        self._check_cells(layout.geometry.size)
        return layout

    def board(self, text: str) -> BoardSpec:
        """Return the board of a text; raise `TooLarge` before a large one is built."""
        self._check_cells(BoardSpec.cells_of(text))
        return BoardSpec.parse(text)

    def check_most(self, name: str, requested: float, most: float) -> None:
        """Raise `TooLarge` if more is requested than the limit."""
        if requested > most:
            raise TooLarge(f"expected at most {most:,} {name}, got {requested:,}", "work")

    def _check_cells(self, cells: int) -> None:
        if cells > self.cells:
            raise TooLarge(f"expected at most {self.cells:,} cells, got {cells:,}", "board")
