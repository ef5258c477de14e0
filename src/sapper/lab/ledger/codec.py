"""Chunks as rows of a ledger: bytes, and two checksums that tell a changed one.

`figures_crc` covers the run, the numbers, the time, the outcomes and the sums, which are always
read; `games_crc` covers the columns of the games, which are read only when they are asked for. A
column without any known value is not stored. Signed whole numbers take one, two or four bytes, the
fewest that hold every value of the column; its length tells which.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sapper.games.table import COLUMNS, GameTable
from sapper.lab.playing.chunk import Chunk
from sapper.lab.playing.sums import GameSums

__all__ = ["FIGURES", "GAMES", "decode_chunk", "encode_chunk"]

FIGURES: Final = ("begin", "count", "at", "figures_crc", "games_crc", "outcomes", "sums")
"""The columns of a row that figures need."""

GAMES: Final = (*COLUMNS, "safeties")
"""The columns of a row that hold the games."""

_UNKNOWN: Final = {"i": -1, "f": np.nan, "u": 0}  # by the kind of a column's type
_WIDTHS: Final = (1, 2, 4)  # bytes of a whole number

Blob = bytes | None


def encode_chunk(key: str, chunk: Chunk, at: float) -> list[Any]:
    """Return the row of a chunk of the run that `key` names: `FIGURES`, then `GAMES`."""
    games = [None] * len(GAMES) if chunk.table is None else _encode_games(chunk.table)
    outcomes = None if chunk.won is None else np.packbits(chunk.won).tobytes()
    sums, games_crc = chunk.sums.to_bytes(), _crc(games)
    numbers = (chunk.begin, chunk.games, at)
    figures_crc = _crc([repr((key, *numbers, games_crc)).encode(), outcomes, sums])
    return [*numbers, figures_crc, games_crc, outcomes, sums, *games]


def decode_chunk(key: str, row: Sequence[Any]) -> Chunk | None:
    """Return the chunk of a row, from which `GAMES` may be left out; None if it is damaged."""
    begin, count, at, figures_crc, games_crc, outcomes, sums, *games = row
    if _crc([repr((key, begin, count, at, games_crc)).encode(), outcomes, sums]) != figures_crc:
        return None
    if games and _crc(games) != games_crc:
        return None
    bits = None if outcomes is None else np.frombuffer(outcomes, np.uint8)
    won = None if bits is None else np.unpackbits(bits, count=count).astype(bool)
    has_games = bool(games) and games[0] is not None
    return Chunk(
        begin, GameSums.from_bytes(sums), won, _decode_games(begin, games) if has_games else None
    )


def _crc(blobs: Iterable[Blob]) -> int:
    """Return the checksum of some blobs; it covers which ones are there, and their lengths."""
    value = 0
    for blob in blobs:
        value = zlib.crc32(b"-" if blob is None else b"%d:" % len(blob), value)
        value = zlib.crc32(blob or b"", value)
    return value


def _encode_games(table: GameTable) -> list[Blob]:
    """Return every column as bytes, the safeties last; None if a column has no known value."""
    columns = [_encode_column(getattr(table, name), dtype) for name, dtype in COLUMNS.items()]
    safeties = table.safeties
    return [*columns, None if safeties is None else safeties.astype("<f8").tobytes()]


def _decode_games(begin: int, columns: Sequence[Blob]) -> GameTable:
    *stored, safeties = columns
    count = len(stored[0] or b"")
    values: dict[str, Any] = {
        name: _decode_column(column, dtype, count)
        for (name, dtype), column in zip(COLUMNS.items(), stored, strict=True)
    }
    known = None if safeties is None else np.frombuffer(safeties, "<f8")
    return GameTable(begin, **values, safeties=known)


def _encode_column(values: npt.NDArray[Any], dtype: str) -> Blob:
    column = np.ascontiguousarray(values, dtype)
    kind = column.dtype.kind
    if kind in _UNKNOWN:
        is_unknown = np.isnan(column) if kind == "f" else column == _UNKNOWN[kind]
        if is_unknown.all():
            return None
    return (_narrow(column) if kind == "i" else column).tobytes()


def _narrow(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    low, high = int(column.min()), int(column.max())
    width = next(w for w in _WIDTHS if -(1 << 8 * w - 1) <= low and high < 1 << 8 * w - 1)
    return column.astype(f"<i{width}")


def _decode_column(column: Blob, dtype: str, count: int) -> npt.NDArray[Any]:
    kind = np.dtype(dtype).kind
    if column is None:
        return np.full(count, _UNKNOWN[kind], dtype)
    stored = f"<i{len(column) // count}" if kind == "i" else dtype
    return np.frombuffer(column, stored).astype(dtype, copy=False)
