"""Find guesses that no further information can improve.

Two kinds of closed groups are found, and only if they are proved to be closed:

*Twofold groups* (the 50/50). Their cells can be filled in exactly two ways, with equally many
mines, and swapping the two ways changes no number outside, opened or not. So every layout has a
twin, and nothing opened outside the group can distinguish the twins. (Cells that are certainly
mines are never opened, so they may touch the difference.) The two ways must also show the same
about the undecided cells outside, so that it does not matter when the guess is made.

*Closed groups*. No undecided cell outside touches them or shares a number with them, now or later;
all their ways have equally many mines (or nothing else is undecided); safe cells beside them that
are not yet open would show the same in all ways. Such a group is a game of its own. Its chance is
that of its best play, found by searching its whole game tree.

Larger groups that depend on the rest of the board through the mine count or through undecided
cells may contain more unavoidable guesses; those are not reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sapper.analysis.budget import Budget
from sapper.analysis.clash import contradiction
from sapper.analysis.core_query import CoreQuery
from sapper.analysis.premises import Premises
from sapper.board.cell import MINE, SILENT, Cell, join_names
from sapper.board.inputs import PositionLike, position_of
from sapper.language import _
from sapper.percent import percent
from sapper.proofs.game_tree import Ways, best_play

__all__ = ["Group", "unavoidable"]

_MOST_CELLS = 12
_MOST_WAYS = 128
_MOST_QUESTIONS = 200


@dataclass(frozen=True, slots=True)
class Group:
    """Covered cells about which no cell outside can give any information.

    `chance` is the exact chance to survive with best play, which may begin with any of `first`.
    """

    cells: tuple[Cell, ...]
    chance: Fraction
    first: tuple[Cell, ...]
    text: str

    def __repr__(self) -> str:
        return f"<Group of {len(self.cells)} cells, survived with {self.chance}>"


def unavoidable(
    position: PositionLike,
    *,
    mines: int | None = None,
    trust_flags: bool = False,
    budget: Budget | None = None,
) -> tuple[Group, ...]:
    """Return the groups of cells where waiting does not improve the guess, in row order.

    Raise `ContradictionError` when no layout fits, `BudgetExceeded` when the budget runs out.
    """
    puzzle = Premises(position_of(position, mines), trust_flags, budget)
    if not puzzle.answer.is_possible:
        raise contradiction(puzzle)
    closure = _Closure(puzzle)
    groups = list(closure.twofold_groups())
    taken = {cell for group in groups for cell in group.cells}
    groups += [group for group in closure.closed_groups() if taken.isdisjoint(group.cells)]
    return tuple(sorted(groups, key=lambda group: group.cells))


class _Closure:
    """Finds closed groups; all cells are indices."""

    def __init__(self, puzzle: Premises) -> None:
        self._puzzle = puzzle
        self._around = puzzle.position.geometry.neighbour_lists
        self._undecided = {i for i in puzzle.unknown if not puzzle.answer.is_certain(i)}

    def twofold_groups(self) -> Iterator[Group]:
        chances = self._puzzle.answer.chances
        seen: set[int] = set()
        asked = 0
        for cell in sorted(self._undecided):
            if cell in seen or abs(chances[cell] - 0.5) > 1e-9:
                continue
            asked += 1
            if asked > _MOST_QUESTIONS:
                return
            ways = self._two_ways(cell)
            if ways is not None:
                seen |= ways[0] | ways[1]
                yield _twofold_group(self._puzzle, *ways)

    def _two_ways(self, cell: int) -> tuple[frozenset[int], frozenset[int]] | None:
        """Return the mines of the group's two ways if the cell is in a twofold group."""
        one, other = self._consequences(cell, True), self._consequences(cell, False)
        group = {i for i in one if i in other and one[i] != other[i]}
        ways = (frozenset(i for i in group if one[i]), frozenset(i for i in group if other[i]))
        return ways if self._are_twins(*ways) else None

    def _consequences(self, cell: int, is_mine: bool) -> dict[int, bool]:
        """Return the undecided cells that this cell settles, and whether they are mines."""
        puzzle = self._puzzle
        position = puzzle.position
        faces = bytearray(position.faces)
        faces[cell] = MINE if is_mine else SILENT
        question = CoreQuery(
            position.geometry.native, bytes(faces), position.mines, puzzle.trust_flags
        )
        answer = question.solve(puzzle.allowance)
        settled = {i: answer.is_mine(i) for i in self._undecided if answer.is_certain(i)}
        settled[cell] = is_mine
        return settled

    def _are_twins(self, one: frozenset[int], other: frozenset[int]) -> bool:
        group = one | other
        if len(one) != len(other):
            return False
        for cell in {i for inside in group for i in self._around[inside]} - group:
            seen = self._around[cell]
            if self._may_open(cell) and len(one.intersection(seen)) != len(
                other.intersection(seen)
            ):
                return False
        return self._outlook(one, group) == self._outlook(other, group)

    def _outlook(self, cells: frozenset[int], group: frozenset[int]) -> list[list[int]]:
        """Return what the cells would show about undecided cells outside."""
        outside = self._undecided - group
        return sorted(sorted(outside.intersection(self._around[cell])) for cell in cells)

    def _may_open(self, cell: int) -> bool:
        """Return whether the cell shows a number or may do so later: it is not a certain mine."""
        if cell in self._undecided:
            return True
        answer = self._puzzle.answer
        if answer.is_covered(cell):
            return answer.is_safe(cell)
        return self._puzzle.position.faces[cell] != MINE

    def closed_groups(self) -> Iterator[Group]:
        left = set(self._undecided)
        while left:
            group = self._tied_group(min(left))
            left -= group
            if 1 < len(group) <= _MOST_CELLS:
                found = self._closed_group(sorted(group))
                if found is not None:
                    yield found

    def _tied_group(self, start: int) -> set[int]:
        """Return the undecided cells tied to this one by touch or by a number, now or later."""
        group, queue = {start}, [start]
        for cell in queue:
            near = set(self._around[cell])
            for between in self._around[cell]:
                if between not in self._undecided and self._may_open(between):
                    near.update(self._around[between])
            new = (near & self._undecided) - group
            group |= new
            queue += new
        return group

    def _closed_group(self, group: list[int]) -> Group | None:
        is_all = len(group) == len(self._undecided)
        mines = self._mines_left() if is_all else None
        ways = list(self._ways(group, mines))
        if len(ways) > _MOST_WAYS or (len({len(way) for way in ways}) > 1 and mines is None):
            return None
        beside = {i for cell in group for i in self._around[cell]} - set(group)
        for cell in beside:
            seen = {len(way.intersection(self._around[cell])) for way in ways}
            if len(seen) > 1 and self._may_open(cell):
                return None
        play = best_play(Ways(group, ways, self._around))
        if play is None:
            return None
        return _isolated_group(self._puzzle, group, *play)

    def _mines_left(self) -> int | None:
        """Return the mines among all undecided cells."""
        total = self._puzzle.position.mines
        if total is None:
            return None
        known = sum(self._puzzle.answer.is_mine(i) for i in self._puzzle.unknown)
        return total - self._puzzle.shown_mines - known

    def _ways(self, group: list[int], mines: int | None) -> Iterator[frozenset[int]]:
        """Yield the ways to fill the group, at most one more than the limit."""
        puzzle = self._puzzle
        numbers = sorted({i for cell in group for i in puzzle.numbers_around(cell)})
        inside = set(group)
        needs = {}
        for number in numbers:
            premise = puzzle.premise(number)
            settled = [i for i in premise.cells if i not in inside]
            needs[number] = premise.need - sum(puzzle.answer.is_mine(i) for i in settled)
        found = 0
        for way in _fill(
            group, 0, needs, {i: puzzle.numbers_around(i) for i in group}, self._last(group)
        ):
            if mines is None or len(way) == mines:
                yield way
                found += 1
                if found > _MOST_WAYS:
                    return

    def _last(self, group: list[int]) -> dict[int, int]:
        """Return for every number the last of the group's cells around it."""
        return {i: cell for cell in group for i in self._puzzle.numbers_around(cell)}


