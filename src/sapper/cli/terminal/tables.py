"""Print tables that fit the terminal, whatever its width.

A table that is too wide first breaks its headings at spaces, then a last column of words. If that
is not enough, it becomes one block per row, with a line per column. A figure is never broken, and
nothing is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from sapper.cli.terminal.console import Console
from sapper.cli.terminal.wrapping import wrap_text

__all__ = ["print_table"]

_NARROWEST_PROSE = 24
_GAP = "  "

Rows = Sequence[Sequence[str]]


def print_table(
    console: Console, heads: Sequence[str], rows: Rows, *, words: int = 1, title: str = ""
) -> None:
    """Print a table: `words` columns to the left, then columns of figures to the right."""
    if title:
        console.print(title, bold=True)
    widths = _column_widths(heads, rows, console.width, is_prose=words == len(heads))
    if widths is None:
        _print_blocks(console, heads, rows)
        return
    for number, row in enumerate((heads, *rows)):
        cells = [
            wrap_text(cell, width).split("\n") for cell, width in zip(row, widths, strict=True)
        ]
        for n in range(max(map(len, cells))):
            parts = [
                f"{cell[n] if n < len(cell) else '':{'<' if column < words else '>'}{width}}"
                for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
            ]
            console.print_line(_GAP.join(parts).rstrip())
        if not number and any(heads):
            console.print_line("─" * min(console.width, sum(widths) + len(_GAP) * (len(heads) - 1)))


def _column_widths(
    heads: Sequence[str], rows: Rows, room: int, *, is_prose: bool
) -> list[int] | None:
    """Return the width of every column, or None if they do not fit side by side."""
    cells = [max((len(row[i]) for row in rows), default=0) for i in range(len(heads))]
    room -= len(_GAP) * (len(heads) - 1)
    widths = [max(cell, len(head)) for cell, head in zip(cells, heads, strict=True)]
    if sum(widths) > room:
        longest = [max(map(len, head.split()), default=0) for head in heads]
        widths = list(map(max, cells, longest))
    if is_prose and sum(widths) > room:
        widths[-1] = max(_NARROWEST_PROSE, room - sum(widths[:-1]))
    return widths if sum(widths) <= room else None


def _print_blocks(console: Console, heads: Sequence[str], rows: Rows) -> None:
    """Print every row as a block: its first cell, then a line for each of the others."""
    label = max(map(len, heads[1:]), default=0)
    for first, *others in rows:
        console.print(f"{heads[0]} {first}".strip(), bold=True)
        for head, cell in zip(heads[1:], others, strict=True):
            if cell:
                console.print(f"{_GAP}{head:<{label}}{_GAP}{cell}")
        console.print()
