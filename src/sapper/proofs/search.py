"""Find a minimal set of premises from which a cell follows.

Single numbers are tried first, then pairs, so these are the smallest possible. (Two numbers settle
a cell in only one way: the *main* number touches it; the *helper* does not, and bounds the mines
among the cells they share.) Larger sets grow around the cell until it follows and are then shrunk
by deletion in several orders; the shortest result wins. It is always minimal and nearly always the
smallest. This is the usual method for minimal unsatisfiable sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import NamedTuple

from sapper.analysis.partial_board import PartialBoard, count_orders, shrink
from sapper.analysis.premises import MINE_COUNT, Premise, Premises

__all__ = ["Searcher"]

_FEW_NUMBERS = 48
_MOST_TRIOS = 300
_SHUFFLES = 4
_TOO_MANY_TO_IMPROVE = 24


class _Found(NamedTuple):
    """A minimal set, and those of its numbers that lie around the cell it was found for.

    It is also minimal for every other cell that touches the same numbers of the set.
    """

    numbers: tuple[int, ...]
    around: frozenset[int]


class Searcher:
    """Finds the premises behind the certain cells of one puzzle, and caches what it finds."""

    def __init__(self, puzzle: Premises) -> None:
        self.puzzle = puzzle
        self._boards: dict[tuple[int, ...], PartialBoard] = {}
        self._found: dict[int, list[_Found]] = {}  # by the cells that they force
        self._found_with_count: dict[int, list[_Found]] = {}

    def premises_of(self, cell: int) -> tuple[int, ...]:
        """Return a minimal set of premises for a certain cell, the mine count last."""
        if not self.puzzle.is_unknown(cell):
            return ()  # a trusted flag is a fact
        if self.puzzle.answer.needs_mine_count(cell):
            return (*self._with_count(cell), MINE_COUNT)
        is_mine = self.puzzle.answer.is_mine(cell)
        return self._single(cell, is_mine) or self._pair(cell, is_mine) or self._many(cell)

    def _single(self, cell: int, is_mine: bool) -> tuple[int, ...]:
        premises = [self.puzzle.premise(i) for i in self.puzzle.numbers_around(cell)]
        settling = [p for p in premises if p.need == (len(p.cells) if is_mine else 0)]
        return (min(settling, key=_simplicity).source,) if settling else ()

    def _pair(self, cell: int, is_mine: bool) -> tuple[int, ...]:
        best = min(self._settling_pairs(cell, is_mine), default=None)
        return () if best is None else best[1:]

    def _settling_pairs(self, cell: int, is_mine: bool) -> Iterator[tuple[int, int, int]]:
        """Yield (cells involved, main, helper) of every pair of numbers that settles the cell."""
        for main in map(self.puzzle.premise, self.puzzle.numbers_around(cell)):
            for helper in map(self.puzzle.premise, self.puzzle.tied_numbers(main.source)):
                if cell not in helper.cells and _settles(main, helper, is_mine):
                    yield len(main.cells | helper.cells), main.source, helper.source

    def _many(self, cell: int) -> tuple[int, ...]:
        """Return three or more numbers, from the cache or by a search around the cell."""
        known, is_minimal = self._find_known(self._found, cell)
        if is_minimal or len(known) == 3:  # two were not enough, so three are minimal
            return known
        layers, board = self._ball(cell)

        def holds(numbers: Sequence[int]) -> bool:
            return board.forces(cell, numbers)

        tries = [self._shrink_known(cell, known)] if known else []
        for order in _orders(layers):
            if len(tries) == 2 and len(min(tries, key=len)) < 5:
                break
            tries.append(shrink(holds, order))
            if len(tries[-1]) == 3 or len(tries[-1]) > _TOO_MANY_TO_IMPROVE:
                break
        best = min(tries, key=len)
        if len(best) > 3:
            best = self._trio(cell, board, layers) or best
        self._remember(self._found, self._board(best), cell, best)
        return best

    def _shrink_known(self, cell: int, known: tuple[int, ...]) -> tuple[int, ...]:
        """Return a minimal subset of a set that was found for another cell."""
        board = self._board(known)
        return shrink(lambda numbers: board.forces(cell, numbers), known)

    def _find_known(
        self, found: dict[int, list[_Found]], cell: int
    ) -> tuple[tuple[int, ...], bool]:
        """Return the smallest cached set that forces the cell, and whether it is minimal."""
        known = min(found.get(cell, ()), key=lambda f: len(f.numbers), default=None)
        if known is None:
            return (), False
        around = set(self.puzzle.numbers_around(cell)).intersection(known.numbers)
        return known.numbers, around == known.around

    def _remember(
        self,
        found: dict[int, list[_Found]],
        board: PartialBoard,
        cell: int,
        numbers: tuple[int, ...],
    ) -> None:
        around = frozenset(self.puzzle.numbers_around(cell)).intersection(numbers)
        for forced in board.forced_cells(numbers):
            found.setdefault(forced, []).append(_Found(numbers, around))

    def _ball(self, cell: int) -> tuple[list[list[int]], PartialBoard]:
        """Return the numbers by their distance from the cell, just far enough to force it."""
        limit = _FEW_NUMBERS
        while True:
            layers, is_all = self._layers(cell, limit)
            board = self._board(sorted(i for layer in layers for i in layer))
            for end in range(1, len(layers) + 1):
                if board.forces(cell, [i for layer in layers[:end] for i in layer]):
                    return layers[:end], board
            assert not is_all, "a certain cell follows from all numbers tied to it"
            limit *= 4

    def _layers(self, cell: int, limit: int) -> tuple[list[list[int]], bool]:
        layer = self.puzzle.numbers_around(cell)
        seen = set(layer)
        layers = []
        while layer and len(seen) <= limit:
            layers.append(layer)
            near = {i for number in layer for i in self.puzzle.tied_numbers(number)}
            layer = sorted(near - seen)
            seen.update(layer)
        if layer and not layers:
            layers.append(layer)
        return layers, not layer

    def _trio(self, cell: int, board: PartialBoard, layers: list[list[int]]) -> tuple[int, ...]:
        """Return three numbers that force the cell, if a bounded search finds them."""
        tied = self.puzzle.tied_numbers
        tried: set[tuple[int, ...]] = set()
        for first in layers[0]:
            for second in tied(first):
                for third in {*tied(first), *tied(second)} - {first, second}:
                    trio = tuple(sorted((first, second, third)))
                    if trio in tried or not board.knows(third):
                        continue
                    if len(tried) >= _MOST_TRIOS:
                        return ()
                    tried.add(trio)
                    if board.forces(cell, trio):
                        return trio
        return ()

    def _with_count(self, cell: int) -> tuple[int, ...]:
        """Return the numbers that settle the cell together with the mine count."""
        board = self._count_board

        def holds(numbers: Sequence[int]) -> bool:
            return board.forces(cell, numbers)

        if holds(()):
            return ()
        known, is_minimal = self._find_known(self._found_with_count, cell)
        if is_minimal:
            return known
        near = set(self.puzzle.numbers_around(cell))
        starts = [known] if known else count_orders(self.puzzle, near)
        best = min((shrink(holds, start) for start in starts), key=len)
        self._remember(self._found_with_count, board, cell, best)
        return best

    @cached_property
    def _count_board(self) -> PartialBoard:
        return PartialBoard(self.puzzle, self.puzzle.numbers, with_count=True)

    def _board(self, numbers: Iterable[int]) -> PartialBoard:
        key = tuple(numbers)
        if key not in self._boards:
            self._boards[key] = PartialBoard(self.puzzle, key)
        return self._boards[key]


def _settles(main: Premise, helper: Premise, is_mine: bool) -> bool:
    """Return whether the helper's bound settles the main cells that the two do not share."""
    shared = len(main.cells & helper.cells)
    if is_mine:
        return main.need - helper.need == len(main.cells) - shared
    return helper.need - (len(helper.cells) - shared) == main.need


def _simplicity(premise: Premise) -> tuple[int, int]:
    return len(premise.cells), premise.source


def _orders(layers: list[list[int]]) -> Iterator[list[int]]:
    """Yield several orders in which to drop numbers, each starting with the farthest."""
    outward = list(reversed(layers))
    yield [i for layer in outward for i in layer]
    yield [i for layer in outward for i in reversed(layer)]
    rng = Random(0)
    for _ in range(_SHUFFLES):
        yield [i for layer in outward for i in rng.sample(layer, len(layer))]