def _fill(
    group: list[int], at: int, needs: dict[int, int], touching: dict[int, list[int]],
    last: dict[int, int],
) -> Iterator[frozenset[int]]:  # fmt: skip
    if at == len(group):
        yield frozenset()
        return
    cell = group[at]
    for is_mine in (False, True):
        left = dict(needs)
        for number in touching[cell]:
            left[number] -= is_mine
        if all(left[n] >= 0 and (last[n] != cell or left[n] == 0) for n in touching[cell]):
            for rest in _fill(group, at + 1, left, touching, last):
                yield rest | {cell} if is_mine else rest


def _twofold_group(puzzle: Premises, one: frozenset[int], other: frozenset[int]) -> Group:
    cells = puzzle.cells(one | other)
    if len(cells) == 2:
        text = _(
            "{cells} are a 50/50: one of them is a mine, and no other cell will ever show which. "
            "Guess now: it will not get better."
        )
    else:
        text = _(
            "{cells} are a 50/50: there are two equally likely ways to fill them, and no other "
            "cell will ever show which is right. Guess now: it will not get better."
        )
    return Group(cells, Fraction(1, 2), cells, text.format(cells=join_names(cells)))


def _isolated_group(
    puzzle: Premises, group: list[int], chance: Fraction, first: list[int]
) -> Group:
    cells, begin = puzzle.cells(group), puzzle.cells(first)
    if len(begin) > 1:
        text = _(
            "{cells} are closed off: no other cell will ever give information about them. The "
            "best play begins with any of {first} and survives with a chance of {chance}. "
            "Guess now: it will not get better."
        )
    else:
        text = _(
            "{cells} are closed off: no other cell will ever give information about them. The "
            "best play begins with {first} and survives with a chance of {chance}. "
            "Guess now: it will not get better."
        )
    names, shown = join_names(begin), percent(float(chance))
    return Group(
        cells, chance, begin, text.format(cells=join_names(cells), first=names, chance=shown)
    )
