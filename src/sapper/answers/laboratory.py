"""The questions that the laboratory answers, with progress: comparisons, the papers' tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from sapper.answers.question import Lane, PlainQuestion, Question, Work
from sapper.board.spec import BoardSpec, StartRule
from sapper.errors import InputError
from sapper.language import _
from sapper.players.registry import PlayerSpec, player_spec

if TYPE_CHECKING:
    from sapper.lab.outcomes import Outcomes
    from sapper.lab.result import RunResult
    from sapper.lab.runs.run import Run

__all__ = ["LABORATORY_QUESTIONS"]

_MOST_PLAYERS: Final = 16  # each pair of them is compared


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

    def answer(self, work: Work) -> object:
        """Return the comparison; without NumPy, as in a page, that of the outcomes alone."""
        if not 1 <= len(self.player) <= _MOST_PLAYERS:
            raise InputError(f"player: expected 1 to {_MOST_PLAYERS} players", field="player")
        if self.games < 1:
            raise InputError(f"games: expected at least 1, got {self.games}", field="games")
        work.limits.check("games", self.games)
        spec = work.limits.board(self.board)
        players = [player_spec(name) for name in self.player]  # no path, no command
        if len({player.text for player in players}) < len(players):
            raise InputError(_("the same player was given twice"))
        if find_spec("numpy") is None:
            return self._of_outcomes(players, spec, work)
        return self._in_laboratory(players, spec, work)

    def _of_outcomes(self, players: list[PlayerSpec], spec: BoardSpec, work: Work) -> object:
        from sapper.lab.outcomes import Outcomes, compare_outcomes
        from sapper.lab.runs.first_cell import FirstCell

        start = StartRule(self.start)
        first = FirstCell.parse(self.first, spec, start)
        runs = [Outcomes(player, spec, start, first, self.seed) for player in players]
        work.report("begin", {"runs": [_progress(run, self.games, run) for run in runs]})

        def report(run: Outcomes) -> None:
            work.report("progress", _progress(run, self.games, run))

        return compare_outcomes(runs, self.games, report)

    def _in_laboratory(self, players: list[PlayerSpec], spec: BoardSpec, work: Work) -> object:
        """Return the comparison, played by one worker to leave processors for other questions."""
        from sapper.lab.comparison import Comparison, Contest
        from sapper.lab.runs.run import Run
        from sapper.lab.simulation import laboratory

        runs = [
            Run.of(player, spec, start=self.start, first=self.first, seed=self.seed)
            for player in players
        ]
        with laboratory(workers=1, watch=_watch(work)) as lab:
            results = lab.play(runs, self.games)
        return Comparison((Contest(tuple(results)),))


LABORATORY_QUESTIONS: Final[Mapping[str, type[Question]]] = {
    "simulate": Simulate,
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
    from sapper.lab.simulation import Watch

    class Reporter(Watch):
        def begin(self, results: Sequence[RunResult], games: int) -> None:
            self._games = games
            work.report("begin", {"runs": [_progress(each, games, each.run) for each in results]})

        def update(self, result: RunResult) -> None:
            work.report("progress", _progress(result, self._games, result.run))

        def note(self, text: str) -> None:
            work.report("note", {"note": text})

    return Reporter()


def _progress(result: RunResult | Outcomes, games: int, run: Run | Outcomes) -> Progress:
    rate = result.win_rate
    return Progress(
        player=run.player,
        board=run.board,
        games=games,
        done=result.games,
        wins=result.wins,
        win_rate=rate.value,
        win_rate_low=rate.low,
        win_rate_high=rate.high,
    )
