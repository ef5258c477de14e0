"""Read a chance from a part of a text: a fraction, a decimal number or a percentage."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Final, NamedTuple

from sapper.tasks.reading import CELL

__all__ = ["Said", "read_chance"]

_D: Final = r"[0-9]{1,30}"
_SHARE: Final = re.compile(
    rf"(?P<mixed>(?<![0-9./]){_D}\s{_D}/{_D})\s?(?:%|percent)"
    rf"|(?P<fraction>(?<![0-9.]){_D}(?:,[0-9]{{3}}){{0,9}}\s?(?:/|\bin\b|\b(?:out\s)?of\b)\s?{_D}"
    rf"(?:,[0-9]{{3}}){{0,9}})(?![0-9])(?P<hundredth>\s?(?:%|percent))?"
    rf"|(?P<decimal>(?<![0-9.,/])(?:{_D}(?:[.,]{_D})?|\.{_D}))(?![0-9./])"
    r"\s?(?P<percent>%|percent)?",
    re.IGNORECASE,
)
_VULGAR: Final = re.compile("[\u00bc-\u00be\u2150-\u215e]")
_EVEN: Final = re.compile(r"(?<![0-9.])50\s?[-\u2013/:]\s?50(?![0-9.])|\bfifty[-\s]fifty\b", re.I)
_ASIDE: Final = re.compile(r"\((?=[^()]{0,99}[0-9])[^()]{0,99}\bsafe\b[^()]{0,99}\)", re.IGNORECASE)
_SAFE_BEFORE: Final = re.compile(r"\bsafe\b\)?[^0-9,.;)\n]{0,30}$", re.IGNORECASE)
_SAFE_BEHIND: Final = re.compile(
    r"\s?(?:chance\s)?(?:that\sit\sis\s|to\sbe\s|of\sbeing\s)?safe\b", re.I
)
_MINUS: Final = re.compile(r"(?:^|[^0-9%)\s])\s{0,3}[-\u2212]$")


class Said(NamedTuple):
    """A chance as it was written: its value, and half a unit of its last digit (0 if exact)."""

    value: Fraction
    half_unit: Fraction


def read_chance(text: str) -> Said | None:
    """Return the last fraction or, without any, the last decimal number or percentage.

    Chances to be safe are passed over.
    """
    text = _ASIDE.sub(" ", CELL.sub(" ", _plain_digits(text)))
    found = [match for match in _SHARE.finditer(text) if not _is_of_safety(text, match)]
    fractions = [match for match in found if match["decimal"] is None]
    for match in reversed(fractions or found):
        said = _said(match)
        if said is not None:
            is_negative = _MINUS.search(text[max(0, match.start() - 5) : match.start()])
            return Said(-said.value, said.half_unit) if is_negative else said
    return None


def _plain_digits(text: str) -> str:
    """Return a text with special signs for fractions written as `1/2`."""
    text = _VULGAR.sub(lambda sign: f" {unicodedata.normalize('NFKC', sign[0])} ", text)
    return _EVEN.sub("1/2", text.replace("\u2044", "/").replace("\u2215", "/"))


def _is_of_safety(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 40) : match.start()]
    return bool(_SAFE_BEFORE.search(before) or _SAFE_BEHIND.match(text, match.end()))


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
    return Said(Fraction(numbers[0], numbers[1]) / scale, Fraction(0))
