"""Grades: which reasoning a board needs, from the easiest to the hardest."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sapper.language import N_, _

__all__ = ["MOST_NUMBERS", "Grade"]


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
    """Three numbers together."""
    CASES = "cases"
    """Four or five numbers together: so many are seldom seen without trying cases."""
    COMPONENT = "component"
    """Six numbers or more that are tied together."""
    COUNT = "count"
    """The mine count, with any numbers."""

    @property
    def rank(self) -> int:
        """The place in the order, 0 for the easiest."""
        return list(Grade).index(self)

    @property
    def label(self) -> str:
        """Its name in the language in use."""
        return _(_LABELS[self])

    @classmethod
    def of_numbers(cls, numbers: int) -> Grade:
        """Return the grade of a proof that cites this many numbers, without the mine count."""
        return next(g for g, most in MOST_NUMBERS.items() if most is None or numbers <= most)


_LABELS: Final = {
    Grade.CLICK: N_("click"),
    Grade.SINGLE: N_("single"),
    Grade.PAIR: N_("pair"),
    Grade.CHAIN: N_("chain"),
    Grade.CASES: N_("cases"),
    Grade.COMPONENT: N_("component"),
    Grade.COUNT: N_("count"),
}

MOST_NUMBERS: Final[dict[Grade, int | None]] = {
    Grade.CLICK: 0,
    Grade.SINGLE: 1,
    Grade.PAIR: 2,
    Grade.CHAIN: 3,
    Grade.CASES: 5,
    Grade.COMPONENT: None,
}
"""How many numbers a solver of each grade can take together; None means any."""
