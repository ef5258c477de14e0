"""The figures of a game and the formulas that players measure games by.

Where authorities differ, the definition is that of minesweepergame.com; `docs/how-to/metrics.md`
says which programs have others. A figure that is not defined for a game is None.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from sapper import _core
from sapper.analysis.budget import DEFAULT_BUDGET, Budget, budget_of
from sapper.board.layout import Layout
from sapper.board.metrics import (
    BoardMetrics,
    Formula,
    figure_text,
)
from sapper.board.notebook_value import NotebookValue, View, shorten
from sapper.errors import InputError
from sapper.games.game import Game, Status
from sapper.games.metrics.clicks import ClickCounts
from sapper.games.metrics.pluck import Guess, Pluck, Watch, guesses_of, pluck_of
from sapper.language import N_, _

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
    clicks = ClickCounts.of_moves(game.moves) if clicks is None else clicks
    luck = None if watch is None else pluck_of(game, budget, watch)
    return GameMetrics(game.copy(), clicks, budget_of(budget), luck)


class _Figure(property):
    """A figure that is computed by a formula."""

    formula: Formula


def _figure(
    name: str, text: str, *, is_share: bool = False
) -> Callable[[Callable[[GameMetrics], float | None]], _Figure]:
    """Return a decorator that makes a method the figure of this name and formula."""

    def decorate(compute: Callable[[GameMetrics], float | None]) -> _Figure:
        made = _Figure(compute)
        key = compute.__name__.replace("bbbv", "3bv")
        made.formula = Formula(key, name, text, is_share)
        return made

    return decorate


def _ratio(above: float | None, below: float | None) -> float | None:
    """Return the quotient; None if a part of it is unknown, or the divisor 0."""
    return above / below if above is not None and below else None


@dataclass(frozen=True)
class GameMetrics(NotebookValue):
    """The figures of one game; made by `Game.metrics` or `game_metrics`.

    Figures are None where their formulas are not defined: without times, clicks or solved 3BV, or
    at time 0. In a document `pluck` is also null where it is infinite, because the game is lost;
    where its budget ran out, `pluck_problem` says so.
    """

    game: Game
    clicks: ClickCounts
    budget: Budget = DEFAULT_BUDGET
    known_luck: Pluck | None = field(default=None, repr=False, compare=False)

    document_as = (
        ("game", "game.text"), ("status", "game.status"), "board", "clicks", "time",
        ("3bv", "bbbv"), ("solved_3bv", "solved_bbbv"), ("3bv_per_second", "bbbv_per_second"),
        "efficiency", "correctness", "rqp", "clicks_per_second", "flags", "is_no_flag",
        ("pluck", "finite_pluck"), ("pluck_problem", "luck.problem"), "survived_pluck", "guesses",
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
    def bbbv_per_second(self) -> float | None:
        """Solved 3BV per second."""
        return _ratio(self.solved_bbbv, self.time)

    @_figure(N_("efficiency (IOE)"), N_("solved 3BV / clicks"), is_share=True)
    def efficiency(self) -> float | None:
        """Solved 3BV per click (IOE)."""
        return _ratio(self.solved_bbbv, self.clicks.total)

    @_figure(N_("correctness"), N_("clicks that changed the board / clicks"), is_share=True)
    def correctness(self) -> float | None:
        """Return the share of the clicks that changed the board."""
        return _ratio(self.clicks.effective, self.clicks.total)

    @_figure("RQP", N_("time / (3BV/s); minesweepergame.com"))
    def rqp(self) -> float | None:
        """Time by 3BV/s: the lower, the better."""
        return _ratio(self.time, self.bbbv_per_second)

    @_figure(N_("clicks/s"), N_("clicks / time"))
    def clicks_per_second(self) -> float | None:
        """All clicks per second."""
        return _ratio(self.clicks.total, self.time)

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
        names = [_(each.name) for each in GAME_FORMULAS if getattr(self, each.attribute) is None]
        text = _("not defined: {names}").format(names=", ".join(names))
        problem = self.luck.problem
        return [*self.board.remarks, *([text] if names else []), *([problem] if problem else [])]

    def view(self) -> View:
        """Return what a notebook shows: a table."""
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

    def _rows_of(self, formulas: tuple[Formula, ...]) -> dict[str, tuple[str, str, str]]:
        return {
            each.key: (_(each.name), figure_text(value, each), _(each.text))
            for each in formulas
            if (value := getattr(self, each.attribute)) is not None
        }


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
    *(each.formula for each in vars(GameMetrics).values() if isinstance(each, _Figure)),
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
