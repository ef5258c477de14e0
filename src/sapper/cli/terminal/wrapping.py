"""Wrap text at spaces, never within a word: a number stays whole."""

from __future__ import annotations

import re

__all__ = ["wrap_text"]

_HANGING = re.compile(r"\s*(?:\S+(?: \S+)*?\s{2,})?")
_UNIT = re.compile(r"(?<=\d) (?=%|ms\b|positions/s)")  # a figure stays with its unit


def wrap_text(text: str, width: int) -> str:
    """Return the text with every line broken to fit.

    A line that begins with a label (`layouts   1,234   mines 10`) continues below what follows it.
    """
    return "\n".join(piece for line in text.split("\n") for piece in _wrap(line, width))


def _wrap(line: str, width: int) -> list[str]:
    """Return the pieces of one line."""
    if len(line) <= width:
        return [line]
    from textwrap import wrap

    label = _HANGING.match(line)
    indent = label.end() if label else 0
    if indent > width // 2:
        indent = min(len(line) - len(line.lstrip()), width // 2)
    pieces = wrap(
        _UNIT.sub("\N{NO-BREAK SPACE}", line),
        width,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [piece.replace("\N{NO-BREAK SPACE}", " ") for piece in pieces]
