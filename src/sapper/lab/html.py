"""Tables in HTML, for notebooks and the report."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

__all__ = ["Value", "p_text", "shown", "table_html"]

Value = str | int | float | None


def table_html(heads: Sequence[str], rows: Sequence[Sequence[Value]], caption: str = "") -> str:
    """Return a table; words stand to the left, numbers to the right, everything is escaped."""
    told = f"<caption>{escape(caption)}</caption>" if caption else ""
    kinds = [_kind(column) for column in zip(*rows, strict=True)] or [""] * len(heads)
    head = "".join(
        f'<th scope="col"{kind}>{escape(name)}</th>'
        for name, kind in zip(heads, kinds, strict=True)
    )
    body = "\n".join(f"<tr>{_cells(row, kinds)}</tr>" for row in rows)
    return f"<table>{told}<thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>"


def shown(value: Value) -> str:
    """Return a value as people read it: three to four digits, a dash for nothing."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) else value


def p_text(p: float) -> str:
    """Return a p-value in three digits; what a float cannot hold is told as less than."""
    return f"{p:.3g}" if p > 1e-300 else "<1e-300"


def _kind(column: Sequence[Value]) -> str:
    """Return the class of a column of words, or nothing for one of numbers."""
    return ' class="words"' if any(str(v)[:1].isalpha() for v in column if v is not None) else ""


def _cells(row: Sequence[Value], kinds: Sequence[str]) -> str:
    return "".join(
        f"<td{kind}>{escape(shown(value))}</td>" for value, kind in zip(row, kinds, strict=True)
    )
