"""Layouts of positions: boards that show where all mines are.

A position is a layout when its shown mines are all of them and its numbers are right. Three common
kinds of boards mean it without saying so, and are read with a note: mines and covered cells without
a mine count, mines among zeros, and zeros and ones alone.
"""

from __future__ import annotations

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION, is_number
from sapper.board.layout import Layout
from sapper.board.position import Position
from sapper.errors import InputError, ParseError
from sapper.language import _

__all__ = ["layout_of_position"]


def layout_of_position(position: Position) -> tuple[Layout, list[str]]:
    """Return the layout that a position shows, and notes on how it was read.

    Raise `ParseError` if mines may be missing or a number is wrong.
    """
    faces, notes = position.faces, []
    if set(faces) == {0, 1}:
        notes.append(_("0 and 1 alone were taken for no mine and a mine"))
        return _layout(position, faces), notes
    is_mine = {MINE}
    if faces.count(MINE) != position.mines and faces.count(FLAG):
        is_mine.add(FLAG)
    cells = bytes(face in is_mine for face in faces)
    _check_complete(position, sum(cells), is_mine)
    if FLAG in is_mine:
        notes.append(_("the flags were taken for mines ({count})").format(count=faces.count(FLAG)))
    if position.mines is None and faces.count(HIDDEN):
        notes.append(
            _("the {found} mines that are shown were taken for all of them").format(
                found=sum(cells)
            )
        )
    layout = _layout(position, cells)
    if not _has_right_numbers(position, layout):
        notes.append(_("0 was taken for no mine, as every number is 0"))
    return layout, notes


def _check_complete(position: Position, shown: int, is_mine: set[int]) -> None:
    """Raise `ParseError` if a covered cell may be a mine."""
    faces = set(position.faces)
    if position.mines is None:
        covered = faces & {HIDDEN, FLAG, QUESTION} - is_mine
        is_complete = not covered or (shown > 0 and faces <= {MINE, HIDDEN})
        known = _("an unknown number")
    else:
        is_complete, known = shown == position.mines, str(position.mines)
    if not is_complete:
        raise ParseError(
            _("the board does not show where all mines are: {shown} of {known}").format(
                shown=shown, known=known
            )
        )


def _layout(position: Position, cells: bytes) -> Layout:
    try:
        return Layout(position.geometry, cells)
    except InputError as error:
        raise ParseError(str(error)) from None


def _has_right_numbers(position: Position, layout: Layout) -> bool:
    """Return whether all numbers are right; raise `ParseError` unless they are, or are all 0."""
    numbers = layout.numbers
    wrong = next(
        (i for i, face in enumerate(position.faces)
         if is_number(face) and numbers[i] not in (face, MINE)),
        None,
    )  # fmt: skip
    if wrong is None:
        return True
    if any(is_number(face) and face for face in position.faces):
        cell, face = position.geometry.cell(wrong), position.faces[wrong]
        raise ParseError(
            _("{cell} shows {face}, but {count} of the mines touch it").format(
                cell=cell, face=face, count=numbers[wrong]
            ),
            row=cell.row,
            column=cell.column,
        )
    return False
