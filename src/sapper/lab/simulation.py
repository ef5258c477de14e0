"""Simulate: play the missing games of some runs, store them, and return the results.

`Laboratory.play` is the table of contents. Results are read from the ledger, so they do not depend
on interruptions or on where the games were played.
"""

from __future__ import annotations

import reprlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final

from sapper.board.cell import CellLike
from sapper.board.number_checks import whole_number
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.lab.identity import Identity
from sapper.lab.ledger import Ledger, games_text
from sapper.lab.ledger.provenance import sapper_version
from sapper.lab.playing.chunk import Chunk, Keep
from sapper.lab.playing.faults import FaultNotes
from sapper.lab.playing.games import Play, play_here
from sapper.lab.playing.schedule import Backlog, play_backlogs, play_unstored
from sapper.lab.playing.sums import GameSums
from sapper.lab.result import RunResult
from sapper.lab.runs.limits import RunLimits
from sapper.lab.runs.run import Run
from sapper.lab.statistics.sprt import SprtState
from sapper.lab.workers import WorkerPool, worker_pool
from sapper.players.finding import PlayerLike

__all__ = [
    "MOST_RUN_GAMES",
    "Laboratory",
    "Referee",
    "Watch",
    "laboratory",
    "result_of",
    "say_what_is_kept",
    "simulate",
]

MOST_RUN_GAMES: Final = 1_000_000_000_000
"""The most games of a run; beyond a billion only sums are kept unless it is told otherwise."""


class Watch:
    """Callbacks for progress, which do nothing; override them to show it."""

    def begin(self, results: Sequence[RunResult], games: int) -> None:
        """Show that runs of so many games begin, and what of them is stored already."""

    def update(self, result: RunResult) -> None:
        """Show that more games of a run are finished."""

    def test(self, state: SprtState) -> None:
        """Show the state of a sequential test."""

    def note(self, text: str) -> None:
        """Show a remark to the user."""


class Referee:
    """Receives all games and may stop the runs early; this class never does."""

    @property
    def needs_games(self) -> bool:
        """Whether it needs the games one by one, not only their outcomes."""
        return False

    def see(self, run: Run, chunk: Chunk) -> None:
        """Receive some games of a run, in any order."""

    def is_decided(self) -> bool:
        """Return whether no more games are needed."""
        return False

    def games(self) -> int | None:
        """Return how many games the results are of; None for all that were asked for."""
        return None


def simulate(
    player: PlayerLike,
    board: BoardSpec | str,
    *,
    games: int = 1000,
    seed: int = 0,
    start: StartRule | str = StartRule.SAFE,
    first: CellLike | None = None,
    keep: Keep | str | None = None,
    workers: int | None = None,
    ledger: Path | str | None = None,
    cluster: str | None = None,
    move_time: float | None = None,
    game_moves: int | None = None,
    strict: bool = False,
    watch: Watch | None = None,
) -> RunResult:
    """Play `games` games of a player and return the result.

    With a `ledger` the games are stored in that file and never played twice. `first` is a cell or
    one of corner, middle, random, player; `cluster` is the address of a Dask scheduler. `keep` is
    games, outcomes or summary: what is kept beside the sums, by default according to `games`.
    `move_time` (in seconds) and `game_moves` are limits for the player. A game in which it fails or
    passes a limit is lost and counted in `faults`; with `strict` it ends the run.
    Raise `InputError` for an impossible request, `RunStopped` for a run that could not finish.
    """
    limits = RunLimits(move_time, game_moves, strict)
    run = Run.of(player, board, start=start, first=first, seed=seed, limits=limits)
    with laboratory(workers, ledger, cluster, watch) as lab:
        return lab.play([run], games, keep=keep)[0]


@contextmanager
def laboratory(
    workers: int | None = None,
    ledger: Path | str | None = None,
    cluster: str | None = None,
    watch: Watch | None = None,
) -> Iterator[Laboratory]:
    """Yield a laboratory with its workers and its ledger, if it has one."""
    if ledger is not None and not isinstance(ledger, str | Path):
        raise InputError(f"expected the path of a ledger, got {reprlib.repr(ledger)}")
    with ExitStack() as stack:
        book = None if ledger is None else stack.enter_context(Ledger(Path(ledger)))
        pool = stack.enter_context(worker_pool(workers, cluster))
        yield Laboratory(pool, book, watch)


