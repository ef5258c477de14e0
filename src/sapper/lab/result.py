"""What a run gave: the games, and every figure that is made of them.

Figures are computed when they are asked for; `as_dict` has them all, flat and plain, so that
`pandas.DataFrame([result.as_dict() for result in results])` is a table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sapper.games.table import GameTable
from sapper.lab.html import table_html
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

__all__ = ["Plain", "RunResult", "control_variate_figures", "luck_free_figures"]

Plain = dict[str, str | int | float | None]
"""A flat row of plain values, ready for JSON or a data frame."""


@dataclass(frozen=True)
class RunResult:
    """The games of a run from the first on, with who played them."""

    run: Run
    version: str
    identity: str
    data: GameTable

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.data)

    @cached_property
    def wins(self) -> int:
        """How many of them were won."""
        return int(self.data.won.sum())

    @property
    def win_rate(self) -> Estimate:
        """The share of games won with its Wilson 95 % interval."""
        return wilson(self.wins, self.games)

    @cached_property
    def guesses(self) -> int:
        """Guesses in all games."""
        return int(self.data.guesses.sum())

    @property
    def guesses_per_game(self) -> float:
        """Mean number of guesses."""
        return _ratio(self.guesses, self.games)

    @property
    def accuracy(self) -> Estimate:
        """The share of guesses that hit a safe cell."""
        return wilson(int(self.data.survived.sum()), self.guesses)

    @cached_property
    def calibration(self) -> Calibration:
        """Outcome minus exact safety over the games in which every safety is known."""
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
        """The win rate with the luck of the guesses taken off."""
        return luck_free(self.data.won.astype(np.float64), self.luck[:, np.newaxis])

    @cached_property
    def control_variate(self) -> ControlVariate | None:
        """The mean score: the win rate with the luck of all numbers taken off."""
        return control_variate(self.data.won.astype(np.float64), self.data.score)

    @property
    def why_no_control_variate(self) -> str | None:
        """Why there is none, in words; None if there is one."""
        if self.control_variate is not None:
            return None
        if self.run.why_unscored is not None:
            return self.run.why_unscored
        unknown = int(np.isnan(self.data.score).sum())
        if unknown:
            return f"{unknown:,} games of {self.run.strategy} were kept without their score"
        return f"the games of {self.run.strategy} are too few or all alike"

    @property
    def steps_per_game(self) -> float:
        """Mean number of steps."""
        return _ratio(int(self.data.steps.sum()), self.games)

    @property
    def steps_per_win(self) -> float:
        """Mean number of steps of a game won."""
        return _ratio(int(self.data.steps[self.data.won].sum()), self.wins)

    @property
    def ms_per_game(self) -> float:
        """Mean milliseconds of thought for a game."""
        return 1000 * _ratio(float(self.data.seconds.sum()), self.games)

    @property
    def ms_per_win(self) -> float:
        """Mean milliseconds of thought for a game won."""
        return 1000 * _ratio(float(self.data.seconds[self.data.won].sum()), self.wins)

    @property
    def ms_per_step(self) -> float:
        """Mean milliseconds of thought for a step."""
        return 1000 * _ratio(float(self.data.seconds.sum()), int(self.data.steps.sum()))

    def as_dict(self) -> Plain:
        """Return every figure under its name; None where there is nothing to divide."""
        rate, accuracy, fair = self.win_rate, self.accuracy, self.calibration
        figures: Plain = {
            "strategy": self.run.strategy,
            "board": self.run.board,
            "start": self.run.start,
            "first": self.run.first,
            "seed": self.run.seed,
            "version": self.version,
            "signature": self.identity,
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
        rows = [[name.replace("_", " "), value] for name, value in self.as_dict().items()]
        return table_html(["figure", str(self.run.strategy)], rows)


def luck_free_figures(free: LuckFree | None) -> Plain:
    """Return an estimate without luck as figures; all None if there is none."""
    if free is None:
        return dict.fromkeys(["luck_free", "luck_free_low", "luck_free_high", "luck_free_worth"])
    return {
        "luck_free": free.value,
        "luck_free_low": free.low,
        "luck_free_high": free.high,
        "luck_free_worth": free.worth,
    }


def control_variate_figures(variate: ControlVariate | None) -> Plain:
    """Return a mean score and its check as figures; all None if there is none."""
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
