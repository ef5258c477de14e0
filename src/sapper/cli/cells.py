"""Cells as a person names them."""

from __future__ import annotations

import re

from sapper.board import Cell
from sapper.errors import InputError

__all__ = ["cell_of"]

_CELL = re.compile(r"\s*(?:[rR](\d{1,9})[cC](\d{1,9})|(\d{1,9})\s*,\s*(\d{1,9}))\s*")


def cell_of(text: str) -> Cell:
    """Return the cell written `r3c5` or `3,5`: row and column, zero-based."""
    match = _CELL.fullmatch(text)
    if match is None:
        raise InputError(
            f"expected a cell like r3c5 or 3,5 (row, column, zero-based), got {text!r}"
        )
    row, column = (int(number) for number in match.groups() if number is not None)
    return Cell(row, column)
