"""Cells and other names in English sentences."""

from __future__ import annotations

from collections.abc import Iterable

from sapper.board.cell import Cell

__all__ = ["listed"]

_MANY = 8


def listed(items: Iterable[Cell | str]) -> str:
    """Return 'a', 'a and b', 'a, b and c'; a long list is cut."""
    names = [str(item) for item in items]
    if len(names) > _MANY:
        names = [*names[: _MANY - 2], f"{len(names) - _MANY + 2} more"]
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
