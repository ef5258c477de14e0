"""Print tables that fit the terminal, whatever its width.

A table that is too wide first breaks its headings at spaces, then the columns of prose (those that
may wrap: `no_wrap=False`); if that is not enough, it becomes one block per row, with a line per
column. A figure is never broken, and nothing is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from sapper.cli.console import Screen
from sapper.cli.signs import fit_encoding

__all__ = ["figures_table", "print_table"]

_NARROWEST_PROSE = 24
_INDENT = "  "


def figures_table(words: Sequence[str], figures: Sequence[str], title: str = "") -> Table:
    """Return an empty table: columns of words to the left, then columns of figures."""
    table = Table(title=title, box=box.SIMPLE_HEAD)
    for head in words:
        table.add_column(head, no_wrap=True)
    for head in figures:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def print_table(console: Screen, table: Table) -> None:
    """Print a table and its title, as columns if they fit and as blocks if not."""
    heads = [_plain(console, column.header) for column in table.columns]
    rows = _rows(console, table)
    widths = _column_widths(console, table, heads, rows)
    if table.title:
        console.print(Text(_plain(console, table.title), "bold"))
    if widths is None:
        _print_blocks(console, heads, rows)
        return
    shown = Table(box=table.box, pad_edge=table.pad_edge)
    for column, head, width in zip(table.columns, heads, widths, strict=True):
        shown.add_column(Text(head), justify=column.justify, width=width)
    for row in rows:
        shown.add_row(*map(Text, row))
    console.print(shown, soft_wrap=False)


def _rows(console: Screen, table: Table) -> list[list[str]]:
    columns = [[_plain(console, cell) for cell in column.cells] for column in table.columns]
    return [list(row) for row in zip(*columns, strict=True)]


def _plain(console: Screen, cell: object) -> str:
    words = cell.plain if isinstance(cell, Text) else str(cell)
    return fit_encoding(words, console.encoding)


def _column_widths(
    console: Screen, table: Table, heads: list[str], rows: list[list[str]]
) -> list[int] | None:
    """Return the width of every column, or None if they do not fit side by side."""
    cells = [max((cell_len(row[i]) for row in rows), default=0) for i in range(len(heads))]
    words = [max(map(cell_len, head.split()), default=0) for head in heads]
    room = console.width - _frame_width(table)
    widths = [max(cell, cell_len(head)) for cell, head in zip(cells, heads, strict=True)]
    if sum(widths) > room:
        widths = [max(cell, word) for cell, word in zip(cells, words, strict=True)]
    excess = sum(widths) - room
    for i, column in enumerate(table.columns):
        if excess > 0 and not column.no_wrap:
            narrower = max(_NARROWEST_PROSE, words[i], widths[i] - excess)
            excess -= max(0, widths[i] - narrower)
            widths[i] = min(widths[i], narrower)
    return None if excess > 0 else widths


def _frame_width(table: Table) -> int:
    """Return the columns between and around the cells."""
    count = len(table.columns)
    if table.box is None:
        return 2 * count if table.pad_edge else 2 * count - 2
    return 3 * count + 1


def _print_blocks(console: Screen, heads: list[str], rows: list[list[str]]) -> None:
    """Print every row as a block: its first cell, then a line for each of the others."""
    label = max(map(cell_len, heads[1:]), default=0)
    for first, *others in rows:
        console.print(Text(f"{heads[0]} {first}".strip(), "bold"))
        for head, cell in zip(heads[1:], others, strict=True):
            if cell:
                console.print(f"{_INDENT}{head:<{label}}{_INDENT}{cell}")
        console.print()
