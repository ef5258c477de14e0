"""How far a run is: the games that were asked for, and the figures of those that are done."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypedDict

from sapper.lab.estimate_columns import plain
from sapper.lab.run import Run
from sapper.lab.statistics import Estimate, control_variate, wilson
from sapper.lab.sums import GameSums

__all__ = ["Standing", "StandingDocument"]


class StandingDocument(TypedDict):
    """How far a run is; the win rate with its 95 % interval is null before the first game."""

    player: str
    board: str
    games: int
    done: int
    wins: int
    win_rate: float | None
    win_rate_low: float | None
    win_rate_high: float | None


@dataclass(frozen=True)
class Standing:
    """The progress of a run: games requested, and the sums of those that are done."""

    run: Run
    games: int
    sums: GameSums = field(default_factory=GameSums, compare=False)

    @property
    def done(self) -> int:
        """The games that are in the ledger."""
        return self.sums.games

    @property
    def wins(self) -> int:
        """How many of them were won."""
        return self.sums.wins

    @property
    def win_rate(self) -> Estimate:
        """The win rate so far, with its interval."""
        return wilson(self.wins, self.done)

    @property
    def control_variate(self) -> Estimate | None:
        """The mean score so far, with its interval, if games have scores."""
        return control_variate(self.sums.score_moments)

    def to_dict(self) -> StandingDocument:
        """Return plain data for JSON."""
        rate = self.win_rate
        return StandingDocument(
            player=self.run.player,
            board=self.run.board,
            games=self.games,
            done=self.done,
            wins=self.wins,
            win_rate=plain(rate.value),
            win_rate_low=plain(rate.low),
            win_rate_high=plain(rate.high),
        )

    def with_games(self, sums: GameSums) -> Standing:
        """Return the standing after more games."""
        return replace(self, sums=self.sums + sums)
