"""Count the layouts of one component, as exact integers, by dynamic programming.

Takes a component; gives how many layouts it has by number of mines, and in how many of them a
cell is a mine. A group of k alike cells holds m mines in C(k, m) ways. The groups are decided
one after another, and the state is what the numbers still need: two partial layouts with equal
needs have the same future and are counted once. That is the memo which Huda asks for; the
published key (index, mines placed) forgets the needs and so merges partial layouts with
different futures.

The table is filled forwards and backwards instead of by recursion: a wide board cannot
overflow the stack. A polynomial in the number of mines is kept in one big integer, `bits`
bits per coefficient.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Final

from sapper.players.papers.components import CellGroup, LocalComponent

__all__ = ["Memo", "OutOfStates", "Tally", "count"]

Memo = Callable[[CellGroup, int, tuple[int, ...], int, bool], None]
"""Is called for every entry of the table: the group, its mines, the needs, the ways, if a hit."""

_NEED_BITS: Final = 6  # a number is at most 35
_NEED_MASK: Final = 2**_NEED_BITS - 1


class OutOfStates(Exception):  # noqa: N818 (an inner signal, never seen outside)
    """The count exceeded its budget of states."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of a component.

    `ways[m]` layouts have m mines; in `mine_ways[g][m]` of them a chosen cell of group g is one.
    `states` is the cost of the count.
    """

    component: LocalComponent
    ways: tuple[int, ...]
    mine_ways: tuple[tuple[int, ...], ...]
    states: int


def count(
    component: LocalComponent,
    *,
    mines_left: int | None = None,
    budget: int = 100_000,
    by_mines: bool = True,
    propagate: bool = False,
    memo: Memo | None = None,
) -> Tally:
    """Return the tally of one component; raise `OutOfStates` beyond the budget.

    With `by_mines=False` the layouts of all mine counts are summed: one coefficient, faster.
    `propagate` also drops a state as soon as what it forces on the next groups is impossible.
    """
    bits = component.size + 1 if by_mines else 0
    table = _Table(component, bits, propagate=propagate, memo=memo)
    table.fill_forwards(budget)
    backwards, mine_values = table.walk_back()
    length = 1 if not by_mines else component.size + 1
    limit = length if mines_left is None or not by_mines else min(length, mines_left + 1)
    ways = _coefficients(backwards, bits, limit)
    mine_ways = tuple(_coefficients(value, bits, limit) for value in mine_values)
    return Tally(component, ways, mine_ways, table.states)


class _Table:
    """The layers of states of one component: layer i lies before group i is decided."""

    def __init__(
        self, component: LocalComponent, bits: int, *, propagate: bool, memo: Memo | None
    ) -> None:
        self.states = 0
        self._memo = memo
        self._bits = bits
        self._groups = component.groups
        shifts = {number: _NEED_BITS * i for i, number in enumerate(component.needs)}
        self._shifts = shifts
        self._start = sum(need << shifts[n] for n, need in component.needs.items())
        self._checks = _checks(component.groups, shifts)
        self._units = [sum(1 << shifts[n] for n in group.numbers) for group in component.groups]
        self._layers: list[dict[int, int]] = []
        self._steps: list[list[tuple[int, int, int]]] = []
        self._forced = _Lookahead(component.groups, shifts) if propagate else None

    def fill_forwards(self, budget: int) -> None:
        """Decide group after group; every layer maps a state to the ways that lead to it."""
        layer = {self._start: 1}
        for i, group in enumerate(self._groups):
            self._layers.append(layer)
            choices = _choices(len(group.cells))
            after: dict[int, int] = {}
            steps: list[tuple[int, int, int]] = []
            dead: set[int] = set()
            for state, ways in layer.items():
                low, high = self._bounds(i, state, len(group.cells))
                for mines in range(low, high + 1):
                    reached = state - mines * self._units[i]
                    if reached not in after and self._is_dead(i, reached, dead):
                        continue
                    value = ways * choices[mines] << (self._bits * mines)
                    is_hit = reached in after
                    after[reached] = after.get(reached, 0) + value
                    if self._memo is not None:
                        self._note(group, mines, reached, after[reached], is_hit)
                    steps.append((state, mines, reached))
            self._steps.append(steps)
            layer = after
            self.states += len(layer)
            if self.states > budget:
                raise OutOfStates

    def _note(self, group: CellGroup, mines: int, state: int, value: int, is_hit: bool) -> None:
        """Report an entry of the table."""
        assert self._memo is not None
        needs = tuple(state >> shift & _NEED_MASK for shift in self._shifts.values())
        ways = sum(_coefficients(value, self._bits, value.bit_length() + 1))
        self._memo(group, mines, needs, ways, is_hit)

    def _is_dead(self, i: int, state: int, dead: set[int]) -> bool:
        """Return whether propagation rules the state out; each state is checked once."""
        if self._forced is None:
            return False
        if state not in dead and self._forced.is_dead(i, state):
            dead.add(state)
        return state in dead

    def walk_back(self) -> tuple[int, list[int]]:
        """Return the ways of all layouts, and of those with a mine in one cell, for every group."""
        future = {0: 1}
        mine_values = [0] * len(self._groups)
        for i in range(len(self._groups) - 1, -1, -1):
            size, layer = len(self._groups[i].cells), self._layers[i]
            choices, rest = _choices(size), _choices(size - 1)
            before: dict[int, int] = {}
            for state, mines, reached in self._steps[i]:
                later = future.get(reached)
                if later is None:
                    continue
                later <<= self._bits * mines
                before[state] = before.get(state, 0) + choices[mines] * later
                if mines:
                    mine_values[i] += layer[state] * rest[mines - 1] * later
            future = before
        return future.get(self._start, 0), mine_values

    def _bounds(self, i: int, state: int, size: int) -> tuple[int, int]:
        """Return the least and most mines that group i may take.

        No number may get too many, nor keep a need that later groups cannot fill.
        """
        low, high = 0, size
        for shift, room in self._checks[i]:
            need = state >> shift & _NEED_MASK
            if need < high:  # noqa: PLR1730 (the innermost loop: faster so)
                high = need
            if need - room > low:  # noqa: PLR1730
                low = need - room
        return low, high


def _checks(groups: Sequence[CellGroup], shifts: dict[int, int]) -> list[list[tuple[int, int]]]:
    """Return for every group its numbers, each with the cells it has in later groups."""
    room = dict.fromkeys(shifts, 0)
    checks = []
    for group in reversed(groups):
        checks.append([(shifts[n], room[n]) for n in group.numbers])
        for n in group.numbers:
            room[n] += len(group.cells)
    return checks[::-1]


class _Lookahead:
    """Constraint propagation: what a state forces on later groups must itself be possible.

    A number that needs nothing more empties its later groups, a number that needs all of them
    fills them; both change the room and the need of other numbers, which are checked at once.
    """

    def __init__(self, groups: Sequence[CellGroup], shifts: dict[int, int]) -> None:
        self._groups, self._shifts = groups, shifts
        self._at: dict[int, list[int]] = {}
        for i, group in enumerate(groups):
            for number in group.numbers:
                self._at.setdefault(number, []).append(i)
        self._plans = [self._plan(i) for i in range(len(groups))]

    def is_dead(self, i: int, state: int) -> bool:
        """Return whether propagation finds that the state after group i cannot be completed."""
        numbers, sizes = self._plans[i]
        if not numbers:
            return False
        most = list(sizes)
        least = [0] * len(sizes)
        for shift, later in numbers:
            need = state >> shift & _NEED_MASK
            for g in later:
                most[g] = min(most[g], need)
        for shift, later in numbers:
            need = state >> shift & _NEED_MASK
            room = sum([most[g] for g in later])
            if need > room:
                return True
            for g in later:
                least[g] = max(least[g], need - room + most[g])
        return any(
            sum([least[g] for g in later]) > state >> shift & _NEED_MASK for shift, later in numbers
        )

    def _plan(self, i: int) -> tuple[list[tuple[int, list[int]]], list[int]]:
        """Return the numbers near group i, each with the later groups that it touches."""
        groups = self._groups
        near = {g for n in groups[i].numbers for g in self._at[n] if g > i}
        widened = sorted({n for g in near for n in groups[g].numbers})
        later = {n: [g for g in self._at[n] if g > i] for n in widened}
        places = {g: k for k, g in enumerate(sorted({g for gs in later.values() for g in gs}))}
        numbers = [(self._shifts[n], [places[g] for g in later[n]]) for n in widened]
        return numbers, [len(groups[g].cells) for g in places]


@lru_cache(maxsize=256)
def _choices(size: int) -> tuple[int, ...]:
    return tuple(comb(size, mines) for mines in range(size + 1))


def _coefficients(value: int, bits: int, length: int) -> tuple[int, ...]:
    """Return the coefficients packed in one big integer, without trailing zeros."""
    if not bits:
        return (value,)
    mask = (1 << bits) - 1
    found: list[int] = []
    while value and len(found) < length:
        found.append(value & mask)
        value >>= bits
    while found and not found[-1]:
        found.pop()
    return tuple(found)
