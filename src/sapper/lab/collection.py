"""Collections: boards that are given and not dealt, as the games of a run.

Game i of a run is board i of its collection, each board once. A collection has boards of one kind
(shape, size and mines); its digest covers the mines and first cells of all boards in their order,
so a ledger knows it whatever its file is called. A worker gets only the part that it plays.
`lab/collection_reading.py` makes them; how boards are read is no part of a player's identity.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from sapper.board.cell import Cell
from sapper.board.spec import BoardSpec

__all__ = ["GIVEN", "NOBODY", "Collection"]

GIVEN: Final = "given"
"""The first cell of a run whose boards all have their own."""

NOBODY: Final = -1
"""In place of the index of a first cell: the player chooses it."""


@dataclass(frozen=True, eq=False)
class Collection:
    """Boards `begin` and following of a collection of `size` boards.

    `cells` has their mines one after the other, `firsts` their first cells by index.
    """

    name: str
    board: str
    first: str
    columns: int
    size: int
    digest: str
    cells: bytes
    firsts: tuple[int, ...]
    begin: int = 0

    def __len__(self) -> int:
        return self.size

    def __str__(self) -> str:
        """Return the name: how many boards of which file, and the digest."""
        boards = "1 board" if self.size == 1 else f"{self.size:,} boards"
        return f"{boards} of {self.name or 'a list'} ({self.digest})"

    def __repr__(self) -> str:
        return f"<Collection {self}: {self.board}>"

    def between(self, begin: int, end: int) -> Collection:
        """Return the part of the boards from `begin` to `end - 1`."""
        low, high = begin - self.begin, end - self.begin
        size = BoardSpec.cells_of(self.board)
        cells, firsts = self.cells[low * size : high * size], self.firsts[low:high]
        return replace(self, cells=cells, firsts=firsts, begin=begin)

    def layout(self, game: int) -> bytes:
        """Return the mines of one board."""
        part = self.between(game, game + 1)
        assert part.firsts, "the game is within the collection"
        return part.cells

    def first_cell(self, game: int) -> Cell | None:
        """Return the first cell of one board; None if the player chooses."""
        index = self.firsts[game - self.begin]
        return None if index == NOBODY else Cell(*divmod(index, self.columns))
