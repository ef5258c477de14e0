"""Click paths of LlamaSweeper: the `c=` of a link.

URL-safe base64 without padding; for every click two bits of its kind and the number of its cell,
counted column by column, in as many bits as the board needs; at the end the two bits `11`.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

from sapper.board.cell import Cell
from sapper.board.formats.header import Header, excerpt
from sapper.errors import ParseError
from sapper.language import _

__all__ = ["Click", "ClickKind", "read_clicks", "write_clicks"]

ClickKind = Literal["left", "right", "chord"]
_KINDS: tuple[ClickKind, ...] = get_args(ClickKind)
_END = len(_KINDS)
_LONGEST = 1 << 20  # characters: far more clicks than anybody makes


class Click(NamedTuple):
    """A click on a cell: left opens, right sets or removes a flag, chord opens around a number."""

    kind: ClickKind
    cell: Cell


def read_clicks(text: str, header: Header) -> tuple[Click, ...]:
    """Return the clicks of a path; raise `ParseError` for a text that is none."""
    if len(text) > _LONGEST or len(text) % 4 == 1 or not re.fullmatch("[A-Za-z0-9_-]*", text):
        raise ParseError(
            _("expected a click path in URL-safe base64, got {excerpt}").format(
                excerpt=excerpt(text)
            )
        )
    data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    bits = "".join(f"{byte:08b}" for byte in data)
    width, cells = _width(header), header.rows * header.columns
    clicks: list[Click] = []
    at = 0
    while (kind := int(bits[at : at + 2] or "0", 2)) != _END:
        if at + 2 + width > len(bits):
            raise ParseError(
                _("the click path has no end after {count} clicks").format(count=len(clicks))
            )
        place = int(bits[at + 2 : at + 2 + width] or "0", 2)
        if place >= cells:
            raise ParseError(
                _("click {count} of the path is outside of the board").format(count=len(clicks) + 1)
            )
        column, row = divmod(place, header.rows)
        clicks.append(Click(_KINDS[kind], Cell(row, column)))
        at += 2 + width
    return tuple(clicks)


def write_clicks(clicks: Iterable[Click], header: Header) -> str:
    """Return the clicks as a path."""
    width = _width(header)
    bits = "".join(
        f"{_KINDS.index(kind) << width | column * header.rows + row:0{width + 2}b}"
        for kind, (row, column) in clicks
    )
    bits += f"{_END:02b}"
    bits += "0" * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8)
    return urlsafe_b64encode(data).decode("ascii").rstrip("=")


def _width(header: Header) -> int:
    """Return the bits of a cell's number: the logarithm of the number of cells, rounded up."""
    return (header.rows * header.columns - 1).bit_length()