@dataclass
class _Progress:
    """How far a run is: the sums of its finished games, and what is kept where no ledger is."""

    run: Run
    games: int
    keep: Keep
    sums: GameSums = field(default_factory=GameSums)
    chunks: list[Chunk] = field(default_factory=list)

    @property
    def result(self) -> RunResult:
        return RunResult(self.run, self.sums)


class Laboratory:
    """Where games are played, stored and shown: workers, a ledger or none, and a watch."""

    def __init__(
        self, pool: WorkerPool, ledger: Ledger | None = None, watch: Watch | None = None
    ) -> None:
        self._pool, self.ledger, self.watch = pool, ledger, watch or Watch()

    def play(
        self,
        runs: Sequence[Run],
        games: int,
        *,
        keep: Keep | str | None = None,
        least: Keep | None = None,
        referee: Referee | None = None,
    ) -> list[RunResult]:
        """Play the missing games of some runs and return the results.

        New games are kept as `keep` says; of all at least `least` is kept, by default `keep` if it
        is given: stored games of which less is kept are played again. A `referee` receives every
        chunk, also those that are stored already, and may stop the runs early.
        """
        games, kept = _check(runs, games, keep)
        if keep is None:
            say_what_is_kept(self.watch, games, kept)
        needed = least or (Keep.SUMMARY if keep is None else kept)
        judge, notes = referee or Referee(), FaultNotes(self.watch.note)
        progress = [_Progress(run, games, kept) for run in self.enter(runs, games)]
        backlogs = [self._read_stored(each, needed, judge, notes) for each in progress]
        self.watch.begin([each.result for each in progress], games)
        self._play_missing(progress, backlogs, judge, notes)
        end = judge.games()
        return [self._result(each, games if end is None else end) for each in progress]

    def enter(self, runs: Sequence[Run], games: int) -> list[Run]:
        """Return runs with the identities of their players, and their numbers in the ledger."""
        return [run if run.identity else self._enter(run, games) for run in runs]

    def _enter(self, run: Run, games: int) -> Run:
        identity = Identity.of(run, games, partial(self._pool.call, run))
        run = replace(run, identity=identity, version=sapper_version())
        if identity.note and (self.ledger is not None or not identity.play):
            self.watch.note(f"{run.player} is {identity.note}")
        if self.ledger is None:
            return run
        run = self.ledger.enter(run)
        others = [other for other in self.ledger.others(run) if self.ledger.count(other)]
        if others and not self.ledger.count(run):
            self._note_change(run, others[-1], self.ledger)
        return run

    def _note_change(self, run: Run, before: Run, ledger: Ledger) -> None:
        """Note that a player has changed, so that a new run begins."""
        assert run.identity is not None
        assert before.identity is not None
        self.watch.note(
            f"{run.player} is not the one of run {before.number} (identity {before.identity}): "
            f"{before.identity.difference(run.identity)}. This is run {run.number}; the "
            f"{ledger.count(before):,} games of run {before.number} stay readable"
        )

    def _read_stored(
        self, progress: _Progress, least: Keep, judge: Referee, notes: FaultNotes
    ) -> Backlog:
        """Count the games of a run that are stored and can be used; return those that are missing.

        What another process stores from here on is played too, but not counted twice.
        """
        run, games = progress.run, progress.games
        backlog, at = Backlog(run, []), 0
        if self.ledger is not None:
            self._drop_unusable(self.ledger, run, least, games)
            play = partial(play_unstored, self._pool)
            for chunk in _stored_chunks(run, self.ledger, games, play, judge.needs_games):
                backlog.missing += [(at, chunk.begin)] if at < chunk.begin else []
                at = chunk.end
                notes.check_stored(run, chunk.sums.faults)
                progress.sums += chunk.sums
                judge.see(run, chunk)
        backlog.missing += [(at, games)] if at < games else []
        return backlog

    def _drop_unusable(self, ledger: Ledger, run: Run, least: Keep, games: int) -> None:
        """Delete chunks that are damaged, or of which less is kept than is needed."""
        for lost in ledger.drop_damaged(run):
            text = games_text(run, lost)
            self.watch.note(f"the ledger's {text} are damaged; they are played again")
        if again := ledger.drop_below(run, least, games):
            self.watch.note(
                f"of {again:,} games of {run.player} the ledger kept less than {least}, which is "
                "needed; they are played again"
            )

    def _play_missing(
        self,
        progress: Sequence[_Progress],
        backlogs: Sequence[Backlog],
        judge: Referee,
        notes: FaultNotes,
    ) -> None:
        """Play, store and show the games until all are there or the referee has decided."""
        by_run = {each.run: each for each in progress}
        if judge.is_decided():
            return
        for batch in play_backlogs(backlogs, self._pool):
            for run, chunk in batch:
                self._store(by_run[run], chunk)
                judge.see(run, chunk)
                self.watch.update(by_run[run].result)
            for run, chunk in batch:
                for failure in chunk.failures:
                    notes.add(run, failure)
            if judge.is_decided():
                return

    def _store(self, progress: _Progress, chunk: Chunk) -> None:
        progress.sums += chunk.sums
        if self.ledger is None:
            progress.chunks.append(chunk.reduce_to(progress.keep))
        else:
            self.ledger.store(progress.run, chunk, progress.keep)

    def _result(self, progress: _Progress, games: int) -> RunResult:
        run, play = progress.run, partial(play_unstored, self._pool)
        if self.ledger is not None:
            return result_of(run, self.ledger, games, play)
        chunks = sorted(progress.chunks, key=lambda chunk: chunk.begin)
        found = tuple(_cut(chunk, games, run, play) for chunk in chunks if chunk.begin < games)
        sums = GameSums.total(chunk.sums for chunk in found)
        return RunResult(run, sums, progress.keep, found)


