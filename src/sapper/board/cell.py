"""Cells, and what a player sees in one.

A cell is (row, column), zero-based. What it shows is one small integer, its *face*:
a number, or one of HIDDEN, FLAG, QUESTION and MINE.
"""

from __future__ import annotations

import operator
import re
import reprlib
from collections.abc import Iterable, Mapping
from itertools import compress, repeat
from typing import Final, NamedTuple, TypeVar

from sapper.documents import Plain
from sapper.errors import InputError
from sapper.language import _

__all__ = [
    "FLAG",
    "HIDDEN",
    "MAX_NUMBER",
    "MINE",
    "MOST_NAMED",
    "QUESTION",
    "SILENT",
    "Cell",
    "CellLike",
    "CellMap",
    "CellPair",
    "cell_of",
    "cells_at",
    "count_named",
    "indices_of_changes",
    "is_covered",
    "is_number",
    "join_names",
    "pairs_at",
]


_CELL = re.compile(
    r"\s*(?:r([0-9]{1,9})c([0-9]{1,9})"
    r"|([0-9]{1,9})\s*,\s*([0-9]{1,9})"
    r"|\(\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\))\s*",
    re.IGNORECASE,
)

CellPair = tuple[int, int]
"""A cell in a document: its row and column, zero-based."""


class Cell(NamedTuple):
    """One cell of a board: zero-based row and column; equal to the plain tuple."""

    row: int
    column: int

    @classmethod
    def parse(cls, text: str) -> Cell:
        """Return the cell written `r2c3`, `2,3` or `(2, 3)`; raise `InputError` for other text."""
        match = _CELL.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise InputError(
                _("expected a cell like r2c3 or 2,3 (row, column, zero-based), got {text}").format(
                    text=reprlib.repr(text)
                )
            )
        return cls(*(int(number) for number in match.groups() if number is not None))

    def __str__(self) -> str:
        return f"r{self.row}c{self.column}"


Cell.document_as = list  # type: ignore[attr-defined]  # in the class it would be a field

CellLike = tuple[int, int] | str
"""A cell wherever one is taken: a `Cell`, a pair of whole numbers or a text such as `r2c3`."""

T = TypeVar("T")
CellMap = Mapping[Cell, T] | Mapping[tuple[int, int], T] | Mapping[str, T]
"""Values by cell, as a caller writes the cells."""


def cell_of(value: CellLike) -> Cell:
    """Return the cell that a caller means; raise `InputError` for anything else.

    >>> cell_of((2, 3)) == cell_of("r2c3") == Cell(2, 3)
    True
    """
    if isinstance(value, str):
        return Cell.parse(value)
    try:
        row, column = value
        return Cell(operator.index(row), operator.index(column))  # also numpy integers
    except (TypeError, ValueError):
        raise InputError(
            "expected a cell such as (2, 3) or 'r2c3' (row, column, zero-based), got "
            f"{reprlib.repr(value)}"
        ) from None


MAX_NUMBER: Final = 35
"""The largest number a cell can show: one character of text, 0-9 then a-z."""

HIDDEN: Final = 64
FLAG: Final = 65
QUESTION: Final = 66
MINE: Final = 67
"""A mine that is shown; it counts among the total mines."""

SILENT: Final = 255
"""An opened cell whose number is ignored: used in proofs, never part of a Position."""

MOST_NAMED: Final = 8
"""The longest list of cells that a sentence names in full."""


def is_number(face: int) -> bool:
    """Return whether the face is an opened cell's number."""
    return face <= MAX_NUMBER


def is_covered(face: int) -> bool:
    """Return whether the cell is unopened: hidden, flagged or marked with `?`."""
    return HIDDEN <= face <= QUESTION


def pairs_at(indices: Iterable[int], columns: int) -> Plain[CellPair]:
    """Return the cells of many indices as documents have them."""
    return Plain(map(divmod, indices, repeat(columns)))


def cells_at(indices: Iterable[int], columns: int) -> tuple[Cell, ...]:
    """Return the cells of many indices, twice as fast as one by one."""
    return tuple(map(Cell._make, map(divmod, indices, repeat(columns))))


def indices_of_changes(before: bytes, after: bytes) -> list[int]:
    """Return the indices of the cells whose faces differ."""
    differ = int.from_bytes(before) ^ int.from_bytes(after)
    return list(compress(range(len(after)), differ.to_bytes(len(after))))


def count_named(items: int, most: int = MOST_NAMED) -> int:
    """Return how many of these items `join_names` names; it counts the others."""
    return items if items <= most else most - 2


def join_names(items: Iterable[Cell | str], most: int = MOST_NAMED) -> str:
    """Return 'a', 'a and b', 'a, b and c'; of a list longer than `most` the rest is counted."""
    items = list(items)
    shown = count_named(len(items), most)
    names = [str(item) for item in items[:shown]]
    if shown < len(items):
        names.append(_("{count} more").format(count=len(items) - shown))
    if len(names) < 2:
        return "".join(names)
    *names, before, last = names
    if not names:
        return _("{one} and {other}").format(one=before, other=last)
    return _("{names}, {before} and {last}").format(
        names=", ".join(names), before=before, last=last
    )
