"""A game over many turns: `reply` takes the text of one turn and returns the next prompt.

A game ends when a mine is opened, when it is won, or when three turns in all named no covered cell.
A cell is proved if it is certainly safe in the position that the turn saw. Every cell that a move
opens is worth 1 if its move was proved and 1/2 if it was lucky, as a share of all cells to open; a
game that is not won is worth half of that. So luck is never worth as much as a proof.
"""

from __future__ import annotations

from collections.abc import Set
from fractions import Fraction
from typing import Final

from sapper.analysis.analysis import analyse
from sapper.board.cell import Cell
from sapper.board.position import Position
from sapper.errors import InputError
from sapper.games.game import Game, Status
from sapper.language import _
from sapper.tasks.claims import read_cells
from sapper.tasks.free_text import last_readable
from sapper.tasks.kinds import Kind
from sapper.tasks.outcome import Outcome, Score
from sapper.tasks.prompts import next_prompt
from sapper.tasks.task import Task

__all__ = ["Conversation"]

_MOST_FAULTS: Final = 3


class Conversation:
    """The turns of a game; the same answers always give the same prompts."""

    def __init__(self, task: Task) -> None:
        if task.kind is not Kind.PLAY:
            raise InputError(
                _("only tasks of kind play have turns, got the kind {kind}").format(kind=task.kind)
            )
        self.task = task
        self.prompt = task.prompt
        """What is asked now."""
        self._game = Game.parse(task.solution["game"])
        self._all = self._game.safe_left
        self._proved = self._lucky = self._faults = 0

    @property
    def position(self) -> Position:
        """What the next turn sees."""
        return self._game.position

    @property
    def is_over(self) -> bool:
        """Whether no further turn is asked for."""
        return self._game.status is not Status.PLAYING or self._faults >= _MOST_FAULTS

    def reply(self, text: str) -> str | None:
        """Make the moves of one turn; return the next prompt, or None if the game is over."""
        if self.is_over:
            return None
        cells = last_readable(text, read_cells) or []
        opened = self._open(cells, analyse(self.position).safe)
        if opened is None:
            return None
        self._faults += not opened
        self.prompt = next_prompt(self.position, self.task.notation, opened)
        return None if self.is_over else self.prompt

    def _open(self, cells: list[Cell], safe: Set[Cell]) -> int | None:
        """Open cells in their order; return how many opened, or None if one was a mine."""
        before = self._game.safe_left
        for row, column in cells:
            is_there = row < self.position.rows and column < self.position.columns
            if not is_there or not self.position.is_covered((row, column)):
                continue
            left = self._game.safe_left
            if self._game.open((row, column)) is Status.LOST:
                return None
            opened = left - self._game.safe_left
            if (row, column) in safe:
                self._proved += opened
            else:
                self._lucky += opened
            if self._game.status is Status.WON:
                break
        return before - self._game.safe_left

    @property
    def score(self) -> Score:
        """What the game is worth so far."""
        share = Fraction(2 * self._proved + self._lucky, 2 * self._all)
        if self._game.status is Status.WON:
            return Score(share, Outcome.UNPROVED if self._lucky else Outcome.PROVED)
        is_lost = self._game.status is Status.LOST
        return Score(share / 2, Outcome.LOST if is_lost else Outcome.UNFINISHED)
