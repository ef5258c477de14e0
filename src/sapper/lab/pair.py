"""A pair of players on the same boards: the difference of their win rates, with its evidence."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sapper.lab.figures import figures_of
from sapper.lab.moments import Moments
from sapper.lab.result import PairDocument, RunResult
from sapper.lab.statistics import (
    ControlVariate,
    Estimate,
    LuckFree,
    control_variate,
    luck_free,
    mcnemar,
    paired_difference,
    why_no_luck_free,
    why_too_few,
)

__all__ = ["Pair"]


@dataclass(frozen=True)
class Pair:
    """Two players on the same boards."""

    first: RunResult
    second: RunResult

    @property
    def games(self) -> int:
        """The number of boards that both have played."""
        return min(self.first.games, self.second.games)

    @cached_property
    def differences(self) -> npt.NDArray[np.int8]:
        """1 for every board that only the first won, -1 for only the second, else 0."""
        first, second = (
            r.data.won[: self.games].astype(np.int8) for r in (self.first, self.second)
        )
        return first - second

    @cached_property
    def only_first(self) -> int:
        """Boards that only the first won."""
        return int((self.differences == 1).sum())

    @cached_property
    def only_second(self) -> int:
        """Boards that only the second won."""
        return int((self.differences == -1).sum())

    @property
    def difference(self) -> Estimate:
        """The first win rate minus the second."""
        return paired_difference(self.only_first, self.only_second, self.games)

    @property
    def p_values(self) -> tuple[float, float]:
        """McNemar's exact and mid-p value that both are equally good."""
        return mcnemar(self.only_first, self.only_second)

    @cached_property
    def luck_moments(self) -> Moments:
        """The moments of the difference and of the luck of both players."""
        luck = (r.luck[: self.games] for r in (self.first, self.second))
        return Moments.of(self.differences, *luck)

    @cached_property
    def score_moments(self) -> Moments:
        """The moments of the difference of the outcomes and of that of the scores."""
        first, second = (r.data.score[: self.games] for r in (self.first, self.second))
        return Moments.of(self.differences, first - second)

    @cached_property
    def luck_free(self) -> LuckFree | None:
        """The difference with the luck of both players subtracted."""
        return luck_free(self.luck_moments)

    @property
    def why_no_luck_free(self) -> str | None:
        """Why there is no difference without luck, as a clause; None if there is one."""
        return why_no_luck_free(self.luck_moments, paired=True)

    @cached_property
    def control_variate(self) -> ControlVariate | None:
        """The difference of the scores on the same boards, if both players have them.

        A score minus a plain outcome would be unbiased too, but loses the correlation between the
        two outcomes of a board, so its interval is usually wider than that of the outcomes.
        """
        return control_variate(self.score_moments)

    @property
    def why_no_control_variate(self) -> str | None:
        """Why there is no control variate, as a clause; None if there is one."""
        if self.control_variate is not None:
            return None
        unscored = [r.why_unscored for r in (self.first, self.second)]
        few = why_too_few(self.games, self.score_moments.minority, paired=True)
        return "; ".join(filter(None, unscored)) or few or "the scores never differ"

    @property
    def verdict(self) -> tuple[str, str]:
        """The direction of the difference, and the figure that shows it: the most precise given."""
        if self.control_variate is not None and self.control_variate.is_fair:
            return self.control_variate.direction, "control variate"
        if self.luck_free is not None:
            return self.luck_free.direction, "without luck"
        return self.difference.direction, "outcomes"

    @property
    def verdict_text(self) -> str:
        """The verdict, with the figure it was read from unless that is the plain difference."""
        direction, figure = self.verdict
        return direction if figure == "outcomes" else f"{direction} ({figure})"

    def __repr__(self) -> str:
        names = " against ".join(r.run.strategy for r in (self.first, self.second))
        return f"<Pair {names}: {100 * self.difference.value:+.2f} points, {self.games} games>"

    def to_dict(self) -> PairDocument:
        """Return the figures of the pair."""
        difference, (exact, mid) = self.difference, self.p_values
        return PairDocument(
            board=self.first.run.board,
            first=self.first.run.strategy,
            second=self.second.run.strategy,
            games=self.games,
            only_first=self.only_first,
            only_second=self.only_second,
            difference=difference.value,
            difference_low=difference.low,
            difference_high=difference.high,
            p_exact=exact,
            p_mid=mid,
            verdict=self.verdict[0],
            verdict_from=self.verdict[1],
            **figures_of(self),
        )
