"""The games behind a result, read part by part: from memory, or from the file of their ledger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Final, Protocol, Self, TypeVar

from sapper.errors import InputError
from sapper.games.table import Bools, GameTable
from sapper.lab.errors import LedgerError
from sapper.lab.ledger import Entry, Ledger
from sapper.lab.ledger.keep import Keep
from sapper.lab.ledger.stored_chunk import StoredChunk

__all__ = ["BLOCK", "Outcomes", "StoredGames", "in_step"]

BLOCK: Final = 16_384
"""The games of a block: sums of floats block by block do not depend on the sizes of chunks."""


class _Part(Protocol):
    """Consecutive games."""

    @property
    def begin(self) -> int: ...
    @property
    def end(self) -> int: ...
    def between(self, begin: int, end: int, /) -> Self: ...


P = TypeVar("P", bound=_Part)


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Which of some consecutive games were won."""

    begin: int
    won: Bools

    @property
    def end(self) -> int:
        """The number after the last game."""
        return self.begin + len(self.won)

    def between(self, begin: int, end: int) -> Outcomes:
        """Return the outcomes of the games from `begin` to `end - 1`."""
        return Outcomes(begin, self.won[begin - self.begin : end - self.begin])


@dataclass(frozen=True, eq=False)
class StoredGames:
    """Games 0 to `end - 1` of a run, and how much of them is kept.

    A result of a ledger in memory holds them; else the file is opened again when they are read.
    """

    end: int
    keep: Keep
    held: tuple[StoredChunk, ...] = field(default=(), repr=False)
    path: Path | None = None
    entry: Entry | None = None

    @classmethod
    def of_table(cls, table: GameTable, safe_cells: int) -> StoredGames:
        """Return games that are held as one table."""
        return cls(table.end, Keep.GAMES, (StoredChunk.of(table, safe_cells),))

    @classmethod
    def of_entry(cls, ledger: Ledger, entry: Entry, end: int) -> StoredGames:
        """Return the games of a ledger before `end`."""
        keep = ledger.keep_of(entry, end)
        if ledger.path is not None:
            plain = replace(entry, run=replace(entry.run, given=None))
            return cls(end, keep, path=ledger.path.absolute(), entry=plain)
        return cls(end, keep, tuple(ledger.chunks(entry, with_games=keep is Keep.GAMES)))

    def outcomes(self) -> Iterator[Outcomes]:
        """Yield the outcomes in order; raise `InputError` if they are not kept."""
        if self.keep is Keep.GAMES and self.end <= BLOCK:
            yield Outcomes(0, self._only_block.won)
            return
        for chunk in self._chunks(with_games=False):
            if chunk.won is None:
                raise InputError("it was not kept which games were won; `--keep outcomes` does so")
            yield Outcomes(chunk.begin, chunk.won[: self.end - chunk.begin])

    def tables(self) -> Iterator[GameTable]:
        """Yield the games in order; raise `InputError` if they are not kept."""
        for chunk in self._chunks(with_games=True):
            if chunk.table is None:
                raise InputError("the games were not kept one by one; `--keep games` does so")
            yield chunk.table.between(0, self.end)

    def blocks(self) -> Iterator[GameTable]:
        """Yield the games in blocks of one size; a single block is kept for the next reader."""
        if self.end <= BLOCK:
            yield self._only_block
            return
        parts: list[GameTable] = []
        for table in self.tables():
            parts.append(table)
            while (whole := parts[-1].end) - parts[0].begin >= BLOCK:
                joined = GameTable.join(parts)
                end = joined.begin + BLOCK
                yield joined.between(joined.begin, end)
                parts = [joined.between(end, whole)]
        if parts and len(parts[0]):
            yield GameTable.join(parts)

    @cached_property
    def _only_block(self) -> GameTable:
        return GameTable.join(self.tables())

    def _chunks(self, *, with_games: bool) -> Iterator[StoredChunk]:
        at = 0
        for chunk in self._all_chunks(with_games=with_games):
            if chunk.begin != at or at >= self.end:
                break
            yield chunk
            at = chunk.end
        if at < self.end:
            whose = f" of {self.entry.run}" if self.entry else ""
            raise LedgerError(
                f"games {at:,} and after{whose} are damaged or gone; `sapper ledger check` names "
                "what is damaged, and `sapper run` plays it again"
            )

    def _all_chunks(self, *, with_games: bool) -> Iterator[StoredChunk]:
        if self.path is None or self.entry is None:
            yield from self.held
            return
        with Ledger(self.path, read_only=True) as ledger:
            yield from ledger.chunks(self.entry, with_games=with_games)


def in_step(first: Iterator[P], second: Iterator[P]) -> Iterator[tuple[P, P]]:
    """Yield the parts of two streams from game 0 on, cut at the same places."""
    a, b = next(first, None), next(second, None)
    while a is not None and b is not None:
        end = min(a.end, b.end)
        yield a.between(a.begin, end), b.between(b.begin, end)
        a = a.between(end, a.end) if end < a.end else next(first, None)
        b = b.between(end, b.end) if end < b.end else next(second, None)
