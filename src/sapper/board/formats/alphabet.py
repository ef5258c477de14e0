"""Alphabets: which character stands for which face.

Boards are translated as whole byte strings, not cell by cell, so a million cells take
milliseconds; only a wrong text is searched for the place of the mistake.
"""

from __future__ import annotations

import string

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION
from sapper.board.formats.header import Header, excerpt
from sapper.errors import ParseError
from sapper.language import N_, _

__all__ = ["CANONICAL", "NUMBERS", "Alphabet"]


class Alphabet:
    """Characters and their faces; if several characters mean a face, the first is written."""

    def __init__(self, faces: dict[str, int], expected: str) -> None:
        self._faces = faces
        self._expected = expected
        self._known = "".join(faces).encode("ascii")
        first = {face: character for character, face in reversed(faces.items())}
        self._to_faces = bytes.maketrans(self._known, bytes(faces.values()))
        self._to_text = bytes.maketrans(bytes(first), "".join(first.values()).encode("ascii"))

    def write(self, faces: bytes) -> str:
        """Return the faces as characters, all cells in one string."""
        return faces.translate(self._to_text).decode("ascii")

    def read(self, rows: list[str], header: Header) -> bytes:
        """Return the faces that rows of characters show.

        Raise `ParseError` for rows of another size than the header's or unknown characters.
        """
        if len(rows) != header.rows:
            raise ParseError(
                _("expected {rows} rows, got {count}").format(rows=header.rows, count=len(rows))
            )
        for number, row in enumerate(rows):
            if len(row) != header.columns:
                raise ParseError(
                    _("expected {columns} cells in row {number}, got {count}: {excerpt}").format(
                        columns=header.columns, number=number, count=len(row), excerpt=excerpt(row)
                    ),
                    row=number,
                )
        text = "".join(rows)
        if not text.isascii() or text.encode("ascii").translate(None, self._known):
            raise self._unknown_character(rows)
        return text.encode("ascii").translate(self._to_faces)

    def _unknown_character(self, rows: list[str]) -> ParseError:
        row, column, character = next(
            (r, c, character)
            for r, row in enumerate(rows)
            for c, character in enumerate(row)
            if character not in self._faces
        )
        return ParseError(
            _("expected {expected} at row {row}, column {column}, got {character!r}").format(
                expected=_(self._expected), row=row, column=column, character=character
            ),
            row=row,
            column=column,
        )


NUMBERS = {character: n for n, character in enumerate(string.digits + string.ascii_lowercase)}
"""Every number is one character: 0-9, then a-z for 10 to 35."""

CANONICAL = Alphabet(
    NUMBERS | {"_": HIDDEN, "F": FLAG, "Q": QUESTION, "X": MINE},
    N_("0-9, a-z (10-35), _ (hidden), F (flag), Q (question mark) or X (mine)"),
)
