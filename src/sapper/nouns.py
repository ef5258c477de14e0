"""Write a count with its noun, the same way everywhere."""

from __future__ import annotations

from sapper.language import _n

__all__ = ["count_mines", "count_moves", "count_noun"]


def count_noun(count: int, noun: str, plural: str | None = None) -> str:
    """Return a count with its noun in English, for programmers: 1 run, 2 runs, 3 tries."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def count_mines(count: int) -> str:
    """Return a number of mines in the language in use."""
    return _n("{count:,} mine", "{count:,} mines", count).format(count=count)


def count_moves(count: int) -> str:
    """Return a number of moves in the language in use."""
    return _n("{count:,} move", "{count:,} moves", count).format(count=count)
