"""Draw explanations: the board with the numbers, the cell and the steps between them.

The numbers used are blue and the cells they share are sand; safe cells are green with a tick, mines
red with a cross. The explained cell has a stronger colour.
"""

from __future__ import annotations

from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.board.svg import draw
from sapper.board.views import Key, View
from sapper.proofs.conflicts import Conflict
from sapper.proofs.hints import Hint
from sapper.proofs.proof import Proof, Role, Technique, Undecided

__all__ = [
    "conflict_svg",
    "conflict_view",
    "hint_svg",
    "hint_view",
    "proof_svg",
    "proof_view",
    "undecided_svg",
    "undecided_view",
]

_NUMBER, _HELPER, _CLASH = "#cfe3f7", "#fde9b8", "#f7c6bb"
_SAFE, _SAFE_PALE = "#6fc387", "#c9ead2"
_MINE, _MINE_PALE = "#e5735c", "#f6cdc4"
_REGION = "#e3d5f5"
_ONE, _OTHER = "#b9c9ee", "#f3d19c"


_KEYS = {
    _NUMBER: Key(_NUMBER, "1", "numbers used"),
    _HELPER: Key(_HELPER, "", "cells between them"),
    _SAFE_PALE: Key(_SAFE_PALE, "✓", "also safe"),
    _MINE_PALE: Key(_MINE_PALE, "✕", "also a mine"),
    _SAFE: Key(_SAFE, "✓", "safe"),
    _MINE: Key(_MINE, "✕", "a mine"),
    _CLASH: Key(_CLASH, "1", "numbers that clash"),
    _REGION: Key(_REGION, "", "look here"),
}


def proof_view(proof: Proof) -> View:
    """Return what a notebook shows of a proof."""
    title = f"{proof.cell} is {'a mine' if proof.is_mine else 'safe'} ({proof.technique})"
    return _view(proof.position, title, [proof.text], proof.svg())


def undecided_view(undecided: Undecided) -> View:
    """Return what a notebook shows of an undecided cell."""
    keys = [
        Key(_ONE, "A", "mines of one layout"),
        Key(_OTHER, "B", "mines of the other"),
        Key(_MINE_PALE, "=", "mines of both"),
    ]
    view = View(f"{undecided.cell} is not certain", sentences=[undecided.text], legend=keys)
    return undecided.position.view_with(undecided.svg, view)


def conflict_view(conflict: Conflict) -> View:
    """Return what a notebook shows of a conflict: why, and what would repair it."""
    sentences = [conflict.text, *(f"Repair: {repair.text}" for repair in conflict.repairs)]
    return _view(conflict.position, "no layout of mines fits", sentences, conflict.svg())


def hint_view(hint: Hint) -> View:
    """Return what a notebook shows of a hint."""
    return _view(hint.position, f"hint, level {hint.level}", [hint.text], hint.svg())


def _view(position: Position, title: str, sentences: list[str], picture: str) -> View:
    """Return a view whose legend explains the colours that the picture has."""
    keys = [key for colour, key in _KEYS.items() if f'fill="{colour}"' in picture]
    return position.view_with(lambda: picture, View(title, sentences=sentences, legend=keys))


def hint_svg(hint: Hint, *, cell_size: int = 28) -> str:
    """Return the board with the region, the cell or the proof, as the level allows."""
    if hint.proof is not None:
        return proof_svg(hint.proof, cell_size=cell_size)
    fills = dict.fromkeys(hint.region, _REGION)
    labels: dict[Cell, str] = {}
    if hint.cell is not None and hint.is_mine is not None:
        fills[hint.cell] = _MINE if hint.is_mine else _SAFE
        labels[hint.cell] = "✕" if hint.is_mine else "✓"
    return draw(hint.position, fills=fills, labels=labels, cell_size=cell_size)


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
