"""3BV, openings, islands and ZiNi from their definitions: slow, obvious, the core's referee."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sapper.board.geometry import Geometry
from sapper.board.layout import Layout

__all__ = ["SlowBoard", "scan"]

_NO_PREMIUM = -1000


def scan(geometry: Geometry, order: str) -> list[int]:
    """Return all cells in a scanning order such as `columns-left-up`."""
    rows, columns = list(range(geometry.rows)), list(range(geometry.columns))
    if "up" in order.split("-"):
        rows.reverse()
    if "left" in order.split("-"):
        columns.reverse()
    if order.startswith("rows"):
        return [r * geometry.columns + c for r in rows for c in columns]
    return [r * geometry.columns + c for c in columns for r in rows]


class SlowBoard:
    """All sets of a board, by searches over its cells."""

    def __init__(self, layout: Layout) -> None:
        self.geometry = layout.geometry
        self.around = layout.geometry.neighbour_lists
        cells = range(layout.geometry.size)
        self.mines = {i for i in cells if layout.cells[i]}
        self.number = {
            i: sum(j in self.mines for j in self.around[i]) for i in cells if i not in self.mines
        }
        self.zeros = {i for i, number in self.number.items() if number == 0}
        self.lone = {
            i
            for i in self.number
            if i not in self.zeros and not self.zeros.intersection(self.around[i])
        }
        self.openings = self._groups(self.zeros)
        self.islands = self._groups(self.lone)

    @property
    def bbbv(self) -> int:
        return len(self.openings) + len(self.lone)

    def solved(self, is_open: Callable[[int], bool]) -> int:
        """Return how much of the 3BV is open, an opening with its edge."""
        wholes = [
            opening.union(*(self.around[zero] for zero in opening)) for opening in self.openings
        ]
        return sum(map(is_open, self.lone)) + sum(all(map(is_open, whole)) for whole in wholes)

    def zini(self, order: str, *, is_human: bool = False) -> int:
        """Return the clicks; every premium is computed again before every choice."""
        cells = scan(self.geometry, order)
        opened, flags, clicks = set[int](), set[int](), 0
        if is_human:
            for opening in self.openings:
                clicks += 1
                self._open(min(opening), opened)
        while opened != set(self.number):
            premiums = {
                i: self._premium(i, opened, flags, is_human) for i in cells if i in self.number
            }
            best = max(premiums.values())
            if best >= 0:
                cell = next(i for i in cells if premiums.get(i) == best)
                missing = self.mines.intersection(self.around[cell]) - flags
                clicks += (cell not in opened) + len(missing) + 1
                flags |= missing
                for i in (cell, *self.around[cell]):
                    self._open(i, opened)
            else:
                cell = next(i for i in cells if i in self.zeros | self.lone and i not in opened)
                clicks += 1
                self._open(cell, opened)
        return clicks

    def _premium(self, cell: int, opened: set[int], flags: set[int], is_human: bool) -> int:
        if cell in self.zeros or (is_human and cell not in opened):
            return _NO_PREMIUM
        gained = len((self.lone & {cell, *self.around[cell]}) - opened)
        gained += sum(
            bool(opening.intersection(self.around[cell])) and not opening <= opened
            for opening in self.openings
        )
        missing = self.mines.intersection(self.around[cell]) - flags
        return gained - len(missing) - 1 - (cell not in opened)

    def _open(self, cell: int, opened: set[int]) -> None:
        """Open a safe cell and, after a zero, its opening with the edge; a mine stays closed."""
        if cell in self.mines:
            return
        opened.add(cell)
        for opening in self.openings:
            if cell in opening:
                opened.update(opening.union(*(self.around[zero] for zero in opening)))

    def _groups(self, cells: Iterable[int]) -> list[set[int]]:
        left, groups = set(cells), []
        while left:
            group, stack = set[int](), [left.pop()]
            while stack:
                cell = stack.pop()
                group.add(cell)
                found = left.intersection(self.around[cell])
                left -= found
                stack += found
            groups.append(group)
        return groups
