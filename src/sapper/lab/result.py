"""The result of a run: its games, and every figure computed from them.

Figures are computed on demand; `to_dict` returns them all as plain values, so that
`pandas.DataFrame([result.to_dict() for result in results])` is a table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TypedDict, cast

import numpy as np
import numpy.typing as npt

from sapper.board.shown import Shown
from sapper.board.views import View
from sapper.games.table import GameTable
from sapper.lab.faults import Faults, FaultsDocument, count_faults
from sapper.lab.run import Run
from sapper.lab.sprt import SprtDocument
from sapper.lab.statistics import (
    Calibration,
    ControlVariate,
    Estimate,
    LuckFree,
    calibration,
    control_variate,
    luck_free,
    wilson,
)
from sapper.lab.table import Value, format_share, format_value

__all__ = [
    "ComparisonDocument",
    "FiguresDocument",
    "PairDocument",
    "RunDocument",
    "RunResult",
    "figures_of",
    "plain",
]


class FiguresDocument(TypedDict):
    """Estimates that use more than the outcomes, with 95 % intervals; null where there are none.

    `worth` says how many times the games the plain estimate would need for the same interval.
    """

    luck_free: float | None
    luck_free_low: float | None
    luck_free_high: float | None
    luck_free_worth: float | None
    control_variate: float | None
    control_variate_low: float | None
    control_variate_high: float | None
    control_variate_worth: float | None
    correction: float | None
    correction_error: float | None


class RunDocument(FiguresDocument):
    """Every figure of a run as a row of a table, and its faults; null where it is not defined."""

    strategy: str
    board: str
    start: str
    first: str
    seed: int
    version: str
    identity: str
    games: int
    wins: int
    win_rate: float | None
    win_rate_low: float | None
    win_rate_high: float | None
    guesses_per_game: float | None
    guess_accuracy: float | None
    calibration: float | None
    calibration_error: float | None
    steps_per_game: float | None
    steps_per_win: float | None
    ms_per_game: float | None
    ms_per_win: float | None
    ms_per_step: float | None
    faults: FaultsDocument


class PairDocument(FiguresDocument):
    """Two players on the same boards, first minus second, flat, as a row of a table."""

    board: str
    first: str
    second: str
    games: int
    only_first: int
    only_second: int
    difference: float
    difference_low: float
    difference_high: float
    p_exact: float
    p_mid: float


class ComparisonDocument(TypedDict):
    """The players on every board, the pairs, and the sequential tests if there were any."""

    players: list[RunDocument]
    pairs: list[PairDocument]
    sprt: list[SprtDocument]


@dataclass(frozen=True)
class RunResult(Shown):
    """The games of a run from the first on, with the version and identity of the player."""

    run: Run
    version: str
    identity: str
    data: GameTable

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.data)

    @cached_property
    def wins(self) -> int:
        """The number of games won."""
        return int(self.data.won.sum())

    @cached_property
    def faults(self) -> Faults:
        """The games that the player did not play to their end; they count as lost."""
        return count_faults(self.data)

    @property
    def win_rate(self) -> Estimate:
        """The share of games won with its Wilson 95 % interval."""
        return wilson(self.wins, self.games)

    @cached_property
    def guesses(self) -> int:
        """The number of guesses in all games."""
        return int(self.data.guesses.sum())

    @property
    def guesses_per_game(self) -> float:
        """The mean number of guesses in a game."""
        return _ratio(self.guesses, self.games)

    @property
    def accuracy(self) -> Estimate:
        """The share of guesses that hit a safe cell."""
        return wilson(int(self.data.survived.sum()), self.guesses)

    @cached_property
    def calibration(self) -> Calibration:
        """Outcome minus exact safety, over the games in which every safety is known."""
        known = np.isfinite(self.data.expected)
        data = self.data
        return calibration(
            data.survived[known].astype(np.float64),
            data.expected[known],
            data.variance[known],
            int(data.guesses[known].sum()),
        )

    @property
    def luck(self) -> npt.NDArray[np.float64]:
        """Guesses survived minus their safeties, for every game: 0 on average."""
        luck: npt.NDArray[np.float64] = self.data.survived - self.data.expected
        return luck

    @cached_property
    def luck_free(self) -> LuckFree | None:
        """The win rate with the luck of the guesses subtracted."""
        return luck_free(self.data.won.astype(np.float64), self.luck[:, np.newaxis])

    @cached_property
    def control_variate(self) -> ControlVariate | None:
        """The mean score: the win rate with the luck of all numbers subtracted."""
        return control_variate(self.data.won.astype(np.float64), self.data.score)

    @property
    def why_no_control_variate(self) -> str | None:
        """Why there is no control variate, as a clause; None if there is one."""
        if self.control_variate is not None:
            return None
        if self.run.why_unscored is not None:
            return self.run.why_unscored
        unknown = int(np.isnan(self.data.score).sum())
        if unknown:
            return f"{unknown:,} games of {self.run.strategy} were stored without their score"
        return f"the games of {self.run.strategy} are too few or all have the same score"

    @property
    def steps_per_game(self) -> float:
        """The mean number of steps in a game."""
        return _ratio(int(self.data.steps.sum()), self.games)

    @property
    def steps_per_win(self) -> float:
        """The mean number of steps in a game won."""
        return _ratio(int(self.data.steps[self.data.won].sum()), self.wins)

    @property
    def ms_per_game(self) -> float:
        """The mean milliseconds of decisions in a game."""
        return 1000 * _ratio(float(self.data.seconds.sum()), self.games)

    @property
    def ms_per_win(self) -> float:
        """The mean milliseconds of decisions in a game won."""
        return 1000 * _ratio(float(self.data.seconds[self.data.won].sum()), self.wins)

    @property
    def ms_per_step(self) -> float:
        """The mean milliseconds of decisions for a step."""
        return 1000 * _ratio(float(self.data.seconds.sum()), int(self.data.steps.sum()))

    def to_dict(self) -> RunDocument:
        """Return every figure by name; None where it is not defined."""
        rate, accuracy, fair = self.win_rate, self.accuracy, self.calibration
        return RunDocument(
            strategy=self.run.strategy,
            board=self.run.board,
            start=self.run.start,
            first=self.run.first,
            seed=self.run.seed,
            version=self.version,
            identity=self.identity,
            games=self.games,
            wins=self.wins,
            win_rate=plain(rate.value),
            win_rate_low=plain(rate.low),
            win_rate_high=plain(rate.high),
            **figures_of(self.luck_free, self.control_variate),
            guesses_per_game=plain(self.guesses_per_game),
            guess_accuracy=plain(accuracy.value),
            calibration=plain(fair.difference) if fair.guesses else None,
            calibration_error=plain(fair.error) if fair.guesses else None,
            steps_per_game=plain(self.steps_per_game),
            steps_per_win=plain(self.steps_per_win),
            ms_per_game=plain(self.ms_per_game),
            ms_per_win=plain(self.ms_per_win),
            ms_per_step=plain(self.ms_per_step),
            faults=self.faults.to_dict(self.run),
        )

    def view(self) -> View:
        """Return what a notebook shows: the win rate, and every figure in a table."""
        figures = cast(dict[str, Value], {**self.to_dict(), "faults": str(self.faults) or "none"})
        return View(
            title=f"{self.run}",
            sentences=[f"Won {self.wins:,} of {self.games:,}: {format_share(self.win_rate)} %."],
            heads=["figure", "value"],
            rows=[[n.replace("_", " "), format_value(value)] for n, value in figures.items()],
        )

    def __repr__(self) -> str:
        rate = format_share(self.win_rate)
        return f"<RunResult of {self.run}: won {self.wins} of {self.games} games, {rate} %>"


def figures_of(free: LuckFree | None, variate: ControlVariate | None) -> FiguresDocument:
    """Return the estimates without luck as figures; None for those there are not."""
    return FiguresDocument(
        luck_free=_figure(free, "value"),
        luck_free_low=_figure(free, "low"),
        luck_free_high=_figure(free, "high"),
        luck_free_worth=_figure(free, "worth"),
        control_variate=_figure(variate, "value"),
        control_variate_low=_figure(variate, "low"),
        control_variate_high=_figure(variate, "high"),
        control_variate_worth=_figure(variate, "worth"),
        correction=_figure(variate, "correction"),
        correction_error=_figure(variate, "error"),
    )


def _figure(estimate: LuckFree | ControlVariate | None, name: str) -> float | None:
    return plain(getattr(estimate, name, None))


def plain(value: float | None) -> float | None:
    """Return a number that JSON can hold, or None."""
    return None if value is None or not math.isfinite(value) else value


def _ratio(whole: float, parts: int) -> float:
    return whole / parts if parts else math.nan
