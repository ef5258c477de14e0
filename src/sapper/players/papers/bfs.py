"""`bfs`: a queue of numbers, breadth-first from the opened cell: single, in pairs, the mine count.

Source: S. Sansani, "Penerapan Algoritma BFS dalam Pemecahan Permainan Minesweeper", 2010.

- Single-square analysis at each number, breadth-first from the cell that was opened.
- Numbers that it cannot decide wait in a queue for multi-square analysis: two numbers a and b
  that share covered cells. If a misses k more mines than b and has k cells that b does not touch,
  then these cells are mines and the cells that only b touches are safe (for k = 0, a is a
  subset). If b is a subset of a, the rest of a holds a known number of mines and is compared with
  other numbers too. The result of a number changes only if something around it changes, so only
  numbers near a change are queued.
- Final analysis: the mines left are one more number that touches all covered cells; numbers
  without a common cell are subtracted from it.
- Then a random covered cell.

The paper's traversal is recursive; a queue cannot overflow the stack on a large board.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from sapper.board.cell import join_names
from sapper.board.position import Position
from sapper.language import N_, _
from sapper.players.decision import Decision
from sapper.players.papers.rules_by_cell import CellRulesPlayer
from sapper.players.trace_steps import QueueStep

__all__ = ["BfsPlayer"]


class _Fact(NamedTuple):
    """The number of mines on some cells, and the numbers that imply it."""

    cells: frozenset[int]
    mines: int
    numbers: tuple[int, ...]

    def less(self, part: _Fact) -> _Fact:
        """Return the fact about the cells that are not in a part of this one."""
        numbers = (*self.numbers, *part.numbers)
        return _Fact(self.cells - part.cells, self.mines - part.mines, numbers)


class BfsPlayer(CellRulesPlayer):
    """Sansani's player."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._changed: dict[int, None] = {}
        self._waiting: dict[int, None] = {}
        self._origin: int | None = None

    def decide(self, position: Position) -> Decision:
        """Return the next move, and store its cell as the start of the next traversal."""
        decision = super().decide(position)
        self._origin = position.geometry.index(decision.move.cell)
        return decision

    def forget(self) -> None:
        """Drop the queue of another game."""
        super().forget()
        self._changed.clear()
        self._waiting.clear()
        self._origin = None

    def begin(self) -> None:
        """Order the numbers that changed breadth-first from the cell that was opened."""
        notes, changed = self.notes, set(self.notes.changed)
        if self._origin is not None and len(changed) > 1:
            notes.changed = self._by_distance(self._origin, changed)
        self._note_queue(N_("single-square"), None, notes.changed, notes.changed)

    def _by_distance(self, origin: int, changed: set[int]) -> deque[int]:
        """Return the numbers breadth-first from a cell."""
        left, queue = changed - {origin}, deque([origin])
        order = [origin] if origin in changed else []
        while queue:
            for index in self.notes.around[queue.popleft()]:
                if index in left:
                    left.discard(index)
                    order.append(index)
                    queue.append(index)
        return deque([*order, *sorted(left)])

    def look_at(self, number: int) -> None:
        """Log that a number leaves the queue."""
        self._note_queue(N_("single-square"), number, (), self.notes.changed)

    def note_undecided(self, number: int) -> None:
        """Queue the number for multi-square analysis."""
        self._changed[number] = None

    def conclude(self, safe: Iterable[int], mines: Iterable[int], reason: str) -> None:
        """Store certain cells; the numbers around new mines are queued again."""
        before = len(self.notes.changed)
        super().conclude(safe, mines, reason)
        changed = self.notes.changed
        self._note_queue(N_("single-square"), None, islice(changed, before, None), changed)

    def _note_queue(
        self, queue: str, taken: int | None, added: Iterable[int], waiting: Iterable[int]
    ) -> None:
        """Append a change of a queue to the log, if there is one; numbers without work are left."""
        if self.log is None:
            return
        unknown, at = self.notes.unknown, self.cells_at
        fresh, rest = (dict.fromkeys(n for n in some if unknown[n]) for some in (added, waiting))
        if fresh or taken is not None:
            cell = None if taken is None else self.notes.cell(taken)
            self.log.append(QueueStep(queue, cell, at(fresh), at(rest)))

    def decide_beyond_rules(self) -> Decision | None:
        """Analyse numbers together, then the mine count, then open a random cell."""
        for number in self._changed:
            for other in (number, *self._sharing(number)):
                self._waiting.pop(other, None)
                self._waiting[other] = None
        self._changed.clear()
        self._note_queue(N_("multi-square"), None, self._waiting, self._waiting)
        while self._waiting:
            number = next(iter(self._waiting))
            if self._multi_square(number):
                return None
            del self._waiting[number]
            self._note_queue(N_("multi-square"), number, (), self._waiting)
        if self._final_analysis():
            return None
        self.note(_("no number in the queue decides a cell"))
        return self.guess_anywhere(_("nothing is certain, a random cell"))

    def _sharing(self, number: int) -> list[int]:
        """Return the other numbers that share an unknown cell with this one."""
        notes = self.notes
        near = {n for i in notes.unknown_around(number) for n in notes.around[i]}
        return sorted(n for n in near & notes.active if n != number and notes.unknown[n])

    def _multi_square(self, number: int) -> bool:
        """Compare a number, and what remains of it without a subset, with all others."""
        others = [self._fact(other) for other in self._sharing(number)]
        whole = self._fact(number)
        parts = [whole.less(other) for other in others if other.cells < whole.cells]
        return any(
            self._compare(fact, other) or self._compare(other, fact)
            for fact in (whole, *parts)
            for other in others
            if other.numbers[0] not in fact.numbers
        )

    def _fact(self, number: int) -> _Fact:
        notes = self.notes
        return _Fact(frozenset(notes.unknown_around(number)), notes.missing[number], (number,))

    def _compare(self, a: _Fact, b: _Fact) -> bool:
        """Conclude if a misses k more mines than b and has k cells that b does not touch."""
        own_a, own_b = sorted(a.cells - b.cells), sorted(b.cells - a.cells)
        if a.mines - b.mines != len(own_a) or not (own_a or own_b):
            return False
        numbers = (*a.numbers, *b.numbers)
        if self.log is not None and own_a:
            self.note_rule(N_("multi-square"), numbers, own_a, "mine")
        if self.log is not None and own_b:
            self.note_rule("multi-square", numbers, own_b, "safe")
        names = join_names(map(self.notes.cell, numbers))
        self.conclude(own_b, own_a, _("multi-square: {numbers} together").format(numbers=names))
        return True

    def _final_analysis(self) -> bool:
        """Subtract numbers without a common cell from the mines left, and check what remains."""
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
            self.note_rule(N_("final analysis"), taken, cells, "mine" if left else "safe")
        reason = _("final analysis: {left} mines are left for {cells} cells").format(
            left=left, cells=len(cells)
        )
        self.conclude(() if left else cells, cells if left else (), reason)
        return True
