"""Watch the runs of a ledger while other processes play them; nothing is ever written.

A `LiveLedger` reads only the last chunks and those that are new since its last look, and nothing at
all while the file has not changed. A ledger that is missing, locked, damaged or no ledger is an
answer in words, and the next look tries again. Times of heartbeats are those of the machines that
play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from time import time
from typing import Final, TypedDict

from sapper.errors import SapperError
from sapper.lab.errors import LedgerError
from sapper.lab.identity import Worker
from sapper.lab.ledger import Entry
from sapper.lab.live.live_run import Call, LiveRunDocument, live_run, rank_of
from sapper.lab.live.watched_ledger import WatchedLedger
from sapper.lab.sums import GameSums
from sapper.lab.workers.alarms import Tally

__all__ = ["LiveDocument", "LiveLedger", "LiveLedgerDocument"]

MOST_RUNS: Final = 50
"""So many runs of a ledger are shown, those that were active last; the rest is counted."""

_RECENT: Final = 64  # the last rows of a run, which may still be joined (`ledger/joining.py`)
_NOWHERE: Final = (0, 0, 0)


class LiveLedgerDocument(TypedDict):
    """A ledger: its runs, those that are played now first, or why it cannot be read.

    `left_out` counts older runs that are not listed.
    """

    ledger: str
    error: str | None
    runs: list[LiveRunDocument]
    left_out: int


class LiveDocument(TypedDict):
    """The ledgers that the operator named when the server was started."""

    ledgers: list[LiveLedgerDocument]


@dataclass
class _Seen:
    """What was read of a run: its chunks by row, their sums, and what every worker played."""

    chunks: dict[int, tuple[int, int]] = field(default_factory=dict)
    sums: GameSums = field(default_factory=GameSums)
    tallies: dict[Worker, Tally] = field(default_factory=dict)

    def add(self, ledger: WatchedLedger, entry: Entry, chunks: dict[int, tuple[int, int]]) -> None:
        """Read some chunks."""
        for chunk, worker in ledger.sums_of(entry, chunks):
            self.sums += chunk.sums
            if worker is not None:
                own = self.tallies.get(worker, Tally(0, 0))
                self.tallies[worker] = own + Tally(chunk.sums.games, chunk.sums.wins)
        self.chunks |= chunks


@dataclass
class _LiveRun:
    """All chunks of a run, and those that will not change any more."""

    seen: _Seen = field(default_factory=_Seen)
    settled: _Seen = field(default_factory=_Seen)

    def read(self, ledger: WatchedLedger, entry: Entry) -> None:
        """Read what is new; if settled chunks have changed or gone, read from the start."""
        there = ledger.chunk_rows(entry)
        if there == self.seen.chunks:
            return
        if any(there.get(row) != chunk for row, chunk in self.settled.chunks.items()):
            self.settled = _Seen()
        new = sorted(row for row in there if row not in self.settled.chunks)
        self.settled.add(ledger, entry, {row: there[row] for row in new[:-_RECENT]})
        self.seen = replace(
            self.settled,
            chunks=dict(self.settled.chunks),
            tallies=dict(self.settled.tallies),
        )
        self.seen.add(ledger, entry, {row: there[row] for row in new[-_RECENT:]})


class LiveLedger:
    """A ledger that is looked at again and again, also by several threads."""

    def __init__(self, path: Path, clock: Callable[[], float] = time) -> None:
        self._path, self._clock, self._lock = path, clock, Lock()
        self._state: tuple[tuple[int, ...], ...] | None = None
        self._entries: list[Entry] = []
        self._runs: dict[int, _LiveRun] = {}
        self._calls: dict[int, list[Call]] = {}

    def look(self) -> LiveLedgerDocument:
        """Return how the runs of the ledger are doing."""
        with self._lock:
            try:
                self._read()
            except SapperError as error:
                self._forget()
                return self._document([], self._without_folder(str(error)))
            now = self._clock()
            found = [
                live_run(entry, seen.sums, seen.tallies, self._calls.get(entry.number, []), now)
                for entry in self._entries
                for seen in [self._runs[entry.number].seen]
            ]
        return self._document(sorted(found, key=rank_of), None)

    def _document(self, runs: list[LiveRunDocument], error: str | None) -> LiveLedgerDocument:
        return LiveLedgerDocument(
            ledger=self._path.name,
            error=error,
            runs=runs[:MOST_RUNS],
            left_out=max(0, len(runs) - MOST_RUNS),
        )

    def _without_folder(self, text: str) -> str:
        """Return a message that names the file only: the page may be shown to others."""
        return text.replace(str(self._path), self._path.name)

    def _forget(self) -> None:
        self._state, self._entries = None, []
        self._runs, self._calls = {}, {}

    def _read(self) -> None:
        """Read what is new, unless the file and its log are as they were."""
        state = tuple(map(_state_of, (self._path, Path(f"{self._path}-wal"))))
        if state == self._state:
            return
        if state[0] == _NOWHERE:
            raise LedgerError(
                f"{self._path} does not exist yet; `sapper run --ledger {self._path}` creates it"
            )
        with WatchedLedger(self._path) as ledger, ledger.snapshot():
            self._entries = ledger.entries()
            self._calls = ledger.calls()
            for entry in self._entries:
                self._runs.setdefault(entry.number, _LiveRun()).read(ledger, entry)
        self._state = state


def _state_of(path: Path) -> tuple[int, int, int]:
    """Return what changes when a file does; zeros if there is none, or an empty log."""
    try:
        state = path.stat()
    except OSError:
        return _NOWHERE
    if not state.st_size and path.name.endswith("-wal"):  # readers leave it
        return _NOWHERE
    return state.st_ino, state.st_mtime_ns, state.st_size
