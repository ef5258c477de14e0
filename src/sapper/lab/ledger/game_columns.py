"""The columns of games as bytes, for the ledger.

A column without any known value is not stored. Signed whole numbers take one, two or four bytes,
the fewest that hold every value of the column; its length tells which. Ledgers of forms before 8
always use four.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sapper.games.table import COLUMNS, GameTable

__all__ = ["columns_of", "games_of"]

_UNKNOWN: Final = {"i": -1, "f": np.nan, "u": 0}  # by the kind of a column's type
_WIDTHS: Final = (1, 2, 4)  # bytes of a whole number


def columns_of(table: GameTable) -> list[bytes | None]:
    """Return every column as bytes, the safeties last; None if a column has no known value."""
    columns = [_bytes_of(getattr(table, name), dtype) for name, dtype in COLUMNS.items()]
    safeties = table.safeties
    return [*columns, None if safeties is None else safeties.astype("<f8").tobytes()]


def games_of(begin: int, columns: Iterable[bytes | None]) -> GameTable:
    """Return the games of `columns_of`; columns that were not stored are unknown.

    Raise `ValueError` if a column has another length than its games need.
    """
    *stored, safeties = columns
    count = len(stored[0] or b"")
    values: dict[str, Any] = {
        name: _values_of(column, dtype, count)
        for (name, dtype), column in zip(COLUMNS.items(), stored, strict=True)
    }
    known = None if safeties is None else np.frombuffer(safeties, "<f8")
    return GameTable(begin, **values, safeties=known)


def _bytes_of(values: npt.NDArray[Any], dtype: str) -> bytes | None:
    column = np.ascontiguousarray(values, dtype)
    kind = column.dtype.kind
    if column.size and kind in _UNKNOWN:
        is_unknown = np.isnan(column) if kind == "f" else column == _UNKNOWN[kind]
        if is_unknown.all():
            return None
    return (_narrow(column) if column.size and kind == "i" else column).tobytes()


def _narrow(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    low, high = int(column.min()), int(column.max())
    width = next(w for w in _WIDTHS if -(1 << 8 * w - 1) <= low and high < 1 << 8 * w - 1)
    return column.astype(f"<i{width}")


def _values_of(column: bytes | None, dtype: str, count: int) -> npt.NDArray[Any]:
    kind = np.dtype(dtype).kind
    if column is None:
        return np.full(count, _UNKNOWN[kind], dtype)
    widths = _WIDTHS if kind == "i" else (np.dtype(dtype).itemsize,)
    width = next((width for width in widths if len(column) == width * count), None)
    if width is None:
        raise ValueError(f"{len(column)} bytes are no column of {count} games")
    stored = f"<i{width}" if kind == "i" else dtype
    return np.frombuffer(column, stored).astype(dtype, copy=False)
