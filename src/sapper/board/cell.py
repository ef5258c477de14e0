"""Cells and what a player can see in one.

A cell is (row, column), zero-based. What it shows is one small integer, its *face*:
the number itself, or one of the four faces without a number below.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = [
    "FLAG",
    "HIDDEN",
    "MAX_NUMBER",
    "MINE",
    "QUESTION",
    "SILENT",
    "Cell",
    "is_covered",
    "is_number",
]


class Cell(NamedTuple):
    """One cell of a board: zero-based row and column; equal to the plain tuple."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"r{self.row}c{self.column}"


MAX_NUMBER: Final = 35
"""The largest number a cell can show: one character of text, 0-9 then a-z."""

HIDDEN: Final = 64
FLAG: Final = 65
QUESTION: Final = 66
MINE: Final = 67
"""A mine that is shown; it counts among the total mines."""

SILENT: Final = 255
"""An opened cell whose number is left out of account: for proofs, never part of a Position."""


def is_number(face: int) -> bool:
    """Return whether the face is an opened cell's number."""
    return face <= MAX_NUMBER


def is_covered(face: int) -> bool:
    """Return whether the cell is unopened: hidden, flagged or questioned."""
    return HIDDEN <= face <= QUESTION
