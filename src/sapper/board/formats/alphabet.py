"""Alphabets: which character stands for which face.

Boards are translated as whole byte strings, not cell by cell, so a million cells take
milliseconds; only a wrong text is searched for the place of the mistake.
"""

from __future__ import annotations

from sapper.board.cell import FLAG, HIDDEN, MINE, QUESTION
from sapper.board.formats.header import SIGNS, Header, check_rows, unknown_entry
from sapper.language import N_

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
        check_rows(rows, header)
        text = "".join(rows)
        if not text.isascii() or text.encode("ascii").translate(None, self._known):
            raise unknown_entry(rows, self._faces, self._expected)
        return text.encode("ascii").translate(self._to_faces)


NUMBERS = {sign: number for number, sign in enumerate(SIGNS)}

CANONICAL = Alphabet(
    NUMBERS | {"_": HIDDEN, "F": FLAG, "Q": QUESTION, "X": MINE},
    N_("0-9, a-z (10-35), _ (hidden), F (flag), Q (question mark) or X (mine)"),
)
