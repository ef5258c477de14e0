"""What a game measures: time, clicks, efficiency, the players' indexes, and luck.

`docs/13-metrics.md` has the definitions; every figure carries its formula. A figure that is not
defined for a game is None, and `undefined` says why.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from sapper import _core
from sapper.analysis.budget import DEFAULT_BUDGET, Budget, budget_of
from sapper.board.layout import Layout
from sapper.board.metrics import BoardMetrics, Formula, figure_text
from sapper.board.shown import Shown, shorten
from sapper.errors import InputError
from sapper.games.clicks import ClickCounts
from sapper.games.formulas import (
    FORMULAS,
    GAME_FORMULAS,
    MEASURED_FORMULAS,
    GameFigure,
    Play,
    Undefined,
)
from sapper.games.game import Game
from sapper.games.game_line import GameLine
from sapper.games.metrics_document import GameMetricsDocument, game_metrics_document
from sapper.games.pluck import Pluck, Watch, pluck_of
from sapper.games.status import Status
from sapper.language import _

if TYPE_CHECKING:
    from sapper.board.views import View

__all__ = ["GAME_FORMULAS", "GameMetrics", "game_metrics"]


def game_metrics(
    game: Game,
    clicks: ClickCounts | None = None,
    *,
    budget: Budget | None = None,
    watch: Watch | None = None,
) -> GameMetrics:
    """Return the figures of the moves made so far.

    `clicks` counts also those that did nothing, which only a replay knows; by default the moves are
    all the clicks. `budget` limits the computation of pluck, which is done when it is first asked
    for; with `watch`, a callback for (moves done, moves), at once.
    Raise `InputError` if the mines are not dealt yet: there is nothing to measure.
    """
    if game.layout is None:
        raise InputError(
            _("the mines of this game are dealt by its first open: nothing to measure")
        )
    times, moves = game.times, game.moves
    layout = Layout(game.geometry, game.layout)
    return GameMetrics(
        line=game.line,
        status=game.status,
        board=layout.metrics,
        clicks=ClickCounts.of_moves(moves) if clicks is None else clicks,
        time=times[-1] if times else None,
        solved_bbbv=_core.solved_bbbv(
            game.geometry.native, layout.cells, bytes(game.position.faces)
        ),
        flags=sum(move.kind == "flag" for move in moves),
        flagged_mines=len({m.cell for m in moves if m.kind == "flag"} & layout.mines),
        budget=budget_of(budget),
        known_luck=None if watch is None else pluck_of(game, budget, watch),
    )


@dataclass(frozen=True)
class GameMetrics(Shown):
    """The figures of one game; made by `Game.metrics` or `game_metrics`.

    `flagged_mines` counts the mines that bore a flag at any time.
    """

    line: GameLine
    status: Status
    board: BoardMetrics
    clicks: ClickCounts
    time: float | None
    solved_bbbv: int
    flags: int
    flagged_mines: int
    budget: Budget = DEFAULT_BUDGET
    known_luck: Pluck | None = field(default=None, repr=False, compare=False)

    @property
    def bbbv(self) -> int:
        """The 3BV of the whole board."""
        return self.board.bbbv

    @property
    def is_no_flag(self) -> bool:
        """Whether no flag was set (NF)."""
        return self.flags == 0

    @cached_property
    def luck(self) -> Pluck:
        """The chance to survive every opening click after the first, and their sum."""
        return self.known_luck or pluck_of(Game.parse(self.line), self.budget)

    @property
    def pluck(self) -> float | None:
        """The sum of -log10 of the chance to survive; infinite in a lost game."""
        return self.luck.value

    @property
    def survived_pluck(self) -> float:
        """The same sum over the clicks that were survived: finite in a lost game too."""
        return self.luck.survived

    @property
    def bbbv_per_second(self) -> float | None:
        """Solved 3BV per second."""
        return self._figures["bbbv_per_second"][0]

    @property
    def estimated_time(self) -> float | None:
        """The time that the whole board would take at this speed."""
        return self._figures["estimated_time"][0]

    @property
    def efficiency(self) -> float | None:
        """Solved 3BV per click (IOE)."""
        return self._figures["efficiency"][0]

    @property
    def correctness(self) -> float | None:
        """The share of the clicks that changed the board."""
        return self._figures["correctness"][0]

    @property
    def throughput(self) -> float | None:
        """Solved 3BV per click that changed the board."""
        return self._figures["throughput"][0]

    @property
    def correctness_ms_toollib(self) -> float | None:
        """The same share by ms_toollib, where of marks only first flags on mines count."""
        return self._figures["correctness_ms_toollib"][0]

    @property
    def throughput_ms_toollib(self) -> float | None:
        """Solved 3BV per click that ms_toollib calls effective."""
        return self._figures["throughput_ms_toollib"][0]

    @property
    def rqp(self) -> float | None:
        """Time by 3BV/s: the lower, the better."""
        return self._figures["rqp"][0]

    @property
    def rqp_ms_toollib(self) -> float | None:
        """RQP with the whole 3BV, which differs where the game is not won."""
        return self._figures["rqp_ms_toollib"][0]

    @property
    def rqp_plus_1(self) -> float | None:
        """RQP with a clock that starts at 1."""
        return self._figures["rqp_plus_1"][0]

    @property
    def ios(self) -> float | None:
        """The logarithm of the time by that of the 3BV."""
        return self._figures["ios"][0]

    @property
    def ios_inverse(self) -> float | None:
        """The inverse of `ios`."""
        return self._figures["ios_inverse"][0]

    @property
    def qg(self) -> float | None:
        """Time to the power of 1.7 by 3BV."""
        return self._figures["qg"][0]

    @property
    def stnb(self) -> float | None:
        """STNB by the formula in the levels 1 to 3."""
        return self._figures["stnb"][0]

    @property
    def stnb_ms_toollib(self) -> float | None:
        """STNB with the constants of ms_toollib."""
        return self._figures["stnb_ms_toollib"][0]

    @property
    def clicks_per_second(self) -> float | None:
        """All clicks per second."""
        return self._figures["clicks_per_second"][0]

    @property
    def undefined(self) -> dict[str, str]:
        """Why figures are None, by their key; an infinite pluck is not among them."""
        reasons = {
            key: reason for key, (_other, reason) in self._figures.items() if reason is not None
        }
        if self.time is None:
            reasons["time"] = _("the last move has no time")
        if self.luck.problem is not None:
            reasons["pluck"] = self.luck.problem
        return reasons

    def to_dict(self) -> GameMetricsDocument:
        """Return plain data for JSON."""
        return game_metrics_document(self)

    def rows(self) -> list[tuple[str, str, str]]:
        """Return name, figure and formula of what is defined, as tables show them."""
        clicks = self.clicks
        return [
            *self.board.rows(),
            *self._rows_of(MEASURED_FORMULAS),
            (_("clicks"), str(clicks.total), _("left + right + chords")),
            (_("left clicks"), str(clicks.left), _("clicks to open a cell")),
            (_("right clicks"), str(clicks.right), _("clicks to mark a cell")),
            (_("chords"), str(clicks.chord), _("clicks to open around a number")),
            (_("wasted clicks"), str(clicks.wasted), _("clicks that changed nothing")),
            *self._rows_of(GAME_FORMULAS[len(MEASURED_FORMULAS) :]),
        ]

    @property
    def remarks(self) -> list[str]:
        """What no row says: how many cells show each number, and which figures are not defined."""
        by_reason: dict[str, list[str]] = {}
        for formula in GAME_FORMULAS:
            if formula.key in self.undefined:
                by_reason.setdefault(self.undefined[formula.key], []).append(_(formula.name))
        pairs = by_reason.items()
        undefined = [
            _("{names} not defined: {reason}").format(names=", ".join(names), reason=reason)
            for reason, names in pairs
        ]
        return [*self.board.remarks, *undefined]

    def view(self) -> View:
        """Return what a notebook shows: a table."""
        from sapper.board.views import View

        title = _("metrics of {source}").format(source=shorten(str(self.line), 60))
        heads = (_("figure"), _("value"), _("formula"))
        return View(
            title=f"{title}, {self.status.label}",
            sentences=self.remarks,
            heads=heads,
            rows=self.rows(),
        )

    def __repr__(self) -> str:
        speed = figure_text(self.bbbv_per_second, FORMULAS["bbbv_per_second"].formula)
        solved = f"{self.solved_bbbv} of {self.bbbv} 3BV in {self.clicks.total} clicks"
        return f"<GameMetrics of {shorten(str(self.line), 80)}: {solved}, {speed} 3BV/s>"

    def _rows_of(self, formulas: tuple[Formula, ...]) -> list[tuple[str, str, str]]:
        values = [(formula, getattr(self, formula.key)) for formula in formulas]
        return [
            (_(formula.name), figure_text(value, formula), _(formula.text))
            for formula, value in values
            if value is not None
        ]

    @cached_property
    def _figures(self) -> dict[str, tuple[float | None, str | None]]:
        """Every computed figure, or the reason why there is none."""
        clicks = self.clicks
        play = Play(
            board=str(self.board.layout.spec),
            bbbv=self.bbbv,
            solved=self.solved_bbbv,
            clicks=clicks.total,
            effective=clicks.effective,
            useful=clicks.effective - clicks.right + clicks.wasted_right + self.flagged_mines,
            time=self.time,
        )
        return {key: _compute(figure, play) for key, figure in FORMULAS.items()}


def _compute(figure: GameFigure, play: Play) -> tuple[float | None, str | None]:
    try:
        return figure.compute(play), None
    except Undefined as reason:
        return None, str(reason)
