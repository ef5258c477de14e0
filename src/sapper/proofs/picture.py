"""Draw explanations: the board with the numbers, the cell and the steps between them.

The numbers used are blue and the cells they share are sand; safe cells are green with a tick, mines
red with a cross. The explained cell has a stronger colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sapper.board.cell import Cell
from sapper.board.notebook_value import Key, View
from sapper.board.svg import draw
from sapper.language import N_, _
from sapper.proofs.conflicts import Conflict
from sapper.proofs.hints import Hint
from sapper.proofs.proof import Drawn, Proof, Role, Technique, Undecided
from sapper.proofs.words import is_kind, technique_name

__all__ = ["explanation_svg", "explanation_view"]

Marks = Mapping[Cell, Key]

_NUMBER: Final = Key("#cfe3f7", "1", N_("numbers used"))
_HELPER: Final = Key("#fde9b8", "", N_("cells between them"))
_ALSO_SAFE: Final = Key("#c9ead2", "✓", N_("also safe"))
_ALSO_MINE: Final = Key("#f6cdc4", "✕", N_("also a mine"))
_SAFE: Final = Key("#6fc387", "✓", N_("safe"))
_MINE: Final = Key("#e5735c", "✕", N_("a mine"))
_CLASH: Final = Key("#f7c6bb", "1", N_("numbers that clash"))
_REGION: Final = Key("#e3d5f5", "", N_("look here"))
_ONE: Final = Key("#b9c9ee", "A", N_("mines of one layout"))
_OTHER: Final = Key("#f3d19c", "B", N_("mines of the other"))
_BOTH: Final = Key("#f6cdc4", "=", N_("mines of both"))
_KEYS: Final = (
    _NUMBER, _HELPER, _ALSO_SAFE, _ALSO_MINE, _SAFE, _MINE, _CLASH, _REGION, _ONE, _OTHER, _BOTH,
)  # fmt: skip


def explanation_svg(value: Drawn, cell_size: int) -> str:
    """Return the board with an explanation drawn into it."""
    marks = _marks(value)
    fills = {cell: key.colour for cell, key in marks.items()}
    labels = {cell: key.sign for cell, key in marks.items() if key.sign not in ("", "1")}
    return draw(value.position, fills=fills, labels=labels, cell_size=cell_size)


def explanation_view(value: Drawn) -> View:
    """Return what a notebook shows of an explanation; the legend has the keys of the picture."""
    marks = set(_marks(value).values())
    keys = [key._replace(meaning=_(key.meaning)) for key in _KEYS if key in marks]
    view = View(_title(value), sentences=[*_sentences(value)], legend=keys)
    return value.position.view_with(value.svg, view)


def _title(value: Drawn) -> str:
    if isinstance(value, Proof):
        text = _("{cell_is} ({technique})")
        cell_is = is_kind(str(value.cell), 1, value.is_mine)
        return text.format(cell_is=cell_is, technique=technique_name(value.technique))
    if isinstance(value, Undecided):
        return _("{cell} is not certain").format(cell=value.cell)
    if isinstance(value, Conflict):
        return _("no layout of mines fits")
    return _("hint, level {level}").format(level=value.level) if isinstance(value, Hint) else ""


def _sentences(value: Drawn) -> Iterator[str]:
    yield value.text
    if isinstance(value, Conflict):
        for repair in value.repairs:
            yield _("Repair: {change}").format(change=repair.text)


def _marks(value: Drawn) -> Marks:
    """Return the keys of all cells that are coloured."""
    if isinstance(value, Proof):
        return _marks_of_proof(value)
    if isinstance(value, Undecided):
        return _marks_of_layouts(value)
    if isinstance(value, Conflict):
        return {c: _CLASH if r is Role.NUMBER else _HELPER for c, r in value.highlights}
    return _marks_of_hint(value) if isinstance(value, Hint) else {}


def _marks_of_hint(hint: Hint) -> Marks:
    if hint.proof is not None:
        return _marks_of_proof(hint.proof)
    marks = dict.fromkeys(hint.region, _REGION)
    if hint.cell is not None and hint.is_mine is not None:
        marks[hint.cell] = _MINE if hint.is_mine else _SAFE
    return marks


def _marks_of_proof(proof: Proof) -> Marks:
    marks = {c: _NUMBER if r is Role.NUMBER else _HELPER for c, r in proof.highlights}
    if proof.technique is not Technique.CASE_SPLIT:  # steps under an assumption settle nothing
        for step in proof.steps:
            marks |= dict.fromkeys(step.safe, _ALSO_SAFE)
            marks |= dict.fromkeys(step.mines, _ALSO_MINE)
    return {**marks, proof.cell: _MINE if proof.is_mine else _SAFE}


def _marks_of_layouts(undecided: Undecided) -> Marks:
    """Return A where only the layout with a mine in the cell has one, B for the other layout."""
    one, other = undecided.with_mine, undecided.without_mine
    marks = dict.fromkeys(one & other, _BOTH)
    marks |= dict.fromkeys(one - other, _ONE) | dict.fromkeys(other - one, _OTHER)
    return {cell: marks[cell] for cell in undecided.position.covered() if cell in marks}
