"""Read answers of every kind from a part of a text; None if there is no such answer in it.

Cells may be written r2c3, (2, 3), [2 3], `row 2, column 3` or as JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from sapper.board.cell import Cell

__all__ = [
    "Claim",
    "Said",
    "cells_of",
    "read_cells",
    "read_chance",
    "read_cited",
    "read_claims",
    "read_count",
    "read_shown",
    "read_verdict",
]

_N: Final = r"([0-9]{1,3})(?![0-9])"
_CELL: Final = re.compile(
    rf"(?<![a-z0-9])r\s?{_N}[\s,;_]{{0,3}}c\s?{_N}"
    rf"|\brow\W{{0,4}}{_N}\W{{1,4}}(?:and\s)?(?:the\s)?col(?:umn)?\W{{0,4}}{_N}"
    rf"|\bcol(?:umn)?\W{{0,4}}{_N}\W{{1,4}}(?:and\s)?(?:the\s)?row\W{{0,4}}{_N}"
    rf"|[(\[]\s?{_N}(?:\s?[,;]\s?|\s){_N}\s?[)\]]",
    re.IGNORECASE,
)
_BARE: Final = re.compile(rf"(?<![0-9.,/a-z])\s?{_N}\s?,\s?{_N}(?![.,/][0-9])", re.IGNORECASE)
_COUNT_WORDS: Final = re.compile(
    r"\bmines?[\s_-]?counts?\b|\b(?:total|number)(?:\snumber)?\sof\smines\b|\btotal\smines?\b"
    r"|\bmines?\s(?:in\s(?:all|total)|left|remaining|total)\b|\bmine_count\b",
    re.IGNORECASE,
)
_WORDS: Final = (
    ("count", _COUNT_WORDS.pattern),
    ("safe", r"\b(?:not|no)\s(?:an?\s)?(?:mines?|bombs?)\b|\bmine-?free\b|\bsafe\b|\bclear\b"
             r"|\bopen\b|\breveal\b|\bclick\b|\buncover\b"),
    ("mine", r"\bnot\ssafe\b|\bunsafe\b|\bmines?\b|\bbombs?\b|\bflags?\b|\bmark\b"),
    ("by", r"\bby\b|\bbecause\b|\bfrom\b|\bsince\b|\busing\b|\bproofs?\b|\bproved\b|\bgiven\b"
           r"|\bnumbers?\b|\bdue\sto\b|\bpremises\b|\bcit(?:e|ed|ing)\b|\bfollows\b|<-|\u2190"),
    ("none", r"\bnone\b|\bno\scells?\b|\bnothing\b|\bempty\b"),
    ("end", r"[;\n}]|\.(?=\s|$)"),
)  # fmt: skip
_TOKEN: Final = re.compile(
    f"(?P<cell>{_CELL.pattern})|" + "|".join(f"(?P<{n}>{p})" for n, p in _WORDS), re.IGNORECASE
)
_NUMBER_WORDS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")
_COUNTED: Final = re.compile(
    rf"(?<![0-9./]){_N}(?![./%]?[0-9])|\b({'|'.join(_NUMBER_WORDS)})\b", re.I
)
_SHOWN: Final = re.compile(
    r"(?P<covered>\b(?:covered|hidden|unopened|closed|unrevealed|unknown)\b|#)"
    r"|(?P<mine>\b(?:known\s)?mine\b|\bflag(?:ged)?\b|\bF\b)"
    r"|(?P<zero>\b(?:empty|blank)\b)",
    re.IGNORECASE,
)
_YES: Final = re.compile(
    r"(?P<no>\bno\b(?!\s(?:idea|clue|answer))|\bimpossible\b|\bnot\s(?:possible|consistent|valid)\b|\bcontradict\w{0,8}"
    r"|\binconsistent\b|\binvalid\b|\bfalse\b)"
    r"|(?P<yes>\byes\b|\bpossible\b|\bconsistent\b|\bvalid\b|\btrue\b)",
    re.IGNORECASE,
)
_D: Final = r"[0-9]{1,30}"
_SHARE: Final = re.compile(
    rf"(?P<mixed>(?<![0-9./]){_D}\s{_D}/{_D})\s?(?:%|percent)"
    rf"|(?P<fraction>(?<![0-9.]){_D}(?:,[0-9]{{3}}){{0,9}}\s?(?:/|\bin\b|\bout\sof\b)\s?{_D}"
    rf"(?:,[0-9]{{3}}){{0,9}})(?![0-9])(?P<hundredth>\s?(?:%|percent))?"
    rf"|(?P<decimal>(?<![0-9.,/])(?:{_D}(?:[.,]{_D})?|\.{_D}))(?![0-9./])\s?(?P<percent>%|percent)?",
    re.IGNORECASE,
)


class Said(NamedTuple):
    """A chance as it was written: its value, and half a unit of its last digit (0 if exact)."""

    value: Fraction
    half_unit: Fraction


class Claim(NamedTuple):
    """What is said about a cell: whether it is a mine, and what that is said to follow from."""

    is_mine: bool
    numbers: frozenset[Cell] = frozenset()
    uses_mine_count: bool = False


def cells_of(text: str) -> list[Cell]:
    """Return all cells that a text names, in order, each once."""
    found = [_cell(match) for match in _CELL.finditer(text)]
    if not found:
        found = [Cell(int(match[1]), int(match[2])) for match in _BARE.finditer(text)]
    return list(dict.fromkeys(found))


def _cell(match: re.Match[str]) -> Cell:
    """Return the cell of a match of `_CELL`, whichever form it has."""
    digits = re.findall(r"[0-9]{1,3}", match[0])
    is_column_first = match[0].lower().startswith("col")
    one, other = int(digits[0]), int(digits[1])
    return Cell(other, one) if is_column_first else Cell(one, other)


def read_cells(text: str) -> list[Cell] | None:
    """Return the cells to open: those that are not called mines."""
    claims = read_claims(text) if _CELL.search(text) else None
    if claims:
        return [cell for cell, claim in claims.items() if not claim.is_mine] or None
    return cells_of(text) or None


def read_cited(text: str) -> tuple[frozenset[Cell], bool] | None:
    """Return the numbers that are named, and whether the mine count is."""
    cells, counts = cells_of(text), _COUNT_WORDS.search(text) is not None
    return (frozenset(cells), counts) if cells or counts else None


def read_shown(text: str) -> str | None:
    """Return what a cell is said to show: a number, `covered` or `known mine`."""
    text = _CELL.sub(" ", text)
    words, number = _SHOWN.search(text), _COUNTED.search(text)
    if words is not None and (number is None or words.start() < number.start()):
        return {"covered": "covered", "mine": "known mine", "zero": "0"}[words.lastgroup or ""]
    return None if number is None else str(_whole(number))


def read_count(text: str) -> int | None:
    """Return the last whole number that is no part of a cell."""
    found = list(_COUNTED.finditer(_CELL.sub(" ", text)))
    return _whole(found[-1]) if found else None


def _whole(match: re.Match[str]) -> int:
    word = match[0].lower()
    return _NUMBER_WORDS.index(word) if word in _NUMBER_WORDS else int(word)


def read_verdict(text: str) -> bool | None:
    """Return whether a position is said to be possible."""
    match = _YES.search(text)
    return None if match is None else match.lastgroup == "yes"


def read_chance(text: str) -> Said | None:
    """Return the last fraction or, without any, the last decimal number or percentage."""
    found = list(_SHARE.finditer(_CELL.sub(" ", text)))
    fractions = [match for match in found if match["decimal"] is None]
    for match in reversed(fractions or found):
        said = _said(match)
        if said is not None:
            return said
    return None


def _said(match: re.Match[str]) -> Said | None:
    numbers = [int(part.replace(",", "")) for part in re.findall(r"[0-9][0-9,]*", match[0])]
    scale = 100 if match["percent"] or match["hundredth"] or match["mixed"] else 1
    if match["decimal"] is not None:
        digits = match["decimal"].replace(",", ".")
        places = len(digits.partition(".")[2])
        half = Fraction(1, 2 * 10**places * scale)
        return Said(Fraction(digits) / scale, half)
    if numbers[-1] == 0:
        return None
    if match["mixed"]:
        return Said((numbers[0] + Fraction(numbers[1], numbers[2])) / scale, Fraction(0))
    if numbers == [50, 50]:  # as people say it
        return Said(Fraction(1, 2), Fraction(0))
    return Said(Fraction(numbers[0], numbers[1]) / scale, Fraction(0))


def read_claims(text: str) -> dict[Cell, Claim] | None:
    """Return what is said about cells, each with what it is said to follow from.

    `safe: r0c1 by r1c1`, `r0c1 is safe by r1c1`, lists under a heading and JSON are all read. The
    last claim about a cell counts. An explicit none is an empty answer.
    """
    claims: dict[Cell, Claim] = {}
    heading: str | None = None
    is_none = False
    for clause in _clauses(_join_json(text)):
        words = [word for word, _ in clause]
        is_none |= "none" in words
        subjects, verdict, cited = _parse_clause(clause, heading)
        heading = verdict if words[:1] in (["safe"], ["mine"]) else heading
        for cell, said in subjects:
            claims[cell] = Claim(said == "mine", cited, "count" in words)
    return claims if claims or is_none else None


def _join_json(text: str) -> str:
    """Return a text with the JSON in it on one line, without what is false or null there."""
    begin = min((i for i in (text.find("{"), text.find("[")) if i >= 0), default=-1)
    end = max(text.rfind("}"), text.rfind("]"))
    try:
        data = json.loads(text[begin : end + 1])
        return f"{text[:begin]} {json.dumps(_true_parts(data))} {text[end + 1 :]}"
    except (ValueError, RecursionError):
        return text


def _true_parts(data: object) -> object:
    if isinstance(data, list):
        return [_true_parts(each) for each in data]
    if not isinstance(data, dict):
        return data
    return {k: _true_parts(v) for k, v in data.items() if v is not False and v is not None}


_Token = tuple[str, Cell | None]


def _clauses(text: str) -> Iterator[list[_Token]]:
    clause: list[_Token] = []
    for match in _TOKEN.finditer(text):
        word = next(name for name in _NAMES if match[name] is not None)
        if word == "end":
            if clause:
                yield clause
            clause = []
        else:
            clause.append((word, _cell(match) if word == "cell" else None))
    if clause:
        yield clause


_NAMES: Final = ("cell", *(name for name, _ in _WORDS))


def _parse_clause(
    clause: list[_Token], heading: str | None
) -> tuple[list[tuple[Cell, str]], str | None, frozenset[Cell]]:
    """Return the cells that a clause is about with their verdicts, the last verdict, what is cited.

    A verdict before cells holds for those after it; one behind them for those before it.
    """
    words = [word for word, _ in clause]
    split = words.index("by") if "by" in words and words[0] != "by" else len(clause)
    cited = frozenset(cell for _, cell in clause[split:] if cell is not None)
    about = clause[:split]
    is_heading = bool(about) and about[0][0] in ("safe", "mine")
    subjects: list[tuple[Cell, str]] = []
    waiting: list[Cell] = []
    verdict = heading
    for word, cell in about:
        if word in ("safe", "mine"):
            verdict = word
            subjects += [(one, word) for one in waiting]
            waiting = []
        elif cell is not None and is_heading and verdict is not None:
            subjects.append((cell, verdict))
        elif cell is not None:
            waiting.append(cell)
    if split == len(clause) and subjects and not is_heading and waiting:  # r0c1 safe (r1c1, r1c2)
        cited, waiting = frozenset(waiting), []
    subjects += [(one, verdict or "safe") for one in waiting]
    return subjects, verdict, cited
