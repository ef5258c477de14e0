"""The exact winning chance of a player on a small board: what becomes of each of its layouts.

All layouts that the first cell allows are listed. Those that show the same numbers are one
position, in which the player is asked once; opening the cell that it chooses divides them. Where
the player searches the rest of the game exactly, its own exact chance is taken, so only the first
guesses of a game are walked through.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from sapper.board.cell import HIDDEN
from sapper.board.position import Position
from sapper.board.spec import BoardSpec
from sapper.players.engine.choice import NativePlayerName
from sapper.players.engine.engine import Engine

__all__ = ["ExactPlay"]

Layouts = npt.NDArray[np.bool_]  # a row for each layout, a column for each cell


class ExactPlay:
    """The games of one player on one board, all at once, from a first cell that is no mine."""

    def __init__(self, player: NativePlayerName, board: BoardSpec, first: tuple[int, int]) -> None:
        self.board = board
        self.asked = 0  # positions in which the player was asked
        self._engine = Engine(player)
        self._near = [list(cells) for cells in board.geometry.neighbour_lists]
        index = board.geometry.index(first)
        layouts = _layouts(board, index)
        self.layouts = len(layouts)
        hidden = bytes([HIDDEN]) * board.geometry.size
        self.wins = self._open([index], hidden, layouts)

    def _open(self, cells: list[int], faces: bytes, layouts: Layouts) -> int:
        """Open cells one after the other, with what zeros open; return how many layouts win."""
        cells = [cell for cell in cells if faces[cell] == HIDDEN]
        if not cells:
            return self._go_on(faces, layouts)
        cell, *others = cells
        safe = layouts[~layouts[:, cell]]
        numbers = safe[:, self._near[cell]].sum(axis=1)
        wins = 0
        for number in np.unique(numbers).tolist():
            shown = faces[:cell] + bytes([number]) + faces[cell + 1 :]
            opened = others + (self._near[cell] if number == 0 else [])
            wins += self._open(opened, shown, safe[numbers == number])
        return wins

    def _go_on(self, faces: bytes, layouts: Layouts) -> int:
        """Ask the player in a position; return how many of its layouts win."""
        if faces.count(HIDDEN) == self.board.mines:
            return len(layouts)
        self.asked += 1
        choice = self._engine.ask(Position(self.board.geometry, self.board.mines, faces))
        chosen = choice.candidates if not choice.is_guess else choice.candidates[:1]
        if choice.is_exact and chosen[0].win is not None:
            return round(chosen[0].win * len(layouts))
        index = self.board.geometry.index
        return self._open([index(candidate.cell) for candidate in chosen], faces, layouts)


def _layouts(board: BoardSpec, free: int) -> Layouts:
    """Return all layouts without a mine in a cell."""
    size = board.geometry.size
    cells = [cell for cell in range(size) if cell != free]
    mines = np.array(list(combinations(cells, board.mines)), dtype=np.intp)
    layouts = np.zeros((len(mines), size), dtype=np.bool_)
    layouts[np.arange(len(mines))[:, None], mines] = True
    return layouts
