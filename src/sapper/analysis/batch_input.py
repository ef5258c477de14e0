"""Read the boards of a batch: positions, texts, matrices, or one array of all boards.

Arrays, and plain lists of one size, are read by the core; their positions are made on demand.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sapper import _core
from sapper.board.geometry import Geometry
from sapper.board.inputs import position_of
from sapper.board.position import Position, mine_count
from sapper.errors import InputError

__all__ = ["Board", "BoardStack", "Boards", "MineCounts", "error_at", "read_boards"]

Board = Position | str | Sequence[Any] | npt.NDArray[Any]
"""One board: a position, a text, or the papers' matrix as lists or array."""

MineCounts = int | None | Sequence[int | None] | npt.NDArray[np.integer[Any]]
"""The mine count of all boards, or one for each."""


@dataclass(frozen=True, slots=True)
class BoardStack:
    """Boards of one geometry: all faces, one board after another, and every board's mines."""

    geometry: Geometry
    faces: bytes
    mines: tuple[int | None, ...]

    def positions(self) -> tuple[Position, ...]:
        """Return the boards one by one."""
        size = self.geometry.size
        return tuple(
            Position._trusted(self.geometry, count, self.faces[i * size : (i + 1) * size])
            for i, count in enumerate(self.mines)
        )


Boards = Iterable[Board] | npt.NDArray[Any] | BoardStack
"""Many boards: any of these in a row, or one array, boards x rows x columns."""


def read_boards(
    boards: Boards, mines: MineCounts = None, geometry: Geometry | None = None
) -> BoardStack | tuple[Position, ...]:
    """Return all boards; raise `InputError` naming the board that is wrong.

    A stack, which only sapper makes, is taken as it is.
    """
    if isinstance(boards, BoardStack):
        return boards
    is_one = isinstance(boards, (Position, str, bytes)) or not isinstance(boards, Iterable)
    if is_one or (isinstance(boards, np.ndarray) and boards.ndim == 0):
        raise InputError(
            f"expected many boards, got {type(boards).__name__}: `analyse` takes a single one"
        )
    if geometry is not None and not isinstance(geometry, Geometry):
        raise InputError(f"expected a Geometry, got {reprlib.repr(geometry)}")
    if isinstance(boards, np.ndarray) and boards.ndim == 3:
        counts = _mine_counts(mines, len(boards))
        faces = _faces_of_array(boards)
        if faces is not None:
            return _stack(boards.shape[1:], faces, counts, geometry)
        return _read_one_by_one(boards.tolist(), counts, geometry)  # to name what is wrong
    items: list[Any] = list(boards)
    if mines is None and geometry is None and set(map(type, items)) == {Position}:
        return tuple(items)  # the same as below, in a fraction of the time
    counts = _mine_counts(mines, len(items))
    if geometry is None and (read := _core.read_matrices(items)) is not None:
        return _stack(read[:2], read[2], counts, None)
    return _read_one_by_one(items, counts, geometry)


def _read_one_by_one(
    items: list[Any], counts: Sequence[int | None], geometry: Geometry | None
) -> tuple[Position, ...]:
    return tuple(
        _read_board(number, board, count, geometry)
        for number, (board, count) in enumerate(zip(items, counts, strict=True))
    )


def error_at(number: int, error: InputError) -> InputError:
    """Return the same error with the number of its board."""
    return type(error)(f"board {number}: {error}", **error.where, board=number)


def _read_board(number: int, board: Any, mines: int | None, geometry: Geometry | None) -> Position:
    try:
        if isinstance(board, Position):
            if geometry not in (None, board.geometry):
                raise InputError(f"expected {geometry!r}, got a position on {board.geometry!r}")
            return position_of(board, mines)
        if isinstance(board, str):
            return Position.parse(board, mines, geometry=geometry)
        return Position.from_matrix(board, mines, geometry=geometry)
    except InputError as error:
        raise error_at(number, error) from None


def _mine_counts(mines: MineCounts, boards: int) -> list[Any]:
    if not isinstance(mines, (Sequence, np.ndarray)) or isinstance(mines, str):
        return [mines] * boards
    counts = mines.tolist() if isinstance(mines, np.ndarray) else list(mines)
    if not isinstance(counts, list):  # an array without dimensions: one count
        return [counts] * boards
    if len(counts) != boards:
        raise InputError(
            f"expected one mine count, or one for each of {boards} boards, got {len(counts)}"
        )
    return counts


def _faces_of_array(boards: npt.NDArray[Any]) -> bytes | None:
    """Return the faces of all boards, or None if they are to be read one by one."""
    if boards.dtype.kind not in "iu" or not boards.size:
        return None
    if boards.dtype.kind == "u" and boards.max() > np.iinfo(np.int64).max:
        return None  # as int64 it would be another code
    dtype = boards.dtype.newbyteorder("=") if boards.dtype.kind == "i" else np.int64
    return _core.read_codes(np.ascontiguousarray(boards, dtype=dtype))


def _stack(
    size: tuple[int, ...], faces: bytes, mines: list[Any], geometry: Geometry | None
) -> BoardStack:
    rows, columns = size
    geometry = geometry or Geometry.grid(rows, columns)
    if (geometry.rows, geometry.columns) != (rows, columns):
        expected = f"{geometry.rows}x{geometry.columns}"
        raise InputError(f"expected boards of {expected}, got {rows}x{columns}")
    return BoardStack(geometry, faces, _check_counts(geometry, mines))


def _check_counts(geometry: Geometry, mines: list[Any]) -> tuple[int | None, ...]:
    counts = []
    for number, count in enumerate(mines):
        try:
            counts.append(mine_count(geometry, count))
        except InputError as error:
            raise error_at(number, error) from None
    return tuple(counts)
