"""Which covered cells a move opens by itself, before any 0 opens more."""

from __future__ import annotations

from sapper.board.cell import FLAG, is_covered
from sapper.board.position import Position
from sapper.players.decision import Move

__all__ = ["cells_to_open"]


def cells_to_open(position: Position, move: Move) -> tuple[int, ...]:
    """Return the indices: of an open its cell, of a chord all unflagged neighbours, else none."""
    index = position.geometry.index(move.cell)
    if move.kind == "open":
        return (index,)
    if move.kind != "chord":
        return ()
    around, faces = position.geometry.neighbour_lists[index], position.faces
    return tuple(i for i in around if is_covered(faces[i]) and faces[i] != FLAG)
