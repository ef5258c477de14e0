"""The base of players with a notebook: their moves with reasons, and their checks.

Flags that the player did not prove itself are ignored; one that is in the way is removed first.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from sapper.board.cell import FLAG, Cell
from sapper.board.position import Position
from sapper.errors import ContradictionError
from sapper.language import _
from sapper.players.decision import Decision, Move
from sapper.players.papers.chances import weights_of
from sapper.players.papers.components import CellGroup, LocalComponent
from sapper.players.papers.counting import Memo, Tally
from sapper.players.papers.notebook import Notebook
from sapper.players.player import Player, no_move_left, pick
from sapper.players.trace_steps import (
    ChanceStep,
    ComponentStep,
    MemoStep,
    NoteStep,
    RuleStep,
    Verdict,
    WeightStep,
)

__all__ = ["NotebookPlayer"]


class NotebookPlayer(Player):
    """A player with a notebook. Cells are indices, except in moves."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.notes = Notebook()

    def decide(self, position: Position) -> Decision:
        """Return a move by the rules, else what lies beyond them."""
        if self.notes.read(position):
            self.forget()
        self.begin()
        while True:
            decision = self.decide_by_rules()
            if decision is not None:
                return decision
            self.check_mine_count()
            decision = self.decide_beyond_rules()
            if decision is not None:
                return decision

    def forget(self) -> None:
        """Drop what was remembered of another game."""

    def begin(self) -> None:
        """Look at the position before the rules do."""

    @abstractmethod
    def decide_by_rules(self) -> Decision | None:
        """Return a move that follows from single numbers, or None."""

    @abstractmethod
    def decide_beyond_rules(self) -> Decision | None:
        """Return the move where the rules decide nothing, or None to apply them again."""

    def check_mine_count(self) -> None:
        """Raise unless the mines left fit and some unknown cell can be safe."""
        left, cells = self.notes.mines_left, self.notes.unknown_cells
        if left is not None and not 0 <= left <= cells:
            raise ContradictionError(
                _("{left} more mines do not fit into {cells} unknown cells").format(
                    left=left, cells=cells
                ),
                cells=frozenset(),
                is_mine_count=True,
            )
        if cells in (0, left):
            raise no_move_left()

    def flag(self, index: int, number: int | None = None) -> Decision:
        """Return the decision to flag a proven mine."""
        cell = self.notes.cell(index)
        if number is None:
            reason = _("every layout has a mine at {cell}").format(cell=cell)
        else:
            reason = _("mine rule: {cell} needs every covered neighbour").format(
                cell=self.notes.cell(number)
            )
        return Decision(Move("flag", cell), reason, 1.0, False)

    def unflag(self, index: int) -> Decision:
        """Return the decision to remove an unproven flag that is in the way."""
        cell = self.notes.cell(index)
        reason = _("the flag at {cell} is in the way and is not proven").format(cell=cell)
        return Decision(Move("unmark", cell), reason, None, False)

    def open(self, index: int, reason: str, chance: float | None, is_guess: bool) -> Decision:
        """Return the decision to open a cell; a flag on it is removed first."""
        if self.notes.faces[index] == FLAG:
            return self.unflag(index)
        return Decision(Move("open", self.notes.cell(index)), reason, chance, is_guess)

    def note_rule(
        self, rule: str, numbers: Iterable[int], cells: Iterable[int], verdict: Verdict
    ) -> None:
        """Append a rule to the log."""
        assert self.log is not None
        self.log.append(RuleStep(rule, self.cells_at(numbers), self.cells_at(cells), verdict))

    def cells_at(self, indices: Iterable[int]) -> tuple[Cell, ...]:
        """Return the cells at some indices."""
        return tuple(map(self.notes.cell, indices))

    def note_component(self, component: LocalComponent) -> None:
        """Append a component to the log, if there is one."""
        if self.log is not None:
            groups = tuple(self.cells_at(group.cells) for group in component.groups)
            needs = component.needs
            self.log.append(ComponentStep(groups, self.cells_at(needs), tuple(needs.values())))

    def memo_for(self, component: LocalComponent) -> Memo | None:
        """Append a component to the log, and return what appends the entries of its memo table."""
        log, at = self.log, self.cells_at
        if log is None:
            return None
        self.note_component(component)
        numbers = at(component.needs)

        def append(
            group: CellGroup, mines: int, needs: tuple[int, ...], ways: int, is_hit: bool
        ) -> None:
            log.append(MemoStep(at(group.cells), mines, numbers, needs, ways, is_hit))

        return append

    def note_weights(self, tallies: Sequence[Tally], outside: Sequence[int]) -> None:
        """Append to the log how the matrix is filled, if there is a log."""
        if self.log is None:
            return
        for weight in weights_of(tallies, outside, self.notes.mines_left):
            step = WeightStep(
                weight.mines,
                weight.frontier_ways,
                len(outside),
                weight.outside_ways,
                self.cells_at(weight.mine_ways),
                tuple(weight.mine_ways.values()),
            )
            self.log.append(step)

    def note_chances(self, method: str, mine_ways: Mapping[int, int], ways: int) -> None:
        """Append the chances of some cells to the log, if there is one."""
        if self.log is not None:
            cells = self.cells_at(mine_ways)
            step = ChanceStep(method, cells, tuple(mine_ways.values()), (ways,) * len(cells))
            self.log.append(step)

    def note(self, text: str) -> None:
        """Append a remark to the log, if there is one."""
        if self.log is not None:
            self.log.append(NoteStep(text))

    def guess_anywhere(self, why: str) -> Decision:
        """Return the decision to open a random unknown cell; its chance is the density."""
        cells, left = self.notes.all_unknown(), self.notes.mines_left
        chance = None if left is None else left / len(cells)
        if chance == 0:
            return self.open(cells[0], _("no mine is left: all other cells are safe"), 0.0, False)
        return self.open(pick(self.random, cells), _("guess: {why}").format(why=why), chance, True)

    def guess_by_risk(self, why: str) -> Decision:
        """Return Huda's smart guess: the frontier cell with the least sum of risks."""
        risks = self._risks()
        if not risks:
            return self.guess_anywhere(why or _("no number has unknown cells, a random cell"))
        index = min(risks, key=lambda i: (risks[i], i))
        self.note(_("{why}smart guess on {cells} frontier cells").format(why=why, cells=len(risks)))
        reason = _("guess: {why}least summed risk {risk:.3f} on the frontier").format(
            why=why, risk=risks[index]
        )
        return self.open(index, reason, None, True)

    def contradiction(self, component: LocalComponent) -> ContradictionError:
        """Return the error for a component that no layout fits."""
        return ContradictionError(
            _("no layout fits the numbers around {cell}").format(
                cell=self.notes.cell(min(component.needs))
            ),
            cells=frozenset(map(self.notes.cell, component.needs)),
            is_mine_count=False,
        )

    def _risks(self) -> dict[int, float]:
        """Return the sum over the numbers around a cell of mines missing per covered cell."""
        notes = self.notes
        risks: dict[int, float] = {}
        for number in sorted(notes.active):
            if notes.unknown[number]:
                risk = notes.missing[number] / notes.unknown[number]
                for index in notes.unknown_around(number):
                    risks[index] = risks.get(index, 0.0) + risk
        return risks
