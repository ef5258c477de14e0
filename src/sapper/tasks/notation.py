"""A board as plain text in three notations, each with the words that explain it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sapper.board.cell import FLAG, HIDDEN
from sapper.board.position import Position
from sapper.tasks.kinds import Notation

__all__ = ["board_text"]


def board_text(position: Position, notation: Notation) -> str:
    """Return the explanation of a notation, and the board in it."""
    explain, write = _NOTATIONS[notation]
    return f"{explain}\n\n{write(position)}"


def _cells_text(position: Position) -> str:
    """Return one line of cells for each thing that cells show."""
    by_face: dict[int, list[str]] = {}
    for index, face in enumerate(position.faces):
        by_face.setdefault(face, []).append(str(position.geometry.cell(index)))
    names = {HIDDEN: "covered", FLAG: "known mine"}
    lines = [f"{names.get(face, face)}: {' '.join(by_face[face])}" for face in sorted(by_face)]
    header = f"{position.rows} rows, {position.columns} columns, {position.mines} mines"
    return "\n".join([header, *lines])


_NOTATIONS: Final[dict[Notation, tuple[str, Callable[[Position], str]]]] = {
    "line": (
        "The board in one line: rows x columns / mines, a colon, then the rows from the top, "
        "separated by slashes. A digit is an open cell with its number, _ is a covered cell, "
        "F is a cell known to be a mine.",
        str,
    ),
    "grid": (
        "The board: rows x columns / mines, then one line for each row. A digit is an open cell "
        "with its number, . is an open cell with the number 0, # is a covered cell, F is a cell "
        "known to be a mine.",
        Position.pretty,
    ),
    "cells": (
        "The board as a list: what cells show (the number of open cells, covered, or known mine), "
        "and after it all cells that show it.",
        _cells_text,
    ),
}
