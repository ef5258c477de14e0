"""Grades: which reasoning a board needs, from the easiest to the hardest."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sapper.language import N_, _

__all__ = ["Grade"]


class Grade(StrEnum):
    """The hardest reasoning that is needed: a solver without it gets stuck.

    Grades are in order: a solver of one grade can do all that those before it can. Mines that were
    found and cells that were opened are facts for all of them.
    """

    CLICK = "click"
    """Nothing: the first click clears the board."""
    SINGLE = "single"
    """One number by itself."""
    PAIR = "pair"
    """Two numbers together."""
    CHAIN = "chain"
    """Three numbers together, or more."""
    COUNT = "count"
    """The mine count, with any numbers."""

    @property
    def rank(self) -> int:
        """The place in the order, 0 for the easiest; the core calls it a level."""
        return list(Grade).index(self)

    @property
    def label(self) -> str:
        """Its name in the language in use."""
        return _(_LABELS[self])

    @classmethod
    def of_numbers(cls, numbers: int) -> Grade:
        """Return the grade of a proof that cites this many numbers, without the mine count."""
        return list(Grade)[min(numbers, Grade.CHAIN.rank)]


_LABELS: Final = {
    Grade.CLICK: N_("click"),
    Grade.SINGLE: N_("single"),
    Grade.PAIR: N_("pair"),
    Grade.CHAIN: N_("chain"),
    Grade.COUNT: N_("count"),
}
