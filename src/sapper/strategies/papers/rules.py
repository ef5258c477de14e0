"""The two rules on single numbers, as paper 0 plays them: chord before flag, one step at a time.

Source: S. Huda, "Peningkatan Akurasi Pengambilan Keputusan pada Solver Minesweeper Melalui
Kombinasi Algoritma Greedy dan Analisis Pola Lokal Berbasis Program Dinamis", 2025, algorithm 3.

- Safe rule: a number with all its mines flagged; its other neighbours are safe: chord it.
- Mine rule: a number with as many covered neighbours as mines missing: flag them.

The published program looks at the whole board at every step; here a number is looked at when
something around it changed. Flags that the player did not prove itself are never believed: one
that stands in the way of a chord or an opening is taken off first.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Iterable

from sapper.board.cell import FLAG, MINE
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.strategies.decision import Decision, Move
from sapper.strategies.notebook import MARKED, UNKNOWN, Notebook
from sapper.strategies.player import Player
from sapper.strategies.tracing.steps import RuleStep, Verdict

__all__ = ["RulePlayer"]


class RulePlayer(Player):
    """Plays the two rules while they apply, then whatever `settle` finds."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.notes = Notebook()
        self._satisfied: deque[int] = deque()
        self._full: deque[int] = deque()

    def decide(self, position: Position) -> Decision:
        """Return a chord, else a flag, else what lies beyond the rules."""
        if self.notes.read(position):
            self._satisfied.clear()
            self._full.clear()
            self.forget()
        while True:
            decision = self._by_rules()
            if decision is not None:
                return decision
            if self.notes.unknown_cells == 0:
                raise InputError("expected a move to make, got a board that is settled")
            decision = self.settle()
            if decision is not None:
                return decision

    def forget(self) -> None:
        """Drop what was remembered of another game."""

    @abstractmethod
    def settle(self) -> Decision | None:
        """Return the move where the rules are silent, or None if they should be asked again."""

    def _by_rules(self) -> Decision | None:
        notes = self.notes
        while True:
            while (number := notes.next_changed()) is not None:
                if notes.missing[number] == 0:
                    self._satisfied.append(number)
                elif notes.missing[number] == notes.unknown[number]:
                    self._full.append(number)
            decision = self._chord() or self._flag()
            if decision is not None or not notes.changed:
                return decision

    def _chord(self) -> Decision | None:
        """Apply the safe rule to the first satisfied number that has something covered."""
        notes, waiting = self.notes, self._satisfied
        while waiting and not notes.unknown[waiting[0]]:
            waiting.popleft()
        if not waiting:
            return None
        number = waiting[0]
        if self.log is not None:
            self.note_rule("safe rule", [number], notes.unknown_around(number), "safe")
        faces, state = notes.faces, notes.state
        for index in notes.around[number]:
            if state[index] == MARKED and faces[index] not in (FLAG, MINE):
                return self.flag(index, number)
            if state[index] == UNKNOWN and faces[index] == FLAG:
                return self.unflag(index)
        cell = notes.cell(number)
        reason = f"safe rule: {cell} has its {faces[number]} mines, the rest around it is safe"
        return Decision(Move("chord", cell), reason, 0.0, False)

    def _flag(self) -> Decision | None:
        """Apply the mine rule to the first number that needs all its covered neighbours."""
        notes, waiting = self.notes, self._full
        while waiting:
            number = waiting[0]
            cells = notes.unknown_around(number)
            if not cells:
                waiting.popleft()
                continue
            if self.log is not None:
                self.note_rule("mine rule", [number], cells, "mine")
            notes.mark(cells[0])
            if notes.faces[cells[0]] == FLAG:
                return None  # it is flagged already: look again at what changed
            return self.flag(cells[0], number)
        return None

    # Moves, for the players that build on the rules

    def flag(self, index: int, number: int | None = None) -> Decision:
        """Return the decision to flag a proven mine."""
        cell = self.notes.cell(index)
        if number is None:
            reason = f"every layout has a mine at {cell}"
        else:
            reason = f"mine rule: {self.notes.cell(number)} needs every covered neighbour"
        return Decision(Move("flag", cell), reason, 1.0, False)

    def unflag(self, index: int) -> Decision:
        """Return the decision to take off a flag that is not proven and stands in the way."""
        cell = self.notes.cell(index)
        reason = f"the flag at {cell} is in the way and nothing proves it"
        return Decision(Move("unmark", cell), reason, None, False)

    def open(self, index: int, reason: str, chance: float | None, is_guess: bool) -> Decision:
        """Return the decision to open a cell; a flag on it comes off first."""
        if self.notes.faces[index] == FLAG:
            return self.unflag(index)
        return Decision(Move("open", self.notes.cell(index)), reason, chance, is_guess)

    def note_rule(
        self, rule: str, numbers: Iterable[int], cells: Iterable[int], verdict: Verdict
    ) -> None:
        """Write a rule into the log."""
        assert self.log is not None
        cell = self.notes.cell
        self.log.append(RuleStep(rule, tuple(map(cell, numbers)), tuple(map(cell, cells)), verdict))
