"""Wrap text at spaces, never within a word: a number stays whole.

A line that begins with a label (`layouts   1,234   mines 10`) or an indent continues below the text
behind it. A word longer than the line, such as an exact fraction, stays as it is.
"""

from __future__ import annotations

import re

__all__ = ["wrap_text"]

_HANGING = re.compile(r"\s*(?:\S+(?: \S+)*?\s{2,})?")
_WORD = re.compile(r"\S+(?: (?:%|ms\b)\S*)?")  # a figure stays with its unit


def wrap_text(text: str, width: int, hanging: int | None = None) -> str:
    """Return the text with every line broken to fit.

    `hanging` is the indent of continued lines; by default it follows from the line.
    """
    lines = (piece for line in text.split("\n") for piece in _wrap(line, width, hanging))
    return "\n".join(lines)


def _wrap(line: str, width: int, hanging: int | None) -> list[str]:
    """Return the pieces of one line."""
    if len(line) <= width:
        return [line]
    hanging = _hanging_indent(line, width) if hanging is None else hanging
    pieces, begin, end, room = [], 0, 0, width
    for word in _WORD.finditer(line):
        if word.end() - begin > room and end > begin:
            pieces.append(line[begin:end])
            begin, room = word.start(), width - hanging
        end = word.end()
    first, *others = [*pieces, line[begin:].rstrip()]
    return [first, *(" " * hanging + piece for piece in others)]


def _hanging_indent(line: str, width: int) -> int:
    """Return how far the continuation of a line is indented: at most half the width."""
    match = _HANGING.match(line)
    indent = match.end() if match else 0
    if indent > width // 2:
        indent = min(len(line) - len(line.lstrip()), width // 2)
    return indent
