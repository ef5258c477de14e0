"""A chunk: consecutive games of a run, as a worker plays them and as a ledger keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np

from sapper.games.table import Bools, GameTable
from sapper.lab.games import play_games
from sapper.lab.identity import check_player
from sapper.lab.keep import Keep
from sapper.lab.playing.faults import Failure
from sapper.lab.run import Run
from sapper.lab.sums import GameSums

__all__ = ["Chunk", "play_chunk"]


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

    def kept(self, keep: Keep) -> Chunk:
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
