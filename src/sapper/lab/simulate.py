"""Simulate: enter the runs, have the missing games played, read the results.

Results are always read from the ledger, so a run that was interrupted, one that was spread over
a cluster and one that was played in one go are the same thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.games.table import GameTable
from sapper.lab.identity import sapper_version, signature_of
from sapper.lab.ledger import Entry, Ledger
from sapper.lab.result import RunResult
from sapper.lab.run import Run
from sapper.lab.schedule import Task, carry_out
from sapper.lab.sprt import SprtState
from sapper.lab.statistics import Estimate, normal, wilson
from sapper.lab.workers import Crew, crew_of
from sapper.players.dice import check_games
from sapper.players.registry import Strategy

__all__ = ["Referee", "Standing", "Watch", "open_ledger", "play_runs", "result_of", "simulate"]


@dataclass(frozen=True)
class Standing:
    """How far a run is: games done of those wanted, the wins among them, and sums of scores."""

    run: Run
    games: int
    done: int
    wins: int
    score: float = 0.0
    score_squares: float = 0.0

    @property
    def win_rate(self) -> Estimate:
        """The share won so far, with its interval."""
        return wilson(self.wins, self.done)

    @property
    def control_variate(self) -> Estimate | None:
        """The mean score so far, with its interval, where games have one."""
        return normal(self.done, self.score, self.score_squares)

    def with_games(self, games: GameTable) -> Standing:
        """Return the standing after some more games."""
        won = int(games.won.sum())
        return replace(
            self,
            done=self.done + len(games),
            wins=self.wins + won,
            score=self.score + float(games.score.sum()),
            score_squares=self.score_squares + float((games.score**2).sum()),
        )


class Watch:
    """Is told how runs go; this one does not look. Doors that show progress derive from it."""

    def begin(self, standings: Sequence[Standing]) -> None:
        """Take note that runs begin, and what of them was already in the ledger."""

    def kept(self, standing: Standing) -> None:
        """Take note that more games of a run were written down."""

    def test(self, state: SprtState) -> None:
        """Take note of how a sequential test stands."""

    def note(self, text: str) -> None:
        """Tell the user something."""


class Referee:
    """Sees all games and may end the work; this one never does."""

    def see(self, run: Run, games: GameTable) -> None:
        """Take some games of a run into account, in whatever order they come."""

    def is_decided(self) -> bool:
        """Return whether no more games are needed."""
        return False


def simulate(
    strategy: Strategy | str,
    board: BoardSpec | str,
    *,
    games: int = 1000,
    seed: int = 0,
    start: StartRule | str = StartRule.SAFE,
    first: str | tuple[int, int] | None = None,
    workers: int | None = None,
    ledger: Path | str | None = None,
    cluster: str | None = None,
    watch: Watch | None = None,
) -> RunResult:
    """Return the result of a run: how a strategy does on `games` boards of a seed.

    With a `ledger` the games are kept in that file and never played twice. `first` is a cell or
    one of corner, middle, random, player; `cluster` is the address of a Dask scheduler.
    Raises `InputError` for what cannot be, `RunStopped` for a run that could not finish.
    """
    run = Run.of(strategy, board, start=start, first=first, seed=seed)
    with open_ledger(ledger) as book, crew_of(workers, cluster) as crew:
        return play_runs([run], games, book, crew, watch or Watch())[0]


def play_runs(
    runs: Sequence[Run],
    games: int,
    ledger: Ledger,
    crew: Crew,
    watch: Watch,
    referee: Referee | None = None,
) -> list[RunResult]:
    """Return the results of some runs, all missing games played first.

    A `referee` sees every chunk, also those already in the ledger, and may end the work early.
    """
    check_games(games)
    if len(set(runs)) < len(runs):
        raise InputError("expected different players, got the same twice")
    judge = referee or Referee()
    crew.expect(runs)
    tasks = [_task(run, games, ledger, watch) for run in runs]
    standings = {run: Standing(run, games, 0, 0) for run in runs}

    def seen(entry: Entry, part: GameTable) -> None:
        standings[entry.run] = standings[entry.run].with_games(part)
        judge.see(entry.run, part)

    def kept(entry: Entry, part: GameTable) -> None:
        seen(entry, part)
        watch.kept(standings[entry.run])

    for task in tasks:
        for part in ledger.parts(task.entry, games):
            seen(task.entry, part)
    watch.begin(list(standings.values()))
    carry_out(tasks, ledger, crew, kept, judge.is_decided)
    return [result_of(task.entry, ledger, games) for task in tasks]


def result_of(entry: Entry, ledger: Ledger, games: int | None = None) -> RunResult:
    """Return what a ledger has of a run: its games from 0 on, without a gap."""
    wanted = entry.games if games is None else games
    data = ledger.games(entry, wanted)
    return RunResult(entry.run, entry.version, entry.signature, data)


def open_ledger(ledger: Path | str | None) -> Ledger:
    """Return the ledger in a file, or one in memory."""
    return Ledger(None if ledger is None else Path(ledger))


def _task(run: Run, games: int, ledger: Ledger, watch: Watch) -> Task:
    entry = ledger.enter(run, sapper_version(), signature_of(run))
    for other in ledger.entries():
        if other.run == run and other.number != entry.number and other.games:
            watch.note(
                f"the ledger also has {other.games:,} games of another {run.strategy} (sapper "
                f"{other.version}, signature {other.signature}); they are not used"
            )
    return Task(entry, games, ledger.gaps(entry, games))
