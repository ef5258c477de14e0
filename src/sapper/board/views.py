"""How a notebook shows a value: a picture, sentences, a legend and a table, as one piece of HTML.

A value inherits from `NotebookValue` and says in `view()` what there is to see; this module alone
writes the HTML. It uses the colours of the page around it, so that it reads well in light and dark
themes; pictures bring their own light background. All text is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

__all__ = ["Key", "View"]

_LINE = "border-bottom:1px solid rgba(128,128,128,.4)"
_CELL = f"padding:2px 10px;{_LINE};background:none;color:inherit"


class Key(NamedTuple):
    """An entry of a legend: the colour of a cell, the sign in it, and what both mean."""

    colour: str
    sign: str
    meaning: str


@dataclass(frozen=True)
class View:
    """What there is to see of a value; what it lacks is left out."""

    title: str = ""
    picture: str | None = None
    """An SVG."""
    sentences: Sequence[str] = ()
    legend: Sequence[Key] = ()
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()

    def html(self) -> str:
        """Return one well-formed element."""
        parts = [
            f"<div><strong>{escape(self.title)}</strong></div>" if self.title else "",
            f'<div style="margin:6px 0">{self.picture}</div>' if self.picture else "",
            self._legend() if self.legend else "",
            *(f'<p style="margin:4px 0;max-width:60em">{escape(s)}</p>' for s in self.sentences),
            self._table() if self.rows else "",
        ]
        return f'<div class="sapper" style="color:inherit">{"".join(parts)}</div>'

    def _legend(self) -> str:
        swatch = (
            "display:inline-block;width:1.4em;height:1.4em;line-height:1.4em;text-align:center;"
            "border:1px solid #5c636b;color:#1f2328;margin-right:.4em"
        )
        keys = (
            '<span style="margin-right:1.2em;white-space:nowrap">'
            f'<span style="{swatch};background:{escape(key.colour)}">{escape(key.sign) or "&#160;"}'
            f"</span>{escape(key.meaning)}</span> "
            for key in self.legend
        )
        return f'<div style="margin:6px 0;line-height:2">{"".join(keys)}</div>'

    def _table(self) -> str:
        head = "".join(f'<th style="{_CELL};text-align:left">{escape(h)}</th>' for h in self.heads)
        lines = [f"<tr>{head}</tr>"] if head else []
        for row in self.rows:
            cells = (f'<td style="{_CELL};text-align:left">{escape(text)}</td>' for text in row)
            lines.append(f"<tr>{''.join(cells)}</tr>")
        return f'<table style="border-collapse:collapse;color:inherit">{"".join(lines)}</table>'
