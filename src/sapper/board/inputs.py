"""A position as callers have one: a `Position`, a text, a document, rows of numbers or an array.

`position_of` is the only conversion; every function of sapper that takes a position calls it.
Numbers mean what they mean in the papers' matrix (`sapper.board.formats.matrix`):

    0 to 8                      an open cell that shows this number
    -1, NaN, None, "_" or 999   covered
    9                           a flag
    10                          a question mark
    -2                          a mine that is shown

Any other value raises `ParseError` with its row and column.
Rows do not say how many mines there are, so that `mines` must.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from sapper.board.formats.document import position_of_document
from sapper.board.number_checks import whole_number
from sapper.board.position import Position
from sapper.errors import InputError

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Matrix", "PositionLike", "position_of"]

Matrix: TypeAlias = "Sequence[Any] | npt.NDArray[Any]"
"""Rows of numbers, as lists or as an array; None, NaN and "_" are covered cells.

Any, because mypy infers `list[object]` for `[[1, None], [None, None]]`."""

PositionLike: TypeAlias = "Position | str | Mapping[str, object] | Matrix"
"""Whatever `position_of` converts."""


def position_of(source: PositionLike, mines: int | None = None) -> Position:
    """Return the position that a caller means; `mines` is the total, where it leaves that open.

    >>> str(position_of([[0, 1, -1], [1, 2, -1], [-1, -1, -1]], mines=2))
    '3x3/2:01_/12_/___'

    Raise `ParseError` for a text or rows that are no position, `InputError` for another total of
    mines than the position has and for a value of any other type.
    """
    if mines is not None:
        mines = whole_number(mines, -(2**63), 2**63 - 1, "a whole number of mines or None")
    if isinstance(source, Position):
        return _with_mines(source, mines)
    if isinstance(source, str):
        return Position.parse(source, mines)
    if isinstance(source, Mapping):
        return _with_mines(position_of_document(source), mines)
    if _is_rows(source) or _is_array(source):
        return Position.from_matrix(source, mines)
    raise InputError(
        "expected a Position, a text, rows of integers or an array of integers, got "
        f"{_described(source)}"
    )


def _is_rows(source: object) -> bool:
    return isinstance(source, Sequence) and not isinstance(source, bytes | bytearray | memoryview)


def _is_array(source: object) -> bool:
    """Return whether this is an array, a table of pandas or a tensor; an analysis is not meant."""
    return hasattr(source, "__array__") and not hasattr(source, "position")


def _with_mines(position: Position, mines: int | None) -> Position:
    """Return the position with this total; raise `InputError` if it has another."""
    if mines is None:
        return position
    completed = position.with_mines(mines)
    if position.mines not in (None, completed.mines):
        raise InputError(f"expected {mines} mines as the caller says, got {position.mines}")
    return completed


def _described(source: object) -> str:
    name = f"{type(source).__name__} {reprlib.repr(source)}"
    return f"{name}: give its .position" if hasattr(source, "position") else name
