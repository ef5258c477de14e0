"""`bfs`: outward from the opened cell with a queue; single numbers, pairs, the mine count.

Source: S. Sansani, "Penerapan Algoritma BFS dalam Pemecahan Permainan Minesweeper", 2010.

- Single-square analysis at each number, breadth-first from the cell that was opened.
- Numbers that it cannot settle wait in a queue for multi-square analysis: two numbers a and b
  that share covered cells. If a misses as many mines more than b as it has cells of its own,
  then those cells are mines and the cells of b alone are safe (subsets are the case without own
  cells). A pair gives the same answer until something around it changes, so only numbers that
  changed wait.
- Final analysis: the mines left are one more number, whose neighbours are all covered cells;
  numbers without a common cell are taken off it.
- Then a random covered cell.

The paper's traversal recurses; ours keeps a queue, and a board of any size cannot overflow it.
"""

from __future__ import annotations

from collections import deque

from sapper.board.position import Position
from sapper.strategies.decision import Decision
from sapper.strategies.papers.deduction import DeducingPlayer
from sapper.strategies.registry import Strategy, register

__all__ = ["BFS", "BfsPlayer"]


class BfsPlayer(DeducingPlayer):
    """Paper 3."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._waiting: dict[int, None] = {}
        self._origin: int | None = None

    def decide(self, position: Position) -> Decision:
        """Return the next move, and remember where it opens the board."""
        decision = super().decide(position)
        self._origin = position.geometry.index(decision.move.cell)
        return decision

    def forget(self) -> None:
        """Drop the queue of another game."""
        self._waiting.clear()
        self._origin = None

    def begin(self) -> None:
        """Order the numbers that changed breadth-first from the cell that was opened."""
        notes, changed = self.notes, set(self.notes.changed)
        if self._origin is None or len(changed) < 2:
            return
        left, queue = changed - {self._origin}, deque([self._origin])
        order = [self._origin] if self._origin in changed else []
        while queue:
            for index in notes.around[queue.popleft()]:
                if index in left:
                    left.discard(index)
                    order.append(index)
                    queue.append(index)
        notes.changed = deque([*order, *sorted(left)])

    def unsettled(self, number: int) -> None:
        """Put the number at the end of the queue."""
        self._waiting.pop(number, None)
        self._waiting[number] = None

    def settle(self) -> Decision | None:
        """Analyse pairs, then the mine count, then open a random cell."""
        while self._waiting:
            number = next(iter(self._waiting))
            if self.notes.unknown[number] and self._compare_with_others(number):
                return None
            del self._waiting[number]
        if self._final_analysis():
            return None
        self.note("one full cycle of the queue changed nothing")
        return self.guess_anywhere("nothing is certain, a random cell")

    def _compare_with_others(self, number: int) -> bool:
        """Analyse the number with every other that shares a covered cell, both ways."""
        notes = self.notes
        cells = notes.unknown_around(number)
        others = {n: None for index in cells for n in notes.around[index] if n in notes.active}
        for other in others:
            if other != number and notes.unknown[other]:
                theirs = notes.unknown_around(other)
                if self._compare(number, cells, other, theirs):
                    return True
                if self._compare(other, theirs, number, cells):
                    return True
        return False

    def _compare(self, a: int, cells_a: list[int], b: int, cells_b: list[int]) -> bool:
        """Return whether a misses as many mines more than b as it has cells of its own."""
        own_a = [index for index in cells_a if index not in cells_b]
        own_b = [index for index in cells_b if index not in cells_a]
        missing = self.notes.missing
        if missing[a] - missing[b] != len(own_a) or not (own_a or own_b):
            return False
        if self.log is not None:
            for verdict, own in (("mine", own_a), ("safe", own_b)):
                if own:
                    self.note_rule("multi-square", [a, b], own, verdict)  # type: ignore[arg-type]
        pair = f"{self.notes.cell(a)} and {self.notes.cell(b)}"
        self.conclude(own_b, own_a, f"multi-square: {pair} differ by {len(own_a)}")
        return True

    def _final_analysis(self) -> bool:
        """Take numbers without a common cell off the mines left, and look at what remains."""
        notes, left = self.notes, self.notes.mines_left
        if left is None:
            return False
        outside = set(notes.all_unknown())
        taken = []
        for number in sorted(n for n in notes.active if notes.unknown[n]):
            cells = notes.unknown_around(number)
            if outside.issuperset(cells):
                outside.difference_update(cells)
                left -= notes.missing[number]
                taken.append(number)
            if outside and left in (0, len(outside)):
                break
        if not outside or left not in (0, len(outside)):
            return False
        cells = sorted(outside)
        if self.log is not None:
            self.note_rule("final analysis", taken, cells, "mine" if left else "safe")
        reason = f"final analysis: {left} mines are left for {len(cells)} cells"
        self.conclude(() if left else cells, cells if left else (), reason)
        return True


BFS = register(
    Strategy(
        name="bfs",
        summary="A queue of numbers: single, in pairs, then the mine count, then a random cell.",
        paper="3",
        make=BfsPlayer,
    )
)
