"""Limits on what requests may cost; a request beyond them is refused."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sapper._core import MOST_PIXELS
from sapper.answers import Limits, Question

__all__ = ["ServerLimits"]


@dataclass(frozen=True)
class ServerLimits:
    """The limits of a server.

    The analysis of an ordinary board of ten thousand cells takes milliseconds; the time limit is
    for positions made to be hard. What the quick milliseconds and states suffice for is answered
    at once; other work waits for a place in one of three lanes: short (a few seconds), slow
    (reviews) and long (simulations and searches, with progress).
    """

    milliseconds: float = 2000.0
    search_seconds: float = 20.0
    cells: int = 10_000
    moves: int = 20_000
    games: int = 100_000
    rollouts: int = 2000

    quick_milliseconds: float = 100.0  # the states end most work in far less time
    quick_states: int = 200_000
    quick_text: int = 4000

    body_bytes: int = 256 * 1024
    file_bytes: int = 1024 * 1024
    picture_bytes: int = 4 * MOST_PIXELS
    answer_bytes: int = 8 * 1024 * 1024
    body_seconds: float = 10.0

    short_places: int = 2
    slow_places: int = 1
    long_places: int = 2
    waiting: int = 64  # in each lane
    waiting_seconds: float = 10.0  # in the short lane; ten times that in the slow one

    @property
    def of_answers(self) -> Limits:
        """The limits of an answer that has all the time of a request."""
        return Limits(
            milliseconds=self.milliseconds,
            search_seconds=self.search_seconds,
            cells=self.cells,
            moves=self.moves,
            games=self.games,
            rollouts=self.rollouts,
            is_served=True,
        )

    @property
    def of_quick_answers(self) -> Limits:
        """The limits of a first try, which gives up early."""
        return replace(
            self.of_answers,
            milliseconds=min(self.milliseconds, self.quick_milliseconds),
            states=self.quick_states,
            is_quick=True,
        )

    def hard_seconds(self, asked: Question) -> float | None:
        """Return when the process of an answer is killed: just under twice its time."""
        if asked.lane == "long":
            return None
        return 1.9 * asked.time_factor * self.milliseconds / 1000 + 0.1
