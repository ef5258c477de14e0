"""The result of a run: its games, and every figure computed from them.

Figures are computed on demand; `as_dict` returns all of them as plain values, so that
`pandas.DataFrame([result.as_dict() for result in results])` is a table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sapper.games.table import GameTable
from sapper.lab.run import Run
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
from sapper.lab.table import Table, Value

__all__ = ["Plain", "RunResult", "control_variate_figures", "luck_free_figures"]

Plain = dict[str, str | int | float | None]
"""A flat row of plain values, ready for JSON or a data frame."""


@dataclass(frozen=True)
class RunResult:
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

    def as_dict(self) -> Plain:
        """Return every figure by name; None if it is not defined."""
        rate, accuracy, fair = self.win_rate, self.accuracy, self.calibration
        figures: Plain = {
            "strategy": self.run.strategy,
            "board": self.run.board,
            "start": self.run.start,
            "first": self.run.first,
            "seed": self.run.seed,
            "version": self.version,
            "identity": self.identity,
            "games": self.games,
            "wins": self.wins,
            "win_rate": rate.value,
            "win_rate_low": rate.low,
            "win_rate_high": rate.high,
            **luck_free_figures(self.luck_free),
            **control_variate_figures(self.control_variate),
            "guesses_per_game": self.guesses_per_game,
            "guess_accuracy": accuracy.value,
            "calibration": fair.difference if fair.guesses else None,
            "calibration_error": fair.error if fair.guesses else None,
            "steps_per_game": self.steps_per_game,
            "steps_per_win": self.steps_per_win,
            "ms_per_game": self.ms_per_game,
            "ms_per_win": self.ms_per_win,
            "ms_per_step": self.ms_per_step,
        }
        return {name: _plain(value) for name, value in figures.items()}

    def _repr_html_(self) -> str:
        """Return the figures as a table, for notebooks."""
        rows: list[list[Value]] = [
            [name.replace("_", " "), value] for name, value in self.as_dict().items()
        ]
        return Table("", ["figure", str(self.run.strategy)], rows).to_html()


def luck_free_figures(free: LuckFree | None) -> Plain:
    """Return the figures of an estimate without luck; all None if there is none."""
    if free is None:
        return dict.fromkeys(["luck_free", "luck_free_low", "luck_free_high", "luck_free_worth"])
    return {
        "luck_free": free.value,
        "luck_free_low": free.low,
        "luck_free_high": free.high,
        "luck_free_worth": free.worth,
    }


def control_variate_figures(variate: ControlVariate | None) -> Plain:
    """Return the figures of a control variate; all None if there is none."""
    names = ("value", "low", "high", "worth", "correction", "error")
    value, low, high, worth, correction, error = (getattr(variate, name, None) for name in names)
    return {
        "control_variate": value,
        "control_variate_low": low,
        "control_variate_high": high,
        "control_variate_worth": worth,
        "correction": correction,
        "correction_error": error,
    }


def _ratio(whole: float, parts: int) -> float:
    return whole / parts if parts else math.nan


def _plain(value: str | int | float | None) -> str | int | float | None:
    return None if isinstance(value, float) and not math.isfinite(value) else value
