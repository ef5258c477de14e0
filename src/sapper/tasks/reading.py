"""Read answers of every kind from a part of a text; None if there is no such answer in it.

Cells may be written r2c3, (2, 3), [2 3], `row 2, column 3` or as JSON.
"""

from __future__ import annotations

import re
from typing import Final

from sapper.board.cell import Cell

__all__ = [
    "CELL",
    "NEGATION",
    "cell_of",
    "cells_of",
    "mark_bare_cells",
    "read_count",
    "read_shown",
    "read_verdict",
]

_N: Final = r"([0-9]{1,3})(?![0-9])"
NEGATION: Final = (
    r"(?:\b(?:not|never|no|neither|nor|hardly|unlikely|cannot|can\snot|(?:do|does|is|are)\snot)\b"
    r"|\b(?:is|are|was|ca|do|does|could|must|should|wo)n['\u2019]?t\b)"
)
"""A word that turns the sense of the next ones."""

CELL: Final = re.compile(
    rf"(?<![a-z0-9])r\s?{_N}[\s,;_]{{0,3}}c\s?{_N}"
    rf"|\brow\W{{0,4}}{_N}\W{{1,4}}(?:and\s)?(?:the\s)?col(?:umn)?\W{{0,4}}{_N}"
    rf"|\bcol(?:umn)?\W{{0,4}}{_N}\W{{1,4}}(?:and\s)?(?:the\s)?row\W{{0,4}}{_N}"
    rf"|[(\[]\s?{_N}(?:\s?[,;]\s?|\s){_N}\s?[)\]]",
    re.IGNORECASE,
)
_BARE: Final = re.compile(rf"(?<![0-9.,/a-z]){_N}\s?,\s?{_N}(?![.,/][0-9])", re.IGNORECASE)
_NUMBER_WORDS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")
_COUNTED: Final = re.compile(
    rf"(?<![0-9./]){_N}(?![./%]?[0-9])|\b({'|'.join(_NUMBER_WORDS)})\b", re.I
)
_COVERED: Final = r"\b(?:covered|hidden|unopened|closed|unrevealed|unknown)\b"
_FLAG: Final = r"\b(?:known\s)?mine\b|\bflag(?:ged)?\b"
_SHOWN: Final = re.compile(
    rf"(?P<covered>{_COVERED}|#)|(?P<mine>{_FLAG}|\bF\b)|(?P<zero>\b(?:empty|blank)\b)",
    re.IGNORECASE,
)
_NOT_SHOWN: Final = re.compile(
    rf"{NEGATION}(?:\s(?:an?|the|be|still|really)){{0,2}}\s(?:{_COVERED}|{_FLAG}|empty\b|blank\b)",
    re.IGNORECASE,
)
_NOT: Final = (
    rf"(?:{NEGATION}(?: (?:be|been|an?|the|at|all|really|any|self|to|seem|appear|look)){{0,4}}[ -]"
    r"|\bun-?|\bnon[- ]?)"
)
_GOOD: Final = r"(?:possible|consistent|valid|feasible|satisfiable)\b"
_BAD: Final = r"(?:impossible\b|inconsistent\b|invalid\b|infeasible\b|contradict\w{0,8})"
_SET: Final = r"[\"']?\s?[:=]\s?[\"']?"
_LAYOUT: Final = r"(?:layout|arrangement|solution|way|configuration)s?"
_VERDICT: Final = re.compile(
    rf"(?P<no>\b{_GOOD}{_SET}(?:no|false)\b|{_NOT}{_GOOD}|\b{_BAD}{_SET}(?:yes|true)\b"
    rf"|\b{_GOOD}\s(?:\w{{1,20}}\s){{1,4}}?(?:{NEGATION})\s(?:be|exist)"
    rf"|\b{_LAYOUT}\s{NEGATION}\s(?:be|exist)|\b(?:0|zero|none\sof\sthe)\s{_LAYOUT}\b"
    rf"|\b{_BAD}\s?\?\s{{0,3}}yes\b)"
    rf"|(?P<yes>\b{_BAD}{_SET}(?:no|false)\b|{_NOT}{_BAD}|\b{_BAD}\s?\?\s{{0,3}}no\b"
    rf"|\b(?:without|nothing|free\s(?:of|from))\s(?:any\s|a\s|self-){{0,2}}{_BAD}"
    rf"|\bcontradictions?-free\b|\b(?:an?|one|some|has|have)\s{_LAYOUT}\s(?:fit|exist|work)s?\b"
    rf"|\bha(?:s|ve)\s(?:an?|at\sleast\sone|some)\s{_LAYOUT}\b"
    rf"|\byes\b|\b{_GOOD}(?!\s?\?)|\btrue\b)"
    rf"|(?P<plain_no>\bno\b(?!\s(?:idea|clue|answer))|\b{_BAD}(?!\s?\?)|\bfalse\b)",
    re.IGNORECASE,
)


def cells_of(text: str) -> list[Cell]:
    """Return all cells that a text names, in order, each once."""
    return list(dict.fromkeys(cell_of(match) for match in CELL.finditer(mark_bare_cells(text))))


def mark_bare_cells(text: str) -> str:
    """Return a text with cells like `0,1` as `(0,1)`, if it names cells in no other way."""
    return text if CELL.search(text) else _BARE.sub(r"(\1,\2)", text)


def cell_of(match: re.Match[str]) -> Cell:
    """Return the cell of a match of `CELL`, whichever form it has."""
    digits = re.findall(r"[0-9]{1,3}", match[0])
    is_column_first = match[0].lower().startswith("col")
    one, other = int(digits[0]), int(digits[1])
    return Cell(other, one) if is_column_first else Cell(one, other)


def read_shown(text: str) -> str | None:
    """Return what a cell is said to show: a number, `covered` or `known mine`."""
    text = _NOT_SHOWN.sub(" ", CELL.sub(" ", text))
    words, number = _SHOWN.search(text), _COUNTED.search(text)
    if words is not None and (number is None or words.start() < number.start()):
        return {"covered": "covered", "mine": "known mine", "zero": "0"}[words.lastgroup or ""]
    return None if number is None else str(_whole(number))


def read_count(text: str) -> int | None:
    """Return the last whole number that is no part of a cell."""
    found = list(_COUNTED.finditer(CELL.sub(" ", text)))
    return _whole(found[-1]) if found else None


def _whole(match: re.Match[str]) -> int:
    word = match[0].lower()
    return _NUMBER_WORDS.index(word) if word in _NUMBER_WORDS else int(word)


def read_verdict(text: str) -> bool | None:
    """Return whether a position is said to be possible."""
    match = _VERDICT.search(text)
    return None if match is None else match.lastgroup == "yes"
