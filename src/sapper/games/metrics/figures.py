"""The figures of a game and the formulas that players measure games by.

Where authorities differ, the definition is that of minesweepergame.com; `docs/how-to/metrics.md`
says which programs have others. A figure that is not defined for a game is None, and `undefined`
says why.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from sapper import _core
from sapper.analysis.budget import DEFAULT_BUDGET, Budget, budget_of
from sapper.board.layout import Layout
from sapper.board.metrics import (
    BoardMetrics,
    Formula,
    figure_text,
)
from sapper.board.notebook_value import NotebookValue, shorten
from sapper.errors import InputError
from sapper.games.game import Game, Status
from sapper.games.metrics.clicks import ClickCounts
from sapper.games.metrics.pluck import Guess, Pluck, Watch, guesses_of, pluck_of
from sapper.language import N_, _

if TYPE_CHECKING:
    from sapper.board.views import View

__all__ = ["FIGURES", "GAME_FORMULAS", "GameMetrics", "UndefinedFigure", "game_metrics"]


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
    clicks = ClickCounts.of_moves(game.moves) if clicks is None else clicks
    luck = None if watch is None else pluck_of(game, budget, watch)
    return GameMetrics(game.copy(), clicks, budget_of(budget), luck)


class UndefinedFigure(NamedTuple):
    """Why a figure is null."""

    figure: str
    reason: str


class _Undefined(Exception):  # noqa: N818 (not an error: an answer)
    """A figure has no value for this game; the message says why."""


class Figure(property):
    """A figure that is computed by a formula; None where it is not defined."""

    def __init__(self, compute: Callable[[GameMetrics], float], formula: Formula) -> None:
        def value(metrics: GameMetrics) -> float | None:
            return self.compute(metrics)[0]

        super().__init__(value, doc=compute.__doc__)
        self.formula, self._compute = formula, compute

    def compute(self, metrics: GameMetrics) -> tuple[float | None, str | None]:
        """Return the value, or the reason why there is none."""
        try:
            return self._compute(metrics), None
        except _Undefined as reason:
            return None, str(reason)


def _figure(
    name: str, text: str, *, is_share: bool = False
) -> Callable[[Callable[[GameMetrics], float]], Figure]:
    """Return a decorator that makes a method the figure of this name and formula."""
    return lambda compute: Figure(
        compute, Formula(compute.__name__.replace("bbbv", "3bv"), name, text, is_share)
    )


def _above_0(value: int, reason: str) -> int:
    if value == 0:
        raise _Undefined(reason)
    return value


@dataclass(frozen=True)
class GameMetrics(NotebookValue):
    """The figures of one game; made by `Game.metrics` or `game_metrics`.

    Figures are None where they are not defined, with the reason in `undefined`. In a document
    `pluck` is also null where it is infinite, because the game is lost.
    """

    game: Game
    clicks: ClickCounts
    budget: Budget = DEFAULT_BUDGET
    known_luck: Pluck | None = field(default=None, repr=False, compare=False)

    document_as = (
        ("game", "game.text"), ("status", "game.status"), "board", "clicks", "time",
        ("3bv", "bbbv"), ("solved_3bv", "solved_bbbv"), ("3bv_per_second", "bbbv_per_second"),
        "estimated_time", "efficiency", "correctness", "rqp", "ios",
        "clicks_per_second", "flags", "is_no_flag",
        ("pluck", "finite_pluck"), "survived_pluck", "guesses", ("undefined", "undefined_figures"),
        "formulas",
    )  # fmt: skip

    @property
    def status(self) -> Status:
        """The state of the game."""
        return self.game.status

    @cached_property
    def board(self) -> BoardMetrics:
        """The figures of the board."""
        assert self.game.layout is not None
        return Layout(self.game.geometry, self.game.layout).metrics

    @property
    def bbbv(self) -> int:
        """The 3BV of the whole board."""
        return self.board.bbbv

    @cached_property
    def solved_bbbv(self) -> int:
        """The 3BV of what is open."""
        faces = bytes(self.game.position.faces)
        return _core.solved_bbbv(self.game.geometry.native, self.board.layout.cells, faces)

    @property
    def time(self) -> float | None:
        """The time of the last move in seconds."""
        return self.game.times[-1] if self.game.times else None

    @property
    def flags(self) -> int:
        """The number of flags that were set."""
        return sum(move.kind == "flag" for move in self.game.moves)

    @property
    def is_no_flag(self) -> bool:
        """Whether no flag was set (NF)."""
        return self.flags == 0

    @cached_property
    def luck(self) -> Pluck:
        """The chance to survive every opening click after the first, and their sum."""
        return self.known_luck or pluck_of(self.game, self.budget)

    @property
    def pluck(self) -> float | None:
        """The sum of -log10 of the chance to survive; infinite in a lost game."""
        return self.luck.value

    @property
    def finite_pluck(self) -> float | None:
        """The pluck, None where it is infinite."""
        return None if self.pluck is not None and math.isinf(self.pluck) else self.pluck

    @property
    def survived_pluck(self) -> float:
        """The same sum over the clicks that were survived: finite in a lost game too."""
        return self.luck.survived

    @property
    def guesses(self) -> list[Guess]:
        """The opening clicks that could lose."""
        return guesses_of(self.game, self.luck)

    @_figure("3BV/s", N_("solved 3BV / time"))
    def bbbv_per_second(self) -> float:
        """Solved 3BV per second."""
        return self.solved_bbbv / self._seconds

    @_figure(N_("estimated time"), N_("time * 3BV / solved 3BV"))
    def estimated_time(self) -> float:
        """Return the time that the whole board would take at this speed."""
        return self._seconds * self.bbbv / self._some_solved

    @_figure(N_("efficiency (IOE)"), N_("solved 3BV / clicks"), is_share=True)
    def efficiency(self) -> float:
        """Solved 3BV per click (IOE)."""
        return self.solved_bbbv / self._some_clicks

    @_figure(N_("correctness"), N_("clicks that changed the board / clicks"), is_share=True)
    def correctness(self) -> float:
        """Return the share of the clicks that changed the board."""
        return self.clicks.effective / self._some_clicks

    @_figure("RQP", N_("time / (3BV/s); minesweepergame.com"))
    def rqp(self) -> float:
        """Time by 3BV/s: the lower, the better."""
        return self._seconds**2 / self._some_solved

    @_figure("IOS", N_("log time / log 3BV; minesweepergame.com"))
    def ios(self) -> float:
        """Return the logarithm of the time by that of the 3BV."""
        if self.bbbv == 1:
            raise _Undefined(_("the logarithm of the 3BV is 0"))
        return math.log(self._seconds) / math.log(self.bbbv)

    @_figure(N_("clicks/s"), N_("clicks / time"))
    def clicks_per_second(self) -> float:
        """All clicks per second."""
        return self.clicks.total / self._seconds

    @property
    def undefined(self) -> dict[str, str]:
        """Why figures are None, by their key; an infinite pluck is not among them."""
        reasons = {}
        for figure in FIGURES:
            _value, reason = figure.compute(self)
            if reason is not None:
                reasons[figure.formula.key] = reason
        if self.time is None:
            reasons["time"] = _("the last move has no time")
        if self.luck.problem is not None:
            reasons["pluck"] = self.luck.problem
        return reasons

    @property
    def undefined_figures(self) -> list[UndefinedFigure]:
        """Why figures are null in a document, an infinite pluck among them."""
        reasons = self.undefined
        if self.pluck is not None and self.finite_pluck is None:
            reasons["pluck"] = _("infinite: the game is lost")
        return [UndefinedFigure(*each) for each in reasons.items()]

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """How the figures are computed."""
        return GAME_FORMULAS

    def rows(self) -> dict[str, tuple[str, str, str]]:
        """Return name, figure and formula of what is defined by its key, as tables show them."""
        clicks = self.clicks
        return {
            **self.board.rows(),
            **self._rows_of(_MEASURED),
            "clicks": (_("clicks"), str(clicks.total), _("left + right + chords")),
            "left": (_("left clicks"), str(clicks.left), _("clicks to open a cell")),
            "right": (_("right clicks"), str(clicks.right), _("clicks to mark a cell")),
            "chord": (_("chords"), str(clicks.chord), _("clicks to open around a number")),
            "wasted": (_("wasted clicks"), str(clicks.wasted), _("clicks that changed nothing")),
            **self._rows_of(GAME_FORMULAS[len(_MEASURED) :]),
        }

    @property
    def remarks(self) -> list[str]:
        """What no row says: how many cells show each number, and which figures are not defined."""
        undefined, by_reason = self.undefined, dict[str, list[str]]()
        for formula in GAME_FORMULAS:
            if formula.key in undefined:
                by_reason.setdefault(undefined[formula.key], []).append(_(formula.name))
        text = _("{names} not defined: {reason}")
        return [
            *self.board.remarks,
            *(text.format(names=", ".join(names), reason=why) for why, names in by_reason.items()),
        ]

    def view(self) -> View:
        """Return what a notebook shows: a table."""
        from sapper.board.views import View

        title = _("metrics of {source}").format(source=shorten(self.game.text, 60))
        heads = (_("figure"), _("value"), _("formula"))
        return View(
            title=f"{title}, {self.status.label}",
            sentences=self.remarks,
            heads=heads,
            rows=list(self.rows().values()),
        )

    def __repr__(self) -> str:
        speed = figure_text(self.bbbv_per_second, GAME_FORMULAS[2])
        solved = f"{self.solved_bbbv} of {self.bbbv} 3BV in {self.clicks.total} clicks"
        return f"<GameMetrics of {shorten(self.game.text, 80)}: {solved}, {speed} 3BV/s>"

    @property
    def _seconds(self) -> float:
        if self.time is None:
            raise _Undefined(_("the last move has no time"))
        if self.time == 0:
            raise _Undefined(_("the time is 0"))
        return self.time

    @property
    def _some_solved(self) -> int:
        return _above_0(self.solved_bbbv, _("no 3BV is solved"))

    @property
    def _some_clicks(self) -> int:
        return _above_0(self.clicks.total, _("there are no clicks"))

    def _rows_of(self, formulas: tuple[Formula, ...]) -> dict[str, tuple[str, str, str]]:
        return {
            each.key: (_(each.name), figure_text(value, each), _(each.text))
            for each in formulas
            if (value := getattr(self, each.attribute)) is not None
        }


FIGURES: Final = tuple(each for each in vars(GameMetrics).values() if isinstance(each, Figure))
_MEASURED: Final = (
    Formula("time", N_("time"), N_("seconds from the start of the clock to the last move")),
    Formula(
        "solved_3bv",
        N_("solved 3BV"),
        N_("numbers open that touch no 0 + openings open completely"),
    ),
)
GAME_FORMULAS: Final = (
    *_MEASURED,
    *(figure.formula for figure in FIGURES),
    Formula("flags", N_("flags"), N_("flags set")),
    Formula("is_no_flag", "NF", N_("no flag was set")),
    Formula(
        "pluck",
        "pluck",
        N_("sum of -log10 of the exact chance to survive each opening click after the first"),
    ),
    Formula(
        "survived_pluck",
        N_("pluck (survived)"),
        N_("the same over the clicks that were survived"),
    ),
)
"""The figures of a game in the order in which they are shown."""
