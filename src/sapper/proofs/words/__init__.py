"""Write numbers, mines and cells in sentences, in the language in use."""

from __future__ import annotations

from typing import Final, Literal

from sapper.language import N_, _, _n

__all__ = ["capital", "cells", "count", "is_kind", "mines", "technique_name"]

# 0 is "no", because a noun always follows.
_WORDS: Final = (
    N_("no"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"),
    N_("seven"), N_("eight"), N_("nine"), N_("ten"), N_("eleven"), N_("twelve"),
)  # fmt: skip

Which = Literal["", "more", "other", "covered", "safe"]


def count(n: int) -> str:
    """Return a number as a word up to twelve, in digits above."""
    return _(_WORDS[n]) if 0 <= n < len(_WORDS) else str(n)


def mines(n: int, which: Which = "") -> str:
    """Return 'one mine', 'two more mines', 'no mine'."""
    several = max(n, 1)  # no mine, as one mine
    if which == "more":
        text = _n("{count} more mine", "{count} more mines", several)
    elif which == "other":
        text = _n("{count} other mine", "{count} other mines", several)
    else:
        text = _n("{count} mine", "{count} mines", several)
    return text.format(count=count(n))


def cells(n: int, which: Which = "") -> str:
    """Return 'one cell', 'two other cells'."""
    if which == "other":
        text = _n("{count} other cell", "{count} other cells", n)
    elif which == "covered":
        text = _n("{count} covered cell", "{count} covered cells", n)
    elif which == "safe":
        text = _n("{count} safe cell", "{count} safe cells", n)
    else:
        text = _n("{count} cell", "{count} cells", n)
    return text.format(count=count(n))


def is_kind(names: str, n: int, is_mine: bool) -> str:
    """Return 'r2c3 is a mine' or 'r1c1 and r1c2 are safe', of the names of n cells."""
    if is_mine:
        text = _n("{cells} is a mine", "{cells} are mines", n)
    else:
        text = _n("{cells} is safe", "{cells} are safe", n)
    return text.format(cells=names)


def technique_name(technique: str) -> str:
    """Return the name of a technique."""
    return _(technique)


def capital(sentence: str) -> str:
    """Return the sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]