def result_of(
    run: Run, ledger: Ledger, games: int | None = None, play: Play = play_here
) -> RunResult:
    """Return the result of the stored games of a run, from 0 to the first gap, or of so many."""
    sums, end = GameSums(), sys.maxsize if games is None else games
    for chunk in _stored_chunks(run, ledger, end, play):
        if chunk.begin != sums.games:
            break
        sums += chunk.sums
    keep = ledger.keep_of(run, sums.games)
    return RunResult(run, sums, keep, ledger=ledger.path.absolute())


def _stored_chunks(
    run: Run, ledger: Ledger, end: int, play: Play, with_games: bool = False
) -> Iterator[Chunk]:
    """Yield the stored chunks of a run with games before `end`, the last one cut there."""
    for chunk in ledger.chunks(run, with_games=with_games):
        if chunk.begin >= end:
            return
        is_cut = chunk.end > end and not with_games
        yield _cut(ledger.chunk(run, chunk.begin) if is_cut else chunk, end, run, play)


def _cut(chunk: Chunk, end: int, run: Run, play: Play) -> Chunk:
    """Return the games of a chunk before `end`; they are played again if only sums are kept."""
    cells = run.spec.safe_cells
    again = partial(play, run, chunk.begin, end - chunk.begin)
    return chunk.until(end, cells) or Chunk.of(again(), cells)


def say_what_is_kept(watch: Watch, games: int, kept: Keep) -> None:
    """Note that not every game is kept, where nobody has chosen that."""
    if kept is not Keep.GAMES:
        watch.note(f"of {games:,} games each run keeps {kept}; --keep games keeps every game")


def _check(runs: Sequence[Run], games: int, keep: Keep | str | None) -> tuple[int, Keep]:
    """Return the number of games and what is kept of them; raise `InputError` for wrong ones."""
    if len(set(runs)) < len(runs):
        raise InputError("the same player is given twice; give different players")
    games = whole_number(games, 1, MOST_RUN_GAMES, f"1 to {MOST_RUN_GAMES:,} games")
    return games, Keep.parse(keep, games)
