"""The two rules on single numbers, for players that open cells one by one.

`backtracking`, `bfs` and `probability` begin with them: if a number has all its mines, its other
neighbours are safe; if a number needs every covered neighbour, these are mines.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from sapper.board.cell import FLAG
from sapper.language import N_, _
from sapper.players.decision import Decision
from sapper.players.papers.notebook import UNKNOWN
from sapper.players.papers.notebook_player import NotebookPlayer

__all__ = ["CellRulesPlayer"]


class CellRulesPlayer(NotebookPlayer):
    """Plays what is certain, flags first; then what `decide_beyond_rules` returns."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._safe: deque[tuple[int, str]] = deque()
        self._mines: deque[tuple[int, str]] = deque()

    def forget(self) -> None:
        """Drop the memory of another game."""
        self._safe.clear()
        self._mines.clear()

    def decide_by_rules(self) -> Decision | None:
        """Return the first cell that the rules, or a conclusion beyond them, make certain."""
        self._apply_rules()
        return self._certain()

    def look_at(self, number: int) -> None:
        """Take note of a changed number before the rules look at it."""

    def note_undecided(self, number: int) -> None:
        """Take note of a changed number to which no rule applies."""

    def conclude(self, safe: Iterable[int], mines: Iterable[int], reason: str) -> None:
        """Store certain cells; they are played before anything else."""
        self._safe.extend((index, reason) for index in safe)
        for index in mines:
            if self.notes.state[index] == UNKNOWN:
                self.notes.mark(index)
                self._mines.append((index, reason))

    def _apply_rules(self) -> None:
        notes = self.notes
        while (number := notes.next_changed()) is not None:
            self.look_at(number)
            if notes.missing[number] == 0:
                self._apply_rule(number, N_("safe rule"), is_safe=True)
            elif notes.missing[number] == notes.unknown[number]:
                self._apply_rule(number, N_("mine rule"), is_safe=False)
            else:
                self.note_undecided(number)

    def _apply_rule(self, number: int, rule: str, *, is_safe: bool) -> None:
        cells = self.notes.unknown_around(number)
        if self.log is not None:
            self.note_rule(rule, [number], cells, "safe" if is_safe else "mine")
        text = _("safe rule at {cell}") if is_safe else _("mine rule at {cell}")
        reason = text.format(cell=self.notes.cell(number))
        self.conclude(cells if is_safe else (), () if is_safe else cells, reason)

    def _certain(self) -> Decision | None:
        """Return the first stored move that is still to be made."""
        notes = self.notes
        while self._mines:
            index, reason = self._mines.popleft()
            if notes.faces[index] != FLAG:
                return self.flag(index)._replace(reason=reason)
        while self._safe:
            index, reason = self._safe[0]
            if notes.state[index] == UNKNOWN:
                return self.open(index, reason, 0.0, False)
            self._safe.popleft()
        return None
