"""What a player without mistakes knows in a game: the open numbers and the mines found so far.

The numbers are kept as constraints on the cells that are still unknown. Mines that were found and
cells that were opened are facts: they leave the constraints around them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sapper.board.cell import FLAG, HIDDEN, MINE
from sapper.board.layout import Layout
from sapper.board.position import Position

__all__ = ["Conclusion", "Knowledge"]


class Conclusion(NamedTuple):
    """Numbers (with the mine count if `uses_mine_count`) and all cells that they settle."""

    numbers: tuple[int, ...]
    safe: frozenset[int] = frozenset()
    mines: frozenset[int] = frozenset()
    uses_mine_count: bool = False


class Knowledge:
    """The state of one game; cells are indices. It says nothing that a player would not see."""

    def __init__(self, layout: Layout) -> None:
        self.geometry = layout.geometry
        self.mines = layout.spec.mines
        self.safe_left = layout.spec.safe_cells
        self.cells: dict[int, set[int]] = {}
        """The unknown cells around every open number that still has some."""
        self.need: dict[int, int] = {}
        """How many of those are mines."""
        self._numbers = layout.numbers  # looked at only when a cell is opened
        self._around = layout.geometry.neighbour_lists
        self._faces = bytearray([HIDDEN]) * layout.geometry.size
        self._changed: set[int] = set()  # numbers that may settle cells by themselves

    @property
    def position(self) -> Position:
        """The position with a flag on every mine that was found: flags here are right."""
        return Position(self.geometry, self.mines, bytes(self._faces))

    @property
    def is_cleared(self) -> bool:
        """Whether every safe cell is open."""
        return self.safe_left == 0

    def learn(self, conclusions: Iterable[Conclusion]) -> None:
        """Mark the mines and open the safe cells of some conclusions."""
        found = list(conclusions)
        for mine in {mine for each in found for mine in each.mines}:
            self._mark(mine)
        self.open(cell for each in found for cell in each.safe)

    def news_of(self, conclusion: Conclusion) -> Conclusion:
        """Return a conclusion without the cells that are known by now."""

        def unknown(cells: frozenset[int]) -> frozenset[int]:
            return frozenset(cell for cell in cells if self._faces[cell] == HIDDEN)

        return conclusion._replace(safe=unknown(conclusion.safe), mines=unknown(conclusion.mines))

    def open(self, cells: Iterable[int]) -> None:
        """Open cells, and the neighbours of every 0 among them."""
        work = list(cells)
        for cell in work:
            if self._faces[cell] != HIDDEN:
                continue
            number = self._numbers[cell]
            assert number != MINE, "a proof opened a mine"
            self._faces[cell] = number
            self.safe_left -= 1
            self._forget(cell, 0)
            self._add_number(cell, number)
            if number == 0:
                work.extend(self._around[cell])

    def single_conclusions(self) -> Iterator[Conclusion]:
        """Yield what single numbers settle; a number that settled nothing is not asked again."""
        changed, self._changed = self._changed, set()
        for number in sorted(changed):
            cells = self.cells.get(number)
            if cells and self.need[number] == 0:
                yield Conclusion((number,), safe=frozenset(cells))
            elif cells and self.need[number] == len(cells):
                yield Conclusion((number,), mines=frozenset(cells))

    def pair_conclusions(self) -> Iterator[Conclusion]:
        """Yield everything that two numbers settle together where single numbers settle nothing.

        Two numbers part their cells into three groups, those of one, of the other and of both;
        the cells of a group are alike. So the least and the most mines in the common group say
        all that follows.
        """
        for one, cells in sorted(self.cells.items()):
            for other in sorted(self._tied(one, cells)):
                found = self._pair(one, other)
                if found is not None:
                    yield found

    def _pair(self, one: int, other: int) -> Conclusion | None:
        common = self.cells[one] & self.cells[other]
        least, most = 0, len(common)
        for number in (one, other):
            apart = len(self.cells[number]) - len(common)
            least = max(least, self.need[number] - apart)
            most = min(most, self.need[number])
        safe: set[int] = set()
        mines: set[int] = set()
        if most == 0:
            safe |= common
        if least == len(common):
            mines |= common
        for number in (one, other):
            rest = self.cells[number] - common
            if self.need[number] == least:
                safe |= rest
            if self.need[number] - most == len(rest):
                mines |= rest
        if not safe and not mines:
            return None
        return Conclusion((one, other), safe=frozenset(safe), mines=frozenset(mines))

    def _tied(self, one: int, cells: set[int]) -> set[int]:
        """Return the later numbers that share unknown cells with this one."""
        near = {number for cell in cells for number in self._around[cell]}
        return {number for number in near if number > one and number in self.cells}

    def _mark(self, mine: int) -> None:
        if self._faces[mine] == HIDDEN:
            self._faces[mine] = FLAG
            self._forget(mine, 1)

    def _forget(self, cell: int, mines: int) -> None:
        """Take a cell that is now known out of the constraints around it."""
        for number in self._around[cell]:
            cells = self.cells.get(number)
            if cells is None or cell not in cells:
                continue
            cells.remove(cell)
            self.need[number] -= mines
            self._changed.add(number)
            if not cells:
                del self.cells[number], self.need[number]

    def _add_number(self, cell: int, number: int) -> None:
        unknown = {i for i in self._around[cell] if self._faces[i] == HIDDEN}
        if unknown:
            self.cells[cell] = unknown
            self.need[cell] = number - sum(self._faces[i] == FLAG for i in self._around[cell])
            self._changed.add(cell)
