"""The result of a run: the sums of its games, and every figure computed from them.

Figures are computed on demand; `sapper.document` returns them all as plain values, so that
`pandas.DataFrame(sapper.document(results))` is a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final, TypeVar

import numpy as np

from sapper.board.notebook_value import NotebookValue, View
from sapper.documents import document
from sapper.errors import InputError
from sapper.games.table import Bools, GameTable
from sapper.lab.errors import LedgerError
from sapper.lab.estimate_columns import ESTIMATE_COLUMNS, Figures
from sapper.lab.ledger import Ledger
from sapper.lab.playing.chunk import Chunk, Keep
from sapper.lab.playing.faults import FaultReport, Faults
from sapper.lab.playing.sums import UNIT, GameSums
from sapper.lab.runs.run import Run
from sapper.lab.statistics.intervals import Calibration, Estimate, calibration, wilson
from sapper.lab.statistics.moments import (
    ControlVariate,
    LuckFree,
    Moments,
    control_variate,
    luck_free,
    why_no_luck_free,
    why_too_few,
)
from sapper.lab.table import format_share, format_value
from sapper.language import _

__all__ = ["BLOCK", "RunResult"]

BLOCK: Final = 16_384
"""The games of a block: sums of floats block by block do not depend on the sizes of chunks."""

P = TypeVar("P", bound=Sized)


@dataclass(frozen=True)
class RunResult(NotebookValue):
    """The games of a run from the first on: their sums, and how much of them is kept.

    Figures come from the sums. The games themselves are in `chunks`, or in the file of a `ledger`,
    which is opened again when they are asked for.
    """

    run: Run
    sums: GameSums
    keep: Keep = Keep.GAMES
    chunks: tuple[Chunk, ...] = field(default=(), repr=False)
    ledger: Path | None = None

    document_as = (
        ("player", "run.player"),
        ("board", "run.board"),
        ("start", "run.start"),
        ("first", "run.first"),
        ("seed", "run.seed"),
        "version",
        "identity",
        "games",
        "wins",
        ("win_rate", "rate.value"),
        ("win_rate_low", "rate.low"),
        ("win_rate_high", "rate.high"),
        *ESTIMATE_COLUMNS,
        "guesses_per_game",
        ("guess_accuracy", "guessed.value"),
        ("calibration", "fairness.difference"),
        ("calibration_error", "fairness.error"),
        "steps_per_game",
        "steps_per_win",
        "ms_per_game",
        "ms_per_win",
        "ms_per_step",
        ("faults", "fault_report"),
    )

    @property
    def version(self) -> str:
        """The version of sapper that began the run."""
        return self.run.version

    @property
    def identity(self) -> str:
        """The identity of the player, in twelve digits."""
        return str(self.run.identity or "")

    @cached_property
    def data(self) -> GameTable:
        """The games, one by one; raise `InputError` if they are not kept."""
        return GameTable.join(self.tables())

    def tables(self) -> Iterator[GameTable]:
        """Yield the games in order; raise `InputError` if they are not kept."""
        for chunk in self._read(with_games=True):
            if chunk.table is None:
                raise InputError("the games were not kept one by one; `--keep games` does so")
            yield chunk.table.between(0, self.games)

    def blocks(self) -> Iterator[GameTable]:
        """Yield the games in blocks of one size."""
        if self.games <= BLOCK:
            return iter([self.data])
        return _in_blocks(self.tables(), GameTable.join, _rows)

    def outcomes(self) -> Iterator[Bools]:
        """Yield which games were won, in blocks of one size.

        Raise `InputError` if that is not kept.
        """
        if self.keep is Keep.GAMES and self.games <= BLOCK:
            return iter([self.data.won])
        return _in_blocks(self._won(), np.concatenate, lambda won, low, high: won[low:high])

    def _won(self) -> Iterator[Bools]:
        for chunk in self._read(with_games=False):
            if chunk.won is None:
                raise InputError("it was not kept which games were won; `--keep outcomes` does so")
            yield chunk.won[: self.games - chunk.begin]

    def _read(self, *, with_games: bool) -> Iterator[Chunk]:
        """Yield the chunks in order; raise `LedgerError` if some are damaged or gone."""
        at = 0
        for chunk in self._stored_chunks(with_games=with_games):
            if chunk.begin != at or at >= self.games:
                break
            yield chunk
            at = chunk.end
        if at < self.games:
            raise LedgerError(
                f"games {at:,} and after of {self.run} are damaged or gone; `sapper lab ledger "
                "--check` names what is damaged, and `sapper run` plays it again"
            )

    def _stored_chunks(self, *, with_games: bool) -> Iterator[Chunk]:
        if self.ledger is None:
            yield from self.chunks
            return
        with Ledger(self.ledger, read_only=True) as ledger:
            yield from ledger.chunks(self.run, with_games=with_games)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.sums.games

    @property
    def wins(self) -> int:
        """The number of games won."""
        return self.sums.wins

    @property
    def faults(self) -> Faults:
        """The games that the player did not play to their end; they count as lost."""
        return self.sums.faults

    @property
    def fault_report(self) -> FaultReport:
        """The faults as data, with commands that play the first of these games again."""
        return self.faults.report(self.run)

    @property
    def win_rate(self) -> Estimate:
        """The share of games won with its Wilson 95 % interval."""
        return wilson(self.wins, self.games)

    @property
    def rate(self) -> Figures:
        """The figures of the win rate."""
        return Figures.of(self.win_rate)

    @property
    def guesses(self) -> int:
        """The number of guesses in all games."""
        return self.sums.guesses

    @property
    def guesses_per_game(self) -> float | None:
        """The mean number of guesses in a game."""
        return _ratio(self.guesses, self.games)

    @property
    def accuracy(self) -> Estimate:
        """The share of guesses that hit a safe cell."""
        return wilson(self.sums.survived, self.guesses)

    @property
    def guessed(self) -> Figures:
        """The figures of the accuracy of guesses."""
        return Figures.of(self.accuracy)

    @cached_property
    def calibration(self) -> Calibration:
        """Outcome minus exact safety, over the games in which every safety is known."""
        sums = self.sums
        expected, variance = sums.known_expected_units * UNIT, sums.known_variance_units * UNIT
        return calibration(sums.known_survived - expected, variance, sums.known_guesses)

    @property
    def fairness(self) -> Figures:
        """The figures of the calibration; none without guesses."""
        return Figures.of(self.calibration if self.calibration.guesses else None)

    @cached_property
    def luck_moments(self) -> Moments:
        """The moments of outcome and luck."""
        return self.sums.luck_moments

    @cached_property
    def score_moments(self) -> Moments:
        """The moments of outcome and score."""
        return self.sums.score_moments

    @cached_property
    def luck_free(self) -> LuckFree | None:
        """The win rate with the luck of the guesses subtracted."""
        return luck_free(self.luck_moments)

    @property
    def free(self) -> Figures:
        """The figures of the win rate without luck."""
        return Figures.of(self.luck_free)

    @property
    def why_no_luck_free(self) -> str | None:
        """Why there is no win rate without luck, as a clause; None if there is one."""
        return why_no_luck_free(self.luck_moments)

    @cached_property
    def control_variate(self) -> ControlVariate | None:
        """The mean score: the win rate with the luck of all numbers subtracted."""
        return control_variate(self.score_moments)

    @property
    def variate(self) -> Figures:
        """The figures of the control variate."""
        return Figures.of(self.control_variate)

    @property
    def why_unscored(self) -> str | None:
        """Why some games have no score, as a clause; None if all have one."""
        unknown = self.games - self.sums.scored
        if self.run.why_unscored is not None or not unknown:
            return self.run.why_unscored
        text = _("{unknown:,} games of {player} were stored without their score")
        return text.format(unknown=unknown, player=self.run.player)

    @property
    def why_no_control_variate(self) -> str | None:
        """Why there is no control variate, as a clause; None if there is one."""
        if self.control_variate is not None:
            return None
        few = why_too_few(self.games, self.score_moments.minority)
        same = _("all games of {player} have the same score")
        return self.why_unscored or few or same.format(player=self.run.player)

    @property
    def steps_per_game(self) -> float | None:
        """The mean number of steps in a game."""
        return _ratio(self.sums.steps, self.games)

    @property
    def steps_per_win(self) -> float | None:
        """The mean number of steps in a game won."""
        return _ratio(self.sums.steps_won, self.wins)

    @property
    def ms_per_game(self) -> float | None:
        """The mean milliseconds of decisions in a game."""
        return _ratio(1000 * self.sums.seconds_units * UNIT, self.games)

    @property
    def ms_per_win(self) -> float | None:
        """The mean milliseconds of decisions in a game won."""
        return _ratio(1000 * self.sums.seconds_won_units * UNIT, self.wins)

    @property
    def ms_per_step(self) -> float | None:
        """The mean milliseconds of decisions for a step."""
        return _ratio(1000 * self.sums.seconds_units * UNIT, self.sums.steps)

    def view(self) -> View:
        """Return what a notebook shows: the win rate, and every figure in a table."""
        figures = {**document(self), "faults": str(self.faults) or "none"}
        won, share = _("Won {wins:,} of {games:,}: {share} %."), format_share(self.win_rate)
        return View(
            title=f"{self.run}",
            sentences=[won.format(wins=self.wins, games=self.games, share=share)],
            heads=[_("figure"), _("value")],
            rows=[[n.replace("_", " "), format_value(value)] for n, value in figures.items()],
        )

    def __repr__(self) -> str:
        rate = format_share(self.win_rate)
        return f"<RunResult of {self.run}: won {self.wins} of {self.games} games, {rate} %>"


def _in_blocks(
    parts: Iterable[P], join: Callable[[list[P]], P], cut: Callable[[P, int, int], P]
) -> Iterator[P]:
    """Yield consecutive parts again in blocks of one size; the last one is shorter."""
    rest: list[P] = []
    for part in parts:
        whole = join([*rest, part])
        end = len(whole) // BLOCK * BLOCK
        yield from (cut(whole, at, at + BLOCK) for at in range(0, end, BLOCK))
        rest = [cut(whole, end, len(whole))]
    yield from (block for block in rest if len(block))


def _rows(games: GameTable, low: int, high: int) -> GameTable:
    return games.between(games.begin + low, games.begin + high)


def _ratio(whole: float, parts: int) -> float | None:
    return whole / parts if parts else None
