"""Take over games of another identity, after a sample of them was played again.

An identity changes with everything that could decide. If play did not change, the old games are
still games of the player: some of them, drawn by a seed, are played again, and only if all are
equal, the chunks move to the run of today's identity. The ledger records it. When n games are
equal, then with 95 % confidence fewer than 3/n of all games differ (the rule of three).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, TypedDict

import numpy as np

from sapper.board.seeds import check_games, whole_number
from sapper.errors import InputError
from sapper.games.table import GameTable
from sapper.lab.errors import AdoptionRefused, LedgerError
from sapper.lab.identity import check_identity, identity_of, sapper_version
from sapper.lab.ledger import Entry, Ledger
from sapper.lab.ledger.keep import Keep
from sapper.lab.replay import difference_of, difference_text, replay
from sapper.lab.run import Run
from sapper.lab.simulation import Watch
from sapper.lab.standing import Standing
from sapper.lab.sums import GameSums
from sapper.lab.workers import WorkerPool, worker_pool

__all__ = ["Adoption", "AdoptionDocument", "adopt", "is_current"]

_END: Final = 2**63 - 1
_RULE_OF_THREE: Final = 3.0


class AdoptionDocument(TypedDict):
    """Games that a run took over: from which run, and how many were played again.

    `most_differ` is the share of games that may differ all the same, with 95 % confidence.
    """

    run: int
    source: int
    player: str
    board: str
    identity: str
    source_identity: str
    source_version: str
    checked: int
    seed: int
    adopted: int
    left: int
    most_differ: float
    at: str


@dataclass(frozen=True)
class Adoption:
    """Games that were taken over; `left` are those that the run had already played itself."""

    source: Entry
    target: Entry
    checked: int
    seed: int
    adopted: int
    at: str

    @property
    def left(self) -> int:
        """How many games stayed with the old identity, as the run has some of them already."""
        return self.source.games - self.adopted

    @property
    def most_differ(self) -> float:
        """The share of the games that may differ, with 95 % confidence; 0 if all were checked."""
        is_all = self.checked == self.source.games
        return 0.0 if is_all else min(1.0, _RULE_OF_THREE / self.checked)

    def to_dict(self) -> AdoptionDocument:
        """Return plain data for JSON."""
        return AdoptionDocument(
            run=self.target.number,
            source=self.source.number,
            player=self.source.run.player,
            board=self.source.run.board,
            identity=self.target.identity,
            source_identity=self.source.identity,
            source_version=self.source.version,
            checked=self.checked,
            seed=self.seed,
            adopted=self.adopted,
            left=self.left,
            most_differ=self.most_differ,
            at=self.at,
        )


def is_current(entry: Entry, run: Run) -> bool:
    """Return whether the games of an entry are those of the player as it is now."""
    return (entry.version, entry.identity) == (sapper_version(), identity_of(run))


def adopt(
    ledger: Ledger,
    source: Entry,
    run: Run,
    *,
    games: int = 1000,
    seed: int = 0,
    workers: int | None = None,
    watch: Watch | None = None,
) -> Adoption:
    """Play `games` games of an entry again; if all are equal, make them games of the run.

    `run` is the same run with the player of today, `seed` draws the sample. Raise `InputError` if
    there is nothing to adopt, `LedgerError` if games are damaged, `AdoptionRefused` for the first
    game that differs.
    """
    games, seed = check_games(games), whole_number(seed, 0, _END, "a seed from 0 to 2^63 - 1")
    if source.run != run:
        raise InputError(f"expected the run {source.run}, got {run}")
    if not source.games:
        raise InputError(f"run {source.number} has no games to adopt")
    if ledger.keep_of(source) is not Keep.GAMES:
        raise InputError(
            f"run {source.number} does not keep every game, so they cannot all be compared; only "
            "runs that keep every game are adopted"
        )
    if source.run.limits != run.limits:
        raise InputError(f"run {source.number} was played with other limits of the player")
    if is_current(source, run):
        raise InputError(f"run {source.number} has the identity of today: nothing to adopt")
    for damaged in ledger.damaged(source):
        raise LedgerError(f"{damaged} are damaged: drop them first, see `sapper ledger check`")
    numbers = _draw(ledger, source, games, seed)
    with worker_pool(workers) as pool:
        _compare(ledger, source, run, numbers, pool, watch or Watch())
    target = ledger.enter(run, sapper_version(), identity_of(run))
    at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    moved = ledger.adopt(source, target, len(numbers), seed, at)
    return Adoption(source, target, len(numbers), seed, moved, at)


def _draw(ledger: Ledger, source: Entry, games: int, seed: int) -> list[int]:
    """Return the numbers of the games to play again, in their order."""
    random = np.random.default_rng(seed)
    size = min(games, source.games)
    places = np.sort(random.choice(source.games, size, replace=False, shuffle=False))
    drawn: list[int] = []
    before = 0
    for begin, end in _stored(ledger, source):
        low, high = np.searchsorted(places, [before, before + end - begin])
        drawn += [int(place) - before + begin for place in places[low:high]]
        before += end - begin
    return drawn


def _stored(ledger: Ledger, source: Entry) -> Iterator[tuple[int, int]]:
    """Yield the ranges of games that are stored."""
    begin = 0
    for missing, end in ledger.gaps(source, _END):
        if begin < missing:
            yield begin, missing
        begin = end


def _compare(
    ledger: Ledger,
    source: Entry,
    run: Run,
    numbers: Sequence[int],
    pool: WorkerPool,
    watch: Watch,
) -> None:
    """Raise `AdoptionRefused` for the first game that the player of today plays differently."""
    standing = Standing(run, len(numbers))
    watch.begin([standing])
    identity = identity_of(run)
    old_games = _read(ledger, source, numbers)
    for old, chunk in zip(old_games, replay(run, numbers, pool), strict=True):
        check_identity(run, identity, chunk.identity, chunk.worker)
        column = difference_of(old, chunk.games)
        if column is not None:
            raise AdoptionRefused(_refusal(source, old, chunk.games, column), old.begin)
        standing = standing.with_games(GameSums.of(chunk.games, run.spec.safe_cells))
        watch.update(standing)


def _read(ledger: Ledger, source: Entry, numbers: Sequence[int]) -> Iterator[GameTable]:
    """Yield the stored games of these numbers, each as a table of its own."""
    waiting = deque(numbers)
    for chunk in ledger.chunks(source, with_games=True):
        assert chunk.table is not None
        while waiting and waiting[0] < chunk.end:
            number = waiting.popleft()
            yield chunk.table.between(number, number + 1)


def _refusal(source: Entry, old: GameTable, new: GameTable, column: str) -> str:
    found = difference_text(old, new, column, f" of {source.run}")
    return (
        f"the games of run {source.number} (identity {source.identity}) are not those of today's "
        f"{source.run.player}: {found}; nothing was taken over"
    )
