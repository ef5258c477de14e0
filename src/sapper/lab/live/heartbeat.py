"""The heartbeat of a call that plays games: what it wants, how far it is, and that it is alive.

Rows of the table `calls`, one for each run of the call, let other processes watch it
(`live_ledger.py`). A thread of its own writes them, so that a player that takes minutes for a game
is seen to be alive, and so that no failure to write them disturbs the games. A ledger in memory has
no heartbeat.
"""

from __future__ import annotations

import json
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from time import time
from typing import Final, Literal

from sapper.lab.ledger import Entry
from sapper.lab.sprt import SprtState

__all__ = ["BEAT_SECONDS", "Heartbeat", "heartbeat"]

BEAT_SECONDS: Final = 5.0
"""A call that is alive writes at least this often."""

_NEWS_SECONDS: Final = 1.0  # between two looks whether there is something new to write
_LOCK_SECONDS: Final = 5.0
_SPEED_SECONDS: Final = 30.0  # of the latest chunks that the speed is measured on
_MOST_POINTS: Final = 200  # of the history of a test; a report plots all of it
_BEGIN: Final = "INSERT INTO calls (run, games, began, seen) VALUES (?, ?, ?, ?)"
_BEAT: Final = """
UPDATE calls SET seen = ?, chunk_at = ?, played = ?, speed = ?, ended = ?, test = ? WHERE id = ?"""


@dataclass
class _Call:
    """One run of the call: its entry, and what was played of it since the call began."""

    entry: Entry
    began: float
    number: int = 0
    played: int = 0
    chunk_at: float | None = None
    latest: deque[tuple[float, int]] = field(default_factory=deque)

    def add(self, games: int, now: float) -> None:
        """Count a chunk."""
        self.played += games
        self.chunk_at = now
        self.latest.append((now, games))

    def speed(self, now: float) -> float | None:
        """Return the games per second of the latest chunks; None before the first."""
        while self.latest and self.latest[0][0] < now - _SPEED_SECONDS:
            self.latest.popleft()
        if self.chunk_at is None:
            return None
        seconds = min(_SPEED_SECONDS, now - self.began)
        return sum(games for _, games in self.latest) / max(seconds, 1e-3)


class Heartbeat:
    """What a call tells about itself; `beat` writes it."""

    def __init__(
        self, path: Path, entries: Sequence[Entry], games: int, clock: Callable[[], float] = time
    ) -> None:
        self._path, self._games, self._clock = path, games, clock
        self._calls = {entry.number: _Call(entry, clock()) for entry in entries}
        self._is_new = True
        self._state: SprtState | None = None

    def add(self, entry: Entry, games: int) -> None:
        """Count a chunk of a run."""
        self._calls[entry.number].add(games, self._clock())
        self._is_new = True

    def test(self, state: SprtState) -> None:
        """Tell how the sequential test of the two runs stands."""
        self._state = state

    def begin(self) -> None:
        """Write that the call begins."""
        numbers = self._write(
            (_BEGIN, (call.entry.number, self._games, call.began, call.began))
            for call in self._calls.values()
        )
        for call, number in zip(self._calls.values(), numbers, strict=False):
            call.number = number

    def beat(self, ended: Literal["finished", "stopped"] | None = None) -> None:
        """Write how the call stands; a ledger that cannot be written now is written later."""
        now, self._is_new = self._clock(), False
        tests = [self._test_of_first()] + [None] * (len(self._calls) - 1)
        self._write(
            (_BEAT, (now, call.chunk_at, call.played, call.speed(now), ended, test, call.number))
            for call, test in zip(self._calls.values(), tests, strict=True)
        )

    def _test_of_first(self) -> str | None:
        """Return the sequential test as JSON, which is written with the first run."""
        if self._state is None:
            return None
        runs = [call.entry.run for call in self._calls.values()]
        document = self._state.to_dict(runs[0].board)
        step = -(-len(document["history"]) // _MOST_POINTS) or 1
        last = document["history"][-1:]
        document["history"] = [*document["history"][:-1:step], *last]
        return json.dumps({"players": [run.player for run in runs], **document})

    def run(self, is_over: Event) -> None:
        """Beat until the call is over; soon after every chunk, else from time to time."""
        written = self._clock()
        while not is_over.wait(_NEWS_SECONDS):
            if self._is_new or self._clock() - written >= BEAT_SECONDS:
                self.beat()
                written = self._clock()

    def _write(self, statements: Iterable[tuple[str, Sequence[object]]]) -> list[int]:
        """Do some statements in one transaction, on a connection of this thread.

        Return the last row of each; nothing if the ledger cannot be written now.
        """
        try:
            with closing(sqlite3.connect(self._path, timeout=_LOCK_SECONDS)) as base, base:
                rows = [base.execute(text, values).lastrowid for text, values in statements]
        except sqlite3.Error:
            return []
        return [row or 0 for row in rows]


@contextmanager
def heartbeat(
    path: Path | None, entries: Sequence[Entry], games: int
) -> Iterator[Heartbeat | None]:
    """Write the heartbeat of a call into a ledger until the block ends; None without a file."""
    if path is None:
        yield None
        return
    pulse, is_over = Heartbeat(path, entries, games), Event()
    pulse.begin()
    thread = Thread(target=pulse.run, args=(is_over,), name="heartbeat", daemon=True)
    thread.start()
    ended: Literal["finished", "stopped"] = "stopped"
    try:
        yield pulse
        ended = "finished"
    finally:
        is_over.set()
        thread.join()
        pulse.beat(ended)
