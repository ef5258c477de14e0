"""What some numbers settle, and by which reasoning; cells are indices."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Conclusion"]


class Conclusion(NamedTuple):
    """Numbers (with the mine count if `uses_mine_count`) and all cells that they settle."""

    numbers: tuple[int, ...]
    safe: frozenset[int] = frozenset()
    mines: frozenset[int] = frozenset()
    uses_mine_count: bool = False
