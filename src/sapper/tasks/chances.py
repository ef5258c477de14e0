"""Read a chance from a part of a text: a fraction, a decimal number or a percentage."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Final, NamedTuple

from sapper.tasks.reading import CELL, NEGATION

__all__ = ["Said", "read_chance"]

_D: Final = r"[0-9]{1,30}"
_SHARE: Final = re.compile(
    rf"(?P<mixed>(?<![0-9.,/]){_D}\s{_D}/{_D})(?![0-9])(?P<mixed_percent>\s?(?:%|percent))?"
    rf"|(?P<fraction>(?<![0-9.]){_D}(?:,[0-9]{{3}}){{0,9}}\s?(?:/|\bin\b|\b(?:out\s)?of\b)\s?{_D}"
    rf"(?:,[0-9]{{3}}){{0,9}})(?![0-9])(?P<hundredth>\s?(?:%|percent))?"
    rf"|(?P<decimal>(?<![0-9.,/])(?:{_D}(?:[.,]{_D})?|\.{_D}))(?![0-9]|[./][0-9])"
    r"\s?(?P<percent>%|percent)?",
    re.IGNORECASE,
)
_VULGAR: Final = re.compile("\\s?([\u00bc-\u00be\u2150-\u215e])")
_COUNTS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_PARTS: Final = ("half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth",
                 "tenth")  # fmt: skip
_SPOKEN: Final = re.compile(
    rf"\b(an?|{'|'.join(_COUNTS)})[\s-]({'|'.join(_PARTS)}|halve|fourth)s?\b", re.IGNORECASE
)
_EVEN: Final = re.compile(r"(?<![0-9.])50\s?[-\u2013/:]\s?50(?![0-9.])|\bfifty[-\s]fifty\b", re.I)
_ASIDE: Final = re.compile(r"\((?=[^()]{0,99}[0-9])[^()]{0,99}\bsafe\b[^()]{0,99}\)", re.IGNORECASE)
_SAFE_BEFORE: Final = re.compile(r"\bsafe\b\)?[^0-9,.;)\n]{0,30}$", re.IGNORECASE)
_SAFE_BEHIND: Final = re.compile(
    r"\s?(?:chance\s)?(?:that\sit\sis\s|to\sbe\s|of\sbeing\s)?safe\b", re.I
)
_NOT_BEFORE: Final = re.compile(
    rf"{NEGATION}(?:\s(?:just|exactly|simply|the|an?|be)){{0,2}}\s$", re.I
)
_MINUS: Final = re.compile(r"(?:^|[^0-9%)\s])\s{0,3}[-\u2212]$")


class Said(NamedTuple):
    """A chance as it was written: its value, and half a unit of its last digit (0 if exact)."""

    value: Fraction
    half_unit: Fraction


def read_chance(text: str) -> Said | None:
    """Return the last fraction or, without any, the last decimal number or percentage.

    Chances to be safe, and those that it is not, are passed over.
    """
    text = _ASIDE.sub(" ", CELL.sub(" ", _plain_digits(text)))
    found = [
        match
        for match in _SHARE.finditer(text)
        if not _is_of_safety(text, match) and not _is_negated(text, match)
    ]
    fractions = [match for match in found if match["decimal"] is None]
    for match in reversed(fractions or found):
        said = _said(match)
        if said is not None:
            is_negative = _MINUS.search(text[max(0, match.start() - 5) : match.start()])
            return Said(-said.value, said.half_unit) if is_negative else said
    return None


def _plain_digits(text: str) -> str:
    """Return a text with special signs for fractions written as `1/2`."""
    text = _VULGAR.sub(lambda sign: f" {unicodedata.normalize('NFKC', sign[1])}", text)
    text = _SPOKEN.sub(_spoken, text)
    return _EVEN.sub("1/2", text.replace("\u2044", "/").replace("\u2215", "/"))


def _spoken(match: re.Match[str]) -> str:
    """Return `two thirds` as 2/3."""
    count, part = match[1].lower(), match[2].lower()
    part = {"halve": "half", "fourth": "quarter"}.get(part, part)
    above = _COUNTS.index(count) if count in _COUNTS else 1
    return f"{above}/{_PARTS.index(part) + 2}"


def _is_negated(text: str, match: re.Match[str]) -> bool:
    return _NOT_BEFORE.search(text, max(0, match.start() - 40), match.start()) is not None


def _is_of_safety(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 40) : match.start()]
    return bool(_SAFE_BEFORE.search(before) or _SAFE_BEHIND.match(text, match.end()))


def _said(match: re.Match[str]) -> Said | None:
    numbers = [int(part.replace(",", "")) for part in re.findall(r"[0-9][0-9,]*", match[0])]
    is_percent = match["percent"] or match["hundredth"] or match["mixed_percent"]
    scale = 100 if is_percent else 1
    if match["decimal"] is not None:
        digits = match["decimal"].replace(",", ".")
        places = len(digits.partition(".")[2])
        half = Fraction(1, 2 * 10**places * scale)
        return Said(Fraction(digits) / scale, half)
    if numbers[-1] == 0:
        return None
    if match["mixed"]:
        return Said((numbers[0] + Fraction(numbers[1], numbers[2])) / scale, Fraction(0))
    return Said(Fraction(numbers[0], numbers[1]) / scale, Fraction(0))
