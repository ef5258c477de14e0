"""Best play by the full game tree: slow, simple, exact."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sapper import Position
from sapper.board.cell import is_covered
from tests.support.brute_force import layouts


class BestPlay:
    """The maximal number of layouts that a player wins; sets of layouts are bit masks."""

    def __init__(self, position: Position, fitting: Iterable[frozenset[int]] | None = None) -> None:
        found = list(layouts(position) if fitting is None else fitting)
        around = position.geometry.neighbour_lists
        self.count = len(found)
        self.everything = (1 << self.count) - 1
        self.closed = [i for i, face in enumerate(position.faces) if is_covered(face)]
        self.shows: dict[int, list[int]] = {}  # cell: for every number, the layouts that show it
        for cell in self.closed:
            by_number: dict[int, int] = {}
            for k, mines in enumerate(found):
                if cell not in mines:
                    number = len(mines.intersection(around[cell]))
                    by_number[number] = by_number.get(number, 0) | 1 << k
            self.shows[cell] = list(by_number.values())
        self._known: dict[int, int] = {}

    @property
    def wins(self) -> int:
        return self.wins_of(self.everything)

    @property
    def chance(self) -> Fraction:
        return Fraction(self.wins, self.count)

    def wins_opening(self, *cells: int) -> int:
        """Return the wins when these cells are opened at once."""
        parts = [self.everything]
        for cell in cells:
            parts = [smaller for part in parts for smaller in self._parts(part, cell)]
        return sum(map(self.wins_of, parts))

    def chance_opening(self, *cells: int) -> Fraction:
        return Fraction(self.wins_opening(*cells), self.count)

    def safe_layouts(self, cell: int) -> int:
        return sum(part.bit_count() for part in self.shows[cell])

    def wins_of(self, some: int) -> int:
        """Return the wins from a set of layouts."""
        if some.bit_count() <= 1:
            return some.bit_count()
        if some not in self._known:
            self._known[some] = self._search(some)
        return self._known[some]

    def _search(self, some: int) -> int:
        choices = [self._parts(some, cell) for cell in self.closed]
        choices = [parts for parts in choices if parts and parts != [some]]
        for parts in choices:
            if sum(parts) == some:  # safe in all of them: opening it costs nothing
                return sum(map(self.wins_of, parts))
        return max(sum(map(self.wins_of, parts)) for parts in choices)

    def _parts(self, some: int, cell: int) -> list[int]:
        return [some & shown for shown in self.shows[cell] if some & shown]
