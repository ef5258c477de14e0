"""What a benchmark returns: tables of plain values, to print and to write down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table as RichTable

__all__ = ["Say", "Table"]

Value = str | int | float | None
Say = Callable[[str], None]
"""Takes one line that says what is being measured."""


@dataclass(frozen=True)
class Table:
    """A title, the heads of the columns, the rows, and what a reader must know beside them."""

    title: str
    columns: list[str]
    rows: list[list[Value]]
    notes: list[str] = field(default_factory=list)

    def show(self, console: Console) -> None:
        """Print the table."""
        drawn = RichTable(title=self.title, title_justify="left", title_style="bold")
        for i, column in enumerate(self.columns):
            drawn.add_column(column, justify="right" if i else "left")
        for row in self.rows:
            drawn.add_row(*map(_text, row))
        console.print(drawn)
        for note in self.notes:
            console.print(f"  {note}", style="dim", highlight=False)
        console.print()

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for JSON, numbers rounded to four digits."""
        return asdict(self) | {"rows": [[_rounded(value) for value in row] for row in self.rows]}


def _text(value: Value) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 999.5 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else value


def _rounded(value: Value) -> Value:
    return float(f"{value:.4g}") if isinstance(value, float) else value
