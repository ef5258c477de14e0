"""The two rules on single numbers, as Huda plays them: chord before flag, one step at a time.

Source: S. Huda, "Peningkatan Akurasi Pengambilan Keputusan pada Solver Minesweeper Melalui
Kombinasi Algoritma Greedy dan Analisis Pola Lokal Berbasis Program Dinamis", 2025, algorithm 3.

- Safe rule: a number with all its mines flagged; its other neighbours are safe: chord it.
- Mine rule: a number with as many covered neighbours as mines missing: flag them.

The published program scans the whole board at every step; here a number is checked when something
around it changed. Flags that the player did not prove itself are ignored; one that is in the way of
a chord or an opening is removed first.
"""

from __future__ import annotations

from collections import deque

from sapper.board.cell import FLAG, MINE
from sapper.language import _
from sapper.players.decision import Decision, Move
from sapper.players.papers.notebook import MARKED, UNKNOWN
from sapper.players.papers.notebook_player import NotebookPlayer

__all__ = ["ChordRulesPlayer"]


class ChordRulesPlayer(NotebookPlayer):
    """Plays the two rules while they apply, then what `decide_beyond_rules` returns."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._satisfied: deque[int] = deque()
        self._full: deque[int] = deque()

    def forget(self) -> None:
        """Drop the memory of another game."""
        self._satisfied.clear()
        self._full.clear()

    def decide_by_rules(self) -> Decision | None:
        """Return a chord, else a flag, else None."""
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
        """Apply the safe rule to the first satisfied number with unknown neighbours."""
        notes, waiting = self.notes, self._satisfied
        while waiting and not notes.unknown[waiting[0]]:
            waiting.popleft()
        if not waiting:
            return None
        number = waiting[0]
        if self.log is not None:
            self.note_rule("safe rule", [number], notes.unknown_around(number), "safe")
        faces, state, cell = notes.faces, notes.state, notes.cell(number)
        text = _("safe rule: {cell} has all its mines, the rest around it is safe")
        reason = text.format(cell=cell)
        for index in notes.around[number]:
            if faces[index] == MINE:  # a shown mine has no flag, so a chord is not allowed
                return self.open(notes.unknown_around(number)[0], reason, 0.0, False)
            if state[index] == MARKED and faces[index] != FLAG:
                return self.flag(index)
            if state[index] == UNKNOWN and faces[index] == FLAG:
                return self.unflag(index)
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
                return None  # already flagged: check the changed numbers again
            return self.flag(cells[0], number)
        return None
