"""Read a position from a text in any known format, with notes on how it was read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from sapper.board.formats.block import is_mines_line, parse_pretty, split_block
from sapper.board.formats.document import parse_document
from sapper.board.formats.emoji import is_emoji, parse_emoji
from sapper.board.formats.line import parse_line
from sapper.board.formats.matrix import is_matrix, parse_matrix
from sapper.board.geometry import Geometry
from sapper.board.notebook_value import shorten
from sapper.board.position import Position
from sapper.errors import ParseError
from sapper.language import N_, _
from sapper.nouns import count_noun

__all__ = ["Format", "Reading", "read_position"]

Format = Literal["line", "pretty", "matrix", "emoji", "json"]
_NO_MINE_COUNT: Final = N_("no mine count was given: it was taken for unknown")
"""The note on a text that says nothing about its mines."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A position read from a text, its format, and a note on everything unusual.

    `taken` are the notes on unusual characters; `lacks_mine_count` says that the mine count was
    given nowhere, not even as unknown. `notes` are the notes on both.
    """

    position: Position
    format: Format
    taken: tuple[str, ...] = ()
    lacks_mine_count: bool = False

    document_as = ("position", "format", "notes")

    @property
    def notes(self) -> tuple[str, ...]:
        """All sentences."""
        return (*self.taken, _(_NO_MINE_COUNT)) if self.lacks_mine_count else self.taken

    def __repr__(self) -> str:
        line, notes = shorten(str(self.position), 120), count_noun(len(self.notes), "note")
        return f"<Reading of a {self.format}: {line}, {notes}>"


def read_position(text: str, mines: int | None = None, geometry: Geometry | None = None) -> Reading:
    """Return the position of a text in any format of docs/start/notation.md.

    `mines` and `geometry` supply what the text leaves open.
    Raise `ParseError` for any other text, or for one that they contradict.
    """
    if not isinstance(text, str):
        raise ParseError(_("expected a text, got {name}").format(name=type(text).__name__))
    text = text.removeprefix("\ufeff")  # some editors write a byte order mark first
    first = text.strip().partition("\n")[0]
    if not first:
        raise ParseError(_("expected a position, got an empty text"))
    if first.startswith("{"):
        return Reading(parse_document(text, mines, geometry), "json")
    if is_emoji(text):
        position, notes, has_claim = parse_emoji(text, mines, geometry)
        return Reading(position, "emoji", tuple(notes), position.mines is None and not has_claim)
    if _is_line(text.strip(), first):
        return Reading(parse_line(text.strip(), mines, geometry), "line")
    return _read_block(text, mines, geometry)


def _is_line(text: str, first: str) -> bool:
    """Return whether a text is meant as a canonical line: a colon, or one line with `/`."""
    return (":" in first and not is_mines_line(first)) or ("/" in first and first == text)


def _read_block(text: str, mines: int | None, geometry: Geometry | None) -> Reading:
    block = split_block(text)
    kind: Format = "matrix" if is_matrix(block) else "pretty"
    parse = parse_matrix if kind == "matrix" else parse_pretty
    position, notes = parse(block, mines, geometry)
    lacks_mine_count = position.mines is None and not block.has_claim
    return Reading(position, kind, tuple(notes), lacks_mine_count)
