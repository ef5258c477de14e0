"""Draw explanations: the board with the numbers, the cell and the steps between them.

The numbers used are blue and the cells they share are sand; safe cells are green with a tick, mines
red with a cross. The explained cell has a stronger colour.
"""

from __future__ import annotations

from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.board.svg import draw
from sapper.board.views import Key, View
from sapper.language import N_, _
from sapper.proofs.conflicts import Conflict
from sapper.proofs.hints import Hint
from sapper.proofs.proof import Proof, Role, Technique, Undecided
from sapper.proofs.words import is_kind, technique_name

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
    _NUMBER: Key(_NUMBER, "1", N_("numbers used")),
    _HELPER: Key(_HELPER, "", N_("cells between them")),
    _SAFE_PALE: Key(_SAFE_PALE, "✓", N_("also safe")),
    _MINE_PALE: Key(_MINE_PALE, "✕", N_("also a mine")),
    _SAFE: Key(_SAFE, "✓", N_("safe")),
    _MINE: Key(_MINE, "✕", N_("a mine")),
    _CLASH: Key(_CLASH, "1", N_("numbers that clash")),
    _REGION: Key(_REGION, "", N_("look here")),
}


def proof_view(proof: Proof) -> View:
    """Return what a notebook shows of a proof."""
    title = _("{cell_is} ({technique})").format(
        cell_is=is_kind(str(proof.cell), 1, proof.is_mine),
        technique=technique_name(proof.technique),
    )
    return _view(proof.position, title, [proof.text], proof.svg())


def undecided_view(undecided: Undecided) -> View:
    """Return what a notebook shows of an undecided cell."""
    keys = [
        Key(_ONE, "A", _("mines of one layout")),
        Key(_OTHER, "B", _("mines of the other")),
        Key(_MINE_PALE, "=", _("mines of both")),
    ]
    title = _("{cell} is not certain").format(cell=undecided.cell)
    view = View(title, sentences=[undecided.text], legend=keys)
    return undecided.position.view_with(undecided.svg, view)


def conflict_view(conflict: Conflict) -> View:
    """Return what a notebook shows of a conflict: why, and what would repair it."""
    repairs = (_("Repair: {change}").format(change=each.text) for each in conflict.repairs)
    sentences = [conflict.text, *repairs]
    return _view(conflict.position, _("no layout of mines fits"), sentences, conflict.svg())


def hint_view(hint: Hint) -> View:
    """Return what a notebook shows of a hint."""
    title = _("hint, level {level}").format(level=hint.level)
    return _view(hint.position, title, [hint.text], hint.svg())


def _view(position: Position, title: str, sentences: list[str], picture: str) -> View:
    """Return a view whose legend explains the colours that the picture has."""
    shown = [key for colour, key in _KEYS.items() if f'fill="{colour}"' in picture]
    keys = [key._replace(meaning=_(key.meaning)) for key in shown]
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
