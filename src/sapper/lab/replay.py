"""Play stored games again, and say where they differ from what is stored.

A sample of the games of every worker, drawn by a seed, is played by this process: the player is
deterministic, so every game must come out the same. Compared is what is kept: whole games,
outcomes, or the sums of whole chunks. Times are never compared.
"""

from __future__ import annotations

import shlex
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final, TypedDict

import numpy as np

from sapper.errors import InputError
from sapper.games.table import COLUMNS, GameTable
from sapper.lab.chunk import Chunk
from sapper.lab.identity import Worker, check_identity
from sapper.lab.ledger import Entry, Ledger, default_ledger
from sapper.lab.ledger.stored_chunk import StoredChunk
from sapper.lab.run import Run
from sapper.lab.schedule import chunk_of
from sapper.lab.simulation import Watch
from sapper.lab.standing import Standing
from sapper.lab.sums import GameSums
from sapper.lab.workers import WorkerPool
from sapper.lab.workers.alarms import letters
from sapper.nouns import count_noun
from sapper.players.registry import PlayerSpec, is_registered, player_spec

__all__ = [
    "Replayed",
    "ReplayedDocument",
    "command_to_check",
    "difference_of",
    "difference_text",
    "replay",
    "replay_workers",
    "run_of_today",
]

_TIMES: Final = ("seconds", "slowest")
_TIME_SUMS: Final = ("seconds_units", "seconds_won_units", "slowest_units", "times")
_TOLERANCE: Final = 1e-9  # of chances, which platforms may round differently
_UNIT_TOLERANCE: Final = 2**32 * _TOLERANCE


class ReplayedDocument(TypedDict):
    """Games of one worker that were played again; `difference` is null if all were equal.

    `letter` names the worker within the run; it is null where the worker is not known.
    """

    run: int
    letter: str | None
    games: int
    difference: str | None


@dataclass(frozen=True)
class Replayed:
    """How many games of a worker were played again, and the first that differed, in words."""

    entry: Entry
    letter: str | None
    worker: Worker | None
    games: int
    difference: str | None

    def to_dict(self) -> ReplayedDocument:
        """Return plain data for JSON, without the name of the machine."""
        return ReplayedDocument(
            run=self.entry.number,
            letter=self.letter,
            games=self.games,
            difference=self.difference,
        )


def run_of_today(entry: Entry, player: PlayerSpec | None = None) -> Run:
    """Return the run of an entry with the player of today, or with a given one.

    Raise `InputError` if no registered player has its name: the text of a ledger starts no engine
    and imports no module.
    """
    run = entry.run
    return Run.of(
        player or _registered(run.player),
        run.board,
        start=run.start,
        first=run.first,
        seed=run.seed,
        limits=run.limits,
    )


def _registered(text: str) -> PlayerSpec:
    """Return the registered player of a text from a ledger; never an engine, never an import."""
    try:
        return player_spec(text)
    except InputError:
        name, colon, _other = text.partition(":")
        if colon and not is_registered(name):
            raise InputError(f"it needs {text}") from None
        raise


def command_to_check(ledger: Path | None) -> str:
    """Return the command that plays some games of every worker in a ledger again."""
    words = ["sapper", "ledger", "check", "--replay", "200"]
    if ledger is not None and ledger.absolute() != default_ledger().absolute():
        words += ["--ledger", str(ledger)]
    return shlex.join(words)


def replay_workers(
    ledger: Ledger,
    entry: Entry,
    run: Run,
    games: int,
    seed: int,
    pool: WorkerPool,
    watch: Watch | None = None,
) -> list[Replayed]:
    """Play some games of every worker again, up to `games` of each; stop at the first that differs.

    `run` is the run with the player of today, which must have the identity of the entry.
    Where only sums are kept, whole chunks are played again until they are so many games.
    """
    damaged = {chunk.begin for chunk in ledger.damaged(entry)}
    chunks: dict[Worker | None, list[int]] = {}
    for begin, worker in ledger.workers(entry).items():
        if begin not in damaged:
            chunks.setdefault(worker, []).append(begin)
    sizes = ledger.sizes(entry)
    known = [worker for worker in chunks if worker is not None]
    random = np.random.default_rng(seed)
    checked = []
    for worker, begins in chunks.items():
        letter = None if worker is None else letters(known.index(worker))
        sample = _Sample(ledger, entry, run, pool, watch or Watch())
        difference = sample.check({begin: sizes[begin] for begin in begins}, games, random)
        checked.append(Replayed(entry, letter, worker, sample.games, difference))
    return checked


