"""Write numbers, mines and cells in English sentences."""

from __future__ import annotations

__all__ = ["are", "capital", "cells", "count", "mines"]

# 0 is "no", because a noun always follows.
_WORDS = (
    "no", "one", "two", "three", "four", "five", "six",
    "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def count(n: int) -> str:
    """Return a number as a word up to twelve, in digits above."""
    return _WORDS[n] if 0 <= n < len(_WORDS) else str(n)


def mines(n: int, adjective: str = "") -> str:
    """Return 'one mine', 'two more mines', 'no mine'."""
    return f"{count(n)} {adjective}{' ' if adjective else ''}{'mine' if n in (0, 1) else 'mines'}"


def cells(n: int, adjective: str = "") -> str:
    """Return 'one cell', 'two other cells'."""
    return f"{count(n)} {adjective}{' ' if adjective else ''}{'cell' if n == 1 else 'cells'}"


def are(n: int) -> str:
    """Return 'is' or 'are'."""
    return "is" if n == 1 else "are"


def capital(sentence: str) -> str:
    """Return the sentence with a capital first letter."""
    return sentence[:1].upper() + sentence[1:]
