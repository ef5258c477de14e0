"""The errors for moves that the rules do not allow, in words."""

from __future__ import annotations

from typing import Final

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION, Cell
from sapper.errors import CellError
from sapper.language import N_, _

__all__ = ["no_chord", "no_mark", "no_opening", "nothing_to_open", "wrong_flags"]

_NAMES: Final = {
    HIDDEN: N_("a hidden cell"),
    FLAG: N_("a flag"),
    QUESTION: N_("a question mark"),
    MINE: N_("a mine"),
}


def no_opening(cell: Cell, face: int) -> CellError:
    """Return the error for opening a cell that is open or has a flag."""
    text = _("expected a covered cell without flag at {cell}, got {found}")
    return _error_at(cell, text.format(cell=cell, found=_name_of(face)))


def no_chord(cell: Cell, face: int) -> CellError:
    """Return the error for a chord on a cell that shows no number."""
    text = _("a chord needs an open number, but {cell} is {found}")
    return CellError(text.format(cell=cell, found=_name_of(face)))


def nothing_to_open(cell: Cell) -> CellError:
    """Return the error for a chord on a number without covered cells."""
    return CellError(_("a chord on {cell} has nothing to open").format(cell=cell))


def wrong_flags(cell: Cell, number: int, flags: int) -> CellError:
    """Return the error for a chord on a number with more or fewer flags around it."""
    text = _("a chord on the {number} at {cell} needs as many flags around it, not {flags}")
    return _error_at(cell, text.format(number=number, cell=cell, flags=flags))


def no_mark(cell: Cell, face: int, mark: int) -> CellError:
    """Return the error for a mark on an open cell, or on one that has this mark."""
    text = _("expected a covered cell that is not yet {mark} at {cell}, got {found}")
    told = text.format(mark=_name_of(mark), cell=cell, found=_name_of(face))
    return _error_at(cell, told)


def _error_at(cell: Cell, message: str) -> CellError:
    return CellError(message, row=cell.row, column=cell.column)


def _name_of(face: int) -> str:
    """Return what a cell shows, in words."""
    return _(_NAMES[face]) if face in _NAMES else _("an open {number}").format(number=face)
