"""Write a count with its noun, the same way everywhere."""

from __future__ import annotations

__all__ = ["count_noun"]


def count_noun(count: int, noun: str, plural: str | None = None) -> str:
    """Return a count with its noun: 1 move, 2 moves, 3 tries."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"
