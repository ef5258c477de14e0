"""Find the positions that a page shows, and whether the page says that one is impossible."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sapper import ContradictionError, Position, analyse
from tests.support.pages import blocks_of

__all__ = ["Shown", "is_possible", "shown_positions"]

_LINE = re.compile(r"(?<![\w-])(?:(?:torus|hex)-)?\d+x\d+/(?:\d+|\?):[0-9a-zFQX_/]+")
_MATRIX = re.compile(r"(?<!\[)\[\[[-\d][-\d, \[\]]*\]\]")
_SAID = re.compile(r"impossible|contradict|no layout fits", re.IGNORECASE)
# its matrix is no position
_LAYOUT_PROBLEM = re.compile(r"^.*sapper papers layout.*$", re.MULTILINE)
_DENSITY = 0.2


@dataclass(frozen=True)
class Shown:
    """The text of a position on a page, and whether its paragraph calls it impossible."""

    text: str
    is_called_impossible: bool


def shown_positions(page: str) -> Iterator[Shown]:
    """Yield the positions of a page: lines, matrices, and blocks of the language `position`.

    A position is called impossible by its own paragraph, or by the one above its block.
    """
    before = ""
    for paragraph in _paragraphs(page):
        around = before + paragraph if "```" in paragraph else paragraph
        is_said = bool(_SAID.search(around))
        for text in _texts(paragraph):
            yield Shown(text, is_said)
        before = paragraph


def is_possible(text: str) -> bool:
    """Return whether at least one layout fits the position; raise `ParseError` for no position."""
    position = Position.parse(text)
    try:
        analyse(position, density=_DENSITY if position.mines is None else None)
    except ContradictionError:
        return False
    return True


def _paragraphs(page: str) -> list[str]:
    """Return the paragraphs of a page; a block of code is one, with all its blank lines."""
    parts = re.split(r"((?:^<!-- [^\n]* -->\n)?^```.*?^```$)", page, flags=re.MULTILINE | re.DOTALL)
    return [
        paragraph
        for part in parts
        for paragraph in ([part] if "```" in part else part.split("\n\n"))
        if paragraph.strip()
    ]


def _texts(paragraph: str) -> list[str]:
    blocks = blocks_of(paragraph)
    if blocks and (blocks[0].language == "position" or '"cells"' in blocks[0].text):
        return [blocks[0].text]
    if blocks and blocks[0].mark == "exit code: 2":  # it shows texts that are refused
        return []
    text = _LAYOUT_PROBLEM.sub("", paragraph)
    return [found.group() for pattern in (_LINE, _MATRIX) for found in pattern.finditer(text)]
