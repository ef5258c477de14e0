"""Boards of emoji, as people and bots post them in chats: one line per row.

    ⬜1️⃣🟦
    1️⃣2️⃣🟦

Also by their names in Discord (`:one:`, `:bomb:`), and behind spoilers (`||`). The first line may
give size or mines, as in a block.
"""

from __future__ import annotations

from sapper.board.formats.alphabet import CANONICAL
from sapper.board.formats.block import split_block, taken_for
from sapper.board.formats.header import Header, settle_position
from sapper.board.formats.line import cut_rows
from sapper.board.geometry import Geometry
from sapper.board.position import Position
from sapper.errors import ParseError
from sapper.language import N_, _

__all__ = ["format_emoji", "is_emoji", "parse_emoji"]

_WRITTEN = {"⬜": "0", "🟦": "_", "🚩": "F", "❓": "Q", "💣": "X"}
_CHARACTER_OF = _WRITTEN | {"🟩": "_", "⬛": "_", "🔲": "_", "❔": "Q", "💥": "X"}
_NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_NAMED = {f":{name}:": str(number) for number, name in enumerate(_NAMES)} | {
    ":white_large_square:": "0", ":blue_square:": "_", ":black_large_square:": "_",
    ":triangular_flag_on_post:": "F", ":question:": "Q", ":bomb:": "X", ":boom:": "X",
}  # fmt: skip
_KEYCAP = "\ufe0f\u20e3"  # follows a digit to make 1️⃣
_TO_CHARACTERS = str.maketrans(
    {**_CHARACTER_OF, "\ufe0f": None, "\u20e3": None, " ": None, "|": None}
)
_TO_EMOJI = str.maketrans(
    {character: emoji for emoji, character in _WRITTEN.items()}
    | {digit: digit + _KEYCAP for digit in "123456789"}
)
_MEANINGS = {"⬜": N_("an opened 0"), "⬛": N_("a hidden cell"), "💥": N_("a mine that is shown")}


def is_emoji(text: str) -> bool:
    """Return whether a text has rows of emoji."""
    return any(sign in text for sign in (*_CHARACTER_OF, "\u20e3", *_NAMED))


def parse_emoji(
    text: str, mines: int | None = None, geometry: Geometry | None = None
) -> tuple[Position, list[str], bool]:
    """Return the position of rows of emoji, notes on ambiguous signs, and if mines are given.

    Raise `ParseError` for rows of unequal length and for other signs.
    """
    for name, character in _NAMED.items() if ":" in text else ():
        text = text.replace(name, character)
    block = split_block(text)
    rows = [line.translate(_TO_CHARACTERS).strip() for line in block.lines]
    if not rows:
        raise ParseError(_("expected rows of emoji, got none"))
    header = block.header or Header(len(rows), len(rows[0]), block.mines)
    faces = CANONICAL.read(rows, header)
    notes = [taken_for(sign, _MEANINGS[sign], text.count(sign))
             for sign in _MEANINGS if sign in text]  # fmt: skip
    return settle_position(header, faces, mines, geometry), notes, block.has_claim


def format_emoji(position: Position) -> str:
    """Return the rows of the position as emoji; numbers above 9 stay letters."""
    rows = cut_rows(CANONICAL.write(position.faces), position.columns)
    return "\n".join(rows).translate(_TO_EMOJI)
