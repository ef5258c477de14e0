"""Split the unknown cells around the open numbers into components.

Cells with the same numbers around them form one *group*; groups connected by numbers form one
*component*. Components share no number, so each can be searched or counted by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sapper.players.papers.notebook import UNKNOWN, Notebook

__all__ = ["CellGroup", "LocalComponent", "components_of", "untouched_cells"]


@dataclass(frozen=True, slots=True)
class CellGroup:
    """Unknown cells that have the same numbers around them."""

    cells: tuple[int, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LocalComponent:
    """Groups connected by their numbers, in the order in which they are decided.

    `needs` is the number of mines that each number still misses.
    """

    groups: tuple[CellGroup, ...]
    needs: dict[int, int]

    @property
    def size(self) -> int:
        """The number of cells."""
        return sum(len(group.cells) for group in self.groups)

    @property
    def key(self) -> tuple[tuple[int, int, int], ...]:
        """A key that is unique among the components of a game.

        Cells around a number never become unknown again, so their count determines them.
        """
        cells = dict.fromkeys(self.needs, 0)
        for group in self.groups:
            for number in group.numbers:
                cells[number] += len(group.cells)
        return tuple(sorted((n, need, cells[n]) for n, need in self.needs.items()))


def components_of(notes: Notebook) -> list[LocalComponent]:
    """Return the components of all unknown cells that touch a number."""
    numbers_of: dict[int, list[int]] = {}
    for number in sorted(n for n in notes.active if notes.unknown[n]):
        for index in notes.around[number]:
            if notes.state[index] == UNKNOWN:
                numbers_of.setdefault(index, []).append(number)
    cells_of: dict[tuple[int, ...], list[int]] = {}
    for index, numbers in numbers_of.items():
        cells_of.setdefault(tuple(numbers), []).append(index)
    groups = [CellGroup(tuple(cells), numbers) for numbers, cells in cells_of.items()]
    return [_component(part, notes) for part in _connected_groups(groups)]


def untouched_cells(notes: Notebook, components: Sequence[LocalComponent]) -> list[int]:
    """Return the unknown cells outside the components."""
    inside = {index for c in components for group in c.groups for index in group.cells}
    return [index for index in notes.all_unknown() if index not in inside]


def _connected_groups(groups: Sequence[CellGroup]) -> list[list[CellGroup]]:
    at: dict[int, list[int]] = {}
    for i, group in enumerate(groups):
        for number in group.numbers:
            at.setdefault(number, []).append(i)
    parts, seen = [], [False] * len(groups)
    for first in range(len(groups)):
        if seen[first]:
            continue
        seen[first], part = True, [first]
        for i in part:
            for number in groups[i].numbers:
                for j in at.pop(number, ()):
                    if not seen[j]:
                        seen[j] = True
                        part.append(j)
        parts.append([groups[i] for i in part])
    return parts


def _component(groups: list[CellGroup], notes: Notebook) -> LocalComponent:
    needs = {n: notes.missing[n] for group in groups for n in group.numbers}
    return LocalComponent(tuple(_order(groups)), needs)


def _order(groups: list[CellGroup]) -> list[CellGroup]:
    """Return the groups in an order that leaves few numbers partly decided at any time.

    Greedy: of the groups that touch a partly decided number, take the one that opens the fewest
    new numbers and has the fewest groups left; begin at a group with one number.
    """
    waiting: dict[int, list[CellGroup]] = {}
    for group in groups:
        for number in group.numbers:
            waiting.setdefault(number, []).append(group)
    left = {number: len(here) for number, here in waiting.items()}
    opened: set[int] = set()
    rim: dict[CellGroup, None] = {min(groups, key=lambda g: (len(g.numbers), g.cells)): None}
    done: set[CellGroup] = set()
    order = []
    while rim:
        group = min(rim, key=lambda g: (_opens(g, opened), sum([left[n] for n in g.numbers])))
        del rim[group]
        done.add(group)
        order.append(group)
        for number in group.numbers:
            left[number] -= 1
            if number not in opened:
                opened.add(number)
                rim.update(dict.fromkeys(g for g in waiting[number] if g not in done))
    return order


def _opens(group: CellGroup, opened: set[int]) -> int:
    return sum([n not in opened for n in group.numbers])
