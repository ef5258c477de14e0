"""A chunk: consecutive games of a run, as a worker plays them and as a ledger keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from time import perf_counter
from typing import Final

import numpy as np

from sapper.errors import InputError
from sapper.games.table import Bools, GameTable
from sapper.lab.identity import check_player
from sapper.lab.playing.faults import Failure
from sapper.lab.playing.games import play_games
from sapper.lab.playing.sums import GameSums
from sapper.lab.runs.run import Run

__all__ = ["MOST_GAMES_KEPT", "MOST_OUTCOMES_KEPT", "Chunk", "Keep", "play_chunk"]

MOST_GAMES_KEPT: Final = 1_000_000
"""Up to so many games of a run, a ledger keeps every game unless it is told otherwise."""

MOST_OUTCOMES_KEPT: Final = 1_000_000_000
"""Beyond so many games of a run, a ledger keeps sums only unless it is told otherwise."""


class Keep(Enum):
    """What is kept of a chunk, from most to least; its sums are always kept."""

    GAMES = "games"
    OUTCOMES = "outcomes"
    SUMMARY = "summary"

    @classmethod
    def parse(cls, text: str | Keep | None, games: int) -> Keep:
        """Return what to keep of so many games; by default it depends on their number."""
        if text is None:
            if games <= MOST_GAMES_KEPT:
                return cls.GAMES
            return cls.OUTCOMES if games <= MOST_OUTCOMES_KEPT else cls.SUMMARY
        try:
            return cls(text)
        except ValueError:
            raise InputError(f"expected to keep games, outcomes or summary, got {text!r}") from None

    @property
    def has_outcomes(self) -> bool:
        """Whether it is kept which games were won."""
        return self is not Keep.SUMMARY

    def __str__(self) -> str:
        return {
            Keep.GAMES: "every game",
            Keep.OUTCOMES: "sums and which games were won",
            Keep.SUMMARY: "sums",
        }[self]


@dataclass(frozen=True, eq=False)
class Chunk:
    """Games `begin` to `end - 1`; `won` and `table` are None if they are not kept or not read.

    `seconds` and `failures`, the first few, are known where it was played.
    """

    begin: int
    sums: GameSums
    won: Bools | None = None
    table: GameTable | None = None
    seconds: float = 0.0
    failures: tuple[Failure, ...] = ()

    @classmethod
    def of(cls, table: GameTable, safe_cells: int) -> Chunk:
        """Return some games, with everything that can be kept of them."""
        return cls(table.begin, GameSums.of(table, safe_cells), table.won, table)

    @classmethod
    def join(cls, parts: Sequence[Chunk]) -> Chunk:
        """Return consecutive chunks as one, without their games; each has outcomes, or none has."""
        won = [part.won for part in parts if part.won is not None]
        sums = GameSums.total(part.sums for part in parts)
        return cls(parts[0].begin, sums, np.concatenate(won) if won else None)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.sums.games

    @property
    def end(self) -> int:
        """The number after the last game."""
        return self.begin + self.games

    def reduce_to(self, keep: Keep) -> Chunk:
        """Return what is kept of the chunk."""
        return replace(
            self,
            won=self.won if keep.has_outcomes else None,
            table=self.table if keep is Keep.GAMES else None,
        )

    def until(self, end: int, safe_cells: int) -> Chunk | None:
        """Return the games before `end`; None if their sums are not known."""
        if self.end <= end:
            return self
        return None if self.table is None else self.of(self.table.between(0, end), safe_cells)


def play_chunk(run: Run, begin: int, count: int, threads: int = 1) -> Chunk:
    """Return games `begin` to `begin + count - 1` of a run; only native players use threads.

    Raise `RunStopped` if this process plays another player than the one that asked for them.
    """
    check_player(run)
    began = perf_counter()
    games, failures = play_games(run, begin, count, threads)
    seconds = perf_counter() - began
    return replace(Chunk.of(games, run.spec.safe_cells), seconds=seconds, failures=failures)
