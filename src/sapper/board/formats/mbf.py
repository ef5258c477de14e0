"""MBF, the board file of Minesweeper X and Arbiter; ABF files are read the same way.

    byte 0  width        bytes 2-3  mines, the high byte first
    byte 1  height       then for every mine its column and row

All bytes are unsigned, columns and rows are counted from 0; there is no signature and no checksum,
so the length, every place and every repetition is checked.
"""

from __future__ import annotations

from sapper.board.cell import Cell
from sapper.board.formats.header import Header
from sapper.board.formats.mine_bits import grid_layout, need_grid
from sapper.board.layout import Layout
from sapper.errors import InputError, ParseError
from sapper.language import _

__all__ = ["is_mbf", "read_mbf", "write_mbf"]

_HEAD = 4
_MOST = 255  # columns, and rows


def is_mbf(data: bytes) -> bool:
    """Return whether the length is what the first four bytes say."""
    return len(data) >= _HEAD and data[0] * data[1] > 0 and len(data) == _length(data)


def read_mbf(data: bytes) -> Layout:
    """Return the layout of an MBF or ABF file; raise `ParseError` where it breaks the format."""
    if len(data) < _HEAD:
        raise ParseError(
            _("expected an MBF file of at least {least} bytes, got {count}").format(
                least=_HEAD, count=len(data)
            )
        )
    columns, rows, mines = data[0], data[1], int.from_bytes(data[2:4])
    header = Header(rows, columns, mines)
    if mines >= rows * columns:
        raise ParseError(
            _(
                "expected an MBF file with 0 to {most} mines on {rows}x{columns} cells, got {mines}"
            ).format(most=rows * columns - 1, rows=rows, columns=columns, mines=mines)
        )
    if len(data) != _length(data):
        raise ParseError(
            _("expected an MBF file of {length} bytes for {mines} mines, got {count}").format(
                length=_length(data), mines=mines, count=len(data)
            )
        )
    cells = bytearray(rows * columns)
    for number in range(mines):
        column, row = data[_HEAD + 2 * number : _HEAD + 2 * number + 2]
        if column >= columns or row >= rows:
            raise ParseError(
                _(
                    "expected mine {number} of the MBF file on {rows}x{columns} cells, got row "
                    "{row}, column {column}"
                ).format(number=number + 1, rows=rows, columns=columns, row=row, column=column)
            )
        if cells[row * columns + column]:
            raise ParseError(
                _("the MBF file has the mine at {cell} twice").format(cell=Cell(row, column))
            )
        cells[row * columns + column] = 1
    return grid_layout(header, bytes(cells))


def write_mbf(layout: Layout) -> bytes:
    """Return the layout as an MBF file, column by column; raise `InputError` for other boards."""
    need_grid(layout, "MBF")
    rows, columns = layout.geometry.rows, layout.geometry.columns
    if max(rows, columns) > _MOST:
        raise InputError(f"MBF holds at most {_MOST} rows and columns, not {rows}x{columns}")
    mines = sorted((cell.column, cell.row) for cell in layout.mines)
    head = bytes([columns, rows]) + len(mines).to_bytes(2)
    return head + bytes(value for mine in mines for value in mine)


def _length(data: bytes) -> int:
    return _HEAD + 2 * int.from_bytes(data[2:4])
