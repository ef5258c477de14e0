"""What a notebook shows of a value: a picture, sentences, a legend, a table.

A value inherits from `NotebookValue` and says in `view()` what there is to see; this module alone
writes the HTML. It uses the colours of the page around it, so that it reads well in light and dark
themes; pictures bring their own light background. All text is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Frozen", "Key", "NotebookValue", "View", "shorten"]

_LONGEST_REPR = 180
_LINE = "border-bottom:1px solid rgba(128,128,128,.4)"
_CELL = f"padding:2px 10px;{_LINE};background:none;color:inherit"
_SWATCH = (
    "display:inline-block;width:1.4em;height:1.4em;line-height:1.4em;text-align:center;"
    "border:1px solid #5c636b;color:#1f2328;margin-right:.4em"
)


class Frozen:
    """A value whose attributes cannot be changed."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} is frozen: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} is frozen: cannot delete {name!r}")


class NotebookValue:
    """A value that a notebook shows as a `View`."""

    __slots__ = ()

    def view(self) -> View:
        """Return what there is to see."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return self.view().html()


class Key(NamedTuple):
    """An entry of a legend: the colour of a cell, the sign in it, and what both mean."""

    colour: str
    sign: str
    meaning: str


class View(NamedTuple):
    """What there is to see of a value; what it lacks is left out. A picture is an SVG."""

    title: str = ""
    picture: str | None = None
    sentences: Sequence[str] = ()
    legend: Sequence[Key] = ()
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()

    def html(self) -> str:
        """Return one well-formed element."""
        parts = [
            f"<div><strong>{_escape(self.title)}</strong></div>" if self.title else "",
            f'<div style="margin:6px 0">{self.picture}</div>' if self.picture else "",
            self._legend() if self.legend else "",
            *(f'<p style="margin:4px 0;max-width:60em">{_escape(s)}</p>' for s in self.sentences),
            self._table() if self.rows else "",
        ]
        return f'<div class="sapper" style="color:inherit">{"".join(parts)}</div>'

    def _legend(self) -> str:
        keys = (
            '<span style="margin-right:1.2em;white-space:nowrap">'
            f'<span style="{_SWATCH};background:{_escape(key.colour)}">'
            f"{_escape(key.sign) or '&#160;'}</span>{_escape(key.meaning)}</span> "
            for key in self.legend
        )
        return f'<div style="margin:6px 0;line-height:2">{"".join(keys)}</div>'

    def _table(self) -> str:
        lines = [_row("th", self.heads)] if self.heads else []
        lines += [_row("td", row) for row in self.rows]
        return f'<table style="border-collapse:collapse;color:inherit">{"".join(lines)}</table>'


def shorten(text: str, most: int = _LONGEST_REPR) -> str:
    """Return a text cut off with `...`, so that a `repr` stays one short line."""
    return text if len(text) <= most else text[: most - 3] + "..."


def _row(tag: str, texts: Sequence[str]) -> str:
    cells = (f'<{tag} style="{_CELL};text-align:left">{_escape(text)}</{tag}>' for text in texts)
    return f"<tr>{''.join(cells)}</tr>"


def _escape(text: str) -> str:
    from html import escape  # slow, and a command shows no HTML

    return escape(text)
