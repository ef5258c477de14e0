"""Tables in HTML, for notebooks and the report."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

__all__ = ["Value", "shown", "table_html"]

Value = str | int | float | None


def table_html(heads: Sequence[str], rows: Sequence[Sequence[Value]], caption: str = "") -> str:
    """Return a table; numbers stand to the right, everything is escaped."""
    told = f"<caption>{escape(caption)}</caption>" if caption else ""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    body = "\n".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table>{told}<thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>"


def shown(value: Value) -> str:
    """Return a value as people read it: three to four digits, a dash for nothing."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) else value


def _cell(value: Value) -> str:
    kind = "" if isinstance(value, str) else ' class="n"'
    return f"<td{kind}>{escape(shown(value))}</td>"
