"""The questions that the laboratory answers, with progress: comparisons, the papers' tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from sapper.answers.games import PlainQuestion
from sapper.answers.question import Lane, Question, Work
from sapper.errors import InputError
from sapper.language import _

if TYPE_CHECKING:
    from sapper.lab.result import RunResult

__all__ = ["LABORATORY_QUESTIONS"]

_MOST_PLAYERS: Final = 16  # each pair of them is compared
_MOST_PAPER_GAMES: Final = 1000


@dataclass(kw_only=True, eq=False, repr=False)
class Simulate(PlainQuestion):
    """Players compared on the same boards."""

    player: tuple[str, ...]
    board: str = "beginner"
    start: Literal["raw", "safe", "open"] = "safe"
    first: str | None = None
    games: int = 200
    seed: int = 0

    usual_lane: ClassVar[Lane] = "long"

    def _runs(self, work: Work) -> list[Any]:
        """Return the runs; raise `InputError` or `TooLarge` for what cannot be played."""
        from sapper.lab.runs.run import Run
        from sapper.players.registry import player_spec

        if not 1 <= len(self.player) <= _MOST_PLAYERS:
            raise InputError(f"player: expected 1 to {_MOST_PLAYERS} players", field="player")
        work.limits.check("games", self.games)
        spec = work.limits.board(self.board)
        players = [player_spec(name) for name in self.player]  # no path, no command
        runs = [
            Run.of(player, spec, start=self.start, first=self.first, seed=self.seed)
            for player in players
        ]
        if len(set(runs)) < len(runs):
            raise InputError(_("the same player was given twice"))
        return runs

    def answer(self, work: Work) -> object:
        """Return the comparison, played by one worker to leave processors for other questions."""
        from sapper.lab.comparison import Comparison, Contest
        from sapper.lab.simulation import laboratory

        runs = self._runs(work)
        with laboratory(workers=1, watch=_watch(work)) as lab:
            results = lab.play(runs, self.games)
        return Comparison((Contest(tuple(results)),))


@dataclass(kw_only=True, eq=False, repr=False)
class RepeatPapers(PlainQuestion):
    """The papers' experiments, played again."""

    games: int = 100

    usual_lane: ClassVar[Lane] = "long"

    def answer(self, work: Work) -> object:
        """Return their tables."""
        from sapper.lab.papers import reproduce

        if not 1 <= self.games <= _MOST_PAPER_GAMES:
            raise InputError(f"games: expected 1 to {_MOST_PAPER_GAMES}", field="games")
        return reproduce(quick=True, games=self.games, workers=1, watch=_watch(work))


LABORATORY_QUESTIONS: Final[Mapping[str, type[Question]]] = {
    "simulate": Simulate,
    "papers": RepeatPapers,
}


@dataclass(frozen=True)
class Progress:
    """How far a run is; the win rate with its 95 % interval is None before the first game."""

    player: str
    board: str
    games: int
    done: int
    wins: int
    win_rate: float | None
    win_rate_low: float
    win_rate_high: float


def _watch(work: Work) -> Any:
    """Return what reports the progress of runs."""
    from sapper.lab import Watch

    class Reporter(Watch):
        def begin(self, results: Sequence[RunResult], games: int) -> None:
            self._games = games
            work.report("begin", {"runs": [_progress(each, games) for each in results]})

        def update(self, result: RunResult) -> None:
            work.report("progress", _progress(result, self._games))

        def note(self, text: str) -> None:
            work.report("note", {"note": text})

    return Reporter()


def _progress(result: RunResult, games: int) -> Progress:
    rate = result.win_rate
    return Progress(
        player=result.run.player,
        board=result.run.board,
        games=games,
        done=result.games,
        wins=result.wins,
        win_rate=rate.value,
        win_rate_low=rate.low,
        win_rate_high=rate.high,
    )
