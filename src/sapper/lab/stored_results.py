"""Results of stored games: chunks summed from the first game on, cut where fewer are asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from sapper.games.table import GameTable
from sapper.lab.chunk import play_chunk
from sapper.lab.identity import identity_of, sapper_version
from sapper.lab.ledger import Entry, Ledger
from sapper.lab.ledger.stored_chunk import StoredChunk
from sapper.lab.ledger.stored_games import StoredGames
from sapper.lab.result import RunResult
from sapper.lab.run import Run
from sapper.lab.schedule import Task, play_tasks
from sapper.lab.sums import GameSums
from sapper.lab.workers import WorkerPool

__all__ = ["play_again", "result_of", "stored_chunks"]

Replay = Callable[[Run, int, int], GameTable]


def _play_here(run: Run, begin: int, count: int) -> GameTable:
    return play_chunk(run, begin, count).games


def stored_chunks(
    entry: Entry,
    ledger: Ledger,
    end: int,
    replay: Replay = _play_here,
    with_games: bool = False,
) -> Iterator[StoredChunk]:
    """Yield the stored chunks of a run with games before `end`, the last one cut there.

    Where only the sums of a chunk are kept, its games before `end` are played again.
    """
    cells = entry.run.spec.safe_cells
    for chunk in ledger.chunks(entry, with_games=with_games):
        if chunk.begin >= end:
            return
        cut = chunk.until(end, cells) or ledger.chunk(entry, chunk.begin).until(end, cells)
        if cut is None:
            cut = StoredChunk.of(replay(entry.run, chunk.begin, end - chunk.begin), cells)
        yield cut


def result_of(
    entry: Entry, ledger: Ledger, games: int | None = None, replay: Replay = _play_here
) -> RunResult:
    """Return the result of the stored games of a run, from 0 to the first gap."""
    sums = GameSums()
    for chunk in stored_chunks(entry, ledger, sys.maxsize if games is None else games, replay):
        if chunk.begin != sums.games:
            break
        sums += chunk.sums
    stored = StoredGames.of_entry(ledger, entry, sums.games)
    return RunResult(entry.run, entry.version, entry.identity, sums, stored)


def play_again(pool: WorkerPool, run: Run, begin: int, count: int) -> GameTable:
    """Return games that are not kept, played by the workers once more."""
    with Ledger() as book:
        entry = book.enter(run, sapper_version(), identity_of(run))
        task = Task(entry, count, [(begin, begin + count)])
        play_tasks([task], book, pool, lambda _entry, _chunk: None)
        chunks = book.chunks(entry, with_games=True)
        return GameTable.join(chunk.table for chunk in chunks if chunk.table is not None)
