"""Limits on what one request may cost; a request beyond them is refused at once."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Final, Literal

from sapper.analysis import Budget
from sapper.analysis.budget import budget_exceeded
from sapper.board import Layout, Position
from sapper.board.spec import BoardSpec
from sapper.language import N_, _

__all__ = ["Limits", "TooBusy", "TooLarge"]

Counted = Literal["clicks", "games", "moves", "seconds"]

_MOST: Final[dict[Counted, str]] = {
    "clicks": N_("expected at most {most:,} clicks, got {requested:,}"),
    "games": N_("expected at most {most:,} games, got {requested:,}"),
    "moves": N_("expected at most {most:,} moves, got {requested:,}"),
    "seconds": N_("expected at most {most:g} seconds, got {requested:g}"),
}


class TooLarge(Exception):  # noqa: N818 (named after the status 413)
    """A request whose body, board or work exceeds a limit."""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind


class TooBusy(Exception):  # noqa: N818 (named after the status 429)
    """The server already has as much work as it allows; `seconds` says when to try again."""

    def __init__(self, message: str, seconds: int = 5) -> None:
        super().__init__(message)
        self.seconds = seconds


@dataclass(frozen=True)
class Limits:
    """The limits of one server process.

    The analysis of an ordinary board of ten thousand cells takes milliseconds; the time limit is
    for positions made to be hard. What the quick milliseconds and states suffice for is answered
    at once; all other work waits for one of the engine processes.
    """

    body_bytes: int = 256 * 1024
    replay_bytes: int = 1024 * 1024
    answer_bytes: int = 8 * 1024 * 1024
    body_seconds: float = 10.0
    cells: int = 10_000
    milliseconds: float = 2000.0
    quick_milliseconds: float = 100.0  # the states end most work in far less time
    quick_states: int = 200_000
    quick_text: int = 4000
    engines: int = 2
    waiting: int = 16
    moves: int = 20_000
    games: int = 100_000
    rollouts: int = 2000
    simulations: int = 2
    search_seconds: float = 20.0
    search_nodes: int = 2_000_000

    is_quick: bool = False
    ends: float | None = None

    @property
    def budget(self) -> Budget:
        """The budget that is left of a request, all of it where none has begun.

        Raise `BudgetExceeded` when no time is left.
        """
        left = self._time if self.ends is None else 1000 * (self.ends - time.monotonic())
        if left <= 0:
            raise budget_exceeded(0, self._time - left, "time")
        return Budget(self.quick_states, left) if self.is_quick else Budget(milliseconds=left)

    @property
    def for_review(self) -> Limits:
        """The limits of the review of a whole game, which has ten times the time."""
        return replace(self, milliseconds=10 * self.milliseconds)

    @property
    def hard_seconds(self) -> float:
        """The seconds after which the process of a request is killed: just under twice its time."""
        return 1.9 * self.milliseconds / 1000 + 0.1

    def begin(self, *, is_quick: bool = False) -> Limits:
        """Return the limits of a request that begins now: all its steps share the time."""
        begun = replace(self, is_quick=is_quick)
        return replace(begun, ends=time.monotonic() + begun._time / 1000)

    def check_position(self, position: Position) -> Position:
        """Return the position; raise `TooLarge` if it has too many cells."""
        self._check_cells(position.geometry.size)
        return position

    def check_layout(self, layout: Layout) -> Layout:
        """Return the layout; raise `TooLarge` if it has too many cells."""
        self._check_cells(layout.geometry.size)
        return layout

    def board(self, text: str) -> BoardSpec:
        """Return the board of a text; raise `TooLarge` before a large one is built."""
        self._check_cells(BoardSpec.cells_of(text))
        return BoardSpec.parse(text)

    def check_most(self, counted: Counted, requested: float, most: float) -> None:
        """Raise `TooLarge` if more is requested than the limit."""
        if requested > most:
            text = _(_MOST[counted]).format(most=most, requested=requested)
            raise TooLarge(text, "work")

    def check_answer(self, size: int) -> None:
        """Raise `TooLarge` if an answer has too many bytes."""
        if size > self.answer_bytes:
            text = _("the answer has {size:,} bytes; at most {answer_bytes:,} are sent").format(
                size=size, answer_bytes=self.answer_bytes
            )
            raise TooLarge(text, "answer")

    @property
    def _time(self) -> float:
        quick = self.quick_milliseconds if self.is_quick else self.milliseconds
        return min(self.milliseconds, quick)

    def _check_cells(self, cells: int) -> None:
        if cells > self.cells:
            raise TooLarge(
                _("expected at most {cells:,} cells, got {other_cells:,}").format(
                    cells=self.cells, other_cells=cells
                ),
                "board",
            )