class _Sample:
    """Games of one worker that are played again."""

    def __init__(
        self, ledger: Ledger, entry: Entry, run: Run, pool: WorkerPool, watch: Watch
    ) -> None:
        self._ledger, self._entry, self._run, self._pool = ledger, entry, run, pool
        self._watch, self.games = watch, 0

    def check(self, sizes: dict[int, int], games: int, random: np.random.Generator) -> str | None:
        """Return what differs first in a sample of these chunks, or None."""
        total = sum(sizes.values())
        wanted = min(games, total)
        standing = Standing(self._run, wanted)
        self._watch.begin([standing])
        drawn = np.sort(random.choice(total, wanted, replace=False, shuffle=False))
        ends = np.cumsum(list(sizes.values()))
        chunks = list(zip(sizes.items(), ends.tolist(), strict=True))
        for place in random.permutation(len(chunks)).tolist():  # of sums, the first ones suffice
            (begin, size), end = chunks[place]
            low, high = np.searchsorted(drawn, [end - size, end])
            if low == high or self.games >= wanted:
                continue
            chunk = self._ledger.chunk(self._entry, begin)
            if difference := self._compare(
                chunk, (drawn[low:high] - (end - size) + begin).tolist()
            ):
                return difference
            self._watch.update(standing.with_games(GameSums(games=min(self.games, wanted))))
        return None

    def _compare(self, chunk: StoredChunk, numbers: list[int]) -> str | None:
        if chunk.won is None:
            return self._compare_sums(chunk)
        for number, played in zip(numbers, self._replay(numbers), strict=True):
            self.games += 1
            if chunk.table is not None:
                old = chunk.table.between(number, number + 1)
                if column := difference_of(old, played):
                    return difference_text(old, played, column)
            elif bool(chunk.won[number - chunk.begin]) != bool(played.won[0]):
                before, after = ("won", "lost") if played.won[0] == 0 else ("lost", "won")
                return f"game {number} was {before} and is now {after}"
        return None

    def _compare_sums(self, chunk: StoredChunk) -> str | None:
        part = chunk_of(self._pool.submit(self._run, chunk.begin, chunk.sums.games))
        check_identity(self._run, self._entry.identity, part.identity, part.worker)
        self.games += chunk.sums.games
        new = GameSums.of(part.games, self._run.spec.safe_cells)
        name = _different_sum(chunk.sums, new)
        if name is None:
            return None
        where = f"games {chunk.begin:,} to {chunk.end - 1:,}"
        if chunk.sums.wins != new.wins:
            return f"of {where} {chunk.sums.wins:,} were won and are now {new.wins:,}"
        return f"the sums of {where} have other {name}"

    def _replay(self, numbers: Sequence[int]) -> Iterator[GameTable]:
        for chunk in replay(self._run, numbers, self._pool):
            check_identity(self._run, self._entry.identity, chunk.identity, chunk.worker)
            yield chunk.games


def replay(run: Run, numbers: Sequence[int], pool: WorkerPool) -> Iterator[Chunk]:
    """Yield the same games played now, several at a time."""
    under_way = deque[Future[Chunk]]()
    for number in numbers:
        if len(under_way) >= pool.slots(run):
            yield chunk_of(under_way.popleft())
        under_way.append(pool.submit(run, number, 1))
    while under_way:
        yield chunk_of(under_way.popleft())


def difference_of(old: GameTable, new: GameTable) -> str | None:
    """Return the first column in which a game differs; what was never stored does not count."""
    for name in COLUMNS:
        before, after = getattr(old, name)[0], getattr(new, name)[0]
        is_unknown = name in _TIMES or (name == "score" and np.isnan(before))
        if not is_unknown and not np.isclose(
            float(before), float(after), rtol=0, atol=_TOLERANCE, equal_nan=True
        ):
            return name
    if old.safeties is None or new.safeties is None:
        return None
    is_equal = np.allclose(old.safeties, new.safeties, rtol=0, atol=_TOLERANCE, equal_nan=True)
    return None if is_equal else "safeties"


def _different_sum(old: GameSums, new: GameSums) -> str | None:
    """Return the first sum that differs by more than rounding; None if none does."""
    for one in fields(GameSums):
        before, after = getattr(old, one.name), getattr(new, one.name)
        if one.name in _TIME_SUMS or before == after:
            continue
        if one.name.endswith("_units") and _is_close(before, after, old.guesses + old.games):
            continue
        return one.name
    return None


def _is_close(before: object, after: object, values: int) -> bool:
    """Return whether sums in units differ by no more than the rounding of so many values."""
    pair = np.atleast_1d(np.array(before, float)), np.atleast_1d(np.array(after, float))
    if len(pair[0]) != len(pair[1]):
        return False
    return bool(np.all(np.abs(pair[0] - pair[1]) <= _UNIT_TOLERANCE * max(1, values)))


def difference_text(old: GameTable, new: GameTable, column: str, whose: str = "") -> str:
    """Return in words how a game was and is now."""
    before, after = _outcome(old), _outcome(new)
    if before == after:
        after += f", but with other {column}"
    return f"game {old.begin}{whose} was {before} and is now {after}"


def _outcome(games: GameTable) -> str:
    steps, guesses = int(games.steps[0]), int(games.guesses[0])
    word = "won" if games.won[0] else "lost"
    taken = f"{count_noun(steps, 'step')} with {count_noun(guesses, 'guess', 'guesses')}"
    return f"{word} after {taken}"
