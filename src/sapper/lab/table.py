"""A titled table of plain values, for the terminal, notebooks, the report and JSON."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Final

from sapper.lab.statistics.intervals import Estimate
from sapper.language import N_, _, local_number
from sapper.percent import percent_figure

if TYPE_CHECKING:
    from rich.table import Table as RichTable

__all__ = [
    "Table",
    "Value",
    "difference_cells",
    "format_difference",
    "format_fixed",
    "format_p_value",
    "format_share",
    "format_value",
    "share_cells",
]


@dataclass(frozen=True)
class Interval:
    """An interval, which data has in English; `format_value` writes what people read."""

    low: str
    high: str

    document_as = str

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"


Value = str | int | float | Interval | None

_NUMBER: Final = re.compile(r"[<>~]?[-+]?\d[\d,]*(\.\d+)?x?( ± [\d.]+)?")  # as data has it
_TRANSLATED: Final = (
    N_("backtracking: ms"), N_("backtracking: nodes"),
    N_("batch 1"), N_("batch 2"), N_("board"), N_("boards"), N_("brute force: ms"),
    N_("brute force: nodes"), N_("by second only"), N_("calibration, points"), N_("cells n"),
    N_("control variate of"), N_("correction, points"), N_("difference, points"),
    N_("first cell"), N_("games"), N_("guesses per game"), N_("guesses right %"), N_("identity"),
    N_("layouts"), N_("layouts printed"), N_("mines"), N_("mines d"), N_("ms per game"),
    N_("ms per step"), N_("ms per win"), N_("ms printed"), N_("nodes printed"),
    N_("nodes visited"), N_("p of outcomes"), N_("pair"), N_("player"), N_("position"),
    N_("safe"), N_("solutions"), N_("standard errors"),
    N_("steps per win"), N_("steps printed"), N_("verdict"), N_("win %"), N_("win % observed"),
    N_("win % printed"), N_("win % without luck"), N_("without luck"), N_("won"),
    N_("won by first only"), N_("worth"),
    N_("higher"), N_("lower"), N_("no difference shown"), N_("control variate"),
    N_("without luck"), N_("outcomes"), N_("random"),
    N_("backtracking opens"), N_("bfs opens"), N_("champion opens"),
    N_("better"), N_("cell"), N_("efficiency, %"), N_("figure"), N_("file"), N_("level"),
    N_("missed"), N_("month"), N_("move"), N_("points"), N_("points a game"), N_("problem"),
    N_("technique"), N_("time"), N_("times"),
)  # fmt: skip
"""Names of columns and verdicts; JSON and CSV keep the English, people read a translation."""


@dataclass(frozen=True)
class Table:
    """A title, the names of the columns, the rows, and notes."""

    title: str
    columns: list[str]
    rows: list[list[Value]]
    notes: list[str] = field(default_factory=list)

    def to_markdown(self) -> str:
        """Return the table in Markdown, without title and notes."""
        lines = [self.shown_columns, ["---"] * len(self.columns)]
        lines += self.shown_rows
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def to_csv(self) -> str:
        """Return the table in CSV with the values as they are, without title and notes."""
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.rows)
        return text.getvalue()

    def to_html(self) -> str:
        """Return the table in HTML, without title and notes.

        Columns of text are aligned to the left, columns of numbers to the right.
        """
        kinds = [_class(column) for column in zip(*self.rows, strict=True)]
        kinds = kinds or [""] * len(self.columns)
        head = "".join(
            f'<th scope="col"{kind}>{escape(name)}</th>'
            for name, kind in zip(self.shown_columns, kinds, strict=True)
        )
        body = "\n".join(f"<tr>{_cells(row, kinds)}</tr>" for row in self.shown_rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>"

    def __rich__(self) -> RichTable:
        """Return the table for `rich`, without the notes."""
        from rich import box
        from rich.markup import escape as literal
        from rich.table import Table as RichTable

        table = RichTable(
            title=literal(self.title), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD
        )
        for number, name in enumerate(self.shown_columns):
            table.add_column(literal(name), justify="right" if number else "left")
        for row in self.shown_rows:
            table.add_row(*map(literal, row))
        return table

    @property
    def shown_columns(self) -> list[str]:
        """The names of the columns in the language in use."""
        return [_(name) for name in self.columns]

    @property
    def shown_rows(self) -> list[list[str]]:
        """The values as text, in the language in use."""
        writers = [_WRITERS.get(name, format_value) for name in self.columns]
        return [
            [write(value) for write, value in zip(writers, row, strict=True)] for row in self.rows
        ]


def _format_verdict(verdict: Value) -> str:
    """Return a verdict such as `higher` or `lower (without luck)` in the language in use."""
    if not isinstance(verdict, str):
        return format_value(verdict)
    direction, has_figure, figure = verdict.removesuffix(")").partition(" (")
    return f"{_(direction)} ({_(figure)})" if has_figure else _(direction)


def format_value(value: Value) -> str:
    """Return a value as text: numbers with four digits, a dash for None."""
    if value is None:
        return "–"
    if isinstance(value, Interval):
        low, high = format_value(value.low), format_value(value.high)
        return _("{low} to {high}").format(low=low, high=high)
    if isinstance(value, float):
        return local_number(f"{value:,.0f}" if abs(value) >= 999.5 else f"{value:.4g}")
    if isinstance(value, int):
        return local_number(f"{value:,}")
    return local_number(value) if _NUMBER.fullmatch(value) else value


def format_fixed(value: float | None, decimals: int) -> str | None:
    """Return a number with so many decimals; None for None."""
    return None if value is None else f"{value:.{decimals}f}"


def format_p_value(p: float) -> str:
    """Return a p-value with three digits; `<1e-300` below the range of floats."""
    return f"{p:.3g}" if p > 1e-300 else "<1e-300"


def _format_name(name: Value) -> str:
    """Return the name of an example or of a way to begin in the language in use."""
    return _(name) if isinstance(name, str) else format_value(name)


_WRITERS: Final = {"verdict": _format_verdict, "position": _format_name, "first cell": _format_name}


def share_cells(share: Estimate | None, decimals: int = 2) -> list[Value]:
    """Return a share in percent and its interval, as two cells of a row."""
    if share is None:
        return [None, None]
    value, low, high = (percent_figure(x, decimals) for x in (share.value, share.low, share.high))
    return [value, Interval(low, high)]


def difference_cells(difference: Estimate | None, decimals: int = 2) -> list[Value]:
    """Return a difference of shares in points and its interval, as two cells of a row."""
    if difference is None:
        return [None, None]
    bounds = (difference.value, difference.low, difference.high)
    value, low, high = (f"{100 * x:+.{decimals}f}" for x in bounds)
    return [value, Interval(low, high)]


def format_share(share: Estimate | None, decimals: int = 2, unit: str = "") -> str:
    """Return a share in percent with its interval: '41.20 (40.00 to 42.41)'; a dash for none."""
    if share is None or math.isnan(share.value):
        return format_value(None)
    value, interval = share_cells(share, decimals)
    return f"{format_value(value)}{unit} ({format_value(interval)})"


def format_difference(difference: Estimate | None, decimals: int = 2) -> str:
    """Return a difference in points with its interval: '+0.50 (-0.10 to +1.10)'."""
    if difference is None or math.isnan(difference.value):
        return format_value(None)
    value, interval = difference_cells(difference, decimals)
    return f"{format_value(value)} ({format_value(interval)})"


def _class(column: Sequence[Value]) -> str:
    """Return the class attribute of a column of text; empty for a column of numbers."""
    return ' class="words"' if _is_text(column) else ""


def _is_text(column: Sequence[Value]) -> bool:
    return any(str(v)[:1].isalpha() for v in column if v is not None)


def _cells(row: Sequence[str], kinds: Sequence[str]) -> str:
    return "".join(
        f"<td{kind}>{escape(value)}</td>" for value, kind in zip(row, kinds, strict=True)
    )
