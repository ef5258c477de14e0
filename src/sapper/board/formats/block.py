"""Readable blocks: one line per row, under an optional line with size and mines.

    4x4/2
    1 # # 1
    1 2 # 1
    . 1 1 1
    . . . .

Blocks come from many programs and people, so the reader is lenient where the meaning is clear, and
notes how it read unusual characters. Two things are ambiguous and have a rule:

* A dot is an opened 0 when the block also has `#`, `_` or `H`; otherwise dots are hidden.
* Spaces are, in this order, a margin (the rest are equal rows without spaces), separators
  (every second character of every row is a space), or else cells: opened 0s. Rows of hexagons
  may be shifted, so there a space is never a cell at the beginning of a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION
from sapper.board.formats.alphabet import NUMBERS, Alphabet
from sapper.board.formats.header import (
    Header,
    read_header,
    settle_position,
    whole_number,
)
from sapper.board.formats.line import cut_rows, header_of
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.errors import ParseError
from sapper.language import N_, _, _n

__all__ = ["Block", "format_pretty", "is_mines_line", "parse_pretty", "split_block", "taken_for"]

_ALWAYS = NUMBERS | {
    "#": HIDDEN, "_": HIDDEN, "H": HIDDEN, "F": FLAG,
    "?": QUESTION, "Q": QUESTION, "*": MINE, "X": MINE, " ": 0,
}  # fmt: skip
_EXPECTED = N_(
    "0-9, a-z, # _ H . (hidden), . or space (opened 0), F (flag), ? Q (question), * X (mine)"
)
_DOT_IS_ZERO = Alphabet(_ALWAYS | {".": 0}, _EXPECTED)
_DOT_IS_HIDDEN = Alphabet(_ALWAYS | {".": HIDDEN}, _EXPECTED)
_MINES = re.compile(r"mines\s*(?:[:=]\s*)?([0-9]+|\?)", re.IGNORECASE)
_SIZE = re.compile(r"[^:]*[0-9]x[0-9]+/[^:]*")

Layout = Callable[[list[str], bool], "list[str] | None"]


class Block(NamedTuple):
    """The lines of a block, and what its first line says about size and mines."""

    lines: list[str]
    header: Header | None = None
    mines: int | None = None
    has_claim: bool = True


def format_pretty(position: Position) -> str:
    """Return the readable block, with a header line; it is read back to an equal position."""
    text = _DOT_IS_ZERO.write(position.faces)
    if HIDDEN in position.faces:  # otherwise a dot would be read as hidden
        text = text.replace("0", ".")
    rows = [" ".join(row) for row in cut_rows(text, position.columns)]
    if position.geometry.shape == "hex":
        rows[1::2] = [" " + row for row in rows[1::2]]
    return "\n".join([str(header_of(position)), *rows])


def is_mines_line(line: str) -> bool:
    """Return whether a line only gives the mine count: `mines 10`, `mines: 10`, `mines = ?`."""
    return _MINES.fullmatch(line.strip()) is not None


def split_block(text: str) -> Block:
    """Return the lines of a text, separated from a first line such as `4x4/2` or `mines 10`."""
    lines = [line.removesuffix("\r").replace("\t", " ") for line in text.split("\n")]
    start = next((i for i, line in enumerate(lines) if line.strip()), 0)
    first = lines[start].strip()
    if match := _MINES.fullmatch(first):
        count = None if match[1] == "?" else whole_number(match[1], "mines")
        return Block(_trim(lines[start + 1 :]), mines=count)
    if _SIZE.fullmatch(first):
        header = read_header(first)
        return Block(_trim(lines[start + 1 :]), header, header.mines)
    return Block(_trim(lines), has_claim=False)


def parse_pretty(
    block: Block, mines: int | None = None, geometry: Geometry | None = None
) -> tuple[Position, list[str]]:
    """Return the position of a block, and notes on its unusual characters.

    Raise `ParseError` for rows of unequal length or unknown characters.
    """
    if not block.lines:
        raise ParseError(_("expected rows of cells, got none"))
    rows, notes = _cells(block, geometry)
    header = block.header or Header(len(rows), len(rows[0]), block.mines)
    alphabet = _DOT_IS_ZERO if _has_any(rows, "#_H") else _DOT_IS_HIDDEN
    faces = alphabet.read(rows, header)
    position = settle_position(header, faces, mines, geometry)
    return position, notes + _unusual(rows, alphabet)


def taken_for(characters: str, meaning: str, times: int) -> str:
    """Return the note on how an unusual character was read."""
    text = _n(
        "{characters} was taken for {meaning} (once)",
        "{characters} was taken for {meaning} ({times} times)",
        times,
    )
    return text.format(characters=characters, meaning=_(meaning), times=times)


def _trim(lines: list[str]) -> list[str]:
    """Return the lines without empty ones at both ends; a full line of spaces is a row of 0s."""
    longest = max(map(len, lines), default=0)
    rows = [i for i, line in enumerate(lines) if line.strip() or 0 < len(line) == longest]
    return lines[rows[0] : rows[-1] + 1] if rows else []


def _cells(block: Block, geometry: Geometry | None) -> tuple[list[str], list[str]]:
    """Return one character per cell: the first layout of spaces that gives equal rows."""
    shape = (block.header and block.header.shape) or (geometry and geometry.shape)
    width = block.header.columns if block.header else geometry.columns if geometry else None
    tried = [(layout(block.lines, shape == "hex"), note) for layout, note in _LAYOUTS]
    applying = [(rows, note) for rows, note in tried if rows is not None]
    for rows, note in applying:
        if set(map(len, rows)) == {width or len(rows[0])}:
            return rows, [_(note)] if note and _has_any(block.lines, " ") else []
    return applying[0][0], []


def _within_margin(lines: list[str], is_hex: bool) -> list[str] | None:
    rows = [line.strip(" ") for line in lines]
    margins = {len(line) - len(line.lstrip(" ")) for line in lines}
    return rows if (is_hex or len(margins) == 1) and not _has_any(rows, " ") else None


def _split_separated(lines: list[str], is_hex: bool) -> list[str] | None:
    margin = 0 if is_hex else min(len(line) - len(line.lstrip(" ")) for line in lines)
    rows = [line.lstrip(" ") if is_hex else line[margin:] for line in lines]
    width = max(len(row.rstrip(" ")) for row in rows)
    rows = [row[:width] for row in rows]
    return None if any(row[1::2].strip(" ") for row in rows) else [row[::2] for row in rows]


def _verbatim(lines: list[str], is_hex: bool) -> list[str] | None:
    return [line.lstrip(" ") if is_hex else line for line in lines]


_LAYOUTS: list[tuple[Layout, str]] = [
    (_within_margin, N_("the spaces around the rows were taken for a margin")),
    (_split_separated, ""),
    (_verbatim, ""),
]


def _has_any(rows: list[str], characters: str) -> bool:
    return any(character in row for row in rows for character in characters)


def _unusual(rows: list[str], alphabet: Alphabet) -> list[str]:
    """Return a note for every character that the canonical line does not have."""
    text = "".join(rows)
    dot = N_("an opened 0") if alphabet is _DOT_IS_ZERO else N_("a hidden cell")
    meanings = {
        " ": N_("an opened 0"),
        ".": dot,
        "H": N_("a hidden cell"),
        "?": N_("a question mark"),
        "*": N_("a mine that is shown"),
    }
    letters = [letter for letter in NUMBERS if letter.isalpha() and letter in text]
    meanings |= {each: _("the number {n}").format(n=NUMBERS[each]) for each in letters}
    return [
        taken_for(repr(character), meaning, text.count(character))
        for character, meaning in meanings.items()
        if character in text
    ]
