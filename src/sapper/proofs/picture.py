"""Draw explanations: the board with the numbers, the cell and the steps between them.

The numbers used are blue and the cells they share are sand; safe cells are green with a tick, mines
red with a cross. The explained cell has a stronger colour.
"""

from __future__ import annotations

from sapper.board.cell import Cell
from sapper.board.svg import draw
from sapper.proofs.conflicts import Conflict
from sapper.proofs.proof import Proof, Role, Technique, Undecided

__all__ = ["conflict_svg", "proof_svg", "undecided_svg"]

_NUMBER, _HELPER, _CLASH = "#cfe3f7", "#fde9b8", "#f7c6bb"
_SAFE, _SAFE_PALE = "#6fc387", "#c9ead2"
_MINE, _MINE_PALE = "#e5735c", "#f6cdc4"
_ONE, _OTHER = "#b9c9ee", "#f3d19c"


def proof_svg(proof: Proof, *, cell_size: int = 28) -> str:
    """Return the board with a proof drawn into it."""
    fills: dict[Cell, str] = {}
    labels: dict[Cell, str] = {}
    for cell, role in proof.highlights.items():
        fills[cell] = _NUMBER if role is Role.NUMBER else _HELPER
    for step in proof.steps:
        for cells, colour, sign in ((step.safe, _SAFE_PALE, "✓"), (step.mines, _MINE_PALE, "✕")):
            # Steps under an assumption settle nothing: mark only what plain steps found.
            if proof.technique is not Technique.CASE_SPLIT:
                fills |= dict.fromkeys(cells, colour)
                labels |= dict.fromkeys(cells, sign)
    fills[proof.cell] = _MINE if proof.is_mine else _SAFE
    labels[proof.cell] = "✕" if proof.is_mine else "✓"
    return draw(proof.position, fills=fills, labels=labels, cell_size=cell_size)


def conflict_svg(conflict: Conflict, *, cell_size: int = 28) -> str:
    """Return the board with the clashing numbers and the cells between them."""
    fills = {
        cell: _CLASH if role is Role.NUMBER else _HELPER
        for cell, role in conflict.highlights.items()
    }
    return draw(conflict.position, fills=fills, cell_size=cell_size)


def undecided_svg(undecided: Undecided, *, cell_size: int = 28) -> str:
    """Return the board with two layouts: A has a mine in the cell, B has none; = is in both."""
    one, other = undecided.with_mine.mines, undecided.without_mine.mines
    covered = set(undecided.position.covered())
    fills: dict[Cell, str] = {}
    labels: dict[Cell, str] = {}
    for cell in (one | other) & covered:
        if cell in one and cell in other:
            labels[cell], fills[cell] = "=", _MINE_PALE
        else:
            labels[cell], fills[cell] = ("A", _ONE) if cell in one else ("B", _OTHER)
    return draw(undecided.position, fills=fills, labels=labels, cell_size=cell_size)
