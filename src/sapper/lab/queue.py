"""A queue of experiments in one file: run, resumed and reported as a whole.

`queue_reading.py` has the format. Every experiment is played by `simulate` or `compare` with one
ledger, so that a queue that was stopped goes on where it was, and so that experiments share games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from sapper.lab.comparison import Comparison, Contest, compare
from sapper.lab.identity import identity_of, sapper_version
from sapper.lab.ledger import Ledger
from sapper.lab.queue_reading import Experiment, Kind, read_experiments
from sapper.lab.result import ComparisonDocument, RunResult
from sapper.lab.run import Run
from sapper.lab.simulation import Watch, simulate
from sapper.lab.table import Table, Value, share_cells
from sapper.players.finding import player_spec_apart

__all__ = [
    "Experiment",
    "ExperimentDocument",
    "ExperimentStatusDocument",
    "Outcome",
    "Queue",
    "QueueDocument",
    "QueueResult",
    "QueueStatusDocument",
    "Status",
    "queue_status",
    "run_queue",
]

WatchExperiment = Callable[["Status"], AbstractContextManager[Watch]]
"""Called before every experiment; the watch that it gives shows the progress."""


class ExperimentDocument(ComparisonDocument):
    """An experiment of a queue: its players, its pairs if they were compared, and the tests."""

    name: str
    kind: Kind


class QueueDocument(TypedDict):
    """A queue that has been played: its title and its experiments in order."""

    title: str
    experiments: list[ExperimentDocument]


class ExperimentStatusDocument(TypedDict):
    """How much of an experiment is in the ledger; with a sequential test `games` is a limit."""

    name: str
    kind: Kind
    players: list[str]
    boards: list[str]
    games: int
    done: int


class QueueStatusDocument(TypedDict):
    """How much of a queue is in the ledger."""

    title: str
    experiments: list[ExperimentStatusDocument]


@dataclass(frozen=True)
class Queue:
    """A title and experiments, all of them checked."""

    title: str
    experiments: tuple[Experiment, ...]

    @classmethod
    def parse(cls, text: str, title: str = "A queue of experiments") -> Queue:
        """Return the queue of a TOML text; raise `InputError` with the line of a mistake."""
        given, experiments = read_experiments(text)
        return cls(given or title, tuple(experiments))

    @property
    def games(self) -> int:
        """The games of all experiments; with sequential tests, at most."""
        return sum(experiment.total for experiment in self.experiments)


@dataclass(frozen=True)
class Status:
    """An experiment, its number from 1 on, how many there are, and its games in the ledger."""

    experiment: Experiment
    number: int
    experiments: int
    done: int

    @property
    def games(self) -> int:
        """The games of the experiment; with a sequential test, at most."""
        return self.experiment.total

    def to_dict(self) -> ExperimentStatusDocument:
        """Return plain data for JSON."""
        return ExperimentStatusDocument(
            name=self.experiment.name,
            kind=self.experiment.kind,
            players=list(self.experiment.players),
            boards=list(self.experiment.boards),
            games=self.games,
            done=self.done,
        )


@dataclass(frozen=True)
class Outcome:
    """An experiment and its results, one contest per board; runs are contests without pairs."""

    experiment: Experiment
    contests: tuple[Contest, ...]

    def to_dict(self) -> ExperimentDocument:
        """Return plain data for JSON."""
        figures = Comparison(self.contests).to_dict()
        if self.experiment.kind == "run":
            figures["pairs"] = []
        return ExperimentDocument(name=self.experiment.name, kind=self.experiment.kind, **figures)


@dataclass(frozen=True)
class QueueResult:
    """The outcomes of all experiments of a queue."""

    queue: Queue
    outcomes: tuple[Outcome, ...]

    @property
    def results(self) -> list[RunResult]:
        """Every run once; of a run in several experiments, the result with the most games."""
        best: dict[Run, RunResult] = {}
        for result in (r for o in self.outcomes for c in o.contests for r in c.results):
            if result.run not in best or best[result.run].games < result.games:
                best[result.run] = result
        return list(best.values())

    def table(self) -> Table:
        """Return one row for every player on every board."""
        columns = ["experiment", "board", "player", "games", "won", "win %", "95 %", "test"]
        return Table(self.queue.title, columns, list(self._rows()))

    def _rows(self) -> Iterator[list[Value]]:
        for outcome in self.outcomes:
            for contest in outcome.contests:
                for r in contest.results:
                    test = contest.sprt.verdict if contest.sprt else None
                    yield [outcome.experiment.name, r.run.board, r.run.player, r.games, r.wins,
                           *share_cells(r.win_rate), test]  # fmt: skip

    def to_dict(self) -> QueueDocument:
        """Return plain data for JSON."""
        documents = [outcome.to_dict() for outcome in self.outcomes]
        return QueueDocument(title=self.queue.title, experiments=documents)


def run_queue(
    queue: Queue,
    *,
    workers: int | None = None,
    ledger: Path | str | None = None,
    cluster: str | None = None,
    watch: WatchExperiment | None = None,
) -> QueueResult:
    """Play the missing games of every experiment, in order, and return the results.

    With a `ledger` a queue that was stopped goes on where it was. Raise `RunStopped` for a run that
    could not finish.
    """
    outcomes = []
    path = None if ledger is None else Path(ledger)
    for status in queue_status(queue, path):
        one = status.experiment
        with (watch or _no_watch)(status) as shown:
            outcomes.append(Outcome(one, _play(one, workers, path, cluster, shown)))
    return QueueResult(queue, tuple(outcomes))


def queue_status(queue: Queue, ledger: Path | None) -> Iterator[Status]:
    """Yield how many games of every experiment are in the ledger when it is asked for."""
    for number, experiment in enumerate(queue.experiments, 1):
        done = 0
        if ledger is not None and ledger.exists():
            with Ledger(ledger) as book:
                done = _count_done(experiment, book)
        yield Status(experiment, number, len(queue.experiments), done)


def _count_done(experiment: Experiment, ledger: Ledger) -> int:
    """Return the games of an experiment that are stored, also if they are not needed."""
    known = {(e.run, e.version, e.identity): e.games for e in ledger.entries()}
    done = 0
    for runs in experiment.contests:
        stored = (known.get((run, sapper_version(), identity_of(run)), 0) for run in runs)
        done += sum(min(games, experiment.games_of(runs)) for games in stored)
    return done


def _no_watch(_: Status) -> AbstractContextManager[Watch]:
    return nullcontext(Watch())


def _play(
    one: Experiment, workers: int | None, ledger: Path | None, cluster: str | None, watch: Watch
) -> tuple[Contest, ...]:
    options: dict[str, Any] = {
        "games": one.games, "seed": one.seed, "start": one.start, "first": one.first,
        "keep": one.keep, "move_time": one.limits.move_time, "game_moves": one.limits.game_moves,
        "workers": workers, "ledger": ledger, "cluster": cluster, "watch": watch,
    }  # fmt: skip
    if one.collections:
        return _play_given(one, options)
    players = [*map(player_spec_apart, one.players)]
    if one.kind == "compare":
        return compare(*players, board=one.boards, sprt=one.sprt, **options).contests
    return tuple(
        Contest(tuple(simulate(player, board, **options) for player in players))
        for board in one.boards
    )


def _play_given(one: Experiment, options: dict[str, Any]) -> tuple[Contest, ...]:
    """Play an experiment on given boards, a contest for each kind of them."""
    players = [*map(player_spec_apart, one.players)]
    if one.kind == "compare":
        boards = one.collections
        return compare(*players, boards=boards, sprt=one.sprt, **options).contests
    return tuple(
        Contest(tuple(simulate(player, boards=[given], **options) for player in players))
        for given in one.collections
    )
