"""A pair of players on the same boards: the difference of their win rates, with its evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np

from sapper.board.spec import StartRule
from sapper.lab.estimate_columns import ESTIMATE_COLUMNS, Figures
from sapper.lab.outcomes import PairedOutcomes
from sapper.lab.playing.chunk import Keep
from sapper.lab.result import RunResult
from sapper.lab.runs.run import Run
from sapper.lab.statistics.moments import (
    ControlVariate,
    LuckFree,
    Moments,
    control_variate,
    luck_free,
    why_no_luck_free,
    why_too_few,
)
from sapper.language import _

__all__ = ["Pair", "has_own_boards", "pairs_of"]


class PairVerdict(NamedTuple):
    """The direction of a difference, and the figure that shows it."""

    direction: str
    figure: str


@dataclass(frozen=True)
class Pair(PairedOutcomes):
    """Two players on the same boards."""

    first: RunResult
    second: RunResult

    document_as = (
        ("board", "first.run.board"),
        ("first", "first.run.player"),
        ("second", "second.run.player"),
        "games",
        "only_first",
        "only_second",
        ("difference", "difference.value"),
        ("difference_low", "difference.low"),
        ("difference_high", "difference.high"),
        ("p", "p_value"),
        ("p_exact", "mcnemar.exact"),
        ("p_mid", "mcnemar.mid"),
        ("verdict", "verdict.direction"),
        ("verdict_from", "verdict.figure"),
        *ESTIMATE_COLUMNS,
    )

    @property
    def name(self) -> str:
        """The first player minus the second."""
        return f"{self.first.run.player} − {self.second.run.player}"

    @property
    def games(self) -> int:
        """The number of boards that both have played."""
        return min(self.first.games, self.second.games)

    @property
    def is_scored(self) -> bool:
        """Whether both players have scores."""
        return self.first.run.is_scored and self.second.run.is_scored

    @cached_property
    def discordant(self) -> tuple[int, int]:
        """The boards that only the first won, and those that only the second won."""
        only_first = only_second = 0
        for a, b in zip(self.first.outcomes(), self.second.outcomes(), strict=False):
            both = min(len(a), len(b))
            only_first += int((a[:both] & ~b[:both]).sum())
            only_second += int((b[:both] & ~a[:both]).sum())
        return only_first, only_second

    @cached_property
    def _moments(self) -> tuple[Moments, Moments]:
        """The moments of difference and luck, and of difference and difference of the scores."""
        luck, scores = Moments.none(3), Moments.none(2)
        for one, other in zip(self.first.blocks(), self.second.blocks(), strict=False):
            a, b = one.between(one.begin, other.end), other.between(one.begin, one.end)
            difference = a.won.astype(np.int8) - b.won.astype(np.int8)
            luck += Moments.of(difference, a.survived - a.expected, b.survived - b.expected)
            scores += Moments.of(difference, a.score - b.score)
        return luck, scores

    @property
    def _why_no_games(self) -> str | None:
        """Why the games are not known one by one, which estimates without luck need."""
        if all(r.keep is Keep.GAMES for r in (self.first, self.second)):
            return None
        return _("the games were not kept one by one")

    @cached_property
    def luck_free(self) -> LuckFree | None:
        """The difference with the luck of both players subtracted."""
        return None if self.why_no_luck_free else luck_free(self._moments[0])

    @property
    def free(self) -> Figures:
        """The figures of the difference without luck."""
        return Figures.of(self.luck_free)

    @cached_property
    def why_no_luck_free(self) -> str | None:
        """Why there is no difference without luck, as a clause; None if there is one."""
        return self._why_no_games or why_no_luck_free(self._moments[0], paired=True)

    @cached_property
    def control_variate(self) -> ControlVariate | None:
        """The difference of the scores on the same boards, if both players have them.

        A score minus a plain outcome would be unbiased too, but loses the correlation between the
        two outcomes of a board, so its interval is usually wider than that of the outcomes.
        """
        return None if self._why_no_games else control_variate(self._moments[1])

    @property
    def variate(self) -> Figures:
        """The figures of the control variate."""
        return Figures.of(self.control_variate)

    @property
    def why_no_control_variate(self) -> str | None:
        """Why there is no control variate, as a clause; None if there is one."""
        if self.control_variate is not None:
            return None
        unscored = [r.why_unscored for r in (self.first, self.second)]
        return (
            self._why_no_games
            or "; ".join(dict.fromkeys(filter(None, unscored)))
            or why_too_few(self.games, self._moments[1].minority, paired=True)
            or _("the scores never differ")
        )

    @property
    def verdict(self) -> PairVerdict:
        """The direction of the difference, and the figure that shows it: the most precise given."""
        if self.control_variate is not None and self.control_variate.is_fair:
            return PairVerdict(self.control_variate.direction, "control variate")
        if self.luck_free is not None:
            return PairVerdict(self.luck_free.direction, "without luck")
        return PairVerdict(self.difference.direction, "outcomes")

    @property
    def verdict_text(self) -> str:
        """The verdict, with the figure it was read from unless that is the plain difference."""
        direction, figure = self.verdict
        return direction if figure == "outcomes" else f"{direction} ({figure})"

    def __repr__(self) -> str:
        points = f"{100 * self.difference.value:+.2f} points"
        return f"<Pair {self.name}: {points}, {self.games} games>"


def pairs_of(results: Sequence[RunResult]) -> list[Pair]:
    """Return the pairs of results on the same boards."""
    comparable = [
        r for r in results if r.games and r.keep.has_outcomes and not has_own_boards(r.run)
    ]
    return [
        Pair(a, b)
        for a, b in combinations(comparable, 2)
        if a.run.boards == b.run.boards and a.run.player != b.run.player
    ]


def has_own_boards(run: Run) -> bool:
    """Return whether the boards depend on the player, which chooses the first cell of the deal."""
    return run.first_cell.is_chosen_by_player and run.rule is not StartRule.RAW
