"""Simulate: enter runs into a ledger, play the missing games, read the results.

Results are always read from the ledger, so they do not depend on interruptions or on where the
games were played.
"""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict

from sapper.board.cell import CellLike
from sapper.board.seeds import check_games
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games.table import GameTable
from sapper.lab.fault_notes import FaultNotes
from sapper.lab.identity import identity_of, sapper_version
from sapper.lab.ledger import Entry, Ledger
from sapper.lab.limits import Limits
from sapper.lab.result import RunResult, plain
from sapper.lab.run import Run
from sapper.lab.schedule import Task, play_tasks
from sapper.lab.sprt import SprtState
from sapper.lab.statistics import Estimate, normal, wilson
from sapper.lab.workers import WorkerPool, worker_pool
from sapper.players.finding import PlayerLike

__all__ = [
    "Referee",
    "Standing",
    "StandingDocument",
    "Watch",
    "open_ledger",
    "play_runs",
    "result_of",
    "simulate",
]


class StandingDocument(TypedDict):
    """How far a run is; the win rate with its 95 % interval is null before the first game."""

    strategy: str
    board: str
    games: int
    done: int
    wins: int
    win_rate: float | None
    win_rate_low: float | None
    win_rate_high: float | None


@dataclass(frozen=True)
class Standing:
    """The progress of a run: games requested, games done, wins, and sums of scores."""

    run: Run
    games: int
    done: int
    wins: int
    score: float = 0.0
    score_squares: float = 0.0

    @property
    def win_rate(self) -> Estimate:
        """The win rate so far, with its interval."""
        return wilson(self.wins, self.done)

    @property
    def control_variate(self) -> Estimate | None:
        """The mean score so far, with its interval, if games have scores."""
        return normal(self.done, self.score, self.score_squares)

    def to_dict(self) -> StandingDocument:
        """Return plain data for JSON."""
        rate = self.win_rate
        return StandingDocument(
            strategy=self.run.strategy,
            board=self.run.board,
            games=self.games,
            done=self.done,
            wins=self.wins,
            win_rate=plain(rate.value),
            win_rate_low=plain(rate.low),
            win_rate_high=plain(rate.high),
        )

    def with_games(self, games: GameTable) -> Standing:
        """Return the standing after more games."""
        won = int(games.won.sum())
        return replace(
            self,
            done=self.done + len(games),
            wins=self.wins + won,
            score=self.score + float(games.score.sum()),
            score_squares=self.score_squares + float((games.score**2).sum()),
        )


class Watch:
    """Callbacks for progress, which do nothing; override them to show it."""

    def begin(self, standings: Sequence[Standing]) -> None:
        """Show that runs begin, with the games already in the ledger."""

    def update(self, standing: Standing) -> None:
        """Show that more games of a run are in the ledger."""

    def test(self, state: SprtState) -> None:
        """Show the state of a sequential test."""

    def note(self, text: str) -> None:
        """Show a remark to the user."""


class Referee:
    """Receives all games and may stop the runs early; this class never does."""

    def see(self, run: Run, games: GameTable) -> None:
        """Receive some games of a run, in any order."""

    def is_decided(self) -> bool:
        """Return whether no more games are needed."""
        return False


def simulate(
    strategy: PlayerLike,
    board: BoardSpec | str,
    *,
    games: int = 1000,
    seed: int = 0,
    start: StartRule | str = StartRule.SAFE,
    first: CellLike | None = None,
    workers: int | None = None,
    ledger: Path | str | None = None,
    cluster: str | None = None,
    move_time: float | None = None,
    game_moves: int | None = None,
    strict: bool = False,
    ship: Sequence[Path | str] = (),
    watch: Watch | None = None,
) -> RunResult:
    """Play `games` games of a strategy and return the result.

    With a `ledger` the games are stored in that file and never played twice. `first` is a cell or
    one of corner, middle, random, player; `cluster` is the address of a Dask scheduler, and `ship`
    are files of Python code to send to its workers. `move_time` (in seconds) and `game_moves` are
    limits for the player. A game in which it fails or passes a limit is lost and counted in
    `faults`; with `strict` it ends the run.
    Raise `InputError` for an impossible request, `RunStopped` for a run that could not finish.
    """
    limits = Limits(move_time, game_moves, strict)
    run = Run.of(strategy, board, start=start, first=first, seed=seed, limits=limits)
    with open_ledger(ledger) as book, worker_pool(workers, cluster, ship) as pool:
        return play_runs([run], games, book, pool, watch or Watch())[0]


def play_runs(
    runs: Sequence[Run],
    games: int,
    ledger: Ledger,
    pool: WorkerPool,
    watch: Watch,
    referee: Referee | None = None,
) -> list[RunResult]:
    """Play the missing games of some runs and return the results.

    A `referee` receives every chunk, also those already in the ledger, and may stop the runs early.
    """
    games = check_games(games)
    if len(set(runs)) < len(runs):
        raise InputError("the same player is given twice; give different players")
    judge = referee or Referee()
    pool.prepare(runs)
    tasks = [_task(run, games, ledger, watch) for run in runs]
    standings = {run: Standing(run, games, 0, 0) for run in runs}
    notes = FaultNotes(watch.note)

    def count(entry: Entry, part: GameTable) -> None:
        standings[entry.run] = standings[entry.run].with_games(part)
        judge.see(entry.run, part)

    def count_and_show(entry: Entry, part: GameTable) -> None:
        count(entry, part)
        watch.update(standings[entry.run])

    for task in tasks:
        for part in ledger.parts(task.entry, games):
            notes.check_stored(task.entry.run, part)
            count(task.entry, part)
    watch.begin(list(standings.values()))
    play_tasks(tasks, ledger, pool, count_and_show, judge.is_decided, notes.add)
    return [result_of(task.entry, ledger, games) for task in tasks]


def result_of(entry: Entry, ledger: Ledger, games: int | None = None) -> RunResult:
    """Return the result of the stored games of a run, from 0 to the first gap."""
    wanted = entry.games if games is None else games
    data = ledger.games(entry, wanted)
    return RunResult(entry.run, entry.version, entry.identity, data)


def open_ledger(ledger: Path | str | None) -> Ledger:
    """Return the ledger in a file, or a new one in memory."""
    if ledger is not None and not isinstance(ledger, str | Path):
        raise InputError(f"expected the path of a ledger, got {reprlib.repr(ledger)}")
    return Ledger(None if ledger is None else Path(ledger))


def _task(run: Run, games: int, ledger: Ledger, watch: Watch) -> Task:
    entry = ledger.enter(run, sapper_version(), identity_of(run))
    for other in ledger.entries():
        if other.run == run and other.number != entry.number and other.games:
            watch.note(
                f"the ledger also has {other.games:,} games of another {run.strategy} (sapper "
                f"{other.version}, identity {other.identity}); they are not used"
            )
    return Task(entry, games, ledger.gaps(entry, games))
